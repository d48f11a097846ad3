"""Where AWS shows a resource, and what it is for."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from pulumicheck.map.nodes import Node
from pulumicheck.map.sources import Sources
from pulumicheck.plan.plan import Plan
from pulumicheck.plan.recording import Resource
from pulumicheck.types.inputs import fill
from pulumicheck.types.sqs import DEAD_LETTER_QUEUE


class Telling:
    """What can be told of the boxes of one stack.

    Args:
        nodes: all boxes.
        sources: the program's sources.
        plan: the plan in which most of them are.
    """

    def __init__(self, nodes: Sequence[Node], sources: Sources, plan: Plan) -> None:
        self.plan = plan
        self._sources = sources
        self._reasons: dict[str, list[str]] = defaultdict(list)
        for statement in plan.statements:
            if statement.why:
                self._reasons[statement.attached_to].append(statement.why)
        self._by_kind: dict[str, set[str]] = {}
        for node in nodes:
            if not node.minor:
                self._by_kind.setdefault(node.kind, set()).add(node.id)

    def of(self, node: Node) -> dict[str, str]:
        """The document's `console`, `cli` and `about`."""
        if outsider := node.outsider:
            cli = outsider.cli.format(stack=self.plan.recording.stack)
            return {"console": outsider.console, "cli": cli, "about": outsider.about}
        return self._of_resource(node, node.resource) if node.resource else {}

    def _of_resource(self, node: Node, resource: Resource) -> dict[str, str]:
        row = DEAD_LETTER_QUEUE if node.kind == "dlq" else resource.row
        known = _known(node, resource)
        return {
            "console": fill(row.console, known),
            "cli": fill(row.cli, known),
            "about": self._about(node, resource) or row.about_one(resource.inputs),
        }

    def stand_ins(self, node: Node) -> set[str]:
        """The resources whose symptoms show at a box: itself or, for an outsider, what stands for it in the stack."""
        kinds = node.outsider.stand_ins if node.outsider else ()
        return {node.id, *(id_ for kind in kinds for id_ in self._by_kind.get(kind, ()))}

    def _about(self, node: Node, resource: Resource) -> str:
        """What the program says: in a description, of its statements, or of a component and its main resource."""
        described = resource.inputs.get("alarmDescription") or resource.inputs.get("description")
        reasons = self._reasons.get(resource.urn, ())
        if described or (reasons and node.kind == "policy"):
            return str(described or " ".join(reasons))
        is_main = not node.minor and node.component is not None and node.component.name == resource.name
        place = self._sources.component(node.component) if node.component and is_main else None
        return place.about if place else ""


def _known(node: Node, resource: Resource) -> Mapping[str, Any]:
    known = {**resource.inputs, **resource.outputs, "name": resource.inputs.get("name") or node.id}
    return known | {"queue": str(known.get("queueUrl", "")).rpartition("/")[2]}
