"""Faults that have a name."""

from minitickets.simulate.faults import Disruption, Faults, Kind, Service


def _everywhere(kind: Kind, probability: float, *services: Service) -> list[Disruption]:
    return [Disruption(service=service, kind=kind, probability=probability) for service in services]


_DUPLICATES = [Disruption(service="sqs", kind="duplicate", probability=0.1)]
_CRASHES = [Disruption(service="lambda", kind="crash", probability=0.1)]
_BROWNOUT = [
    Disruption(service="dynamodb", kind="throttle", probability=0.3, since=60, until=660),
    Disruption(service="dynamodb", kind="lostAnswer", probability=0.1, since=60, until=660),
    Disruption(service="dynamodb", kind="slow", probability=0.2, seconds=0.7, since=60, until=660),
]
_LOST = [
    *_everywhere("lostAnswer", 0.01, "ses", "dynamodb", "sqs", "s3", "secretsmanager"),
    *_everywhere("lostRequest", 0.01, "ses", "dynamodb", "sqs", "s3", "secretsmanager"),
    *_everywhere("serverError", 0.01, "ses", "dynamodb", "sqs", "s3", "secretsmanager"),
    *_everywhere("throttle", 0.01, "ses", "dynamodb", "sqs", "s3", "secretsmanager", "lambda"),
    Disruption(service="ses", kind="slow", probability=0.02, seconds=3.5),
    Disruption(service="ses", kind="slow", probability=0.005, seconds=7),
    Disruption(service="dynamodb", kind="slow", probability=0.01, seconds=0.8),
]

PRESETS: dict[str, Faults] = {
    "calm": Faults(),
    "duplicates": Faults(copies=0.2, disruptions=_DUPLICATES),
    "crashes": Faults(copies=0.02, disruptions=_CRASHES),
    "ses-outage-15m": Faults(
        publish_seconds=1200, disruptions=[Disruption(service="ses", kind="serverError", since=120, until=1020)]
    ),
    "dynamodb-brownout": Faults(publish_seconds=720, copies=0.02, disruptions=_BROWNOUT),
    "thundering-herd": Faults(
        publish_seconds=0,
        ses_per_second=200,
        disruptions=[Disruption(service="lambda", kind="throttle", probability=0.3)],
    ),
    "all": Faults(
        publish_seconds=900,
        copies=0.1,
        poison=0.01,
        rejected=0.005,
        expired=0.02,
        rotate_keys=True,
        redrive=True,
        ses_per_second=200,
        disruptions=[
            *_DUPLICATES,
            *_CRASHES,
            *_BROWNOUT,
            *_LOST,
            Disruption(service="dynamodb", kind="lostRequest", since=240, until=330, probability=0.4),
            Disruption(service="ses", kind="slow", since=240, until=330, probability=0.5, seconds=4.5),
            Disruption(service="ses", kind="serverError", since=700, until=1300, probability=0.9),
        ],
    ),
}
