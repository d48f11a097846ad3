"""`minitickets teardown`: what takes a stack away for good, made from what stands and what its program protects."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

import click

from minitickets.errors import CommandError
from minitickets.home import find_project
from minitickets.numbers import counted
from minitickets.ops.emptying import empty_bucket, empty_repository, require_bucket, require_repository
from minitickets.ops.standing import (
    Standing,
    deployed_standing,
    planned_standing,
    read_state,
    running_state,
    state_in,
)
from minitickets.ops.target import find_target, target_options
from pulumicheck.options import stack_option
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import Project
from pulumicheck.types.dynamodb import TABLE
from pulumicheck.types.ecr import REPOSITORY
from pulumicheck.types.iam import POLICY
from pulumicheck.types.lambda_ import EVENT_SOURCE_MAPPING, FUNCTION
from pulumicheck.types.s3 import BUCKET
from pulumicheck.types.table import resource_type

_TIMEOUT = 3  # seconds, of a function that names none


@click.group
def teardown() -> None:
    """Take a stack away for good: print the lines that do, and empty what has to be empty."""


@teardown.command
@stack_option
@click.option(
    "--state", type=click.Path(path_type=Path), help="What `pulumi stack export` wrote, instead of asking for it."
)
def lines(*, stack: str, state: Path | None) -> None:
    """Print the shell lines that take a stack away for good, and say what is lost.

    They are made from the stack's state, if the Pulumi CLI knows the stack, and else from its program. Keep them in a
    file, read them, and run that: they stop at the first line that fails, and are printed anew for what is left then.
    Nothing is deleted before all that would stop the deletion is out of the way.
    """
    project = find_project()
    text = state_in(state) if state else running_state(project, stack)
    if text is None:
        standing = planned_standing(make_plan(project, stack))
        source = "its program, since the Pulumi CLI tells of no such stack here"
    else:
        standing, source = deployed_standing(read_state(text)), "its state"
    click.echo("\n".join(_script(project, stack, standing, source)))


@teardown.command
@target_options
@click.option("--bucket", "buckets", multiple=True, metavar="NAME", help="Deletes all its objects, old versions too.")
@click.option("--repository", "repositories", multiple=True, metavar="NAME", help="Deletes all its images.")
@click.option(
    "--yes",
    "-y",
    is_flag=True,
    envvar="PULUMI_SKIP_CONFIRMATIONS",
    show_envvar=True,
    help="Without asking for the stack's name.",
)
def empty(*, stack: str | None, local: bool, buckets: Sequence[str], repositories: Sequence[str], yes: bool) -> None:
    """Empty buckets and repositories of a stack, which AWS deletes only when they are empty.

    Asks for the stack's name first. What is not tagged as the stack's is refused.
    """
    target = find_target(stack, local=local)
    for bucket in buckets:
        require_bucket(target, bucket)
    for repository in repositories:
        require_repository(target, repository)
    name = target.names.stack
    asked = f"All in {', '.join([*buckets, *repositories]) or 'nothing'} is lost for good. Type {name} to go on"
    if not yes and click.prompt(asked, err=True) != name:
        raise CommandError(f"nothing was deleted: the stack is called {name}.")
    for bucket in buckets:
        click.echo(f"{bucket}: {counted(sum(empty_bucket(target, bucket)), 'version')} deleted.")
    for repository in repositories:
        click.echo(f"{repository}: {counted(sum(empty_repository(target, repository)), 'image')} deleted.")


def _script(project: Project, stack: str, standing: Sequence[Standing], source: str) -> Iterator[str]:
    region, profile = project.region(stack), project.config(stack).get("aws:profile")
    yield f"# Takes stack {stack} of {project.name} away for good. Made from {source}."
    yield from _lost(standing)
    yield "set -eu"
    yield f"cd {quote(str(project.root))}"
    yield f"export AWS_REGION={quote(region)} AWS_DEFAULT_REGION={quote(region)}"
    yield from [f"export AWS_PROFILE={quote(profile)}"] if profile else []
    yield f"pulumi stack select {quote(stack)}"
    yield "\n# 1 What would stop the deletion goes out of the way; nothing is deleted here."
    yield from _obstacles(standing)
    yield "PULUMI_SKIP_CONFIRMATIONS=false pulumi destroy --preview-only  # fails if anything is still protected"
    yield "\n# 2 From here on things are deleted. The functions stop first, so that they write nothing more."
    yield from _stopping(standing)
    yield from _emptying(standing, stack)
    yield "pulumi destroy"
    yield f"pulumi stack rm --preserve-config {quote(stack)}"


def _lost(standing: Sequence[Standing]) -> Iterator[str]:
    lost = [(each.name, resource_type(each.type).lost) for each in standing if each.type.startswith("aws:")]
    yield "# Lost with it:"
    yield from (f"#   {name}: {what}" for name, what in lost if what)


def _obstacles(standing: Sequence[Standing]) -> Iterator[str]:
    for policy in _of_type(standing, POLICY.token):
        yield f"holders=$(aws iam list-entities-for-policy --policy-arn {policy.arn} --output text \\"
        yield "  --query '[PolicyRoles[].RoleName, PolicyUsers[].UserName, PolicyGroups[].GroupName][]')"
        sentence = f"detach {policy.name} from these first, as with aws iam detach-role-policy:"
        yield f'test -z "$holders" || {{ echo {quote(sentence)} "$holders" >&2; exit 1; }}'
    for table in _of_type(standing, TABLE.token):
        if table.inputs.get("deletionProtectionEnabled"):
            yield f"aws dynamodb update-table --table-name {table.id} --no-deletion-protection-enabled > /dev/null"
    for each in standing:
        if each.protect:
            yield f"pulumi state unprotect --yes {quote(each.urn)}"


def _stopping(standing: Sequence[Standing]) -> Iterator[str]:
    if mappings := _of_type(standing, EVENT_SOURCE_MAPPING.token):
        yield f"pulumi destroy {' '.join(f'--target {quote(each.urn)}' for each in mappings)}"
        timeouts = [int(each.inputs.get("timeout", _TIMEOUT)) for each in _of_type(standing, FUNCTION.token)]
        yield f"sleep {max(timeouts, default=_TIMEOUT)}  # what they have begun comes to its end"


def _emptying(standing: Sequence[Standing], stack: str) -> Iterator[str]:
    buckets = [each for each in _of_type(standing, BUCKET.token) if not each.inputs.get("forceDestroy")]
    repositories = [each for each in _of_type(standing, REPOSITORY.token) if not each.inputs.get("forceDelete")]
    options = [f"--bucket {each.id}" for each in buckets] + [f"--repository {each.id}" for each in repositories]
    if options:
        yield f"{_how_to_call()} teardown empty --stack {quote(stack)} {' '.join(options)}"


def _how_to_call() -> str:
    """What calls this command from any folder."""
    return "minitickets" if shutil.which("minitickets") else f"{quote(sys.executable)} -m minitickets"


def _of_type(standing: Sequence[Standing], token: str) -> list[Standing]:
    return [each for each in standing if each.type == token]
