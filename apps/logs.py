"""Log lines: one JSON object a line, for people, metric filters and `correlationId` searches alike.

A line never carries an address, a name, a message body, a token or a key. That is why there is no free-text argument:
`message` is a fixed event name such as `email_sent`, and of an error only its class is told.
"""

import json
import sys
from typing import Literal

Level = Literal["INFO", "WARNING", "ERROR"]


def log(
    level: Level,
    message: str,
    *,
    correlation_id: str | None = None,
    job_key: str | None = None,
    message_id: str | None = None,
    receive_count: int | None = None,
    error: BaseException | None = None,
    reason: str | None = None,
) -> None:
    """Writes one line to standard output, which Lambda hands to the function's log group.

    Args:
        level: how bad it is; an alarm counts some ERROR lines by their message.
        message: the event's fixed name, in snake_case.
        correlation_id: follows one booking through every system.
        job_key: the business key, `booking.confirmed:<bookingId>`.
        message_id: the SQS message's id, new at each redrive.
        receive_count: how often the message was received, this time included.
        error: what went wrong; only its class's name is written.
        reason: a sentence of ours that holds no value from outside.
    """
    line = {
        "level": level,
        "message": message,
        "correlationId": correlation_id,
        "jobKey": job_key,
        "messageId": message_id,
        "receiveCount": receive_count,
        "error": type(error).__name__ if error is not None else None,
        "reason": reason,
    }
    # One write, newline included: threads of a batch share the stream, and a line must stay whole.
    sys.stdout.write(json.dumps({key: value for key, value in line.items() if value is not None}) + "\n")
    sys.stdout.flush()
