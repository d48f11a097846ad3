"""The pages of docs/ that are made from the program, from drills and from simulated worlds; all are about one stack."""

from collections.abc import Callable, Mapping

from infra.naming import Names
from minitickets.drill.drilled import hold
from minitickets.drill.run import drill_each
from minitickets.drill.runbook.page import runbook_page
from minitickets.drill.runbook.symptoms import symptoms_of
from minitickets.drill.terminal import tell_drill, tell_step
from minitickets.errors import CommandError
from minitickets.explore.page import simulation_page
from minitickets.home import find_project
from minitickets.particulars import PARTICULARS
from minitickets.scale.page import scale_page
from minitickets.simulate.scenario import settings_of
from pulumicheck.options import DEFAULT_STACK
from pulumicheck.plan.permissions_page import permissions_page
from pulumicheck.plan.plan import make_plan

MakePage = Callable[[str], str]
"""Makes a page anew; takes it as it is now, of which some pages keep what people have written."""


def _permissions(_now: str) -> str:
    head = (PARTICULARS.permissions or "").format(stack=DEFAULT_STACK)
    return permissions_page(make_plan(find_project(), DEFAULT_STACK), head)


def _runbook(_now: str) -> str:
    project = find_project()
    symptoms = symptoms_of(Names(project.name, DEFAULT_STACK, project.region(DEFAULT_STACK)))
    drills = [drilled for _, drilled in drill_each(symptoms, DEFAULT_STACK, tell_drill, tell_step)]
    if not hold(drills):
        raise CommandError("a drill did not show its symptom: run `minitickets drill all` to see which.")
    return runbook_page(settings_of(DEFAULT_STACK, {}), symptoms, {drilled.name: drilled.lines for drilled in drills})


PAGES: Mapping[str, MakePage] = {
    "permissions": _permissions,
    "runbook": _runbook,
    "scale": lambda now: scale_page(settings_of(DEFAULT_STACK, {}), now),
    "simulation": lambda _now: simulation_page(settings_of(DEFAULT_STACK, {})),
}
"""Each lies in docs/ under its name."""
