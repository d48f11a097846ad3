"""Who and what the stack works with and does not declare."""

from collections.abc import Sequence
from dataclasses import dataclass

from pulumicheck.map.nodes import Group, Node

TYPE = "outside"


@dataclass(frozen=True)
class Outsider:
    """Someone or something outside of the stack.

    Attributes:
        id: as in the map.
        title: its name.
        about: what it does, in one sentence.
        console: where AWS shows it.
        cli: the line that does, or shows, the same.
        stands_for: kinds of the boxes that stand for it in the stack: what goes wrong with them shows here.
    """

    id: str
    title: str
    about: str
    console: str
    cli: str
    stands_for: tuple[str, ...] = ()


PUBLISHER = Outsider(
    "outbox-publisher",
    "Outbox publisher",
    "The api's outbox: sends one message for each confirmed booking to both queues, each at least once.",
    "none: it runs with the api, outside of this stack",
    "minitickets publish bookings.jsonl --stack {stack}",
)
SES = Outsider(
    "ses",
    "Amazon SES",
    "Takes the emails that the worker sends and delivers them. In its sandbox, to verified addresses only.",
    "SES → Account dashboard",
    "aws sesv2 get-account",
    stands_for=("identity",),
)
API = Outsider(
    "api",
    "API",
    "Shows a signed-in user their tickets. It is deployed elsewhere, and its role has this stack's policy attached.",
    "IAM → Roles → the api's role → Permissions",
    "minitickets access what-can api --stack {stack}",
    stands_for=("policy",),
)
OUTSIDERS = (PUBLISHER, SES, API)


def outside_nodes() -> tuple[list[Node], list[Group]]:
    """A box for each outsider, in a group of its own."""
    nodes = [Node(each.id, each.title, "external", f"{TYPE}-{each.id}") for each in OUTSIDERS]
    return nodes, [Group(node.group, "Outside of this stack", TYPE) for node in nodes]


def managed_policies(nodes: Sequence[Node]) -> list[Node]:
    """The policies that are for the api, which is no resource of the stack."""
    return [node for node in nodes if node.kind == "policy" and not node.minor]
