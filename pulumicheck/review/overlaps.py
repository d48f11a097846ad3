"""What a deployment makes and then deletes, since AWS knows both by one name."""

from collections.abc import Iterator, Sequence

from pulumicheck.plan.recording import Resource
from pulumicheck.review.doubts import Doubt
from pulumicheck.review.identity import is_one_thing
from pulumicheck.review.steps import OTHER_PROVIDER, Step

_NAME = "its name"
_WHY = "both are one thing in AWS, which is taken over first and then deleted"


def made_and_taken_away(steps: Sequence[Step]) -> Iterator[Doubt]:
    """What is made while the same thing in AWS is still there, and deleted after that; once for each.

    Args:
        steps: what the engine would do.
    """
    gone = [step.resource for step in steps if step.op == "delete" and not step.resource.retain_on_delete]
    for step in steps:
        if step.op in ("create", "import"):
            yield from _taken_away(step.resource, gone)
        elif step.op == "replace" and step.before and not step.deletes_first and _stays_in_its_place(step, step.before):
            yield Doubt(step.resource.urn, _NAME, f"{_called(step.before)} is made anew before it is deleted: {_WHY}")


def _taken_away(made: Resource, gone: Sequence[Resource]) -> Iterator[Doubt]:
    for old in gone:
        if is_one_thing(old, made):
            what = f"{_called(old)} is deleted as {old.urn} after that: {_WHY}; an alias keeps it"
            yield Doubt(made.urn, _NAME, what)
            return


def _stays_in_its_place(step: Step, before: Resource) -> bool:
    kept = before.retain_on_delete or step.resource.external or before.external
    leaves = step.resource.row.regional and any(reason.startswith(OTHER_PROVIDER) for reason in step.because)
    return not kept and not leaves and is_one_thing(before, step.resource)


def _called(resource: Resource) -> str:
    return resource.physical_name or resource.name
