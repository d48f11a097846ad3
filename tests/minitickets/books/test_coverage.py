import pytest

from minitickets.books.coverage import SIMULATED_PROMISES, Promise
from minitickets.books.presets import SIMULATED_PRESETS

PROMISE = Promise(always=("send: no answer",), with_leases=("worker: lease held",), without=("window: two workers",))


@pytest.mark.parametrize(
    ("paths", "leases", "missed"),
    [
        pytest.param({"send: no answer": 1, "worker: lease held": 2}, True, [], id="all with leases"),
        pytest.param({"send: no answer": 1, "window: two workers": 2}, False, [], id="all without"),
        pytest.param({"send: no answer": 1}, True, ["worker: lease held"], id="a path of leases"),
        pytest.param({"window: two workers": 1}, False, ["send: no answer"], id="a path of both"),
        pytest.param({"send: no answer": 0}, False, ["send: no answer", "window: two workers"], id="counted as none"),
    ],
)
def test_what_was_promised_and_never_came_is_missed(paths: dict[str, int], leases: bool, missed: list[str]) -> None:  # noqa: FBT001
    assert PROMISE.missed(paths, leases=leases) == missed


def test_promises_are_those_of_presets() -> None:
    assert SIMULATED_PROMISES.keys() <= SIMULATED_PRESETS.keys()
