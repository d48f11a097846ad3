"""`minitickets drill`."""

import json
import sys

import click

from infra.naming import Names
from minitickets.drill.drilled import Drilled, hold
from minitickets.drill.run import drill_each
from minitickets.drill.runbook.symptoms import symptoms_of
from minitickets.drill.terminal import show_list, show_outcome, tell_drill, tell_step
from minitickets.home import find_project
from pulumicheck.options import json_option, print_json_line, stack_option
from pulumicheck.particulars import Symptom

_ALL = "all"


@click.command(name="drill")
@click.argument("name", required=False)
@stack_option
@click.option("--list", "listed", is_flag=True, help="List the drills; so does no NAME.")
@click.option("--page", is_flag=True, hidden=True)
@json_option
def drill(*, name: str | None, stack: str, listed: bool, page: bool, as_json: bool) -> None:
    """Make something in the runbook go wrong, show where to look, and undo it.

    Runs on an AWS of its own, which ends with it. NAME is one of the list, or `all`. With --json it prints one object a
    drill, on a line of its own. Exit status 1 if one does not show its symptom, or is not undone.
    """
    if page:
        raise click.UsageError("--page is gone: `minitickets docs runbook` writes docs/runbook.md.")
    project = find_project()
    symptoms = symptoms_of(Names(project.name, stack, project.region(stack)))
    if listed or name is None:
        _list(symptoms, as_json=as_json)
    else:
        _drill(_chosen(name, symptoms), stack, as_json=as_json)


def _list(symptoms: tuple[Symptom, ...], *, as_json: bool) -> None:
    if not as_json:
        show_list(symptoms)
        return
    for symptom in symptoms:
        click.echo(json.dumps({"name": symptom.name, "symptom": symptom.symptom, "cause": symptom.cause}))


def _drill(symptoms: tuple[Symptom, ...], stack: str, *, as_json: bool) -> None:
    drills: list[Drilled] = []
    for symptom, drilled in drill_each(symptoms, stack, tell_drill, tell_step):
        drills.append(drilled)
        if as_json:
            print_json_line(drilled.to_json())
        else:
            show_outcome(symptom, drilled)
    if not hold(drills):
        sys.exit(1)


def _chosen(name: str, symptoms: tuple[Symptom, ...]) -> tuple[Symptom, ...]:
    chosen = symptoms if name == _ALL else tuple(symptom for symptom in symptoms if symptom.name == name)
    if not chosen:
        names = ", ".join(symptom.name for symptom in symptoms)
        raise click.BadParameter(f"{name!r} is not one of {names}, {_ALL}.", param_hint="NAME")
    return chosen
