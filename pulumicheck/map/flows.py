"""The arrows: where the program's inputs and its statements say that data goes."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pulumicheck.map.nodes import Boxes, Node
from pulumicheck.map.permissions import Permissions


@dataclass(frozen=True)
class Flow:
    """An arrow from one box to another.

    Attributes:
        source: the id of the box where it begins.
        target: the id of the box where it ends.
        label: what goes there; "" where the arrow before says it.
    """

    source: str
    target: str
    label: str

    @property
    def id(self) -> str:
        """Its name in the document."""
        return f"{self.source}--{self.target}"


def flows_of(nodes: Sequence[Node], permissions: Permissions) -> list[Flow]:
    """All arrows, in data-flow order."""
    boxes = Boxes(nodes)
    of_program = [flow for node in nodes for flow in _declared(node, boxes)]
    fed = {(flow.target, flow.source) for flow in of_program}
    sources = defaultdict(list)
    for middle, source in fed:
        sources[middle].append(source)
    polled = {(target, source) for target, middle in fed for source in sources.get(middle, ())}
    known = {(flow.source, flow.target) for flow in of_program} | polled
    called = [flow for node in nodes for flow in _calls(node, permissions) if (flow.source, flow.target) not in known]
    return [*_sent(nodes), *of_program, *called, *_received(nodes, called)]


def _sent(nodes: Sequence[Node]) -> Iterator[Flow]:
    """What comes from outside."""
    for node in nodes:
        if node.outsider and node.outsider.sends:
            kind, label = node.outsider.sends
            yield from (Flow(node.id, each.id, label) for each in nodes if each.kind == kind)


def _declared(node: Node, boxes: Boxes) -> Iterator[Flow]:
    """What a resource names among its inputs."""
    if node.resource is None:
        return
    for wire in node.resource.row.wires(node.resource.inputs):
        for other in boxes.find(wire.end, wire.named):
            source, target = (other, node) if wire.inward else (node, other)
            yield Flow(source.id, target.id, wire.label)


def _calls(node: Node, permissions: Permissions) -> Iterator[Flow]:
    """What a function or an outsider may call; the actions stand at the first arrow of each statement."""
    if node.kind != "function" and node.outsider is None:
        return
    grants = [grant for grant in permissions.statements(node) if grant.statement.policy_type == "identity"]
    for grant in grants:
        label = ", ".join(action.partition(":")[2] or action for action in grant.statement.actions)
        only = " only" if len(grants) == 1 and len(grant.statement.actions) == 1 else ""
        for place, target in enumerate(permissions.reached(grant)):
            yield Flow(node.id, target, "" if place else f"{label}{only}")


def _received(nodes: Sequence[Node], called: Sequence[Flow]) -> Iterator[Flow]:
    """What goes outside: from the boxes that are called."""
    used = {flow.target for flow in called if flow.label}
    for node in nodes:
        if node.outsider and node.outsider.receives:
            kind, label = node.outsider.receives
            yield from (Flow(each.id, node.id, label) for each in nodes if each.kind == kind and each.id in used)
