"""Entry point of the tickets function, `ticket_lambda.handler`."""

import os
from typing import Any

from tickets.batch import Answer, handle_batch
from tickets.bootstrap import CALL_SECONDS, build_issuer
from tickets.deadline import Deadline

_issuer = build_issuer(os.environ)


def handler(event: Any, context: Any) -> Answer:
    """Issues the tickets of a batch of the tickets queue."""
    deadline = Deadline(lambda: context.get_remaining_time_in_millis() / 1000, CALL_SECONDS)
    records = event.get("Records") if isinstance(event, dict) else None  # a console test may send anything
    return handle_batch(records or [], _issuer, deadline)
