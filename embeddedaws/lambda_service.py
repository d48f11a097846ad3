"""The Lambda service of the embedded AWS: functions that run as processes, and event source mappings."""

import time
from collections.abc import Callable
from pathlib import Path

from embeddedaws.functions.credentials import AssumeRole, RoleClients
from embeddedaws.functions.logs import LogSink, LogWriter, LostLogs
from embeddedaws.functions.reaper import Reaper
from embeddedaws.functions.service import Functions
from embeddedaws.functions.variables import Host
from embeddedaws.mapping.events import Observer
from embeddedaws.mapping.queue import SqsQueue
from embeddedaws.mapping.service import EventSourceMappings


class LambdaService:
    """It ends with `stop`.

    Args:
        logs: takes the functions' log lines.
        assume_role: gives the credentials of a role, by its ARN; raises botocore's errors.
        endpoint_url: where every AWS service listens, on loopback.
        region: the region of all functions and queues.
        account_id: the account, twelve digits.
        task_root: the folder with the functions' code; it has to exist.
        clock: epoch seconds, as the queues and log groups see them; it may run faster than the real one.
        observe: is told what happens in the mappings.
        on_lost_logs: is told of log lines that the sink refused.
        poll_interval: real seconds between two looks at an empty queue.

    Attributes:
        functions: makes, changes, lists and invokes functions.
        mappings: makes, changes and lists event source mappings.
    """

    def __init__(  # noqa: PLR0913 - the one place where the service is put together, by keyword
        self,
        *,
        logs: LogSink,
        assume_role: AssumeRole,
        endpoint_url: str,
        region: str,
        account_id: str,
        task_root: Path,
        clock: Callable[[], float] = time.time,
        observe: Observer = lambda _event: None,
        on_lost_logs: LostLogs = lambda *_: None,
        poll_interval: float = 0.2,
    ) -> None:
        self._clients = RoleClients(assume_role, endpoint_url, region)
        self._logs = LogWriter(logs, clock, on_lost=on_lost_logs)
        self._reaper = Reaper()
        host = Host(
            region=region,
            account_id=account_id,
            endpoint_url=endpoint_url,
            task_root=task_root.resolve(strict=True),
            assume_role=assume_role,
            logs=self._logs,
            clock=clock,
            reaper=self._reaper,
        )
        self.functions = Functions(host)
        self.mappings = EventSourceMappings(
            self.functions, queue=self._queue, observe=observe, clock=clock, poll_interval=poll_interval
        )
        self._endpoint_url = endpoint_url

    def stop(self) -> None:
        """Ends mappings and functions at once: messages in flight return to their queues, no process is left."""
        self.mappings.stop()
        self.functions.stop()
        self.mappings.join()
        self._clients.close()
        self._logs.close()
        self._reaper.close()

    def flush_logs(self) -> None:
        """Hands all lines that were written so far to the sink, for those who want to read them now."""
        self._logs.flush()

    def _queue(self, queue_arn: str, role_arn: str) -> SqsQueue:
        return SqsQueue(queue_arn, self._endpoint_url, lambda: self._clients.get(role_arn).sqs)
