"""How processor time and time are taken of processes that are warm, in turns."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from bench.batches import batch
from bench.errors import BenchError
from bench.function import Cost, Function, Side
from bench.judge import same_counts
from bench.run import Run
from bench.services import AT_ONCE, LATENCIES, Seen
from bench.sides import SECONDS

BATCH, TICKETS = 10, 4
FORGIVEN = 5  # batches of a side
Samples = Mapping[str, list[float]]


class Load(NamedTuple):
    """What a function is given: which of the two, how many messages, and the calls that these need."""

    function: str
    messages: int
    calls: Mapping[str, int]

    def invoke(self, function: Function, number: int) -> Cost:
        """Hands over the batch of that number."""
        return function.invoke(batch(number * self.messages, self.messages), SECONDS[self.function])

    def sample(self, run: Run, name: str, cost: Cost) -> Cost | None:
        """What a batch cost, if it did all that was due; None if messages failed, though no service refuses any.

        On a busy machine a call runs into its timeout now and then. Such a batch is no sample, and a few are forgiven.

        Raises:
            BenchError: other calls were made, or too many batches failed.
        """
        seen = run.services.begin()
        if not cost.answer["batchItemFailures"]:
            self.check(name, seen)
            return cost
        run.disturbed[name] += 1
        if run.disturbed[name] > FORGIVEN:
            failed = f"{name} failed messages of {run.disturbed[name]} batches, and no service refuses any"
            raise BenchError(f"{failed}: measure while the machine does nothing else")
        return None

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
    clocks = defaultdict[str, list[tuple[float, bool]]](list)
    for number in run.turns(what, run.rounds.warm_up + rounds + 1):
        for name, function in functions.items():
            function.initialise()
            clock = function.cpu
            run.services.begin(AT_ONCE)
            cost = load.invoke(function, number)
            clocks[name].append((clock, load.sample(run, name, cost) is not None))
    return {
        name: [(after - before) * 1000 for (before, good), (after, _) in pairwise(each[run.rounds.warm_up :]) if good]
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
            cost = load.sample(run, name, load.invoke(function, number))
            if cost is not None and number >= warm_up:
                samples[name].append(cost.wall * 1000)
    return samples
