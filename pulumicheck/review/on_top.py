"""Runs a program as the engine's preview would on top of what is deployed, so that unknowns run through it.

What stays keeps the outputs that it had; of what is made anew, only what the program gave is known. So every input
that is made of something new is unknown, however far away that is, and none else.
"""

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from pulumicheck.errors import CheckError
from pulumicheck.plan.project import Project
from pulumicheck.plan.recording import Create, Recording, Registration, Resource
from pulumicheck.plan.running import record
from pulumicheck.review.providers import Providers
from pulumicheck.review.steps import Step, StepGenerator

# Outputs that an update makes unknown, though most of a resource's stay as they are.
_NEW_WITH_EACH_UPDATE = {
    "codeSha256",
    "etag",
    "lastModified",
    "latestVersion",
    "qualifiedArn",
    "qualifiedInvokeArn",
    "revision",
    "version",
    "versionId",
}


def is_worth_it(steps: Sequence[Step]) -> bool:
    """Whether anything is made of what is new."""
    new = {step.resource.urn for step in steps if step.op in ("create", "import", "replace") and step.resource.custom}
    return any(not new.isdisjoint(urns) for step in steps for urns in step.resource.property_dependencies.values())


def recorded_on_top(
    project: Project,
    stack: str,
    config: Mapping[str, str],
    before: Sequence[Resource],
    providers: tuple[Providers, Providers],
) -> Recording | None:
    """The program's run with unknowns; None if it does not come to its end with them.

    Args:
        project: the program as it is.
        stack: the stack's name.
        config: its settings.
        before: what is deployed.
        providers: the providers as they were and as they are.
    """
    try:
        return record(project, stack, config, _answers(StepGenerator(before, providers, tells_unknowns=True)))
    except CheckError:
        return None  # as it ran without them, what is known without them has to do


def _answers(generator: StepGenerator) -> Create:
    lock = threading.Lock()

    def answered(registration: Registration) -> tuple[str, dict[str, Any]]:
        with lock:
            step = generator.register(registration)
        return _id_and_outputs(step)

    return answered


def _id_and_outputs(step: Step) -> tuple[str, dict[str, Any]]:
    before, inputs = step.before, step.resource.inputs
    if before is None or step.op not in ("same", "update", "read"):
        return "", dict(inputs)
    if step.op == "update":
        known = {key: value for key, value in before.outputs.items() if key not in _NEW_WITH_EACH_UPDATE}
        return before.id, {**known, **inputs}
    return before.id, dict(before.outputs)
