"""One simulated world, from its first booking until its queues are empty."""

from contextlib import redirect_stdout
from typing import TextIO, cast

from minitickets.simulate.bookings import Publication, publish
from minitickets.simulate.chance import Chance
from minitickets.simulate.clock import EPOCH, VirtualClock
from minitickets.simulate.fates import Fate
from minitickets.simulate.function import Function
from minitickets.simulate.functions import TicketsEnvironment, WorkerEnvironment
from minitickets.simulate.kernel import SECOND, Kernel
from minitickets.simulate.log_sink import LogSink
from minitickets.simulate.mapping import Mapping, Surroundings
from minitickets.simulate.message import Message
from minitickets.simulate.meter import Meter
from minitickets.simulate.observer import Observer
from minitickets.simulate.scenario import Outcome, Scenario
from minitickets.simulate.secret import RotatingSecret
from minitickets.simulate.services import Reports, Services, make_services
from minitickets.simulate.ticket_ledger import TicketsFate
from minitickets.simulate.variants import VARIANTS
from minitickets.simulate.violations import Violations
from minitickets.simulate.weather import Weather
from minitickets.simulate.wire import TimedWire

_PAUSE = 180  # seconds: the longest between two receives of one message, the tickets queue's visibility timeout
_SECONDS_A_BOOKING = 2  # more than either function takes for one, with nobody to help it


def simulate(scenario: Scenario) -> Outcome:
    """Runs a world until its queues are empty, or should have been."""
    return World(scenario).run()


class World:
    """The services, both functions, and the time that they share."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._kernel = Kernel()
        self._chance = Chance(scenario.seed)
        self._weather = Weather(scenario.faults, self._kernel, self._chance)
        self._clock = VirtualClock(self._kernel)
        self._meter = Meter()
        self._violations = Violations(lambda: self._kernel.now)
        self._log = LogSink(self._meter.events, self._violations)
        self._secret = RotatingSecret(self._chance)
        self._services = make_services(scenario, self._reports())
        self._observer = self._make_observer()
        self._environments = 0

    def run(self) -> Outcome:
        """Runs it, once."""
        self._publish(publish(self._scenario.bookings, self._scenario.faults, self._chance))
        if self._scenario.faults.rotate_keys:
            self._kernel.at(round(self._scenario.faults.publish_seconds * SECOND) // 2, self._secret.rotate)
        self._observer.mappings = self._make_mappings()
        for mapping in self._observer.mappings:
            mapping.start()
        with redirect_stdout(cast("TextIO", self._log)):
            self._kernel.run(until=self._latest_end())
        return self._outcome()

    def _reports(self) -> Reports:
        return Reports(
            kernel=self._kernel,
            chance=self._chance,
            weather=self._weather,
            violations=self._violations,
            secret=self._secret,
            why=self._log.why,
        )

    def _make_observer(self) -> Observer:
        faults = self._scenario.faults
        return Observer(
            kernel=self._kernel,
            services=self._services,
            violations=self._violations,
            meter=self._meter,
            log=self._log,
            redrive_at=round(faults.quiet_from * SECOND) if faults.redrive else None,
        )

    def _make_mappings(self) -> list[Mapping]:
        around = Surroundings(self._kernel, self._chance, self._weather, self._observer)
        settings = self._scenario.settings
        worker = Function(
            name="worker",
            timeout=settings.worker_timeout,
            memory=settings.worker_memory,
            batch_size=settings.worker_batch_size,
            maximum_concurrency=settings.worker_maximum_concurrency,
            calls=3,
            environment=self._worker_environment,
        )
        tickets = Function(
            name="tickets",
            timeout=settings.tickets_timeout,
            memory=settings.tickets_memory,
            batch_size=settings.tickets_batch_size,
            maximum_concurrency=settings.tickets_maximum_concurrency,
            calls=10,
            environment=lambda: TicketsEnvironment(self._services, self._wire(), self._clock),
        )
        return [
            Mapping(worker, self._services.jobs_queue, around),
            Mapping(tickets, self._services.tickets_queue, around),
        ]

    def _worker_environment(self) -> WorkerEnvironment:
        self._environments += 1
        variant = VARIANTS[self._scenario.variant]
        return WorkerEnvironment(self._services, self._wire(), self._clock, variant, f"e{self._environments}")

    def _wire(self) -> TimedWire:
        return TimedWire(self._kernel, self._chance, self._weather, self._meter)

    def _publish(self, publication: Publication) -> None:
        services, faults = self._services, self._scenario.faults
        for booking, quantity in enumerate(publication.quantities):
            poison = booking in publication.poison
            services.ledger.fates.append(Fate(poison=poison))
            services.ticket_ledger.fates.append(TicketsFate(0 if poison else quantity))
            if self._chance.falls(faults.expired):
                _leave_expired_item(services, booking)
        for message in publication.messages:
            number, copy, body, time = message.booking, message.copy, message.body, message.time
            services.jobs_queue.send(Message(f"j{number}-{copy}", number, body, time))
            services.tickets_queue.send(Message(f"t{number}-{copy}", number, body, time))

    def _latest_end(self) -> int:
        """When the queues must be empty: each message can use up its receives, and once more after a redrive."""
        receives = 2 * (self._scenario.settings.max_receive_count + 1)
        working = _SECONDS_A_BOOKING * self._scenario.bookings
        return round((self._scenario.faults.quiet_from + receives * _PAUSE + working) * SECOND)

    def _outcome(self) -> Outcome:
        services, quiet = self._services, round(self._scenario.faults.quiet_from * SECOND)
        for queue in (services.jobs_queue, services.tickets_queue):
            if not queue.empty:
                self._violations.add("drain", -1, f"{queue.live} messages are still in a queue")
        fates, tickets = services.ledger.fates, services.ticket_ledger.fates
        outcome = Outcome(
            bookings=len(fates),
            lost=services.ledger.lost(),
            dead_lettered=sum(fate.dead and not fate.emails for fate in fates),
            tickets=sum(fate.issued for fate in tickets),
            tickets_dead_lettered=sum(fate.dead and fate.issued < fate.wanted for fate in tickets),
            redriven=self._observer.redriven,
            meter=self._meter,
            ended=self._kernel.now,
            drained_after=max(0, self._kernel.now - quiet),
            violations=self._violations.first,
            violation_counts=self._violations.counts,
        )
        outcome.emails_per_booking.update(fate.emails for fate in fates)
        outcome.windows.update(services.ledger.windows)
        outcome.reasons.update(services.reasons)
        return outcome


def _leave_expired_item(services: Services, booking: int) -> None:
    item = {"jobKey": {"S": f"booking.confirmed:b{booking}"}, "expiresAt": {"N": str(EPOCH - 1)}}
    services.jobs_table.put({"Item": item})
