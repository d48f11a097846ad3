"""The worker's first batch at the processor share of 256 MB."""

from collections import defaultdict
from collections.abc import Mapping

from bench.function import Side
from bench.parts.measuring import TEN_EMAILS, only
from bench.results import Figure
from bench.run import Run
from bench.services import LATENCIES
from bench.share import NoShare, Share, share_of
from bench.sides import OURS, REFERENCE, TYPESCRIPT_SIDE

MEMORY = 256  # MB


def share(run: Run) -> None:
    """Throttled from the end of INIT on, as Lambda has it; what was not started is counted of ours."""
    try:
        with share_of(MEMORY) as group:
            elapsed, not_started = _measure(run, group)
    except NoShare as error:
        run.results.left_out.append(f"the first batch at 256 MB: {error}")
        return
    figure = run.results.add("coldWall256", Figure("first batch of ten at 256 MB", "ms", elapsed))
    run.results.ratio("coldWall256", figure, OURS, TYPESCRIPT_SIDE)
    run.results.ratios["notStartedOf"] = {"of": run.rounds.share, "notStarted": not_started[OURS]}
    if REFERENCE in elapsed:
        run.results.ratios["referenceNotStartedOf"] = {
            "of": len(elapsed[REFERENCE]),
            "notStarted": not_started[REFERENCE],
        }


def _measure(run: Run, group: Share) -> tuple[Mapping[str, list[float]], Mapping[str, int]]:
    """Milliseconds of each cold start, and how many messages came back: the services refuse none."""
    elapsed, not_started = defaultdict[str, list[float]](list), defaultdict[str, int](int)
    start = run.stack.start("worker", run.services, tls=True)
    for number in run.turns("cold batch at 256 MB", run.rounds.share):
        for name, side in _in_turn(run, number).items():
            run.services.begin(LATENCIES)
            with start(side) as function:
                function.initialise()
                group.admit(function.pid)
                cost = TEN_EMAILS.invoke(function, number)
            elapsed[name].append(cost.wall * 1000)
            failed = len(cost.answer["batchItemFailures"])
            not_started[name] += failed
            if not failed:
                TEN_EMAILS.check(name, run.services.begin())
    return elapsed, not_started


def _in_turn(run: Run, number: int) -> Mapping[str, Side]:
    """Ours in each round, the others in as many as they have."""
    every = max(run.rounds.share // run.rounds.share_peer, 1)
    return only(run.sides.worker, OURS, *((REFERENCE, TYPESCRIPT_SIDE) if number % every == 0 else ()))
