"""How processor time and time are taken of processes that are warm, in turns."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from bench.batches import batch
from bench.function import Cost, Function, Side
from bench.judge import same_counts
from bench.run import Run
from bench.services import AT_ONCE, LATENCIES, Seen
from bench.sides import SECONDS

BATCH, TICKETS = 10, 4
Samples = Mapping[str, list[float]]


class Load(NamedTuple):
    """What a function is given: which of the two, how many messages, and the calls that these need."""

    function: str
    messages: int
    calls: Mapping[str, int]

    def invoke(self, function: Function, number: int, seconds: float | None = None) -> Cost:
        """Hands over the batch of that number."""
        event = batch(number * self.messages, self.messages)
        return function.invoke(event, seconds or SECONDS[self.function])

    def check(self, name: str, seen: Seen) -> None:
        """Fails if other calls were made; the secret is read once in five minutes and so counts for nothing."""
        same_counts(name, {each: seen.counts[each] for each in seen.counts if each != "GetSecretValue"}, self.calls)


EMAIL = Load("worker", 1, {"GetItem": 1, "SendEmail": 1, "PutItem": 1})
TEN_EMAILS = Load("worker", BATCH, dict.fromkeys(EMAIL.calls, BATCH))
BOOKING = Load("tickets", 1, {"PutItem": 1 + TICKETS, "PutObject": TICKETS, "UpdateItem": TICKETS})


def only(sides: Mapping[str, Side], *names: str) -> dict[str, Side]:
    """Those of the names that are there."""
    return {name: sides[name] for name in names if name in sides}


def processor_time(run: Run, what: str, load: Load, functions: Mapping[str, Function], rounds: int) -> Samples:
    """Milliseconds of a processor from one batch to the next, what is done between them included."""
    clocks = defaultdict[str, list[float]](list)
    for number in run.turns(what, run.rounds.warm_up + rounds + 1):
        for name, function in functions.items():
            function.initialise()
            clocks[name].append(function.cpu)
            run.services.begin(AT_ONCE)
            load.invoke(function, number)
            load.check(name, run.services.begin())
    return {
        name: [(after - before) * 1000 for before, after in pairwise(each[run.rounds.warm_up :])]
        for name, each in clocks.items()
    }


def elapsed_time(run: Run, what: str, load: Load, functions: Mapping[str, Function], rounds: int) -> Samples:
    """Milliseconds from an event to its answer, after a warm-up against services that answer at once."""
    samples = defaultdict[str, list[float]](list)
    warm_up = run.rounds.warm_up // 3
    for number in run.turns(what, warm_up + rounds):
        for name, function in functions.items():
            function.initialise()
            run.services.begin(AT_ONCE if number < warm_up else LATENCIES)
            samples[name].append(load.invoke(function, number).wall * 1000)
            load.check(name, run.services.begin())
    return {name: each[-rounds:] for name, each in samples.items()}
