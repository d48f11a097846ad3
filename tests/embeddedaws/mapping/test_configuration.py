from typing import Any

import pytest

from embeddedaws.errors import InvalidParameterValueException, ValidationException
from tests.fixtures.lambdas import a_mapping


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"maximum_concurrency": 1}, "'1' at 'scalingConfig.maximumConcurrency'.* greater than or equal to 2$"),
        ({"maximum_concurrency": 1001}, "'1001' at 'scalingConfig.maximumConcurrency'.* less than or equal to 1000$"),
        ({"batch_size": 0}, "'0' at 'batchSize'.* greater than or equal to 1$"),
        ({"batch_size": 10_001}, "'10001' at 'batchSize'.* less than or equal to 10000$"),
        ({"batching_window": 301}, "'301' at 'maximumBatchingWindowInSeconds'.* less than or equal to 300$"),
    ],
    ids=["concurrency low", "concurrency high", "batch low", "batch high", "window high"],
)
def test_what_lies_outside_awss_limits_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationException, match=message):
        a_mapping(**changes)


def test_a_batch_above_ten_needs_a_window() -> None:
    with pytest.raises(InvalidParameterValueException, match="batch window"):
        a_mapping(batch_size=11)
    assert a_mapping(batch_size=11, batching_window=1)


@pytest.mark.parametrize("concurrency", [None, 2, 1000])
def test_what_lies_at_awss_limits_is_taken(concurrency: int | None) -> None:
    assert a_mapping(maximum_concurrency=concurrency)
