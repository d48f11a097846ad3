"""References in the place of what only AWS can tell, such as a queue's URL or the end of a bucket's name."""

import re
from collections import Counter
from collections.abc import Collection, Iterator

from pulumicheck.plan.recording import Resource

_TYPES = {"aws_sqs_redrive_allow_policy": "aws_sqs_queue_redrive_allow_policy"}  # what the two do not call alike
_END = r"(?![\w.-])"  # one ARN may be the beginning of another
_ESCAPES = {"${": "$${", "%{": "%%{"}


def type_of(resource: Resource) -> str:
    """`aws_sqs_queue` for `aws:sqs/queue:Queue`."""
    module, name = resource.type.split(":")[1].split("/")
    alike = f"aws_{module}_{snake_case(name)}"
    return _TYPES.get(alike, alike)


def with_references(text: str, resources: Collection[Resource]) -> str:
    """The text with references in the place of what AWS decides, and with nothing else that looks like one."""
    if reference := _ids(resources).get(text):
        return reference
    parts = {value: reference for each in resources for value, reference in _decided(each)} | _ESCAPES
    longest_first = sorted(parts, key=len, reverse=True)
    pattern = "|".join(re.escape(part) + (_END if part.startswith("arn:") else "") for part in longest_first)
    return re.sub(pattern, lambda found: parts[found[0]], text)


def _ids(resources: Collection[Resource]) -> dict[str, str]:
    """References to ids, by id; what only one resource has, apart from what is a setting of it."""
    found = [each for each in resources if each.row.target is None]
    count = Counter(each.id for each in found)
    return {each.id: _reference(each, "id") for each in found if count[each.id] == 1}


def _decided(resource: Resource) -> Iterator[tuple[str, str]]:
    """What is in a resource's outputs only, and references to it."""
    for key in ("arn", "repositoryUrl"):
        if key in resource.outputs:
            yield resource.outputs[key], _reference(resource, snake_case(key))
    tokens = (resource.outputs.get("dkimSigningAttributes") or {}).get("tokens") or ()
    for place, token in enumerate(tokens):
        yield token, _reference(resource, f"dkim_signing_attributes[0].tokens[{place}]")


def _reference(resource: Resource, attribute: str) -> str:
    return f"${{{type_of(resource)}.{resource.name}.{attribute}}}"


def snake_case(name: str) -> str:
    """`queue_url` for `queueUrl`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
