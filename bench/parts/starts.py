"""The worker's first batches in a new process."""

from collections import defaultdict

from bench.batches import batch
from bench.parts.measuring import EMAIL, TEN_EMAILS, only
from bench.results import Figure
from bench.run import Run
from bench.services import AT_ONCE
from bench.sides import BEFORE, BOTO3, OURS, POWERTOOLS, REFERENCE, SECONDS, TYPESCRIPT_SIDE


def first_start(run: Run) -> None:
    """From the start of a process to the answer to its first batch, of one message, over TLS; some do nothing."""
    sides = only(run.sides.worker, OURS, REFERENCE, BEFORE, TYPESCRIPT_SIDE, POWERTOOLS, BOTO3)
    sides.update(run.sides.bare)
    start = run.stack.start("worker", run.services, tls=True)
    cpu, wall = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for number in run.turns("first start", run.rounds.starts):
        for name, side in sides.items():
            run.services.begin(AT_ONCE)
            with start(side) as function:
                cost = function.first(batch(number, 1), SECONDS["worker"])
            if name in run.sides.bare or EMAIL.sample(run, name, cost):
                cpu[name].append(cost.cpu * 1000)
                wall[name].append(cost.wall * 1000)
    figure = run.results.add("firstStartCpu", Figure("first start, processor", "ms", cpu))
    run.results.ratio("firstStartCpu", figure, OURS, TYPESCRIPT_SIDE)
    run.results.ratio("referenceFirstStartCpu", figure, REFERENCE, BEFORE)
    figure = run.results.add("firstStartWall", Figure("first start", "ms", wall))
    run.results.ratio("firstStartWall", figure, OURS, TYPESCRIPT_SIDE)
    run.results.ratio("referenceFirstStartWall", figure, REFERENCE, BEFORE)


def tls(run: Run) -> None:
    """The first batch of ten after INIT, on fresh TLS connections: its own processor time, and with INIT's."""
    sides = only(run.sides.worker, OURS, REFERENCE, BEFORE, TYPESCRIPT_SIDE, BOTO3)
    start = run.stack.start("worker", run.services, tls=True)
    own, whole = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for number in run.turns("first batch of ten", run.rounds.tls):
        for name, side in sides.items():
            run.services.begin(AT_ONCE)
            with start(side) as function:
                cost, with_init = TEN_EMAILS.invoke(function, number), function.cpu
            if TEN_EMAILS.sample(run, name, cost):
                own[name].append(cost.cpu * 1000)
                whole[name].append(with_init * 1000)
    figure = run.results.add("tlsTenCpu", Figure("first batch of ten, processor", "ms", own))
    run.results.ratio("tlsTenCpu", figure, OURS, BOTO3)
    run.results.ratio("referenceTlsTenCpu", figure, REFERENCE, BOTO3)
    figure = run.results.add("coldTenCpu", Figure("the same with INIT, processor", "ms", whole))
    run.results.ratio("coldTenCpu", figure, OURS, BOTO3)
