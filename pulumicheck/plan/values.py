"""Values of a resource that are not to be seen: those that only a deployment can tell, and secrets.

Both are texts, so that they can be printed and written as JSON, but neither is ever the same as a text that a program
wrote: a program that says "[secret]" has no secret.
"""

from typing import Any, Final, Self


class Unknown(str):
    """What only a deployment can tell. All are alike; whether two are the same value is not known."""

    __slots__ = ()

    def __new__(cls) -> Self:
        """Makes it with the text that people see."""
        return super().__new__(cls, "(known after the deployment)")

    def __eq__(self, other: object) -> bool:
        """Whether both are unknown."""
        return isinstance(other, Unknown)

    def __ne__(self, other: object) -> bool:
        """Whether the other is known."""
        return not self == other

    def __hash__(self) -> int:
        """The same for all."""
        return hash((Unknown, str(self)))

    def __reduce__(self) -> tuple[type["Unknown"], tuple[()]]:
        """How it is copied."""
        return Unknown, ()


class Secret(str):
    """A secret. It is printed as `[secret]`, and compared by what it holds; nobody else should look at that.

    Attributes:
        value: what it holds; UNKNOWN if only the CLI with its passphrase could tell.
    """

    __slots__ = ("value",)
    value: Any

    def __new__(cls, value: Any) -> Self:
        """Makes it with the text that people see."""
        made = super().__new__(cls, "[secret]")
        made.value = value
        return made

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same; of two that cannot be told, it is not known, and they count as the same."""
        return isinstance(other, Secret) and self.value == other.value

    def __ne__(self, other: object) -> bool:
        """Whether the other is none, or holds something else."""
        return not self == other

    def __hash__(self) -> int:
        """The same for all, since what they hold may be a list."""
        return hash((Secret, str(self)))

    def __repr__(self) -> str:
        """Without what it holds: it stands in messages, too."""
        return "Secret()"

    def __reduce__(self) -> tuple[type["Secret"], tuple[Any]]:
        """How it is copied."""
        return Secret, (self.value,)


UNKNOWN: Final = Unknown()


def revealed(value: Any) -> Any:
    """The value with what its secrets hold in their place, for reading and never for showing."""
    if isinstance(value, Secret):
        return revealed(value.value)
    if isinstance(value, dict):
        return {key: revealed(each) for key, each in value.items()}
    return [revealed(each) for each in value] if isinstance(value, list) else value


def has_unknowns(value: Any) -> bool:
    """Whether something in it is known only after a deployment; of secrets, what they hold counts."""
    value = revealed(value)
    if isinstance(value, dict):
        return any(map(has_unknowns, value.values()))
    return any(map(has_unknowns, value)) if isinstance(value, list) else isinstance(value, Unknown)
