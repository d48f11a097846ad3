"""Both tables as a function's client meets them: what each request is for, and what the books are told of it.

Everything is read from the request and from the table itself, so that nothing here takes the function's word.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from minitickets.books.bookings import id_of, of_id, of_key
from minitickets.books.contract.claims import claimed_booking
from minitickets.books.contract.records import record_complaints
from minitickets.books.fates import Attempts
from minitickets.books.ticket_ledger import UNDER_WAY, Item, TicketLedger
from minitickets.simulate.line import ServiceCall, Step
from minitickets.simulate.table import ConditionFailed, SimulatedTable

if TYPE_CHECKING:
    from minitickets.simulate.services import Services

_DAY = 86_400  # seconds


class WatchedTable(Protocol):
    """A table that says what a request is about, and tells the books what it did."""

    def get_call(self, request: Mapping[str, Any]) -> ServiceCall:
        """What a GetItem is."""
        ...

    def put_call(self, request: Mapping[str, Any]) -> ServiceCall:
        """What a PutItem is."""
        ...

    def update_call(self, request: Mapping[str, Any]) -> ServiceCall:
        """What an UpdateItem is."""
        ...

    def get(self, request: Mapping[str, Any], attempts: Attempts) -> Mapping[str, Any]:
        """Carries out a GetItem."""
        ...

    def put(self, request: Mapping[str, Any], attempts: Attempts) -> None:
        """Carries out a PutItem."""
        ...

    def put_failed(self, request: Mapping[str, Any], attempts: Attempts) -> None:
        """The world failed a PutItem: refused it, or kept its answer."""
        ...

    def update(self, request: Mapping[str, Any], attempts: Attempts) -> None:
        """Carries out an UpdateItem."""
        ...


@dataclass(frozen=True)
class WatchedJobs:
    """The processed-jobs table, and the books on emails."""

    services: "Services"

    @property
    def table(self) -> SimulatedTable:
        """The table itself."""
        return self.services.jobs_table

    def get_call(self, request: Mapping[str, Any]) -> ServiceCall:
        """A look whether a job is done."""
        return _job_call("check", "GetItem", request["Key"], request)

    def put_call(self, request: Mapping[str, Any]) -> ServiceCall:
        """A record, or a lease that is taken or given back."""
        item = request["Item"]
        if not _is_lease(item):
            return _job_call("record", "PutItem", item, request)
        taken = int(item["expiresAt"]["N"]) > self.services.clock.now()
        return _job_call("lease" if taken else "give back", "PutItem (lease)", item, request)

    def update_call(self, request: Mapping[str, Any]) -> ServiceCall:
        """Nothing that the worker may do."""
        return _job_call("record", "UpdateItem", request["Key"], request)

    def get(self, request: Mapping[str, Any], attempts: Attempts) -> Mapping[str, Any]:
        """Answers, and books the look."""
        booking = self._known(request["Key"])
        answer = self.table.get(request)
        if not request.get("ConsistentRead"):
            self.services.violations.add("order", booking, "GetItem is not a consistent read")
        self.services.ledger.checked(attempts, booking, done=self._counts(answer.get("Item")))
        return answer

    def put(self, request: Mapping[str, Any], attempts: Attempts) -> None:
        """Writes, and books what is there then."""
        item, booking = request["Item"], self._known(request["Item"])
        before, step = self.table.find(item), self.put_call(request).step
        try:
            self.table.put(request)
            self._check_written(booking, before, item)
            self._note_path(before, step)
        except ConditionFailed:
            if step == "lease" and not self._is_held(before):
                self.services.violations.add("lease", booking, "it was called held, and nobody holds it")
            raise
        finally:
            if _is_lease(item):
                self._note_lease(attempts, booking, item)
            elif self._counts(self.table.find(item)):
                self.services.ledger.recorded(attempts, booking)

    def put_failed(self, request: Mapping[str, Any], attempts: Attempts) -> None:
        """Books it, if it was a record."""
        if not _is_lease(request["Item"]):
            self.services.ledger.record_failed(attempts, self._known(request["Item"]))

    def update(self, request: Mapping[str, Any], attempts: Attempts) -> None:  # noqa: ARG002 - nobody may
        """Refuses: the worker's role has no such permission."""
        raise PermissionError("the worker may not call UpdateItem")

    def _known(self, key: Item) -> int:
        booking = of_key(key["jobKey"]["S"])
        if key["jobKey"]["S"] != f"booking.confirmed:{id_of(booking)}" or booking not in range(
            len(self.services.ledger.fates)
        ):
            raise LookupError(f"no booking has the job key {key['jobKey']['S']}")
        return booking

    def _counts(self, item: Item | None) -> bool:
        """Whether an item is a record that has not expired."""
        return item is not None and not _is_lease(item) and self._lasts(item)

    def _lasts(self, item: Item, grace: float = 0) -> bool:
        """Whether an item has not expired, or not for longer than so many seconds."""
        return int(item["expiresAt"]["N"]) >= int(self.services.clock.now()) - grace

    def _note_lease(self, attempts: Attempts, booking: int, item: Item) -> None:
        now = self.table.find(item)
        attempts[booking].leased = now == item and int(item["expiresAt"]["N"]) > self.services.clock.now()

    def _check_written(self, booking: int, before: Item | None, item: Item) -> None:
        if self._counts(before):
            self.services.violations.add("record", booking, "a record that counts was written over")
        if _is_lease(item):
            self._check_lease(booking, before, item)
            return
        now, ids = self.services.clock.now(), self.services.email_ids[booking]
        message = next(iter(self.services.versions[booking]), {"type": "", "bookingId": ""})
        for complaint in record_complaints(message, item, email_ids=ids, written=(now - UNDER_WAY, now)):
            self.services.violations.add("content", booking, f"its record: {complaint}")

    def _note_path(self, before: Item | None, step: Step) -> None:
        if before is None or self._counts(before):
            return
        if not _is_lease(before):
            self.services.paths[f"{step}: over an expired record"] += 1
        elif step == "lease":
            self.services.paths["lease: over an expired lease"] += 1

    def _is_held(self, item: Item | None) -> bool:
        """Whether somebody has the job: by a lease that has not run out, or by a record that counts."""
        return self._counts(item) or (item is not None and _is_lease(item) and self._lasts(item, UNDER_WAY))

    def _check_lease(self, booking: int, before: Item | None, item: Item) -> None:
        ahead = int(item["expiresAt"]["N"]) - self.services.clock.now()
        given_back = -_DAY < ahead <= 0
        if not given_back and not -UNDER_WAY <= ahead - self.services.lease_seconds <= 1:
            self.services.violations.add("lease", booking, f"a lease was taken for {ahead:.0f} s")
        if before is None or not _is_lease(before) or not self._lasts(before):
            return
        if before["leaseOwner"] != item["leaseOwner"]:
            self.services.violations.add("lease", booking, "a lease that another worker holds was written over")


@dataclass(frozen=True)
class WatchedTickets:
    """The tickets table, and the books on tickets."""

    table: SimulatedTable
    ledger: TicketLedger

    def get_call(self, request: Mapping[str, Any]) -> ServiceCall:
        """A look at an earlier reservation."""
        return _ticket_call("find", "GetItem", request["Key"], request)

    def put_call(self, request: Mapping[str, Any]) -> ServiceCall:
        """A booking's claim, or a ticket's reservation."""
        item = request["Item"]
        if claimed_booking(item) is not None:
            return _ticket_call("claim", "PutItem (claim)", item, request)
        return _ticket_call("reserve", "PutItem (ticket)", item, request)

    def update_call(self, request: Mapping[str, Any]) -> ServiceCall:
        """A ticket's completion."""
        return _ticket_call("issue", "UpdateItem", request["Key"], request)

    def get(self, request: Mapping[str, Any], attempts: Attempts) -> Mapping[str, Any]:  # noqa: ARG002 - no ledger asks
        """Answers."""
        if not request.get("ConsistentRead"):
            self.ledger.read_stale(request["Key"])
        return self.table.get(request)

    def put(self, request: Mapping[str, Any], attempts: Attempts) -> None:  # noqa: ARG002
        """Writes, and books it."""
        item = request["Item"]
        before = self.table.find(item)
        self.table.put(request)
        if claimed_booking(item) is not None:
            self.ledger.claimed(before, item)
        else:
            self.ledger.reserved(before, item)

    def put_failed(self, request: Mapping[str, Any], attempts: Attempts) -> None:
        """Nobody has to know: the function fails its message."""

    def update(self, request: Mapping[str, Any], attempts: Attempts) -> None:  # noqa: ARG002
        """Writes, and books it."""
        before = self.table.find(request["Key"])
        self.ledger.issued(before, self.table.update(request))


def _job_call(step: Step, operation: str, key: Item, request: Mapping[str, Any]) -> ServiceCall:
    return ServiceCall(step, operation, of_key(key["jobKey"]["S"]), key["jobKey"]["S"], request)


def _ticket_call(step: Step, operation: str, key: Item, request: Mapping[str, Any]) -> ServiceCall:
    claimed = claimed_booking(key)
    booking = of_key(key["ticketId"]["S"]) if claimed is None else of_id(claimed)
    return ServiceCall(step, operation, booking, f"{key['userId']['S']} {key['ticketId']['S']}", request)


def _is_lease(item: Item) -> bool:
    return "leaseOwner" in item
