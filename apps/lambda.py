"""Entry point `lambda.handler`: one batch of the jobs queue, and its answer.

Lambda resolves the name by `importlib.import_module`, so a module may be called what no `import` statement can say.
"""

import gc

gc.disable()  # nothing that INIT makes is garbage

import os
from typing import Any

from sqs import BatchResponse, records_of, seconds_left
from worker.batch import handle_batch
from worker.bootstrap import build_ports

_ports = build_ports(os.environ)  # once per execution environment, in INIT

gc.freeze()  # all of it stays, so that no collection looks at it again
gc.enable()


def handler(event: Any, context: Any) -> BatchResponse:
    """Handles an event of the jobs queue's mapping and names the messages that failed, if any."""
    return handle_batch(records_of(event), _ports, seconds_left(context))
