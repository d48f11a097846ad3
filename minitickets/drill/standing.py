"""How the stack stands: all that a drill may change, to be compared before and after."""

import json
from collections.abc import Iterator
from typing import Any

from minitickets.drill.scene import Scene

Standing = dict[str, Any]
"""Each thing by what it is called in a sentence."""

_OWN_ATTRIBUTES = ("ApproximateNumber", "CreatedTimestamp", "LastModifiedTimestamp")  # or how they begin


def standing_of(scene: Scene) -> Standing:
    """Everything as it is now."""
    return dict(_things(scene))


def differences(before: Standing, after: Standing) -> list[str]:
    """What is not as it was, in sentences."""
    return [f"{name} is not as it was." for name in sorted({*before, *after}) if before.get(name) != after.get(name)]


def _things(scene: Scene) -> Iterator[tuple[str, Any]]:
    functions, mappings = scene.aws.lambda_service.functions, scene.aws.lambda_service.mappings
    yield "the account's concurrency", functions.concurrency.limit
    yield from ((f"function {function.name}", function) for function in functions.list())
    yield from ((f"mapping {mapping.uuid}", mapping.configuration) for mapping in mappings.list())
    yield from _queues(scene)
    yield from _roles(scene)
    yield "the email identities", scene.aws.contents.email_identities()
    yield "the signing secret", scene.aws.contents.secret_versions()


def _queues(scene: Scene) -> Iterator[tuple[str, Any]]:
    for pipeline in (scene.worker, scene.tickets):
        for name, url in ((pipeline.queue, pipeline.queue_url), (pipeline.dlq, pipeline.dlq_url)):
            attributes = scene.aws.clients.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
            yield f"queue {name}", {k: v for k, v in attributes.items() if not k.startswith(_OWN_ATTRIBUTES)}


def _roles(scene: Scene) -> Iterator[tuple[str, Any]]:
    iam = scene.aws.clients.iam
    for role in iam.list_roles()["Roles"]:
        name = role["RoleName"]
        for policy in iam.list_role_policies(RoleName=name)["PolicyNames"]:
            document = iam.get_role_policy(RoleName=name, PolicyName=policy)["PolicyDocument"]
            yield f"policy {policy} of role {name}", json.dumps(document, sort_keys=True)
        yield f"role {name}", iam.list_attached_role_policies(RoleName=name)["AttachedPolicies"]
