"""The time guard's figures, where processor time is scarce: at the share that comes with the function's memory."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.batches import batch
from bench.function import Side
from bench.services import LATENCIES, Services
from bench.share import WHOLE_PROCESSOR, NoShare, Share, share_of
from bench.sides import Stack
from worker.bootstrap import MARGIN, MARGIN_MEMORY

_APPS = Path(__file__).parents[3] / "apps"
_STARTS = 5  # `make bench` does a hundred
_TIMEOUT = 10.0  # seconds
_WORKER = Side(
    name="worker",
    command=[sys.executable, "-m", "awslambdaric", "lambda.handler"],
    folder=_APPS,
    environment={"_HANDLER": "lambda.handler", "PYTHONPATH": str(_APPS), "AWS_EXECUTION_ENV": "AWS_Lambda_python3.13"},
)


@pytest.fixture
def share() -> Iterator[Share]:
    try:
        with share_of(MARGIN_MEMORY) as group:
            yield group
    except NoShare as error:
        pytest.skip(str(error))


@pytest.mark.long
def test_a_cold_full_batch_starts_all_its_jobs_and_takes_no_more_than_the_margin_allows(
    share: Share, tmp_path: Path
) -> None:
    seconds: list[float] = []
    with Services(tmp_path) as services:
        start = Stack.planned().start("worker", services, tls=True)
        for number in range(_STARTS):
            services.begin(LATENCIES)
            with start(_WORKER) as function:
                function.initialise()  # unthrottled, as Lambda's INIT is
                share.admit(function.pid)
                cost = function.invoke(batch(10 * number), _TIMEOUT)
            assert cost.answer == {"batchItemFailures": []}
            seconds.append(cost.cpu * WHOLE_PROCESSOR / MARGIN_MEMORY)
    assert min(seconds) <= MARGIN
