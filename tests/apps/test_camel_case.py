from dataclasses import fields

from pydantic.alias_generators import to_camel as pydantic_s

from bookings import Booking, Event, Recipient
from camel_case import to_camel
from tickets.ticket import Ticket


def test_names_are_pydantic_s() -> None:
    models = (Booking, Event, Recipient)
    names = [name for model in models for name in model.model_fields] + [field.name for field in fields(Ticket)]
    assert [*map(to_camel, names)] == [*map(pydantic_s, names)]
