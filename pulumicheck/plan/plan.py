"""The plan of a stack: what the program would deploy, as data, without credentials."""

from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pulumicheck.plan.made_up import MadeUp
from pulumicheck.plan.planned import planned_outputs
from pulumicheck.plan.project import Project
from pulumicheck.plan.recording import Recording, Resource
from pulumicheck.plan.running import recording
from pulumicheck.plan.statements import PlannedStatement, UnknownPolicy, statements_of, unknown_policies_of

_TOLD = ("type", "name", "urn", "parent", "custom", "inputs", "protect", "dependencies")  # of a resource


@dataclass(frozen=True)
class Plan:
    """One run of the program, in a stable order."""

    recording: Recording
    statements: list[PlannedStatement]

    @cached_property
    def resources(self) -> list[Resource]:
        """All resources, sorted by URN: registration is concurrent, so its order is not the same twice."""
        return sorted(self.recording.resources, key=lambda resource: resource.urn)

    @cached_property
    def denied(self) -> Mapping[str, Sequence[PlannedStatement]]:
        """The Deny statements that name an ARN, by the ARN."""
        found: dict[str, list[PlannedStatement]] = defaultdict(list)
        for statement in self.statements:
            for arn in dict.fromkeys(map(str, statement.resources)) if statement.effect == "Deny" else ():
                found[arn].append(statement)
        return found

    @cached_property
    def unknown_policies(self) -> list[UnknownPolicy]:
        """The policies whose statements cannot be told."""
        return unknown_policies_of(self.recording)

    @cached_property
    def made_up(self) -> MadeUp:
        """What stands for what only a deployment can tell."""
        return MadeUp(self.recording)

    @property
    def component_types(self) -> set[str]:
        """The types of its components, such as `shop:orders:Queue`."""
        return {resource.type for resource in self.recording.resources if not resource.custom}

    def to_json(self) -> dict[str, Any]:
        """The shape that other programs rely on; see `plan --help`."""
        return {
            "project": self.recording.project,
            "stack": self.recording.stack,
            "resources": [{key: getattr(resource, key) for key in _TOLD} for resource in self.resources],
            "outputs": self.recording.outputs,
            "knownAfterDeployment": sorted(
                n for n, value in self.recording.outputs.items() if self.made_up.is_in(value)
            ),
            "statements": [_statement(statement) for statement in self.statements],
            "unknownPolicies": [_unknown(policy) for policy in self.unknown_policies],
        }


@contextmanager
def planning(project: Project, stack: str, overrides: Mapping[str, str] | None = None) -> Generator[Callable[[], Plan]]:
    """Starts the project's program; the block gets what waits for its end and gives what `make_plan` gives.

    So two programs run at the same time. Whatever happens, the program ends with the block.
    """
    config = project.config(stack, overrides)
    create = planned_outputs(config.get("aws:region") or project.region(stack))
    with recording(project, stack, config, create) as recorded:
        yield lambda: _plan(recorded())


def make_plan(project: Project, stack: str, overrides: Mapping[str, str] | None = None) -> Plan:
    """Runs the project's program with a stack's settings.

    Args:
        project: whose program it is.
        stack: a stack that has a settings file.
        overrides: settings that stand in for those of the file.

    Raises:
        CheckError: the settings file is missing, or the program refused its settings or failed.
    """
    with planning(project, stack, overrides) as planned:
        return planned()


def _plan(recorded: Recording) -> Plan:
    return Plan(recorded, statements_of(recorded))


def _unknown(policy: UnknownPolicy) -> dict[str, Any]:
    return {
        "principal": policy.principal,
        "policyType": policy.policy_type,
        "attachedTo": policy.attached_to,
        "why": policy.why,
    }


def _statement(statement: PlannedStatement) -> dict[str, Any]:
    return {
        "principal": statement.principal,
        "sid": statement.sid,
        "effect": statement.effect,
        "actions": list(statement.actions),
        "resources": list(statement.resources),
        "condition": statement.condition,
        "why": statement.why,
        "usedBy": list(statement.used_by),
        "policyType": statement.policy_type,
        "through": statement.through,
        "attachedTo": statement.attached_to,
    }
