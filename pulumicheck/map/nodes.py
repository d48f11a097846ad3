"""The boxes of the map and the groups they stand in, before they have a place."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pulumicheck.map.titles import class_in_words, title
from pulumicheck.particulars import Outsider
from pulumicheck.plan.plan import Plan
from pulumicheck.plan.recording import Resource
from pulumicheck.types.kinds import Kind
from pulumicheck.types.table import STACK


@dataclass(frozen=True)
class Node:
    """A box, or a chip where it is minor.

    Attributes:
        id: the resource's Pulumi name, unique in the map.
        title: it in words.
        kind: how it is drawn.
        group: the id of its group.
        minor: whether it is a chip.
        resource: what the program registered; None for someone or something outside of the stack.
        component: the component right above it, if any.
        outsider: who or what is outside of the stack; None for what the program registered.
    """

    id: str
    title: str
    kind: Kind
    group: str
    minor: bool = False
    resource: Resource | None = None
    component: Resource | None = None
    outsider: Outsider | None = None

    @cached_property
    def arn(self) -> str:
        """Its ARN; "" where AWS gives it none of its own."""
        return str(self.resource.outputs["arn"]) if self.resource and self.resource.row.stands_for_itself else ""

    @property
    def idle_cost(self) -> str:
        """Why it costs money though nothing uses it; "" if it does not."""
        return self.resource.row.idle_cost(self.resource.inputs) if self.resource else ""


@dataclass(frozen=True)
class Group:
    """What belongs together: a component of the program with all that is below it, or what is outside."""

    id: str
    title: str
    type: str
    component: Resource | None = None


OUTSIDE = "outside"
"""The type of what no program declares."""
STACK_GROUP = Group("stack", "Stack", STACK)


def outside_nodes(outsiders: Sequence[Outsider]) -> tuple[list[Node], list[Group]]:
    """A box for each outsider, in a group of its own."""
    nodes = [Node(each.id, each.title, "external", f"{OUTSIDE}-{each.id}", outsider=each) for each in outsiders]
    return nodes, [Group(node.group, "Outside of this stack", OUTSIDE) for node in nodes]


def nodes_of(plans: Sequence[Plan]) -> tuple[list[Node], list[Group]]:
    """The boxes of all resources of some plans, and their groups; a resource that is in several is as in the first."""
    known = {resource.urn: resource for plan in reversed(plans) for resource in plan.resources}
    resources = [known[urn] for urn in sorted(known)]
    functions = {each.inputs.get("name", ""): each.name for each in resources if each.row.kind == "function"}
    wires = [wire for each in resources for wire in each.row.wires(each.inputs)]
    dead_letter_queues = {wire.end for wire in wires if wire.dead_letters}
    nodes: list[Node] = []
    groups: dict[str, Group] = {}
    for urn, id_ in _ids([resource for resource in resources if resource.custom]).items():
        resource, above = known[urn], _above(known[urn], known)
        group = _group(above[-1]) if above else STACK_GROUP
        groups.setdefault(group.id, group)
        kind = "dlq" if resource.outputs.get("arn") in dead_letter_queues else resource.row.kind
        words = title(resource, above, functions)
        nodes.append(Node(id_, words, kind, group.id, resource.row.is_minor, resource, above[0] if above else None))
    return nodes, list(groups.values())


class Boxes:
    """The boxes that are there, by what inputs and statements call them."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._by_arn: dict[str, list[tuple[int, Node]]] = defaultdict(list)
        self._by_name: dict[tuple[Kind, object], list[tuple[int, Node]]] = defaultdict(list)
        for place, node in enumerate(nodes):
            if node.resource:
                self._by_arn[node.arn].append((place, node))
                for name in {node.resource.id, node.resource.inputs.get("name")}:
                    self._by_name[node.kind, name].append((place, node))

    def by_arn(self, arn: object) -> Node | None:
        """The first that has an ARN."""
        found = self._by_arn.get(arn) if isinstance(arn, str) and arn else None
        return found[0][1] if found else None

    def find(self, value: object, kind: Kind | None) -> list[Node]:
        """Those that an input names by ARN or, among those of a kind, by physical name."""
        if not value or not isinstance(value, str):
            return []
        found = dict([*self._by_arn.get(value, ()), *(self._by_name.get((kind, value), ()) if kind else ())])
        return [node for _, node in sorted(found.items(), key=lambda found: found[0])]


def _ids(resources: Sequence[Resource]) -> dict[str, str]:
    """Pulumi names; where two types share one, the type's last word stands behind it."""
    names = Counter(resource.name for resource in resources)
    return {
        each.urn: each.name if names[each.name] == 1 else f"{each.name}-{each.type.rpartition(':')[2].lower()}"
        for each in resources
    }


def _above(resource: Resource, known: dict[str, Resource]) -> list[Resource]:
    """The components above a resource, the nearest first."""
    parent = known.get(resource.parent or "")
    return [parent, *_above(parent, known)] if parent else []


def _group(component: Resource) -> Group:
    return Group(component.name, class_in_words(component.type), component.type, component)
