"""`access`."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import IO, Any

import click
from rich.text import Text

from pulumicheck.errors import CheckError
from pulumicheck.iam.evaluate import Decision, evaluate
from pulumicheck.lines import line
from pulumicheck.options import console, json_option, pass_particulars, print_json, settings_option, stack_option
from pulumicheck.particulars import Particulars
from pulumicheck.plan.permissions_page import permissions_page
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project
from pulumicheck.plan.statements import UnknownPolicy
from pulumicheck.questions.evaluation_file import InvalidQuestion, questions_in, read_question
from pulumicheck.questions.names import principal_named, resource_named
from pulumicheck.questions.questions import Permit, Questions
from pulumicheck.shown import visible
from pulumicheck.streams import print_document

_PAGE_HEAD = "Written from the plan of stack `{stack}`."
_COLOURS = {"allowed": "green", "explicitDeny": "red", "implicitDeny": "yellow"}


@click.group
def access() -> None:
    """Ask who may do what, and why."""


@access.command("evaluate")
@click.argument("file", type=click.File("rb"))
@json_option
def evaluate_file(*, file: IO[bytes], as_json: bool) -> None:
    """Decide the requests of FILE as AWS would; - is standard input.

    FILE is one JSON object, or one a line: {"policies": [{"type": "identity", "document": {...}}, ...], "request":
    {"principal": "...", "action": "...", "resource": "...", "context": {...}}}. A policy may have a name; other types
    are resource, trust, boundary (a permissions boundary) and session (a policy given to AssumeRole).
    With --json it prints one object a request: decision (allowed, explicitDeny, implicitDeny), decidedBy (policy by
    name or index, type, sid, statement by index; or null), why; or error, where a policy or a request is invalid.
    """
    try:
        texts = questions_in(file.read().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise CheckError(f"{file.name} is not UTF-8 text: save it as JSON in UTF-8.") from None
    failed = [number for number, text in enumerate(texts, start=1) if not _answer(text, number, as_json=as_json)]
    if failed:
        raise CheckError(f"{len(failed)} of {len(texts)} questions could not be read: mend what is said of each.")


def _answer(text: str, number: int, *, as_json: bool) -> bool:
    try:
        request, policies = read_question(text)
    except InvalidQuestion as error:
        click.echo(json.dumps({"error": str(error)}) if as_json else visible(f"{number}: {error}"))
        return False
    decision = evaluate(request, policies)
    if as_json:
        click.echo(json.dumps(_decision(decision)))
    else:
        told = line((decision.decision, _COLOURS[decision.decision]), f"  {decision.why}")
        console().print(told, soft_wrap=True)
    return True


def _decision(decision: Decision) -> dict[str, Any]:
    decided_by = decision.decided_by and asdict(decision.decided_by)
    return {"decision": decision.decision, "decidedBy": decided_by, "why": decision.why}


def _one_action(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    if not re.fullmatch(r"\*|[A-Za-z0-9-]+:[A-Za-z0-9]+", value):
        raise click.BadParameter(f"{value!r} is not one action such as sqs:SendMessage, and not * for any.")
    return value


@access.command("who-can")
@click.argument("action", callback=_one_action)
@click.argument("resource")
@stack_option
@settings_option
@json_option
@pass_particulars
def who_can_command(
    particulars: Particulars, *, action: str, resource: str, stack: str, settings: Mapping[str, str], as_json: bool
) -> None:
    """Say who may do ACTION to RESOURCE in a stack, and under which condition.

    RESOURCE is an ARN, or a name such as orders or invoices/1.pdf; * is for actions without a resource.
    With '*' as the ACTION it says who can touch RESOURCE, or something in it, in any way; RESOURCE may be a Pulumi name
    such as orders-table then, as the map shows it.

    With --json it prints one object: action, resource, who (principal, policyType, sid, statement, underCondition,
    never, why, usedBy, through), cannotBeKnown (principal, why).
    """
    plan = make_plan(find_project(otherwise=particulars.home), stack, settings)
    arn = resource_named(resource, action, plan)
    questions, is_any = Questions(plan), action == "*"
    grants = questions.who_can_touch(arn) if is_any else questions.who_can(action, arn)
    if as_json:
        unknown = _unknown(questions.unknown_about(arn))
        who = [grant.to_json() for grant in grants]
        print_json({"action": action, "resource": arn, "who": who, "cannotBeKnown": unknown})
        return
    heads = [f"{grant.principal} may {grant.actions}" if is_any else grant.principal for grant in grants]
    title = f"{'anything' if is_any else action} on {arn}"
    _print(title, grants, heads, "nobody, by the policies of this stack", questions.unknown_about(arn))


@access.command("what-can")
@click.argument("principal")
@stack_option
@settings_option
@json_option
@pass_particulars
def what_can_command(
    particulars: Particulars, *, principal: str, stack: str, settings: Mapping[str, str], as_json: bool
) -> None:
    """Say what PRINCIPAL may do in a stack, and under which condition.

    PRINCIPAL is an ARN, the name of a role or a policy, or its first words, or a service such as lambda.amazonaws.com.
    With --json it prints one object: principal, may and cannotBeKnown (as in who-can).
    """
    plan = make_plan(find_project(otherwise=particulars.home), stack, settings)
    arn = principal_named(principal, plan)
    questions = Questions(plan)
    grants, unknown = questions.what_can(arn), questions.unknown_of(arn)
    if as_json:
        may = [grant.to_json() for grant in grants]
        print_json({"principal": arn, "may": may, "cannotBeKnown": _unknown(unknown)})
        return
    heads = [f"{grant.actions} on {grant.resources}" for grant in grants]
    _print(arn, grants, heads, "nothing, by the policies of this stack", unknown)


def _unknown(policies: Sequence[UnknownPolicy]) -> list[dict[str, str]]:
    return [{"principal": policy.principal, "why": policy.why} for policy in policies]


def _print(
    title: str, grants: Sequence[Permit], heads: Sequence[str], nothing: str, unknown: Sequence[UnknownPolicy]
) -> None:
    out = console()
    out.print(line((title, "bold")), soft_wrap=True)
    if not grants:
        out.print(f"  {nothing}{', as far as they are known' if unknown else ''}")
    for head, grant in zip(heads, grants, strict=True):
        out.print(line("  ", (head, "bold magenta")), soft_wrap=True)
        for detail in _details(grant):
            out.print(line("    ", detail), soft_wrap=True)
    for policy in unknown:
        out.print(line("  ", ("cannot be known", "yellow"), f"  {policy.principal}: {policy.why}"), soft_wrap=True)


def _details(grant: Permit) -> list[Text]:
    planned = grant.statement
    used_by = f"  (used by {', '.join(planned.used_by)})" if planned.used_by else ""
    through = f"  (through {planned.through})" if planned.through else ""
    return [
        line((planned.sid or planned.policy_type, "cyan"), f"  {planned.why or ''}", (used_by + through, "dim")),
        *(line(f"under condition that {condition}") for condition in grant.conditions),
        *(line(("never", "red"), f" {never}") for never in grant.never),
    ]


@access.command
@stack_option
@pass_particulars
def page(particulars: Particulars, *, stack: str) -> None:
    """Write a stack's permissions as a page in Markdown."""
    plan = make_plan(find_project(otherwise=particulars.home), stack)
    head = particulars.of(plan.component_types).permissions or _PAGE_HEAD
    print_document(permissions_page(plan, head.format(stack=stack)))
