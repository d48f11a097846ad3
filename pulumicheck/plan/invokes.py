"""What data sources answer, as far as it can be told without AWS.

The names and the members are those of pulumi-aws's own functions. Whatever is not here answers nothing that is known.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from pulumicheck.plan.policy_document import policy_document
from pulumicheck.plan.wire import UNKNOWN_TEXT
from pulumicheck.types.arns import Location

Arguments = Mapping[str, Any]
Answer = Callable[[Location, Arguments], dict[str, Any] | None]

_SIX = 6  # fields of an ARN
_UNTOLD = f"({UNKNOWN_TEXT})"  # a text, as the program expects one, by which whatever is made of it is unknown


def answer(token: str, arguments: Arguments, region: str | None) -> dict[str, Any] | None:
    """What a data source answers; None if only AWS can tell.

    Args:
        token: such as `aws:index/getRegion:getRegion`.
        arguments: what it is asked, all known.
        region: the stack's; None if its settings name none.
    """
    found = ANSWERS.get(token)
    region = arguments.get("region") or region
    return found(Location(region), arguments) if found and region else None


def _caller_identity(location: Location, _: Arguments) -> dict[str, Any]:
    """Who calls is not known; in whose account is, as far as a plan knows any."""
    return {"accountId": location.account, "id": location.account, "arn": _UNTOLD, "userId": _UNTOLD}


def _region(location: Location, _: Arguments) -> dict[str, Any]:
    region, domain = location.region, location.values["domain"]
    return {
        "region": region,
        "name": region,
        "id": region,
        "endpoint": f"ec2.{region}.{domain}",
        "description": _UNTOLD,
    }


def _partition(location: Location, _: Arguments) -> dict[str, Any]:
    partition, domain = location.values["partition"], location.values["domain"]
    return {
        "partition": partition,
        "id": partition,
        "dnsSuffix": domain,
        "reverseDnsPrefix": ".".join(reversed(domain.split("."))),
    }


def _zones(location: Location, arguments: Arguments) -> dict[str, Any]:
    """Three of them: how many there are, and which, differs from account to account."""
    names = [f"{location.region}{letter}" for letter in "abc"]
    left = [name for name in names if name not in (arguments.get("excludeNames") or [])]
    told = {"id": location.region, "region": location.region}
    return {**arguments, **told, "names": left, "zoneIds": [_UNTOLD for _ in left], "groupNames": [location.region]}


def _arn(_: Location, arguments: Arguments) -> dict[str, Any] | None:
    arn = str(arguments["arn"])
    parts = arn.split(":", maxsplit=_SIX - 1)
    if len(parts) != _SIX:
        return None
    names = ("partition", "service", "region", "account", "resource")
    return {"arn": arn, "id": arn, **dict(zip(names, parts[1:], strict=True))}


def _service_principal(location: Location, arguments: Arguments) -> dict[str, Any] | None:
    """Of services whose principal is the same everywhere, which are nearly all."""
    service, region = arguments["serviceName"], location.region
    if region.startswith(("cn-", "us-iso")):
        return None
    name = f"{service}.amazonaws.com"
    told = {"serviceName": service, "region": region, "suffix": "amazonaws.com"}
    return {"name": name, "id": f"{service}.{region}.amazonaws.com", **told}


def _policy_document(_: Location, arguments: Arguments) -> dict[str, Any]:
    document = policy_document(arguments)
    small = json.dumps(document, separators=(",", ":"))
    return {**arguments, "json": json.dumps(document, indent=2), "minifiedJson": small, "id": str(len(small))}


ANSWERS: Mapping[str, Answer] = {
    "aws:index/getArn:getArn": _arn,
    "aws:index/getAvailabilityZones:getAvailabilityZones": _zones,
    "aws:index/getCallerIdentity:getCallerIdentity": _caller_identity,
    "aws:index/getPartition:getPartition": _partition,
    "aws:index/getRegion:getRegion": _region,
    "aws:index/getServicePrincipal:getServicePrincipal": _service_principal,
    "aws:iam/getPolicyDocument:getPolicyDocument": _policy_document,
}
"""By token."""
