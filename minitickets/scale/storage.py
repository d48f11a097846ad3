"""What is kept of a month's bookings, and what keeping it costs each month from then on."""

from dataclasses import dataclass

from minitickets.scale.day import GIGABYTE
from minitickets.scale.load import Load
from minitickets.scale.per_booking import png_bytes, stored_bytes, ticket_bytes
from pulumicheck.map.prices import BACKUP_GIGABYTE_MONTH, BUCKET_GIGABYTE_MONTH, TABLE_GIGABYTE_MONTH

MONTH = 30
"""Days."""


@dataclass(frozen=True)
class Storage:
    """A month's tickets: nothing deletes them. Processed jobs expire, and a month of them is what the table holds."""

    load: Load

    @property
    def tickets(self) -> float:
        """How many."""
        return self.load.bookings * self.load.model.booking.tickets * MONTH

    @property
    def table_bytes(self) -> float:
        """Of the tickets table and of its index, which holds every attribute again."""
        return self.tickets * 2 * stored_bytes(ticket_bytes())

    @property
    def bucket_bytes(self) -> float:
        """Of the QR codes."""
        return self.tickets * png_bytes()

    @property
    def dollars(self) -> float:
        """A month, with point-in-time recovery of the table; without the index, which is not backed up."""
        table, bucket = self.table_bytes / GIGABYTE, self.bucket_bytes / GIGABYTE
        backup = table / 2 * BACKUP_GIGABYTE_MONTH
        return table * TABLE_GIGABYTE_MONTH + backup + bucket * BUCKET_GIGABYTE_MONTH
