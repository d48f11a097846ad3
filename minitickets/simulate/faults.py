"""What goes wrong in a simulated world, as a small document.

    {"publishSeconds": 300, "copies": 0.02, "disruptions": [
        {"service": "ses", "kind": "serverError", "from": 60, "until": 960, "probability": 1}]}

Each disruption holds from `from` to `until`, in seconds of the run, and hits a call with its probability.
"""

from pathlib import Path
from typing import Annotated, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.alias_generators import to_camel

from minitickets.errors import CommandError

Service = Literal["ses", "dynamodb", "sqs", "s3", "secretsmanager", "lambda"]
Kind = Literal["throttle", "serverError", "lostRequest", "lostAnswer", "slow", "crash", "duplicate"]
Probability = Annotated[float, Field(ge=0, le=1)]
Seconds = Annotated[float, Field(ge=0, le=345_600)]  # the retention of the queues

SETTLING = 600
"""Seconds after the last booking until which a disruption without `until` holds."""

_KINDS: dict[Service, tuple[Kind, ...]] = {
    "lambda": ("crash", "throttle"),
    "sqs": ("throttle", "serverError", "lostRequest", "lostAnswer", "duplicate"),
}
_KINDS_OF_CALLS: tuple[Kind, ...] = ("throttle", "serverError", "lostRequest", "lostAnswer", "slow")


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, extra="forbid")


class Disruption(_Document):
    """One kind of trouble in one service, for some time.

    throttle        the call is refused: too many requests
    serverError     the call is refused: 500
    lostRequest     the call never arrives, and the client waits until it times out
    lostAnswer      the call is carried out, and the client waits until it times out
    slow            `seconds` are added; the client may time out before or after the call is carried out
    crash           lambda only: the execution environment dies before or after some call of the invocation
    duplicate       sqs only: a message that was just received is received a second time
    """

    service: Service
    kind: Kind
    probability: Probability = 1
    since: Annotated[Seconds, Field(alias="from")] = 0
    until: Seconds | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] | None = None

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        kinds = _KINDS.get(self.service, _KINDS_OF_CALLS)
        if self.kind not in kinds:
            raise ValueError(f"{self.service} has no {self.kind}, only {', '.join(kinds)}")
        if self.until is not None and self.until <= self.since:
            raise ValueError("until must be later than from")
        if (self.kind == "slow") != (self.seconds is not None):
            raise ValueError("seconds goes with slow, and slow with seconds")
        return self


class Faults(_Document):
    """All that goes wrong, and how the bookings come in."""

    publish_seconds: Seconds = 300  # the bookings come in evenly over that time; 0 is all at once
    copies: Probability = 0  # the outbox publishes a booking twice, under two message ids
    poison: Probability = 0  # a message that is no booking
    rejected: Probability = 0  # a recipient that SES rejects
    expired: Probability = 0  # an item of the booking that expired, and that TTL has not deleted yet
    rotate_keys: bool = False  # the signing key is rotated in the middle of the bookings
    redrive: bool = False  # an operator moves dead letters back once, when all is quiet
    ses_per_second: Annotated[int, Field(ge=1)] | None = None  # SES's sending rate of the account
    disruptions: list[Disruption] = []

    @property
    def quiet_from(self) -> float:
        """The second from which on nothing goes wrong any more, and no booking comes in."""
        return max([self.publish_seconds, *(self.end_of(disruption) for disruption in self.disruptions)])

    def end_of(self, disruption: Disruption) -> float:
        """The second at which a disruption ends."""
        return self.publish_seconds + SETTLING if disruption.until is None else disruption.until


def read_faults(path: Path) -> Faults:
    """Reads a document in JSON or YAML.

    Raises:
        CommandError: it cannot be read, or says what no world can do.
    """
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        return Faults.model_validate(document)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(map(str, problem["loc"])) or "the document"
        raise CommandError(f"{path.name}: {place}: {problem['msg'].removeprefix('Value error, ')}.") from None
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise CommandError(f"{path} cannot be read: {' '.join(str(error).split())}.") from error
