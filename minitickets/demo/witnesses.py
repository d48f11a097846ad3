"""Who looks on while a demo runs, none of them a function: the mappings, the services, the policies."""

import time

from embeddedaws.authorization.layer import Authorized
from embeddedaws.moto.queue_time import QueueClock
from minitickets.stack.journal import Journal
from minitickets.stack.witness import Witness


class Witnesses:
    """What they have seen.

    Attributes:
        began: epoch seconds of the wall clock at which they began to look.
        journal: what the mappings did.
        services: what the services were asked for.
        denied: the actions that a policy did not let a function do.
    """

    def __init__(self, clock: QueueClock) -> None:
        self.began = time.time()
        self.journal = Journal(clock)
        self.services = Witness()
        self.denied: list[str] = []

    def note_decision(self, authorized: Authorized) -> None:
        """Notes what the policies said of a call."""
        if not authorized.decision.allowed:
            self.denied.append(authorized.call.action)
