from typing import Any

import pytest

from minitickets.simulate.table import ConditionFailed, SimulatedTable


def make_table(*, stale: bool = False) -> SimulatedTable:
    return SimulatedTable("k", stale=lambda _written_at: stale, now=lambda: 0)


def put(table: SimulatedTable, condition: str | None = None, values: dict[str, Any] | None = None, **item: Any) -> None:
    request: dict[str, Any] = {"Item": {"k": {"S": "a"}, **item}}
    if condition is not None:
        request["ConditionExpression"] = condition
    if values is not None:
        request["ExpressionAttributeValues"] = values
    table.put(request)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        pytest.param("attribute_not_exists(k)", False, id="absent"),
        pytest.param("attribute_exists(k)", True, id="present"),
        pytest.param("n < :v", True, id="less"),
        pytest.param("m < :v", False, id="less, of an attribute that is missing"),
        pytest.param("n = :w", True, id="equal"),
        pytest.param("n = :v", False, id="not equal"),
        pytest.param("attribute_not_exists(k) OR n < :v", True, id="one of two"),
        pytest.param("n = :w AND n < :v", True, id="both"),
        pytest.param("n = :w AND m = :w", False, id="one of both"),
        pytest.param("attribute_not_exists(k) OR n = :w AND n < :v", True, id="not the first, but the other two"),
        pytest.param("n < :v OR n = :w AND m = :w", True, id="the first, and one of the other two"),
    ],
)
def test_a_write_is_done_only_if_its_condition_holds(condition: str, *, holds: bool) -> None:
    made = make_table()
    put(made, n={"N": "9"})
    values = {":v": {"N": "10"}, ":w": {"N": "9"}}

    if holds:
        put(made, condition, values, n={"N": "1"})
    else:
        with pytest.raises(ConditionFailed):
            put(made, condition, values, n={"N": "1"})

    assert made.items[("a",)]["n"] == {"N": "1" if holds else "9"}


def test_an_unknown_condition_is_an_error_and_no_silent_pass() -> None:
    with pytest.raises(ValueError, match="does not know the condition 'size"):
        put(make_table(), "size(k) > :v")


def test_a_consistent_read_sees_the_last_write_and_another_may_not() -> None:
    made = make_table(stale=True)
    put(made)
    key = {"k": {"S": "a"}}

    assert made.get({"Key": key, "ConsistentRead": True}) == {"Item": key}
    assert made.get({"Key": key}) == {}


def test_an_update_sets_attributes_of_the_item() -> None:
    made = make_table()
    put(made, status={"S": "reserved"})
    request = {
        "Key": {"k": {"S": "a"}},
        "UpdateExpression": "SET #s = :new, at = :at",
        "ConditionExpression": "#s = :old",
        "ExpressionAttributeNames": {"#s": "status"},
        "ExpressionAttributeValues": {":old": {"S": "reserved"}, ":new": {"S": "issued"}, ":at": {"S": "now"}},
    }

    assert made.update(request) == {"k": {"S": "a"}, "status": {"S": "issued"}, "at": {"S": "now"}}
    with pytest.raises(ConditionFailed):
        made.update(request)
