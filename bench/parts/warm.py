"""Both functions when they are warm."""

from collections.abc import Mapping

from bench.function import Function
from bench.parts.measuring import BATCH, BOOKING, TEN_EMAILS, elapsed_time, only, processor_time
from bench.results import Figure
from bench.run import Run
from bench.sides import BEFORE, BOTO3, LEAN, OURS, POWERTOOLS, REFERENCE, SEQUENTIAL, TYPESCRIPT_SIDE


def email(run: Run) -> None:
    """Processor time of an email, against services that answer at once; and resident memory."""
    sides = only(run.sides.worker, OURS, REFERENCE, BEFORE, TYPESCRIPT_SIDE, POWERTOOLS, BOTO3)
    with run.running("worker", sides, tls=False) as functions:
        batches = processor_time(run, "email", TEN_EMAILS, functions, run.rounds.emails)
        _memory(run, "worker's memory", functions)
    samples = {name: [each / BATCH for each in found] for name, found in batches.items()}
    figure = run.results.add("emailCpu", Figure("email, processor", "ms", samples))
    run.results.ratio("emailCpu", figure, OURS, TYPESCRIPT_SIDE)
    run.results.ratio("emailCpuPowertools", figure, OURS, POWERTOOLS)
    run.results.ratio("referenceEmailCpu", figure, REFERENCE, BEFORE)


def batch_of_ten(run: Run) -> None:
    """A batch of ten over TLS, against services that take the set time."""
    sides = only(run.sides.worker, OURS, REFERENCE, BEFORE, TYPESCRIPT_SIDE, SEQUENTIAL, POWERTOOLS, BOTO3)
    with run.running("worker", sides, tls=True) as functions:
        samples = elapsed_time(run, "warm batch of ten", TEN_EMAILS, functions, run.rounds.warm)
    figure = run.results.add("warmTen", Figure("warm batch of ten", "ms", samples))
    run.results.ratio("warmTen", figure, OURS, TYPESCRIPT_SIDE)
    run.results.ratio("warmTenSequential", figure, OURS, SEQUENTIAL)
    run.results.ratio("referenceWarmTen", figure, REFERENCE, BEFORE)


def booking(run: Run) -> None:
    """A booking of four: processor time against services that answer at once, and time over TLS at the set ones."""
    sides = only(run.sides.tickets, OURS, REFERENCE, BEFORE, TYPESCRIPT_SIDE, LEAN, SEQUENTIAL)
    with run.running("tickets", sides, tls=False) as functions:
        processor = processor_time(run, "booking", BOOKING, functions, run.rounds.bookings)
        _memory(run, "ticket issuer's memory", functions)
    with run.running("tickets", sides, tls=True) as functions:
        elapsed = elapsed_time(run, "booking at set latencies", BOOKING, functions, run.rounds.bookings)
    figure = run.results.add("bookingOfFourCpu", Figure("booking of four, processor", "ms", processor))
    run.results.ratio("bookingOfFourCpu", figure, OURS, TYPESCRIPT_SIDE)
    run.results.ratio("bookingOfFourCpuLean", figure, OURS, LEAN)
    run.results.ratio("referenceBookingOfFourCpu", figure, REFERENCE, BEFORE)
    figure = run.results.add("bookingOfFourWall", Figure("booking of four", "ms", elapsed))
    run.results.ratio("bookingOfFourWall", figure, OURS, BEFORE)
    run.results.ratio("bookingOfFourWallTypescript", figure, OURS, TYPESCRIPT_SIDE)
    run.results.ratio("referenceBookingOfFourWall", figure, REFERENCE, BEFORE)


def _memory(run: Run, title: str, functions: Mapping[str, Function]) -> None:
    """What a function keeps resident at most; the ratio that is no ratio is the larger of our two."""
    name = f"residentMegabytes{title.partition(chr(39))[0].title().replace(' ', '')}"
    figure = run.results.add(name, Figure(title, "MB", {side: [each.memory] for side, each in functions.items()}))
    before = run.results.ratios.get("residentMegabytes", 0)
    run.results.ratios["residentMegabytes"] = round(max(before, figure.median(OURS)), 1)
