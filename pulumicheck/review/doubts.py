"""What a change does that the review does not understand, and so takes for the worse."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Doubt:
    """One thing that may give access or lose data, for all that is known.

    Attributes:
        urn: whose it is.
        what: the type, property, option or value that is not understood.
        why: half a sentence: what it may do.
    """

    urn: str
    what: str
    why: str

    @property
    def name(self) -> str:
        """What the program calls the resource."""
        return self.urn.rpartition("::")[2]
