"""Sides that do what they are told, and stand-in servers that count it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, cast

from bench.function import Cost, Function, Side
from bench.parts.measuring import BOOKING, EMAIL
from bench.results import Results
from bench.run import TINY, Rounds, Run
from bench.services import Seen, Services
from bench.sides import (
    BARE,
    BEFORE,
    BOTO3,
    LEAN,
    OURS,
    POWERTOOLS,
    REFERENCE,
    SEQUENTIAL,
    TYPESCRIPT_SIDE,
    Sides,
    Stack,
)

WORKERS = (OURS, REFERENCE, BEFORE, TYPESCRIPT_SIDE, SEQUENTIAL, POWERTOOLS, BOTO3)
ISSUERS = (OURS, REFERENCE, BEFORE, TYPESCRIPT_SIDE, SEQUENTIAL, LEAN)


@dataclass
class FakeServices:
    """Counts what the sides say that they asked."""

    counts: Counter[str] = field(default_factory=Counter[str])

    def begin(self, *_: Any, **__: Any) -> Seen:
        counts, self.counts = self.counts, Counter()
        return Seen(counts, {}, [])


@dataclass
class FakeFunction:
    """Takes a second of a processor for each message; a lazy one makes no PutItem."""

    services: FakeServices
    calls: Mapping[str, int]
    lazy: bool
    failing: bool
    cpu: float = 0.5
    memory: float = 50.0
    pid: int = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Leaves nothing."""

    def initialise(self) -> None:
        """Is at once."""

    def invoke(self, event: Mapping[str, Any], _seconds: float) -> Cost:
        count = len(event["Records"])
        self.cpu += count
        calls = {name: each * count for name, each in self.calls.items() if not (self.lazy and name == "PutItem")}
        self.services.counts.update(calls)
        failures = [{"itemIdentifier": "m-1"}] if self.failing else []
        return Cost(count * 2, count, {"batchItemFailures": failures})

    first = invoke


@dataclass(frozen=True)
class FakeStack:
    """Starts fake functions."""

    services: FakeServices
    lazy: str | None = None
    failing: str | None = None

    def start(self, function: str, _services: Services, *, tls: bool) -> Callable[[Side], Function]:
        calls = EMAIL.calls if function == "worker" else BOOKING.calls
        assert tls in {True, False}
        return lambda side: cast(
            "Function", FakeFunction(self.services, calls, side.name == self.lazy, side.name == self.failing)
        )


@dataclass(frozen=True)
class FakeSides:
    """All that there are."""

    worker: Mapping[str, Side]
    tickets: Mapping[str, Side]
    bare: Mapping[str, Side]


def fake_run(folder: Path, *, lazy: str | None = None, failing: str | None = None, rounds: Rounds = TINY) -> Run:
    """A run of few rounds; `lazy` names a side that does less, `failing` one that fails a message of each batch."""
    services = FakeServices()

    def sides(names: tuple[str, ...]) -> dict[str, Side]:
        return {name: Side(name=name, command=[], folder=folder, environment={}) for name in names}

    return Run(
        sides=cast("Sides", FakeSides(sides(WORKERS), sides(ISSUERS), sides((BARE,)))),
        stack=cast("Stack", FakeStack(services, lazy, failing)),
        services=cast("Services", services),
        rounds=rounds,
        results=Results(),
        tell=lambda _: None,
    )
