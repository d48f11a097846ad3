"""`plan`: the plan itself, and the review of a change, which is why it stands above both."""

from collections.abc import Mapping
from pathlib import Path
from typing import Unpack

import click

from pulumicheck.commands.review_options import ReviewOptions, accepted_by, end_with, review_options
from pulumicheck.options import json_option, pass_particulars, print_json, settings_option, stack_option
from pulumicheck.particulars import Particulars
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project


@click.command
@stack_option
@settings_option
@click.option("--diff", "revision", metavar="REV", help="Compare with a git revision, such as main.")
@click.option(
    "--diff-from",
    "preview",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read the output of `pulumi preview --json` instead; - is standard input.",
)
@review_options
@json_option
@pass_particulars
@click.pass_context
def plan(
    ctx: click.Context,
    particulars: Particulars,
    *,
    stack: str,
    settings: Mapping[str, str],
    revision: str | None,
    preview: Path | None,
    as_json: bool,
    **options: Unpack[ReviewOptions],
) -> None:
    """Show what a stack consists of and who may do what, without credentials.

    Runs the Pulumi program with the stack's settings. With --json it prints one object: project, stack, resources
    (type, name, urn, parent, custom, inputs, protect, dependencies), outputs, statements (principal, sid, effect,
    actions, resources, condition, why, usedBy, policyType, attachedTo, through), unknownPolicies
    (principal, policyType, attachedTo, why). What only a deployment can tell, such as an
    ARN, stands there as AWS would give it in account 123456789012, and knownAfterDeployment names the outputs that are
    such; people are told that it is known after the deployment.

    With --diff or --diff-from it shows what a change does instead: to permissions, by meaning (broader, narrower,
    equal, different), and to resources. With --json: project, stack, before, after, verdicts, changes, gate (pattern,
    files), doubts (urn, what, why), permissions (who, kind, sid, verdict, before, after, gains, losses), resources
    (change, type, name, urn, physicalName, properties, because, protect, protection, refused, lost), outputs, engine
    (urn, ours, engines), notes, toAccept, exitStatus; acceptAs, the name for --accept, and accepted beside each of the
    first.

    Exit status 3: something became broader, a protected resource or one that holds data is replaced or removed,
    something is not understood, the gate itself changes, or the engine says otherwise, and no --accept names it.
    """
    if revision is not None and preview is not None:
        raise click.UsageError("--diff and --diff-from are two ways to compare: name one.")
    if revision is not None:
        from pulumicheck.commands.diff import compare  # noqa: PLC0415 - takes longer than a plan without it

        compare(ctx, particulars, revision, stack, settings, options, as_json=as_json)
    _refuse_what_goes_with_a_revision(options)
    if preview is not None:
        from pulumicheck.commands.difference import review_file  # noqa: PLC0415

        end_with(ctx, review_file(preview, accepted_by(options)), options, as_json=as_json)
    if any(options.values()):
        raise click.UsageError("--markdown, --sarif, --accept and --accept-all go with --diff or --diff-from.")
    made = make_plan(find_project(otherwise=particulars.home), stack, settings)
    if as_json:
        print_json(made.to_json())
    else:
        from pulumicheck.plan.as_text import show_plan  # noqa: PLC0415

        show_plan(made)


def _refuse_what_goes_with_a_revision(options: ReviewOptions) -> None:
    for name in ("engine", "gate"):
        if options[name]:
            raise click.UsageError(f"--{name} goes with --diff.")
