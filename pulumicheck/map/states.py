"""The four combinations of the two switches, and what the program declares in each."""

from collections.abc import Mapping
from dataclasses import dataclass

from pulumicheck.errors import CommandError
from pulumicheck.plan.plan import Plan, make_plan
from pulumicheck.plan.project import Project

_COMBINATIONS = (
    ("compute-and-data", "Both switches are on: the whole stack is there.", True, True),
    ("data-only", "Compute is off: messages wait in the queues, and nothing runs.", False, True),
    ("storage-only", "Both switches are off: nothing waits and nothing runs; the tickets stay.", False, False),
    ("compute-without-data", "Compute is on and data is off.", True, False),
)


@dataclass(frozen=True)
class State:
    """One combination of the switches.

    Attributes:
        id: its name in links.
        title: what it means, as a sentence.
        compute: whether `computeEnabled` is on.
        data: whether `dataEnabled` is on.
        plan: what the program declares; None if the settings refuse the combination.
        refused: why they do, in their own sentence.
    """

    id: str
    title: str
    compute: bool
    data: bool
    plan: Plan | None
    refused: str | None = None


def states_of(project: Project, stack: str, settings: Mapping[str, str]) -> list[State]:
    """The combinations, both switches on first.

    Raises:
        CommandError: every one of them is refused; the message is that of the first.
    """
    states = [_state(combination, project, stack, settings) for combination in _COMBINATIONS]
    if all(state.plan is None for state in states):
        raise CommandError(states[0].refused or "the program declares nothing.")
    return states


def _state(
    combination: tuple[str, str, bool, bool], project: Project, stack: str, settings: Mapping[str, str]
) -> State:
    id_, title, compute, data = combination
    switches = {"computeEnabled": str(compute).lower(), "dataEnabled": str(data).lower()}
    try:
        return State(id_, title, compute, data, make_plan(project, stack, {**settings, **switches}))
    except CommandError as error:
        return State(id_, title, compute, data, None, error.message)
