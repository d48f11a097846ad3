"""How many requests a second the access model decides, with this project's own policies.

    .venv/bin/python bench/access.py

The requests are what the two functions do in the dev stack, and each once more with another action, another resource
and without TLS. Each is decided by the policies of its role, and then by those of all queues, the bucket and the
repository, too. Beside it, in the same run and on the same requests, the evaluator in moto, the one in Python that is
kept up: it takes identity policies only, and knows neither policy variables nor set operators. One core, the best of
five rounds.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import click
from moto.iam.access_control import IAMPolicy, PermissionResult

from pulumicheck.iam.evaluate import evaluate
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.request import Request
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project
from pulumicheck.plan.statements import PlannedStatement

EVALUATIONS = 10_000
ROUNDS = 5
FUNCTIONS = ("worker", "tickets")
CONTEXT = {"aws:SecureTransport": "true", "ses:FromAddress": "no-reply@minitickets.theversehub.in"}


def main() -> None:
    """Prints the rates."""
    project = find_project()
    statements = make_plan(project, "dev").statements
    shared = [each for each in statements if each.policy_type == "resource"]
    calls: dict[str, list[Callable[[], object]]] = {"access model": [], "access model, all policies": [], "moto": []}
    for function in FUNCTIONS:
        own = [each for each in statements if each.principal.endswith(f":role/{project.name}-dev-{function}")]
        policies = [_parsed(each) for each in own]
        every = [*policies, *(_parsed(each) for each in shared)]
        peer = [IAMPolicy(_document(each)) for each in own]
        for request in _requests(function, own):
            calls["access model"].append(partial(_by_us, request, policies))
            calls["access model, all policies"].append(partial(_by_us, request, every))
            calls["moto"].append(partial(_by_moto, request, peer))
    click.echo(f"{len(calls['moto'])} requests, {EVALUATIONS} evaluations, best of {ROUNDS} rounds")
    for name, each in calls.items():
        seconds = min(_time(each) for _ in range(ROUNDS))
        click.echo(f"{name:26}  {seconds:6.3f} s  {EVALUATIONS / seconds:10,.0f} evaluations a second")


def _requests(function: str, own: list[PlannedStatement]) -> Iterator[Request]:
    principal = f"arn:aws:sts::123456789012:assumed-role/{function}/1"
    for statement in own:
        resource = statement.resources[0].replace("*", "x")
        for action in statement.actions:
            yield Request(principal, action, resource, CONTEXT)
            yield Request(principal, f"{action}Nothing", resource, CONTEXT)
            yield Request(principal, action, f"{resource}-2", CONTEXT)
            yield Request(principal, action, resource, {**CONTEXT, "aws:SecureTransport": "false"})


def _document(statement: PlannedStatement) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": [statement.document]})


def _parsed(statement: PlannedStatement) -> Policy:
    return Policy.parse(_document(statement), statement.policy_type, statement.sid)


def _by_us(request: Request, policies: list[Policy]) -> bool:
    # A copy, since a request keeps what it has worked out of itself.
    return evaluate(replace(request), policies).allowed


def _by_moto(request: Request, policies: list[IAMPolicy]) -> bool:
    context = {key: str(value) for key, value in request.context.items()}
    found = [
        policy.is_action_permitted(request.action, request.resource, request.principal, context) for policy in policies
    ]
    return PermissionResult.DENIED not in found and PermissionResult.PERMITTED in found


def _time(calls: list[Callable[[], object]]) -> float:
    started = time.perf_counter()
    for number in range(EVALUATIONS):
        calls[number % len(calls)]()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
