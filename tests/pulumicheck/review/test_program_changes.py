"""What small changes of the program come to: each an edit of a copy, or a setting, with the verdicts expected."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from pulumicheck.plan.plan import Plan
from pulumicheck.review.review import Accepted, Review, review_plans
from tests.fixtures.programs import Edit
from tests.fixtures.project import NAME

EditedPlan = Callable[[Sequence[Edit], Mapping[str, str]], Plan]


def _cases(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from table["changes"]
    for change, (settings, resources) in table["settings"].items():
        yield {"change": change, "settings": settings, "resources": resources}
    for about in table["statements"]:
        sid = about["of"][0].partition(": ")[2]
        names = [each.partition(" ")[2].replace(": ", "/") for each in about["of"]]
        for edit in about["edits"]:
            for change, (verdict, to) in edit["to"].items():
                yield {
                    "change": change,
                    "edits": [(about["file"], edit["from"], to)],
                    "permissions": dict.fromkeys(about["of"], verdict),
                    "resources": about.get("resources", {f"RolePolicy {sid}": "changed"}),
                    **({"accept": [sid] if len(names) == 1 else names} if verdict in ("broader", "different") else {}),
                }


TABLE = Path(__file__).parent / "cases" / "program_changes.yaml"
CASES = {case["change"]: case for case in _cases(yaml.safe_load(TABLE.read_text(encoding="utf-8")))}


def _review(before: Plan, after: Plan, accepted: Accepted | None = None) -> Review:
    return review_plans(before, after, ("before", "after"), accepted or Accepted())


@pytest.mark.parametrize("change", CASES)
@pytest.mark.long
def test_a_change_of_the_program_comes_to_this(change: str, dev_plan: Plan, edited_plan: EditedPlan) -> None:
    case = CASES[change]

    review = _review(dev_plan, edited_plan(case.get("edits", []), case.get("settings", {})))

    if "verdicts" in case:
        assert review.verdicts == case["verdicts"]
    else:
        permissions = {f"{it.who}: {it.sid}": it.verdict for it in review.permissions}
        assert {who.replace(f"{NAME}-dev-", ""): verdict for who, verdict in permissions.items()} == (
            case.get("permissions", {})
        )
    if "changes" in case:
        assert review.changes == case["changes"]
    else:
        resources = {f"{it.resource.type.rpartition(':')[2]} {it.resource.name}": it.change for it in review.resources}
        assert resources == case.get("resources", {})
    assert [name.replace(f"{NAME}-dev-", "") for name in review.names_to_accept] == case.get("accept", [])
    assert review.exit_status == (3 if "accept" in case else 0)


def test_there_are_at_least_forty_changes() -> None:
    assert len(CASES) >= 40


def test_statements_that_are_merged_again_mean_the_same(dev_plan: Plan, edited_plan: EditedPlan) -> None:
    review = _review(edited_plan(CASES["a statement split in two"]["edits"], {}), dev_plan)

    assert review.verdicts == {"equal": 2}


def test_a_protected_resource_is_refused_loudly_and_what_is_lost_is_told(
    dev_plan: Plan, edited_plan: EditedPlan
) -> None:
    review = _review(dev_plan, edited_plan(CASES["a changed key of protected tickets"]["edits"], {}))

    change = review.resources[0]
    assert (change.is_refused, change.lost, change.because) == (True, "its items", ("rangeKey",))


def test_what_was_accepted_no_longer_counts(dev_plan: Plan, edited_plan: EditedPlan) -> None:
    after = edited_plan(CASES["a renamed table"]["edits"], {})

    def status(accepted: Accepted) -> int:
        return _review(dev_plan, after, accepted).exit_status

    assert status(Accepted(frozenset({"ProcessedJobsTable"}))) == 3
    assert status(Accepted(frozenset({"ProcessedJobsTable", "processed-jobs-table"}))) == 0
    assert status(Accepted(everything=True)) == 0
