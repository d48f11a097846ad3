"""`minitickets drill`."""

import json
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from embeddedaws.embedded_aws import EmbeddedAws
from infra.naming import Names
from infra.settings import read_settings
from minitickets.drill.drilled import Drilled, hold
from minitickets.drill.run import run_drill
from minitickets.drill.terminal import Narrator, show_list, show_outcome
from minitickets.errors import CommandError
from minitickets.home import find_project
from minitickets.runbook.page import runbook_page
from minitickets.runbook.symptoms import symptoms_of
from pulumicheck.options import DEFAULT_STACK, json_option, stack_option
from pulumicheck.particulars import Symptom
from pulumicheck.plan.recording import Recording
from tickets.signing_key import create_key_ring

_ALL = "all"


@click.command(name="drill")
@click.argument("name", required=False)
@stack_option
@click.option("--list", "listed", is_flag=True, help="List the drills; so does no NAME.")
@click.option("--page", is_flag=True, help="Run all drills and print docs/runbook.md.")
@json_option
def drill(*, name: str | None, stack: str, listed: bool, page: bool, as_json: bool) -> None:
    """Make something in the runbook go wrong, show where to look, and undo it.

    Runs on an AWS of its own, which ends with it. NAME is one of the list, or `all`. With --json it prints one object a
    drill, on a line of its own. Exit status 1 if one does not show its symptom, or is not undone.
    """
    project = find_project()
    symptoms = symptoms_of(Names(project.name, stack, project.region(stack)))
    if page:
        _page(symptoms, stack)
    elif listed or name is None:
        _list(symptoms, as_json=as_json)
    else:
        _drill(_chosen(name, symptoms), stack, as_json=as_json)


def _page(symptoms: tuple[Symptom, ...], stack: str) -> None:
    if stack != DEFAULT_STACK:
        raise CommandError(f"docs/runbook.md is about stack {DEFAULT_STACK}: leave out --stack.")
    drills = [drilled for _, drilled in _run(symptoms, stack)]
    if not hold(drills):
        raise CommandError("a drill did not show its symptom: run `minitickets drill all` to see which.")
    project = find_project()
    settings = read_settings(project.name, stack, project.config(stack))
    click.echo(runbook_page(settings, symptoms, {drilled.name: drilled.lines for drilled in drills}), nl=False)


def _list(symptoms: tuple[Symptom, ...], *, as_json: bool) -> None:
    if not as_json:
        show_list(symptoms)
        return
    for symptom in symptoms:
        click.echo(json.dumps({"name": symptom.name, "symptom": symptom.symptom, "cause": symptom.cause}))


def _drill(symptoms: tuple[Symptom, ...], stack: str, *, as_json: bool) -> None:
    drills: list[Drilled] = []
    for symptom, drilled in _run(symptoms, stack):
        drills.append(drilled)
        if as_json:
            click.echo(json.dumps(drilled.to_json(), ensure_ascii=False))
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


def _run(symptoms: tuple[Symptom, ...], stack: str) -> Iterator[tuple[Symptom, Drilled]]:
    """Runs one drill after the other on the same AWS; gives each as it ends."""
    narrator = Narrator()
    with _deployed(stack) as (aws, deployed):
        for symptom in symptoms:
            narrator.begin(symptom)
            yield symptom, run_drill(symptom, aws, deployed, narrator.step)


@contextmanager
def _deployed(stack: str) -> Generator[tuple[EmbeddedAws, Recording]]:
    project = find_project()
    with (
        tempfile.TemporaryDirectory(prefix="minitickets-drill-") as emails,
        EmbeddedAws(project.region(stack), Path(emails)) as aws,
    ):
        yield aws, aws.deploy(project, stack, keys=create_key_ring())
