"""What can go wrong with tickets, apart from what AWS refuses and what a token's verification says."""


class TicketsError(Exception):
    """The message fails and comes back when its visibility timeout ends.

    Its text is a sentence of ours without any value from outside, so that it may go to the log.
    """


class KeyRingError(TicketsError):
    """The signing secret's value is missing or is not a key ring."""


class KeyNotInRing(KeyRingError):  # noqa: N818 # named after what happened, as its siblings are
    """The ring does not hold the key that a ticket was reserved with."""


class OutOfTime(TicketsError):  # noqa: N818 # likewise
    """The next step might not end before the function's timeout, so it was not started."""


class TicketGone(TicketsError):  # noqa: N818 # likewise
    """The ticket was there when it was reserved and is not there now."""
