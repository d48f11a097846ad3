"""What a change does that the review does not understand, and so takes for the worse."""

from collections.abc import Iterator
from dataclasses import dataclass

from pulumicheck.plan.recording import Recording
from pulumicheck.types.table import STACK


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


def doubts_of_settings(before: Recording, after: Recording) -> Iterator[Doubt]:
    """Encrypted settings that are others now: what the program makes of them is a secret, and nobody sees it here."""
    urn = f"urn:pulumi:{after.stack}::{after.project}::{STACK}::{after.project}-{after.stack}"
    for key in sorted(before.secret_settings.keys() & after.secret_settings.keys()):
        if before.secret_settings[key] != after.secret_settings[key]:
            yield Doubt(
                urn, f"setting {key}", "its encrypted value is another, and what is made of it is not seen here"
            )
