"""What AWS would answer for each resource: ids, ARNs and URLs that are known only after a deployment.

Account ids and random parts are stand-ins, everything else has the form that AWS's provider gives (Pulumi registry,
the *Outputs* section of each resource).
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

_DOCUMENTS = {"assumeRolePolicy", "policy", "redriveAllowPolicy", "redrivePolicy"}

ACCOUNT_ID = "123456789012"

Inputs = Mapping[str, Any]


@dataclass(frozen=True)
class _Place:
    region: str
    physical_name: str

    def arn(self, service: str, resource: str, *, region: bool = True, account: bool = True) -> str:
        return f"arn:aws:{service}:{self.region if region else ''}:{ACCOUNT_ID if account else ''}:{resource}"


class PlannedOutputs:
    """Gives each resource the outputs that it would have in a region."""

    def __init__(self, region: str) -> None:
        self._region = region

    def create(self, type_: str, name: str, inputs: Inputs) -> tuple[str, dict[str, Any]]:
        """The id and the outputs of one resource; a type that is not in the table below gets an ARN by rule."""
        place = _Place(self._region, _physical_name(name, inputs))
        found = _OUTPUTS.get(type_, _by_rule(type_))(place, inputs)
        id_ = str(found.pop("id"))
        return id_, {"name": place.physical_name, **_as_text(inputs), **found}


def _as_text(inputs: Inputs) -> dict[str, Any]:
    """A policy may be given as a value; what the provider answers is always its JSON text."""
    return {
        key: json.dumps(value) if key in _DOCUMENTS and isinstance(value, Mapping) else value
        for key, value in inputs.items()
    }


def _physical_name(name: str, inputs: Inputs) -> str:
    """The name given, or one with a suffix in the place of the random one that Pulumi or AWS would add."""
    given = inputs.get("name") or inputs.get("bucket")
    if isinstance(given, str):
        return given
    prefix = inputs.get("bucketPrefix") or inputs.get("namePrefix")
    return f"{prefix}{sha256(str(prefix).encode()).hexdigest()[:8]}" if prefix else f"{name}-0000000"


def _by_rule(type_: str) -> Callable[[_Place, Inputs], dict[str, Any]]:
    service = type_.partition(":")[2].partition("/")[0]  # package:service/module:type

    def outputs(place: _Place, _: Inputs) -> dict[str, Any]:
        return {"id": place.physical_name, "arn": place.arn(service, place.physical_name)}

    return outputs


def _queue(place: _Place, _: Inputs) -> dict[str, Any]:
    url = f"https://sqs.{place.region}.amazonaws.com/{ACCOUNT_ID}/{place.physical_name}"
    return {"id": url, "url": url, "arn": place.arn("sqs", place.physical_name)}


def _table(place: _Place, _: Inputs) -> dict[str, Any]:
    return {"id": place.physical_name, "arn": place.arn("dynamodb", f"table/{place.physical_name}")}


def _bucket(place: _Place, _: Inputs) -> dict[str, Any]:
    bucket = place.physical_name
    return {
        "id": bucket,
        "bucket": bucket,
        "arn": place.arn("s3", bucket, region=False, account=False),
        "bucketDomainName": f"{bucket}.s3.amazonaws.com",
        "bucketRegionalDomainName": f"{bucket}.s3.{place.region}.amazonaws.com",
    }


def _secret(place: _Place, _: Inputs) -> dict[str, Any]:
    arn = place.arn("secretsmanager", f"secret:{place.physical_name}-AbCdEf")  # AWS adds six random characters
    return {"id": arn, "arn": arn}


def _repository(place: _Place, _: Inputs) -> dict[str, Any]:
    return {
        "id": place.physical_name,
        "arn": place.arn("ecr", f"repository/{place.physical_name}"),
        "registryId": ACCOUNT_ID,
        "repositoryUrl": f"{ACCOUNT_ID}.dkr.ecr.{place.region}.amazonaws.com/{place.physical_name}",
    }


def _email_identity(place: _Place, inputs: Inputs) -> dict[str, Any]:
    identity = str(inputs["emailIdentity"])
    tokens = [sha256(f"{identity}/{number}".encode()).hexdigest()[:32] for number in range(3)]
    is_domain = "@" not in identity
    return {
        "id": identity,
        "arn": place.arn("ses", f"identity/{identity}"),
        "identityType": "DOMAIN" if is_domain else "EMAIL_ADDRESS",
        "dkimSigningAttributes": {"tokens": tokens if is_domain else []},
        "verifiedForSendingStatus": False,
    }


def _log_group(place: _Place, _: Inputs) -> dict[str, Any]:
    return {"id": place.physical_name, "arn": place.arn("logs", f"log-group:{place.physical_name}")}


def _topic(place: _Place, _: Inputs) -> dict[str, Any]:
    arn = place.arn("sns", place.physical_name)
    return {"id": arn, "arn": arn}


def _subscription(place: _Place, inputs: Inputs) -> dict[str, Any]:
    arn = f"{inputs['topic']}:00000000-0000-0000-0000-000000000000"
    return {"id": arn, "arn": arn, "name": place.physical_name}


def _alarm(place: _Place, _: Inputs) -> dict[str, Any]:
    return {"id": place.physical_name, "arn": place.arn("cloudwatch", f"alarm:{place.physical_name}")}


def _role(place: _Place, _: Inputs) -> dict[str, Any]:
    arn = place.arn("iam", f"role/{place.physical_name}", region=False)
    return {"id": place.physical_name, "arn": arn, "uniqueId": "AROAEXAMPLE"}


def _role_policy(place: _Place, inputs: Inputs) -> dict[str, Any]:
    return {"id": f"{inputs['role']}:{place.physical_name}"}


def _policy(place: _Place, _: Inputs) -> dict[str, Any]:
    arn = place.arn("iam", f"policy/{place.physical_name}", region=False)
    return {"id": arn, "arn": arn}


def _function(place: _Place, _: Inputs) -> dict[str, Any]:
    arn = place.arn("lambda", f"function:{place.physical_name}")
    return {"id": place.physical_name, "arn": arn, "version": "$LATEST"}


def _mapping(place: _Place, inputs: Inputs) -> dict[str, Any]:
    digest = sha256(f"{inputs['functionName']}/{inputs['eventSourceArn']}".encode()).hexdigest()
    uuid = f"{digest[:8]}-{digest[8:12]}-{digest[12:16]}-{digest[16:20]}-{digest[20:32]}"
    return {"id": uuid, "uuid": uuid, "arn": place.arn("lambda", f"event-source-mapping:{uuid}")}


_OUTPUTS: dict[str, Callable[[_Place, Inputs], dict[str, Any]]] = {
    "aws:cloudwatch/logGroup:LogGroup": _log_group,
    "aws:cloudwatch/metricAlarm:MetricAlarm": _alarm,
    "aws:dynamodb/table:Table": _table,
    "aws:ecr/repository:Repository": _repository,
    "aws:iam/policy:Policy": _policy,
    "aws:iam/role:Role": _role,
    "aws:iam/rolePolicy:RolePolicy": _role_policy,
    "aws:lambda/eventSourceMapping:EventSourceMapping": _mapping,
    "aws:lambda/function:Function": _function,
    "aws:s3/bucket:Bucket": _bucket,
    "aws:secretsmanager/secret:Secret": _secret,
    "aws:sesv2/emailIdentity:EmailIdentity": _email_identity,
    "aws:sns/topic:Topic": _topic,
    "aws:sns/topicSubscription:TopicSubscription": _subscription,
    "aws:sqs/queue:Queue": _queue,
}
