"""The combinations of a project's switches, and what the program declares in each."""

from collections.abc import Mapping
from dataclasses import dataclass

from pulumicheck.errors import CheckError
from pulumicheck.particulars import Combination, Particulars
from pulumicheck.plan.plan import Plan, make_plan
from pulumicheck.plan.project import Project

_WITHOUT_SWITCHES = Combination("all", "All that the program declares.", {})


@dataclass(frozen=True)
class State(Combination):
    """One combination, and what the program makes of it.

    Attributes:
        plan: what the program declares; None if it refuses the combination.
        refused: why it does, in its own sentence.
    """

    plan: Plan | None = None
    refused: str | None = None


def states_of(project: Project, stack: str, settings: Mapping[str, str], particulars: Particulars) -> list[State]:
    """The combinations of the switches, in their order; of a program without those switches, one: as its settings are.

    Raises:
        CheckError: every one of them is refused; the message is that of the first.
    """
    known = [each for each in particulars.combinations if _has_switches(project, each)]
    states = [_state(each, project, stack, settings) for each in known or [_WITHOUT_SWITCHES]]
    plan = next((state.plan for state in states if state.plan), None)
    if plan is None:
        raise CheckError(states[0].refused or "the program declares nothing.")
    if known and particulars.of(plan.component_types) != particulars:  # another program with settings of these names
        return states_of(project, stack, settings, Particulars())
    return states


def _has_switches(project: Project, combination: Combination) -> bool:
    return {project.full_key(key) for key in combination.switches} <= project.declared


def _state(combination: Combination, project: Project, stack: str, settings: Mapping[str, str]) -> State:
    id_, title, switches = combination.id, combination.title, combination.switches
    chosen = {key: str(on).lower() for key, on in switches.items()}
    try:
        return State(id_, title, switches, make_plan(project, stack, {**settings, **chosen}))
    except CheckError as error:
        return State(id_, title, switches, refused=error.message)
