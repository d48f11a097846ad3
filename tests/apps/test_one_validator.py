import json
import subprocess
import sys
from typing import Annotated, Any

import pytest
from annotated_types import Gt
from pydantic import BaseModel, ValidationError

from bookings import Booking
from fuzz.hostile_messages import BOOKING, good_body
from one_validator import schema_of, validator_of

_ABOUT_NO_VALIDATION = {"ref", "metadata", "serialization_alias", "computed_fields", "custom_init", "root_model"}


def _validation(schema: Any) -> Any:
    """What of a core schema says how to validate."""
    if isinstance(schema, dict):
        return {key: _validation(value) for key, value in schema.items() if key not in _ABOUT_NO_VALIDATION}
    return [_validation(each) for each in schema] if isinstance(schema, list) else schema


def test_it_validates_as_pydantic_s_own_does() -> None:
    Booking.model_rebuild(force=True, _types_namespace={})
    assert _validation(schema_of(Booking)) == _validation(Booking.__pydantic_core_schema__)


@pytest.mark.parametrize(
    "annotation", [float, str | None, list[str], Annotated[int, Gt(0)]], ids=["float", "optional", "list", "bound"]
)
def test_what_it_does_not_know_is_refused_by_name(annotation: Any) -> None:
    class Model(BaseModel):
        known: int
        price: annotation  # pyright: ignore[reportInvalidTypeForm]

    with pytest.raises(TypeError, match=r"price: one_validator\.py does not know .*: teach it"):
        validator_of(Model)


def test_a_default_is_refused_too() -> None:
    class Model(BaseModel):
        quantity: int = 1

    with pytest.raises(TypeError, match=r"quantity: .* default"):
        validator_of(Model)


def test_problems_have_pydantic_s_words() -> None:
    message = BOOKING | {"bookingId": "b", "quantity": 0, "event": {"id": "?"}, "recipient": "Ada", "type": "x"}
    found: list[Any] = []
    for validate in (Booking.model_validate, validator_of(Booking).validate_python):
        with pytest.raises(ValidationError) as caught:
            validate(message)
        found.append(caught.value.errors(include_url=False))
    assert found[0] == found[1]
    assert len(found[0]) == 7


_FRESH = """
import json, sys
from bookings import Booking, parse_booking
booking = parse_booking(sys.argv[1])
assert booking == booking.model_copy(update={"quantity": booking.quantity})
hash(booking)
print(json.dumps({"complete": Booking.__pydantic_complete__, "metadata": "importlib.metadata" in sys.modules}))
"""


def test_a_first_start_builds_no_other_validator_and_looks_for_no_plugins() -> None:
    ran = subprocess.run([sys.executable, "-c", _FRESH, good_body("b")], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == {"complete": False, "metadata": False}
