"""Faults that have a name: in a simulated world, and on real processes."""

from minitickets.books.faults import Fault, Faults, Kind, Service


def _everywhere(kind: Kind, probability: float, *services: Service) -> list[Fault]:
    return [Fault(service=service, kind=kind, probability=probability) for service in services]


def _phases(service: Service, *kinds: Kind, probability: float, until: int) -> list[Fault]:
    """One kind after the other, each for an equal part of the time."""
    part = until / len(kinds)
    return [
        Fault(
            service=service,
            kind=kind,
            probability=probability,
            since=number * part,
            until=(number + 1) * part,
            seconds=1.5 if kind == "slow" else None,
        )
        for number, kind in enumerate(kinds)
    ]


_BOTH = {
    "calm": Faults(),
    "duplicates": Faults(copies=0.2, disruptions=[Fault(service="sqs", kind="duplicate", probability=0.1)]),
}

_CRASHES = [Fault(service="lambda", kind="crash", probability=0.1)]
_BROWNOUT = [
    Fault(service="dynamodb", kind="throttle", probability=0.3, since=60, until=660),
    Fault(service="dynamodb", kind="lostAnswer", probability=0.1, since=60, until=660),
    Fault(service="dynamodb", kind="slow", probability=0.2, seconds=0.7, since=60, until=660),
]
_LOST = [
    *_everywhere("lostAnswer", 0.01, "ses", "dynamodb", "sqs", "s3", "secretsmanager"),
    *_everywhere("lostRequest", 0.01, "ses", "dynamodb", "sqs", "s3", "secretsmanager"),
    *_everywhere("serverError", 0.01, "ses", "dynamodb", "sqs", "s3", "secretsmanager"),
    *_everywhere("throttle", 0.01, "ses", "dynamodb", "sqs", "s3", "secretsmanager", "lambda"),
    Fault(service="ses", kind="slow", probability=0.02, seconds=3.5),
    Fault(service="ses", kind="slow", probability=0.005, seconds=7),
    Fault(service="dynamodb", kind="slow", probability=0.01, seconds=0.8),
]

# What waits while nothing is invoked comes in full batches then, of which SES refuses one, and so all.
_BACKLOGS = [
    Fault(service="lambda", kind="throttle", since=100, until=130),
    Fault(service="lambda", kind="throttle", since=180, until=220),
    Fault(service="ses", kind="throttle", since=215, until=240, probability=0.5),
    Fault(service="lambda", kind="throttle", since=300, until=330),
    Fault(service="lambda", kind="throttle", since=420, until=455),
    Fault(service="lambda", kind="throttle", since=560, until=600),
    Fault(service="ses", kind="serverError", since=595, until=625, probability=0.4),
    Fault(service="lambda", kind="throttle", since=640, until=680),
]
_SLOW_MACHINES = [
    Fault(service="lambda", kind="slow", probability=0.03, seconds=9),
    Fault(service="lambda", kind="slow", probability=0.03, seconds=29),
]

# Few in the middle, so that environments live long enough for their key rings to lack what others signed with.
_SOME_CRASHES = [
    Fault(service="lambda", kind="crash", until=400, probability=0.1),
    Fault(service="lambda", kind="crash", since=400, until=760, probability=0.004),
    Fault(service="lambda", kind="crash", since=760, probability=0.1),
]

SIMULATED_PRESETS: dict[str, Faults] = {
    **_BOTH,
    "crashes": Faults(copies=0.02, disruptions=_CRASHES),
    "ses-outage-15m": Faults(
        publish_seconds=1200, disruptions=[Fault(service="ses", kind="serverError", since=120, until=1020)]
    ),
    "dynamodb-brownout": Faults(publish_seconds=720, copies=0.02, disruptions=_BROWNOUT),
    "thundering-herd": Faults(
        publish_seconds=0, ses_per_second=100, disruptions=[Fault(service="lambda", kind="throttle", probability=0.3)]
    ),
    "all": Faults(
        publish_seconds=900,
        copies=0.1,
        revised=0.15,
        poison=0.04,
        rejected=0.03,
        expired=0.02,
        rotate_keys=True,
        redrive=True,
        ses_per_second=200,
        disruptions=[
            *_BOTH["duplicates"].disruptions,
            *_SOME_CRASHES,
            *_BROWNOUT,
            *_LOST,
            *_BACKLOGS,
            *_SLOW_MACHINES,
            Fault(service="dynamodb", kind="lostRequest", since=200, until=420, probability=0.45),
            Fault(service="ses", kind="slow", since=240, until=330, probability=0.5, seconds=4.5),
            Fault(service="ses", kind="paused", since=450, until=480),
            Fault(service="secretsmanager", kind="serverError", since=720, until=1150, probability=0.8),
            Fault(service="s3", kind="serverError", since=460, until=560, probability=0.6),
            Fault(service="ses", kind="serverError", since=700, until=1300, probability=0.9),
        ],
    ),
}

_KILLS = Fault(service="lambda", kind="crash", probability=0.01)
_KILLED_CALLS = [
    Fault(service="ses", kind="crashBefore", probability=0.002, attempts=2),
    Fault(service="ses", kind="crashAfter", probability=0.002, attempts=2),
    Fault(service="dynamodb", kind="crashBefore", operation="PutItem", probability=0.002, attempts=2),
    Fault(service="dynamodb", kind="crashAfter", operation="UpdateItem (ticket)", probability=0.002, attempts=2),
]
_OVERLAP = Fault(service="ses", kind="overlap", probability=0.01, attempts=1)
_SES = _phases("ses", "slow", "throttle", "serverError", "lostAnswer", "lostRequest", probability=0.15, until=300)
_DYNAMODB = [
    Fault(service="dynamodb", kind="throttle", probability=0.04),
    Fault(service="dynamodb", kind="serverError", probability=0.02),
    Fault(service="dynamodb", kind="lostAnswer", probability=0.02),
    Fault(service="dynamodb", kind="lostRequest", probability=0.01),
    Fault(service="dynamodb", kind="slow", probability=0.005, seconds=0.8),
    # A brownout that outlasts all tries of the record: the email is sent, and nobody will know.
    Fault(service="dynamodb", kind="throttle", operation="PutItem", since=135, until=141, attempts=5),
]

REAL_PRESETS: dict[str, Faults] = {
    **_BOTH,
    "ses": Faults(disruptions=_SES),
    "dynamodb": Faults(disruptions=_DYNAMODB),
    "crashes": Faults(disruptions=[*_KILLED_CALLS, _KILLS]),
    "overlap": Faults(disruptions=[_OVERLAP]),
    "all": Faults(
        copies=0.05,
        disruptions=[
            *_KILLED_CALLS,
            _OVERLAP,
            Fault(service="sqs", kind="duplicate", probability=0.05, attempts=1),
            *_SES,
            *_DYNAMODB,
            _KILLS,
        ],
    ),
}
