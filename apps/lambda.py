"""Entry point `lambda.handler`: one batch of the jobs queue, and its answer.

Lambda resolves the name by `importlib.import_module`, so a module may be called what no `import` statement can say.
"""

import os
from typing import Any

from worker.batch import Answer, handle_batch
from worker.bootstrap import build_ports

_ports = build_ports(os.environ)  # once per execution environment, in INIT


def handler(event: Any, context: Any) -> Answer:
    """Handles an event of the jobs queue's mapping and names the messages that failed, if any."""
    records = event.get("Records") if isinstance(event, dict) else None  # a console test may send anything
    return handle_batch(records or [], _ports, lambda: context.get_remaining_time_in_millis() / 1000)
