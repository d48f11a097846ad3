"""What changes of single resources come to, of types that this project has not."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from pulumicheck.plan.plan import Plan
from pulumicheck.plan.recording import Recording, Resource
from pulumicheck.plan.values import UNKNOWN, Secret
from pulumicheck.review.review import Accepted, Review, review_plans
from tests.fixtures.programs import declared

TABLE = Path(__file__).parent / "cases" / "type_changes.yaml"
CASES: dict[str, dict[str, Any]] = {case["change"]: case for case in yaml.safe_load(TABLE.read_text(encoding="utf-8"))}


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _value(each) for key, each in value.items()}
    if isinstance(value, str) and value.startswith("<secret"):
        return Secret(value[8:-1] or UNKNOWN)
    return UNKNOWN if value == "<unknown>" else value


def _side(case: dict[str, Any], side: str) -> list[Resource]:
    beside = [
        replace(declared(each["type"], each["name"], each["inputs"]), external=each.get("external", False))
        for each in case.get("beside", ())
    ]
    return beside + ([declared(case["type"], "it", _value(case[side]))] if side in case else [])


def _review(case: dict[str, Any]) -> Review:
    was, is_ = (Plan(Recording("x", "dev", tuple(_side(case, side)), {}), []) for side in ("was", "is"))
    return review_plans(was, is_, ("before", "after"), Accepted())


@pytest.mark.parametrize("change", CASES)
def test_a_change_of_one_resource_comes_to_this(change: str) -> None:
    case = CASES[change]
    review = _review(case)

    if "exit" not in case:
        expected = [f"{path} of {case['type']}" if path else case["type"] for path in case.get("doubts", ())]
        assert [doubt.what for doubt in review.doubts] == expected
        assert "".join(each.lost for each in review.resources) == case.get("lost", "")
    assert review.exit_status == case.get("exit", 3 if "doubts" in case or "lost" in case else 0)


def test_there_are_at_least_eighty_changes() -> None:
    assert len(CASES) >= 80
