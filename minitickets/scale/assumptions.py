"""What the arithmetic of scale cannot know from the program, each with a default that `--assume KEY=VALUE` changes."""

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from minitickets.errors import CommandError


def _assumed(default: float, why: str, *, least: float = 1e-9, most: float = 1e9) -> Any:
    return Field(default=default, ge=least, le=most, description=why)


class Assumptions(BaseModel):
    """Durations are in seconds, lengths in bytes; each description tells what a number means and where it is from."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, validate_default=True, extra="forbid")

    peak: float = _assumed(10, "peak over daily average: an on-sale hour with 10/24 of the day's bookings", least=1)
    headroom: float = _assumed(1.5, "set up over needed at the peak: retries, slow calls, cold starts", least=1)
    tickets_per_booking: float = _assumed(2.5, "the middle of 1 to 4", least=1, most=4)
    date_share: float = _assumed(0.5, "the share of the peak's tickets that are for one date", most=1)

    ses_per_second: float = _assumed(
        14, "what others report for a new account out of the sandbox; AWS grants each its own"
    )
    ses_per_day: float = _assumed(50_000, "as above")

    dynamodb_seconds: float = _assumed(0.0075, "a call; the middle of what the simulator draws")
    ses_seconds: float = _assumed(0.09, "a call; as above")
    s3_seconds: float = _assumed(0.05, "a call; as above")
    worker_cpu_seconds: float = _assumed(0.0008, "an email, of one whole processor; measured, see below")
    ticket_cpu_seconds: float = _assumed(0.0019, "a ticket, of one whole processor; measured, see below")

    message_bytes: float = _assumed(500, "a line of the demo's sample")
    log_line_bytes: float = _assumed(220, "a line of ours; measured in the demo's logs")
    log_invocation_bytes: float = _assumed(270, "START, END and REPORT of an invocation; measured in the demo's logs")


def read_assumptions(changes: Iterable[str]) -> Assumptions:
    """The assumptions with changes, each `KEY=VALUE`.

    Raises:
        CommandError: a change is no such pair, names nothing that is assumed, or has a value out of range.
    """
    pairs = [change.partition("=") for change in changes]
    try:
        return Assumptions.model_validate({key: value for key, _, value in pairs})
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        key = ".".join(map(str, problem["loc"]))
        if problem["type"] == "extra_forbidden":
            known = ", ".join(str(field.alias) for field in Assumptions.model_fields.values())
            raise CommandError(f"--assume {key}: is none of {known}.") from None
        raise CommandError(f"--assume {key}: {problem['msg']}.") from None
