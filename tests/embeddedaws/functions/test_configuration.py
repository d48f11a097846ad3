from typing import Any

import pytest

from embeddedaws.errors import InvalidParameterValueException, ValidationException
from tests.fixtures.lambdas import a_function


@pytest.mark.parametrize(
    "changes",
    [{"timeout": 0}, {"timeout": 901}, {"memory_size": 127}, {"memory_size": 10_241}, {"name": ""}, {"name": "a b"}],
    ids=str,
)
def test_what_lies_outside_awss_limits_is_refused(changes: dict[str, Any]) -> None:
    (parameter,) = changes

    with pytest.raises(ValidationException, match=r"failed to satisfy constraint") as refusal:
        a_function(**changes)
    assert parameter.partition("_")[0] in str(refusal.value).lower()


@pytest.mark.parametrize("changes", [{"timeout": 1}, {"timeout": 900}, {"memory_size": 128}, {"memory_size": 10_240}])
def test_what_lies_at_awss_limits_is_taken(changes: dict[str, Any]) -> None:
    assert a_function(**changes)


def test_variables_that_the_platform_sets_cannot_be_set() -> None:
    with pytest.raises(InvalidParameterValueException, match="used in this request: AWS_REGION, _HANDLER"):
        a_function(environment={"_HANDLER": "x", "AWS_REGION": "eu-west-1", "SENDER": "no-reply@example.com"})
