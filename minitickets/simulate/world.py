"""One simulated world, from its first booking until its queues are empty."""

from collections import Counter
from contextlib import redirect_stdout
from typing import TextIO, cast

from minitickets.books.fates import EmailFate, TicketsFate
from minitickets.simulate.environments import tickets_environment, worker_environment
from minitickets.simulate.function import Environment, make_function
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.mapping import SimulatedMapping
from minitickets.simulate.message import SimulatedMessage
from minitickets.simulate.observer import WorldObserver
from minitickets.simulate.publication import publish, quantity_of
from minitickets.simulate.scenario import Scenario, WorldOutcome
from minitickets.simulate.services import Services
from minitickets.simulate.weather import Nature
from minitickets.simulate.wire import TimedWire
from minitickets.simulate.worker_judge import BACKOFF

_ROTATIONS = 5  # of the signing key, so that environments with rings of different ages meet over a ticket
_SECONDS_A_BOOKING = 2  # more than either function takes for one, with nobody to help it


def simulate(scenario: Scenario) -> WorldOutcome:
    """Runs a world until its queues are empty, or should have been."""
    return World(scenario).run()


class World:
    """The services, both functions, and the time that they share."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._settings, self._faults = scenario.settings, scenario.faults
        self._nature = Nature(self._faults, scenario.seed)
        self._kernel = self._nature.kernel
        self._services = Services(self._settings, self._faults, self._nature)
        self._observer = WorldObserver(
            services=self._services, redrive_at=self._quiet_from if self._faults.redrive else None
        )
        self._environments = 0
        if scenario.stop_at_first:
            self._services.violations.noticed = self._kernel.end

    def run(self) -> WorldOutcome:
        """Runs it, once."""
        self._publish()
        if self._faults.rotate_keys:
            for part in range(1, _ROTATIONS + 1):
                time = round(self._faults.publish_seconds * SECOND) * part // (_ROTATIONS + 1)
                self._kernel.at(time, self._services.secret.rotate)
        for mapping in self._make_mappings():
            mapping.start()
        with redirect_stdout(cast("TextIO", self._services.log)):
            self._kernel.run(until=self._latest_end())
        return self._outcome()

    @property
    def _quiet_from(self) -> int:
        return round(self._faults.quiet_from * SECOND)

    def _make_mappings(self) -> list[SimulatedMapping]:
        functions = (
            make_function("worker", 3, self._settings, self._worker_environment),
            make_function("tickets", 10, self._settings, self._tickets_environment),
        )
        return [
            SimulatedMapping(function, queue, self._nature, self._observer)
            for function, queue in zip(functions, self._services.queues, strict=True)
        ]

    def _worker_environment(self) -> Environment:
        return worker_environment(self._services, self._wire())

    def _tickets_environment(self) -> Environment:
        return tickets_environment(self._services, self._wire())

    def _wire(self) -> TimedWire:
        self._environments += 1
        return TimedWire(self._nature, self._services.meter, self._services.violations, self._environments)

    def _publish(self) -> None:
        services = self._services
        messages, poison = publish(self._scenario.bookings, self._faults, self._nature.chance)
        for booking in range(self._scenario.bookings):
            services.ledger.fates.append(EmailFate(poison=booking in poison))
            services.ticket_ledger.fates.append(TicketsFate(wanted=0 if booking in poison else quantity_of(booking)))
            if self._nature.chance.falls(self._faults.expired):
                services.leave_expired_item(booking)
        for message in messages:
            services.publish(message.body)
            for prefix, queue in zip("jt", services.queues, strict=True):
                id_ = f"{prefix}{message.booking}-{message.copy}"
                queue.send(SimulatedMessage(id_, message.booking, message.body, message.time))

    def _latest_end(self) -> int:
        """When the queues must be empty: each message can use up its receives, and once more after a redrive."""
        receives = 2 * (self._settings.max_receive_count + 1)
        pause = max(*BACKOFF, self._settings.jobs_visibility_timeout, self._settings.tickets_visibility_timeout)
        working = _SECONDS_A_BOOKING * self._scenario.bookings
        return round((self._faults.quiet_from + receives * pause + working) * SECOND)

    def _outcome(self) -> WorldOutcome:
        services = self._services
        for queue in services.queues:
            if not queue.empty:
                services.violations.add("drain", -1, f"{queue.live} messages are still in a queue")
        fates, tickets = services.ledger.fates, services.ticket_ledger.fates
        outcome = WorldOutcome(
            worlds=1,
            bookings=len(fates),
            lost=services.ledger.lost(),
            dead_lettered=sum(fate.dead and not fate.emails for fate in fates),
            tickets=sum(fate.issued for fate in tickets),
            tickets_dead_lettered=sum(fate.dead and fate.issued < fate.wanted for fate in tickets),
            redriven=self._observer.redriven,
            meter=services.meter,
            ended=self._kernel.now,
            drained_after=max(0, self._kernel.now - self._quiet_from),
            paths=services.paths
            + Counter({f"window: {window}": count for window, count in services.ledger.windows.items()})
            + Counter({"queue: dead letter": sum(queue.reasons.total() for queue in services.queues)}),
            violations=services.violations.first,
            violation_counts=services.violations.counts,
        )
        outcome.emails_per_booking.update(fate.emails for fate in fates)
        outcome.windows.update(services.ledger.windows)
        for queue in services.queues:
            outcome.reasons.update(queue.reasons)
        return outcome
