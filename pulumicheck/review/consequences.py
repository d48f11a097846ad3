"""What a change of permissions comes to, as values: which actions on which resources come or go for whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from pulumicheck.iam.conditions import Condition
from pulumicheck.iam.element import ANYTHING, Element
from pulumicheck.iam.principals import Principals
from pulumicheck.iam.statement import Statement


class Turn(Enum):
    """What becomes of a part of a statement."""

    ALLOWED = auto()
    NO_LONGER_ALLOWED = auto()
    DENIED = auto()
    NO_LONGER_DENIED = auto()
    GONE_WITH_ITS_DENIAL = auto()
    """The resource is gone, and so is whatever was denied."""

    @property
    def is_of_denial(self) -> bool:
        """Whether a Deny statement is what came or went."""
        return self not in (Turn.ALLOWED, Turn.NO_LONGER_ALLOWED)


@dataclass(frozen=True)
class Reach:
    """A part of a statement that came or went.

    Attributes:
        turn: what becomes of it.
        principals: whom it names; None in an identity policy.
        actions: one or several elements.
        resources: one or several elements.
        conditions: under which it holds.
    """

    turn: Turn
    principals: Principals | None
    actions: tuple[Element, ...]
    resources: tuple[Element, ...]
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Setting:
    """What opens or closes access without a statement of its own, such as a managed policy, and came or went."""

    text: str
    is_there: bool


@dataclass(frozen=True)
class Unproven:
    """What may be, for all that can be told, and so is taken to be.

    Attributes:
        why: for people.
    """

    why: str


TOO_COMPLEX = Unproven("too complex to compare: taken as broader")

SECRET_LETS_MORE = Unproven("a secret policy lets more than it did")
SECRET_LETS_LESS = Unproven("a secret policy lets less than it did")

Consequence = Reach | Setting | Unproven


def reaches(parts: Sequence[Statement], turn: Turn) -> tuple[Reach, ...]:
    """One consequence for all parts that differ in actions only, or in resources only.

    Args:
        parts: parts of one statement.
        turn: what becomes of them.
    """
    by_resource: dict[tuple[object, Element], tuple[Statement, list[Element]]] = {}
    for part in parts:
        resources = part.resources or ANYTHING
        by_resource.setdefault((part.principals, resources), (part, []))[1].append(part.actions)
    by_actions: dict[tuple[object, tuple[Element, ...]], tuple[Statement, tuple[Element, ...], list[Element]]] = {}
    for (principals, resources), (part, actions) in by_resource.items():
        key = (principals, tuple(actions))
        by_actions.setdefault(key, (part, key[1], []))[2].append(resources)
    return tuple(
        Reach(turn, part.principals, actions, tuple(resources), part.conditions)
        for part, actions, resources in by_actions.values()
    )
