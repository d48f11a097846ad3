"""Storms that have a name."""

from dataclasses import replace

from minitickets.soak.storm import Fault, Kind, Service, Storm

_BOOKINGS_A_KILL = 100
_KILL_EVERY = 5.0  # seconds: a process that is started anew takes a second to be of use


def _phases(service: Service, *kinds: Kind, probability: float) -> list[Fault]:
    """One kind after the other, each for an equal share of the bookings."""
    share = 1 / len(kinds)
    return [
        Fault(
            service=service,
            kind=kind,
            probability=probability,
            since=number * share,
            until=(number + 1) * share,
            seconds=1.5 if kind == "slow" else 0.0,
        )
        for number, kind in enumerate(kinds)
    ]


_SES = _phases("ses", "slow", "throttle", "serverError", "lostAnswer", "lostRequest", probability=0.15)
_DYNAMODB = [
    Fault(service="dynamodb", kind="throttle", probability=0.04),
    Fault(service="dynamodb", kind="serverError", probability=0.02),
    Fault(service="dynamodb", kind="lostAnswer", probability=0.02),
    Fault(service="dynamodb", kind="lostRequest", probability=0.01),
    Fault(service="dynamodb", kind="slow", probability=0.005, seconds=0.8),
    # A brownout that outlasts all tries of the record: the email is sent, and nobody will know.
    Fault(service="dynamodb", kind="throttle", operation="PutItem", since=0.45, until=0.47, attempts=5),
]
_CRASHES = [
    Fault(service="ses", kind="crashBefore", probability=0.002, attempts=2),
    Fault(service="ses", kind="crashAfter", probability=0.002, attempts=2),
    Fault(service="dynamodb", kind="crashBefore", operation="PutItem", probability=0.002, attempts=2),
    Fault(service="dynamodb", kind="crashAfter", operation="UpdateItem (ticket)", probability=0.002, attempts=2),
]
_OVERLAP = [Fault(service="ses", kind="overlap", probability=0.01, attempts=1)]
_DUPLICATES = [Fault(service="sqs", kind="duplicate", probability=0.05, attempts=1)]

STORMS: dict[str, Storm] = {
    "calm": Storm(),
    "ses": Storm(faults=_SES),
    "dynamodb": Storm(faults=_DYNAMODB),
    "crashes": Storm(faults=_CRASHES, kills=1, kill_every=_KILL_EVERY),
    "overlap": Storm(faults=_OVERLAP),
    "duplicates": Storm(faults=_DUPLICATES, copies=0.1),
    "all": Storm(
        faults=[*_CRASHES, *_OVERLAP, *_DUPLICATES, *_SES, *_DYNAMODB], copies=0.05, kills=1, kill_every=_KILL_EVERY
    ),
}


def storm_named(name: str, seed: int, bookings: int) -> Storm:
    """The storm of that name, with as many kills as suit so many bookings."""
    storm = STORMS[name]
    kills = -(-bookings // _BOOKINGS_A_KILL) if storm.kills else 0
    return replace(storm, seed=seed, kills=kills)
