"""One run: bookings published at once, faults while they are handled, dead letters moved back, everything checked."""

import resource
import sys
import threading
import time
from collections import Counter
from typing import Protocol

from embeddedaws.log_groups import read_log_group
from minitickets.books.violations import Violations
from minitickets.ops.dead_letters import DeadLetter, looked_at
from minitickets.ops.log_lines import Entry, entries_in
from minitickets.ops.redrive import Redrive
from minitickets.soak.audit import (
    check_dead_letters,
    check_drained,
    check_emails,
    check_logs,
    check_receives,
    check_records,
    emails_of,
)
from minitickets.soak.bookkeeper import Bookkeeper
from minitickets.soak.deliveries import Deliveries
from minitickets.soak.environments import Chaos, Environments
from minitickets.soak.layer import FaultLayer
from minitickets.soak.machine import Machine
from minitickets.soak.outcome import SoakOutcome
from minitickets.soak.publication import messages_of, publish
from minitickets.soak.stage import SoakedStack
from minitickets.soak.storm import Storm
from minitickets.soak.tickets import check_tickets, read_tickets
from minitickets.soak.traffic import Traffic
from minitickets.stack.drain import Progress, drain


class SoakWatcher(Protocol):
    """Is told how far the run is."""

    def step(self, sentence: str) -> None:
        """The next step begins."""
        ...

    def progress(self, done: int, of: int, faults: int) -> None:
        """So many messages of so many are done, and so many faults have fallen."""
        ...


class SoakRun:
    """One run on a stage that nothing else uses meanwhile.

    Args:
        stage: the deployed stack.
        storm: what goes wrong, and for which bookings; none of them was used on this stage before.
    """

    def __init__(self, stage: SoakedStack, storm: Storm) -> None:
        self._stage = stage
        self._storm = storm
        self._began = time.monotonic()
        self._peak_threads = 0
        self.violations = Violations(lambda: round(time.monotonic() - self._began, 6))
        self.books = Bookkeeper(storm.bookings, self.violations, leases=stage.settings.lease)
        self._environments = Environments(stage.aws.lambda_service.functions)
        self._deliveries = Deliveries(
            stage.disturbance.services, queues=stage.pipelines.queues, storm=storm, redelivered=self.books.redelivered
        )
        self._layer = FaultLayer(
            app=self._deliveries,
            storm=storm,
            books=self.books,
            environments=self._environments,
            make_visible=lambda booking: stage.make_visible(self._deliveries.in_flight(booking)),
        )
        self._machine = Machine()
        self._traffic = Traffic(
            self.books,
            self._deliveries.bookings,
            self._environments.killed,
            self._machine.was_slow,
            self.violations,
        )
        self._emails_before = len(stage.aws.mailbox.emails)

    def run(self, watcher: SoakWatcher) -> SoakOutcome:
        """Runs to the end; what must never be is in the outcome."""
        stage, disturbance = self._stage, self._stage.disturbance
        skipped_before = stage.aws.clock.skipped
        disturbance.layers, disturbance.observer = self._layer, self._traffic
        try:
            with self._machine:
                published, dead = self._storm_and_calm(watcher)
        finally:
            disturbance.layers, disturbance.observer = None, lambda _event: None
        watcher.step("Checking every booking, every ticket and every dead letter")
        return self._audit(published, dead, stage.aws.clock.skipped - skipped_before)

    def _storm_and_calm(self, watcher: SoakWatcher) -> tuple[int, list[DeadLetter]]:
        """Gives how many messages each queue got, and the dead letters that were moved back."""
        published = self._publish(watcher)
        watcher.step("Handling them while processes are killed and services fail")
        with Chaos(self._environments, self._storm) as chaos:
            self._settle(watcher, published)
        if chaos.kills:
            self.books.faults["lambda kill"] += chaos.kills
        watcher.step("The storm is over; moving the dead letters back")
        self._storm.end()
        dead = self._redrive()
        self._settle(watcher, published)
        return published, dead

    def _publish(self, watcher: SoakWatcher) -> int:
        """Publishes all, and gives how many messages each queue got."""
        watcher.step("Publishing the bookings to both queues")
        messages = messages_of(self._storm)
        for booking, copies in Counter(messages).items():
            if copies > 1:
                self.books.published_twice(booking)
        sqs, queue_urls = self._stage.aws.clients.sqs, self._stage.pipelines.queue_urls
        for sent, _ in enumerate(publish(sqs, queue_urls, messages), start=1):
            watcher.progress(0, sent, 0)
        return len(messages)

    def _settle(self, watcher: SoakWatcher, published: int) -> None:
        def tell(progress: Progress) -> None:
            self._peak_threads = max(self._peak_threads, threading.active_count())
            watcher.progress(2 * published - progress.left, 2 * published, self.books.faults.total())

        drain(self._stage, self._traffic.in_flight, tell)

    def _redrive(self) -> list[DeadLetter]:
        sqs = self._stage.aws.clients.sqs
        return [
            letter
            for pipeline in self._stage.pipelines
            for letter in Redrive(sqs, pipeline.dlq_url, pipeline.queue_url).run()
        ]

    def _audit(self, published: int, dead: list[DeadLetter], skipped: float) -> SoakOutcome:
        stage, bookings, violations, books = self._stage, self._storm.bookings, self.violations, self.books
        entries, emails = self._entries(), emails_of(stage.aws.mailbox.emails[self._emails_before :])
        check_emails(emails, bookings, books, stage.sender, violations)
        records = stage.items(stage.output("processedJobsTable"))
        check_records(records, emails, bookings, books.unrecorded, violations)
        check_logs(entries, emails, bookings, violations)
        check_dead_letters(dead, entries, self._traffic.unseen, violations)
        check_receives(self._deliveries.receives, stage.settings.max_receive_count, violations)
        self._check_drained(published)
        items = stage.items(stage.output("ticketsTable"))
        tickets = read_tickets(stage.aws.clients, items, stage.output("assetsBucket"), bookings)
        counts = Counter(len(emails.get(booking, ())) for booking in bookings)
        return SoakOutcome(
            seed=self._storm.seed,
            bookings=len(bookings),
            messages=2 * published,
            deliveries=self._traffic.deliveries,
            invocations=self._traffic.invocations,
            emails=sum(number * count for number, count in counts.items()),
            emails_per_booking=dict(counts),
            tickets=check_tickets(tickets, stage.ring, bookings, violations),
            lost=violations.counts["lost"],
            dead_lettered=len(dead),
            faults=books.faults,
            windows={window: count for window, count in books.ledger.windows.items() if count},
            paths=self._paths(len(dead)),
            timeouts=self._traffic.timeouts,
            slow_machine=books.late + self._traffic.excused,
            violations=violations.first,
            violation_counts=violations.counts,
            seconds=time.monotonic() - self._began,
            skipped_seconds=skipped,
            peak_megabytes=_peak_megabytes(),
            peak_threads=self._peak_threads,
        )

    def _paths(self, dead: int) -> dict[str, int]:
        windows = {f"window: {window}": count for window, count in self.books.ledger.windows.items()}
        counts = {**self.books.paths, **windows, "queue: dead letter": dead}
        return {path: count for path, count in counts.items() if count}

    def _entries(self) -> list[Entry]:
        """All that the functions wrote to their logs."""
        aws = self._stage.aws
        aws.lambda_service.flush_logs()
        groups = [pipeline.log_group for pipeline in self._stage.pipelines]
        return [entry for group in groups for entry in entries_in(read_log_group(aws.clients.logs, group))]

    def _check_drained(self, published: int) -> None:
        for pipeline in self._stage.pipelines:
            with looked_at(self._stage.aws.clients.sqs, pipeline.dlq_url, 2 * published) as letters:
                check_drained(letters, self.violations)


def _peak_megabytes() -> int:
    """The largest resident size of this process so far, in MB; processes of functions are not in it."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1024 * 1024 if sys.platform == "darwin" else 1024)
