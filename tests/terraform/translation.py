"""What a Pulumi program declares, as Terraform's JSON: AWS's provider is the same code under both.

What only AWS can tell, such as a queue's URL or the end of a bucket's name, becomes a reference to the resource that
has it, so that nothing that a plan made up reaches AWS, and creation follows the references.
"""

from collections.abc import Collection, Mapping
from typing import Any

from embeddedaws.clients import DEPLOYER
from pulumicheck.plan.recording import Recording, Resource
from pulumicheck.types.inputs import as_object
from tests.terraform.references import snake_case, type_of, with_references

Json = dict[str, Any]

_SERVICES = (
    "cloudwatch",
    "cloudwatchlogs",
    "dynamodb",
    "ecr",
    "iam",
    "lambda",
    "s3",
    "secretsmanager",
    "sesv2",
    "sns",
    "sqs",
    "sts",
)
# What the two do not call alike. Pulumi has the plural for what can be there more than once.
_INPUTS = {
    "attributes": "attribute",
    "commands": "command",
    "globalSecondaryIndexes": "global_secondary_index",
    "keySchemas": "key_schema",
    "topic": "topic_arn",
}
_NAMES = {"aws_cloudwatch_metric_alarm": "alarm_name", "aws_lambda_function": "function_name"}
_KEYS = {"HASH": "hashKey", "RANGE": "rangeKey"}
_WITH_KEY_SCHEMA = 6  # the major version of the provider whose indexes have it
_CHOSEN = {"dimensions", "tags", "variables"}  # objects whose keys are the program's own


def translate(recording: Recording, endpoint: str, provider: int = 5) -> Json:
    """A whole configuration.

    Args:
        recording: what a plan recorded.
        endpoint: where all of AWS's services are.
        provider: the major version of AWS's provider that it is for.
    """
    made = {each.urn: each for each in recording.resources if each.custom and each.type.startswith("aws:")}
    resources: dict[str, Json] = {}
    for each in made.values():
        needs = [made[urn] for urn in each.dependencies if urn in made]
        resources.setdefault(type_of(each), {})[each.name] = _resource(each, needs, provider)
    outputs = {name: {"value": _value(value, made.values(), provider)} for name, value in recording.outputs.items()}
    (aws,) = (each for each in recording.resources if each.type == "pulumi:providers:aws")
    return {
        "terraform": {"required_providers": {"aws": {"source": "hashicorp/aws", "version": f"~> {provider}.0"}}},
        "provider": {"aws": _provider(aws, endpoint)},
        "resource": resources,
        "output": outputs,
    }


def _provider(aws: Resource, endpoint: str) -> Json:
    return {
        "region": aws.inputs["region"],
        "access_key": DEPLOYER.access_key_id,
        "secret_key": DEPLOYER.secret_access_key,
        "s3_use_path_style": True,
        "default_tags": {"tags": as_object(aws.inputs["defaultTags"])["tags"]},
        "endpoints": dict.fromkeys(_SERVICES, endpoint),
    }


def _resource(resource: Resource, needs: Collection[Resource], provider: int) -> Json:
    own, inputs = _NAMES.get(type_of(resource), "name"), dict(resource.inputs)
    name = {own: inputs.pop("name")} if "name" in inputs else {}  # others may have the same
    block = {**name, **_block(inputs, needs, provider)}
    if needs:
        block["depends_on"] = [f"{type_of(each)}.{each.name}" for each in needs]
    if resource.protect:
        block["lifecycle"] = {"prevent_destroy": True}
    return block


def _block(inputs: Mapping[str, Any], needs: Collection[Resource], provider: int) -> Json:
    if provider < _WITH_KEY_SCHEMA:
        inputs = _without_key_schemas(inputs)
    return {
        _INPUTS.get(key) or snake_case(key): _value(value, needs, provider, chosen=key in _CHOSEN)
        for key, value in inputs.items()
    }


def _value(value: Any, needs: Collection[Resource], provider: int, *, chosen: bool = False) -> Any:
    if isinstance(value, Mapping) and chosen:
        return {key: _value(each, needs, provider) for key, each in value.items()}
    if isinstance(value, Mapping):
        return _block(value, needs, provider)
    if isinstance(value, list):
        return [_value(each, needs, provider) for each in value]
    return with_references(value, needs) if isinstance(value, str) else value


def _without_key_schemas(inputs: Mapping[str, Any]) -> Mapping[str, Any]:
    """An index as it was written when it could have two keys at most."""
    keys = {_KEYS[each["keyType"]]: each["attributeName"] for each in inputs.get("keySchemas", ())}
    return {key: value for key, value in inputs.items() if key != "keySchemas"} | keys
