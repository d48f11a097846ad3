"""Before anything is measured: whether all sides do the same work."""

from collections.abc import Mapping
from contextlib import suppress

from bench.batches import batch, mixed_batch
from bench.errors import BenchError
from bench.function import Side
from bench.judge import Work, same_work, trusts_nobody
from bench.run import Run
from bench.sides import OURS, SECONDS, SECRET_ACCESS_KEY

_TRIES = 3  # on a busy machine a call may run into its timeout; who does less does so each time


def judge(run: Run) -> None:
    """Fails unless all sides do the same work."""
    for tried in range(1, _TRIES + 1):
        try:
            return _judge(run)
        except BenchError:
            if tried == _TRIES:
                raise
    return None


def _judge(run: Run) -> None:
    for function, event in (("worker", mixed_batch()), ("tickets", batch(1, 1))):
        works = {name: _work(run, function, side, event) for name, side in _sides(run, function).items()}
        same_work(works, OURS, SECRET_ACCESS_KEY)
    for side in run.sides.worker.values():
        _not_trusting(run, side)


def _not_trusting(run: Run, side: Side) -> None:
    run.tell(f"certificates verified? {side.name}")
    run.services.begin()
    start = run.stack.start("worker", run.services, tls=True, trusted=False)
    with start(side) as running, suppress(BenchError):  # a peer may well fail as a whole
        running.first(batch(1, 1), SECONDS["worker"])
    trusts_nobody(side.name, run.services.begin().counts)


def _work(run: Run, function: str, side: Side, event: Mapping[str, object]) -> Work:
    run.tell(f"same work? {function}, {side.name}")
    with run.stack.start(function, run.services, tls=True)(side) as running:
        run.services.begin(keep=True)
        answer = running.first(event, SECONDS[function]).answer
        return Work(run.services.begin().requests, answer)


def _sides(run: Run, function: str) -> Mapping[str, Side]:
    return run.sides.worker if function == "worker" else run.sides.tickets
