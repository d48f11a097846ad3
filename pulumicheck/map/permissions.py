"""What each box may do and who can touch it, in one state, by the access model."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pulumicheck.map.nodes import Boxes, Node
from pulumicheck.plan.plan import Plan
from pulumicheck.plan.statements import target_of
from pulumicheck.questions.questions import Permit, Questions

_POLLER = "event source mapping"  # as statements name it among those that use them


class Catalogue:
    """Every grant of the map once, by an id such as `taker-role/TakeOrders`."""

    def __init__(self) -> None:
        self.grants: dict[str, dict[str, Any]] = {}
        self._ids: dict[tuple[str, str], str] = {}
        self._tried: Counter[str] = Counter()

    def add(self, name: str, grant: Mapping[str, Any]) -> str:
        """The grant's id: its name, with a number behind it where another is called so and says something else."""
        said = name, json.dumps(grant)
        if said not in self._ids:
            self._ids[said] = next(
                id_ for id_ in self._untried(name) if self.grants.setdefault(id_, dict(grant)) == grant
            )
        return self._ids[said]

    def _untried(self, name: str) -> Iterator[str]:
        while True:
            self._tried[name] += 1
            number = self._tried[name]
            yield name if number == 1 else f"{name}-{number}"


class Permissions:
    """The answers for one state.

    Args:
        plan: what the state declares.
        nodes: the boxes that are there.
        catalogue: where grants are kept.
    """

    def __init__(self, plan: Plan, nodes: Sequence[Node], catalogue: Catalogue) -> None:
        self._plan = plan
        self._questions = Questions(plan)
        self._nodes = nodes
        self._catalogue = catalogue
        self._boxes = Boxes(nodes)
        self._by_urn = {node.resource.urn: node for node in nodes if node.resource}
        self._touching = {node.id: self._who_can_touch(node) for node in nodes}
        self._reached = self._places()
        self._ids: dict[int, tuple[Permit, str]] = {}
        self._said = _said(plan)

    def may_do(self) -> dict[str, list[str]]:
        """The grants by which each box may do something; boxes that may do nothing are left out."""
        found = {node.id: [self._id(grant) for grant in self.statements(node)] for node in self._nodes}
        return {id_: grants for id_, grants in found.items() if grants}

    def who_can_touch(self) -> dict[str, list[str]]:
        """The grants by which someone may touch each box."""
        return {id_: [self._id(grant) for grant in grants] for id_, grants in self._touching.items()}

    def cannot_be_known(self) -> dict[str, dict[str, list[str]]]:
        """Why the answers for a box may not be all: of what it may do, and of who can touch it."""
        found = {
            node.id: {"mayDo": self._unknown_of(node), "whoCanTouch": self._unknown_about(node)} for node in self._nodes
        }
        return {id_: each for id_, each in found.items() if any(each.values())}

    def reached(self, grant: Permit) -> list[str]:
        """The boxes that a grant is about: exactly those that it is named for under *Who can touch me*."""
        statement = id(grant.statement)
        found = self._reached.get((statement, grant.principal), {}) | self._reached.get((statement, "*"), {})
        return [id_ for _, id_ in sorted((place, id_) for id_, place in found.items())]

    def _places(self) -> dict[tuple[int, str], dict[str, int]]:
        """The boxes, each with its place, that are touched by one statement and one principal, or everyone."""
        found: dict[tuple[int, str], dict[str, int]] = defaultdict(dict)
        for place, (id_, grants) in enumerate(self._touching.items()):
            for grant in grants:
                found[id(grant.statement), grant.principal][id_] = place
        return found

    def _who_can_touch(self, node: Node) -> list[Permit]:
        """Of a setting, who may change it: that is an action on the resource that has it."""
        if node.arn:
            return self._questions.who_can_touch(node.arn)
        target = target_of(node.resource, self._plan.recording.directory) if node.resource else None
        if node.resource is None or target is None or not node.resource.row.changed_by:
            return []
        return self._questions.who_can(node.resource.row.changed_by, str(target.outputs["arn"]))

    def statements(self, node: Node) -> Iterator[Permit]:
        """What a box may do.

        A role's own, a function's by its role, a mapping's by its function's role, a policy's by what it says; of an
        outsider, what the managed policies say if they are for its role, which is no resource of the stack.
        """
        if node.outsider:
            policies = [each for each in self._nodes if each.kind == "policy" and not each.minor]
            for policy in policies if node.outsider.has_policies else []:
                yield from self.statements(policy)
        elif node.resource and node.resource.row.acts:
            yield from self._questions.what_can(node.arn)
        elif node.kind == "policy" and node.resource:
            yield from self._said_in(node.resource.urn)
        elif role := self._role_of(node):
            is_function = node.kind == "function"
            yield from (each for each in self.statements(role) if is_function or _POLLER in each.statement.used_by)

    def _unknown_of(self, node: Node) -> list[str]:
        role = node if node.resource and node.resource.row.acts else self._role_of(node)
        return [policy.why for policy in self._questions.unknown_of(role.arn)] if role else []

    def _unknown_about(self, node: Node) -> list[str]:
        policies = self._questions.unknown_about(node.arn) if node.arn else []
        return [f"{policy.principal}: {policy.why}" for policy in policies]

    def _said_in(self, urn: str) -> Iterator[Permit]:
        for principal in self._said.get(urn, ()):
            yield from (grant for grant in self._questions.what_can(principal) if grant.statement.attached_to == urn)

    def _role_of(self, node: Node) -> Node | None:
        inputs = node.resource.inputs if node.resource else {}
        if node.kind == "mapping":
            called = self._boxes.find(inputs.get("functionName"), "function")
            return self._role_of(called[0]) if called else None
        return self._boxes.by_arn(inputs.get("role"))

    def _id(self, grant: Permit) -> str:
        """The id in the catalogue; a grant is there for many boxes, and is told once."""
        if id(grant) not in self._ids:
            self._ids[id(grant)] = grant, self._added(grant)  # with the grant, so that nothing else gets its place
        return self._ids[id(grant)][1]

    def _added(self, grant: Permit) -> str:
        holder = self._by_urn.get(grant.statement.attached_to)
        whose = holder.component.name if holder and holder.component else holder.id if holder else "stack"
        name = f"{whose}/{grant.statement.sid or grant.statement.policy_type}"
        return self._catalogue.add(name, self._as_document(grant, holder))

    def _as_document(self, grant: Permit, holder: Node | None) -> dict[str, Any]:
        principal = self._boxes.by_arn(grant.principal)
        return {
            "principal": grant.principal,
            "principalId": principal and principal.id,
            "actions": list(grant.statement.actions) or [grant.actions],
            "resources": grant.resources,
            "conditions": list(grant.conditions),
            "never": list(grant.never),
            "sid": grant.statement.sid,
            "policyType": grant.statement.policy_type,
            "why": grant.statement.why,
            "usedBy": list(grant.statement.used_by),
            "through": grant.statement.through,
            "reaches": self.reached(grant),
            "declaredBy": holder.id if holder else None,
        }


def _said(plan: Plan) -> dict[str, dict[str, None]]:
    """The principals of which each policy says something, by the policy's URN, in the order of the plan."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for statement in plan.statements:
        found[statement.attached_to][statement.principal] = None
    return found
