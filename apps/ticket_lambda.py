"""Entry point of the tickets function, `ticket_lambda.handler`."""

import gc

gc.disable()  # nothing that INIT makes is garbage

import os
from typing import Any

from sqs import BatchResponse, records_of, seconds_left
from tickets.batch import handle_batch
from tickets.bootstrap import CALL_SECONDS, build_issuer
from tickets.deadline import Deadline

_issuer = build_issuer(os.environ)

gc.freeze()  # all of it stays, so that no collection looks at it again
gc.enable()


def handler(event: Any, context: Any) -> BatchResponse:
    """Issues the tickets of a batch of the tickets queue."""
    return handle_batch(records_of(event), _issuer, Deadline(seconds_left(context), CALL_SECONDS))
