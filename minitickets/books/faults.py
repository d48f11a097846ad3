"""What goes wrong, as a small document: one language for the simulated world and for the real processes.

    {"publishSeconds": 300, "copies": 0.02, "disruptions": [
        {"service": "ses", "kind": "serverError", "from": 60, "until": 960, "probability": 1}]}

Times are seconds of the run. Real processes get all bookings at once, so that threads decide nothing; there a fault
hits those that would have come in between `from` and `until`, had they come evenly over `publishSeconds`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, model_validator
from pydantic.alias_generators import to_camel

from minitickets.errors import CommandError

Service = Literal["ses", "dynamodb", "sqs", "s3", "secretsmanager", "lambda"]
Kind = Literal[
    "throttle",  # the call is refused: too many requests
    "serverError",  # the call is refused: 500 or 503
    "lostRequest",  # the call is not carried out, and not answered
    "lostAnswer",  # the call is carried out, and not answered
    "slow",  # `seconds` are added; the client may time out meanwhile. Of lambda: a slow machine takes them at the start
    "paused",  # ses: the account sends nothing, until someone acts
    "crash",  # lambda: an execution environment dies before or after some call of an invocation
    "crashBefore",  # the caller's process dies, and the call is not carried out
    "crashAfter",  # the call is carried out, and the caller's process dies
    "overlap",  # ses: the message's visibility timeout ends under way, and another worker looks before SES accepts
    "duplicate",  # sqs: a message is received once more, though it is in flight or deleted
]
Probability = Annotated[float, Field(ge=0, le=1)]
Seconds = Annotated[float, Field(ge=0, le=345_600)]  # the retention of the queues

Kinds = Mapping[Service, tuple[Kind, ...]]
"""What can happen in a world, by service."""

_CALLS: tuple[Kind, ...] = ("throttle", "serverError", "lostRequest", "lostAnswer", "slow")
_PROCESSES: tuple[Kind, ...] = (*_CALLS, "crashBefore", "crashAfter")

SIMULATED: Kinds = {
    "ses": (*_CALLS, "paused"),
    "dynamodb": _CALLS,
    "sqs": ("throttle", "serverError", "lostRequest", "lostAnswer", "duplicate"),
    "s3": _CALLS,
    "secretsmanager": _CALLS,
    "lambda": ("crash", "throttle", "slow"),
}
REAL: Kinds = {
    "ses": (*_PROCESSES, "overlap"),
    "dynamodb": _PROCESSES,
    "sqs": ("duplicate",),
    "lambda": ("crash",),
}

_EITHER: Kinds = {
    service: tuple(dict.fromkeys((*SIMULATED.get(service, ()), *REAL.get(service, ())))) for service in SIMULATED
}

SETTLING = 600
"""Seconds after the last booking until which a fault without `until` holds."""


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, extra="forbid")


class Fault(_Document):
    """One kind of trouble in one service, for some time.

    Attributes:
        service: whose calls it hits; with `lambda`, the invocations.
        kind: what happens to them.
        probability: how many of them; of `lambda crash` on real processes, one for so many of the bookings.
        since: the second of the run from which on it holds; `from` in a document.
        until: the second up to which it does; without it, until ten minutes after the last booking.
        seconds: with `slow`.
        operation: real processes only: the one operation that it hits; "" is any.
        attempts: real processes only: the tries of a booking's call that it hits at most, so that every run ends.
    """

    service: Service
    kind: Kind
    probability: Probability = 1
    since: Annotated[Seconds, Field(alias="from")] = 0
    until: Seconds | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] | None = None
    operation: str = ""
    attempts: Annotated[int, Field(ge=1)] = 4

    @model_validator(mode="after")
    def _makes_sense(self, info: ValidationInfo) -> Self:
        self.check_kind(info.context or _EITHER)
        if self.until is not None and self.until <= self.since:
            raise ValueError("until must be later than from")
        if (self.kind == "slow") != (self.seconds is not None):
            raise ValueError("seconds goes with slow, and slow with seconds")
        if info.context is SIMULATED and not self.model_fields_set.isdisjoint({"operation", "attempts"}):
            raise ValueError("operation and attempts are for real processes: leave them out")
        return self

    def check_kind(self, kinds: Kinds) -> None:
        """Refuses what cannot happen in a world.

        Raises:
            ValueError: its service has no such trouble there.
        """
        if self.kind not in (known := kinds.get(self.service, ())):
            raise ValueError(f"{self.service} has no {self.kind}, only {', '.join(known)}")


class Faults(_Document):
    """All that goes wrong, and how the bookings come in."""

    publish_seconds: Seconds = 300  # the bookings come in evenly over that time; 0 is all at once
    copies: Probability = 0  # the outbox publishes a booking twice, under two message ids
    poison: Probability = 0  # a message that is no booking
    rejected: Probability = 0  # a recipient that SES rejects
    revised: Probability = 0  # the outbox publishes a booking in two versions, at about the same time
    expired: Probability = 0  # an item of the booking that expired, and that TTL has not deleted yet
    rotate_keys: bool = False  # the signing key is rotated again and again while bookings come in
    redrive: bool = False  # an operator moves dead letters back once, when all is quiet
    ses_per_second: Annotated[int, Field(ge=1)] | None = None  # SES's sending rate of the account
    disruptions: list[Fault] = []

    @property
    def quiet_from(self) -> float:
        """The second from which on nothing goes wrong any more, and no booking comes in."""
        return max([self.publish_seconds, *(self.end_of(fault) for fault in self.disruptions)])

    def end_of(self, fault: Fault) -> float:
        """The second at which a fault ends."""
        return self.publish_seconds + SETTLING if fault.until is None else fault.until


def read_faults(path: Path) -> Faults:
    """Reads a document in JSON or YAML, for a simulated world.

    Raises:
        CommandError: it cannot be read, or says what no such world can do.
    """
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        return Faults.model_validate(document, context=SIMULATED)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(map(str, problem["loc"])) or "the document"
        raise CommandError(f"{path.name}: {place}: {problem['msg'].removeprefix('Value error, ')}.") from None
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise CommandError(f"{path} cannot be read: {' '.join(str(error).split())}.") from error
