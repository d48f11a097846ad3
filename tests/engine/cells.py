"""Cells: small groups of resources, each with a form before and one after, for one program that has them all."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]
Cell = Mapping[str, list[Json]]


def it(kind: str, called_here: str, /, *, opts: Json | None = None, called: str | None = None, **inputs: Any) -> Json:
    """One resource; `called` is what the program calls it, if not its name in the cell."""
    found: Json = {"kind": kind, "name": called_here, "inputs": inputs, "opts": opts or {}}
    return found | ({"called": called} if called else {})


def cell(before: list[Json], after: list[Json]) -> Cell:
    """Both forms."""
    return {"before": before, "after": after}


def made_of(name: str, output: str) -> Json:
    """A value that is another resource's output."""
    return {"$": [name, output]}


def document(action: str, resource: Any = "*", **more: Any) -> Json:
    """A policy as JSON, made of what is known only when it is deployed where its resource is."""
    statement = {"Sid": "It", "Effect": "Allow", "Action": action, "Resource": resource, **more}
    return {"json": {"Version": "2012-10-17", "Statement": [statement]}}


TRUST = json.dumps(
    {
        "Version": "2012-10-17",
        "Statement": [
            {"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}
        ],
    }
)
NAME = "CELL-it"
IMAGE = "123456789012.dkr.ecr.ap-south-1.amazonaws.com/it@sha256:" + "1" * 64
OTHER_IMAGE = IMAGE[:-64] + "2" * 64
Q = it("queue", "q", name=NAME, delay_seconds=1)
AUTO = it("queue", "q", delay_seconds=1)
ROLE = it("role", "r", name=NAME, assume_role_policy=TRUST)
AUTO_ROLE = it("role", "r", assume_role_policy=TRUST)


def but(resource: Json, /, *, opts: Json | None = None, called: str | None = None, **inputs: Any) -> Json:
    """The resource otherwise; an input that is None is gone."""
    changed = {key: value for key, value in {**resource["inputs"], **inputs}.items() if value is not None}
    found = {**resource, "inputs": changed, "opts": {**resource["opts"], **(opts or {})}}
    return found | ({"called": called} if called else {})


def _table(key: str = "a", **inputs: Any) -> Json:
    attributes = [{"name": key, "type": "S"}]
    given: Json = {"billing_mode": "PAY_PER_REQUEST", "hash_key": key, "attributes": attributes, **inputs}
    return it("table", "t", **given)


def _function(role: str, **inputs: Any) -> Json:
    given: Json = {"package_type": "Image", "image_uri": IMAGE, "role": made_of("r", role), "name": NAME, **inputs}
    return it("function", "f", **given)


def _mapping(queue: str, **inputs: Any) -> Json:
    return it("mapping", "m", event_source_arn=made_of("q", queue), function_name=made_of("f", "arn"), **inputs)


def _queue_policy(resource: Json | None = None) -> Json:
    principal = {"Principal": {"Service": "sns.amazonaws.com"}}
    policy = document("sqs:SendMessage", resource or made_of("q", "arn"), **principal)
    return it("queue-policy", "p", queue_url=made_of("q", "url"), policy=policy)


def _role_policy(resource: Any = "*", **more: Any) -> Json:
    given: Json = {"role": made_of("r", "id"), "policy": document("sqs:SendMessage", resource), **more}
    return it("role-policy", "p", **given)


_ALARM = it(
    "alarm",
    "a",
    comparison_operator="GreaterThanThreshold",
    evaluation_periods=1,
    metric_name="x",
    namespace="n",
    period=60,
    statistic="Sum",
    threshold=1,
    dimensions={"QueueName": made_of("q", "name")},
)
_REPOSITORY = it("repository", "y", name=NAME)


def _lifecycle(count: int) -> Json:
    kept = {"tagStatus": "untagged", "countType": "imageCountMoreThan", "countNumber": count}
    rule = {"rulePriority": 1, "selection": kept, "action": {"type": "expire"}}
    return it("lifecycle", "l", repository=made_of("y", "name"), policy=json.dumps({"rules": [rule]}))


GROUP = it("component:own:x:Group", "g")
OTHER = it("component:own:x:Other", "g")

_OPTIONS: dict[str, Cell] = {
    "nothing": cell([Q], [Q]),
    "a setting": cell([Q], [but(Q, delay_seconds=2)]),
    "a setting gone": cell([Q], [but(Q, delay_seconds=None)]),
    "another name": cell([Q], [but(Q, name=f"{NAME}2")]),
    "a name given": cell([AUTO], [Q]),
    "a name taken away": cell([Q], [AUTO]),
    "an automatic name": cell([AUTO], [but(AUTO, delay_seconds=2)]),
    "of another path": cell([AUTO_ROLE], [but(AUTO_ROLE, path="/x/")]),
    "added": cell([], [Q]),
    "removed": cell([Q], []),
    "called otherwise": cell([Q], [but(Q, called="other")]),
    "called otherwise with an automatic name": cell([AUTO], [but(AUTO, called="other")]),
    "called otherwise with an alias": cell([Q], [but(Q, called="other", opts={"aliases": [{"name": "q"}]})]),
    "an alias and a setting": cell([Q], [but(Q, called="other", delay_seconds=2, opts={"aliases": [{"name": "q"}]})]),
    "an alias and another name": cell(
        [Q], [but(Q, called="other", name=f"{NAME}2", opts={"aliases": [{"name": "q"}]})]
    ),
    "an alias of nothing": cell([Q], [but(Q, called="other", opts={"aliases": [{"name": "nothing"}]})]),
    "an alias that is not needed": cell([Q], [but(Q, opts={"aliases": [{"name": "old"}]})]),
    "two swapped": cell(
        [it("queue", "a", name=f"{NAME}a"), it("queue", "b", name=f"{NAME}b")],
        [it("queue", "a", name=f"{NAME}b"), it("queue", "b", name=f"{NAME}a")],
    ),
    "moved under a component": cell([Q], [GROUP, but(Q, opts={"parent": "g"})]),
    "moved under a component, automatic": cell([AUTO], [GROUP, but(AUTO, opts={"parent": "g"})]),
    "moved under a component with an alias": cell(
        [Q], [GROUP, but(Q, opts={"parent": "g", "aliases": [{"parent": None}]})]
    ),
    "moved out of a component": cell([GROUP, but(Q, opts={"parent": "g"})], [Q]),
    "a component called otherwise": cell(
        [GROUP, but(Q, opts={"parent": "g"})], [but(GROUP, called="h"), but(Q, opts={"parent": "g"})]
    ),
    "a component of another type": cell([GROUP, but(Q, opts={"parent": "g"})], [OTHER, but(Q, opts={"parent": "g"})]),
    "a component of another type with an alias": cell(
        [GROUP, but(Q, opts={"parent": "g"})],
        [but(OTHER, opts={"aliases": [{"type_": "own:x:Group"}]}), but(Q, opts={"parent": "g"})],
    ),
    "a component called otherwise with an alias and what is called after it": cell(
        [GROUP, but(Q, called="g-q", opts={"parent": "g"})],
        [
            but(OTHER, called="h", opts={"aliases": [{"name": "g", "type_": "own:x:Group"}]}),
            but(Q, called="h-q", opts={"parent": "g"}),
        ],
    ),
    "a component in a component of another type with an alias": cell(
        [GROUP, it("component:own:x:In", "i", opts={"parent": "g"}), but(Q, opts={"parent": "i"})],
        [
            but(OTHER, opts={"aliases": [{"type_": "own:x:Group"}]}),
            it("component:own:x:In", "i", opts={"parent": "g"}),
            but(Q, opts={"parent": "i"}),
        ],
    ),
    "two automatic names under two components": cell(
        [
            GROUP,
            it("component:own:x:Other", "h"),
            but(AUTO_ROLE, opts={"parent": "g"}),
            it("role", "s", called="r", assume_role_policy=TRUST, opts={"parent": "h"}),
        ],
        [GROUP, it("component:own:x:Other", "h"), but(AUTO_ROLE, opts={"parent": "g"})],
    ),
    "ignored": cell([Q], [but(Q, delay_seconds=2, opts={"ignore_changes": ["delaySeconds"]})]),
    "ignored on both sides": cell(
        [but(Q, opts={"ignore_changes": ["name"]})], [but(Q, name=f"{NAME}2", opts={"ignore_changes": ["name"]})]
    ),
    "no longer ignored": cell([but(Q, opts={"ignore_changes": ["delaySeconds"]})], [but(Q, delay_seconds=2)]),
    "ignored and another setting": cell(
        [Q], [but(Q, delay_seconds=2, receive_wait_time_seconds=3, opts={"ignore_changes": ["delaySeconds"]})]
    ),
    "ignored and replaced": cell(
        [Q], [but(Q, delay_seconds=2, name=f"{NAME}2", opts={"ignore_changes": ["delaySeconds"]})]
    ),
    "all ignored": cell([Q], [but(Q, delay_seconds=2, name=f"{NAME}2", opts={"ignore_changes": ["*"]})]),
    "a tag ignored": cell(
        [but(Q, tags={"a": "1", "b": "1"})], [but(Q, tags={"a": "2", "b": "1"}, opts={"ignore_changes": ["tags.a"]})]
    ),
    "another tag than is ignored": cell(
        [but(Q, tags={"a": "1", "b": "1"})], [but(Q, tags={"a": "2", "b": "2"}, opts={"ignore_changes": ["tags.a"]})]
    ),
    "a new tag ignored": cell(
        [but(Q, tags={"a": "1"})], [but(Q, tags={"a": "1", "c": "1"}, opts={"ignore_changes": ["tags.c"]})]
    ),
    "all tags ignored": cell(
        [but(Q, tags={"a": "1"})], [but(Q, tags={"a": "2", "c": "1"}, opts={"ignore_changes": ["tags.*"]})]
    ),
    "a path in brackets ignored": cell(
        [but(Q, tags={"a b": "1"})], [but(Q, tags={"a b": "2"}, opts={"ignore_changes": ['tags["a b"]']})]
    ),
    "no path ignored": cell([Q], [but(Q, delay_seconds=2, opts={"ignore_changes": ["nothing[", "other.x"]})]),
    "what is added ignored": cell([but(Q, delay_seconds=None)], [but(Q, opts={"ignore_changes": ["delaySeconds"]})]),
    "what is gone ignored": cell([Q], [but(Q, delay_seconds=None, opts={"ignore_changes": ["delaySeconds"]})]),
    "a table's key ignored": cell([_table()], [but(_table("b"), opts={"ignore_changes": ["hashKey", "attributes"]})]),
    "replaced on a change": cell([Q], [but(Q, delay_seconds=2, opts={"replace_on_changes": ["delaySeconds"]})]),
    "replaced on no change": cell([Q], [but(Q, opts={"replace_on_changes": ["delaySeconds"]})]),
    "replaced on another change": cell([Q], [but(Q, delay_seconds=2, opts={"replace_on_changes": ["tags"]})]),
    "replaced on any change": cell([Q], [but(Q, delay_seconds=2, opts={"replace_on_changes": ["*"]})]),
    "replaced on a change that is ignored": cell(
        [Q], [but(Q, delay_seconds=2, opts={"replace_on_changes": ["*"], "ignore_changes": ["delaySeconds"]})]
    ),
    "replaced on a tag": cell(
        [but(Q, tags={"a": "1"})], [but(Q, tags={"a": "2"}, opts={"replace_on_changes": ["tags.a"]})]
    ),
    "replaced on all tags": cell(
        [but(Q, tags={"a": "1"})], [but(Q, tags={"a": "2"}, opts={"replace_on_changes": ["tags"]})]
    ),
    "replaced on a change with what is made of it": cell(
        [Q, _queue_policy()], [but(Q, delay_seconds=2, opts={"replace_on_changes": ["delaySeconds"]}), _queue_policy()]
    ),
    "an automatic name replaced on a change": cell(
        [AUTO, _queue_policy()],
        [but(AUTO, delay_seconds=2, opts={"replace_on_changes": ["delaySeconds"]}), _queue_policy()],
    ),
    "a trigger": cell([Q], [but(Q, opts={"replacement_trigger": "1"})]),
    "a trigger pulled": cell([but(Q, opts={"replacement_trigger": "1"})], [but(Q, opts={"replacement_trigger": "2"})]),
    "a trigger not pulled": cell(
        [but(Q, opts={"replacement_trigger": "1"})], [but(Q, opts={"replacement_trigger": "1"})]
    ),
    "a trigger gone": cell([but(Q, opts={"replacement_trigger": "1"})], [Q]),
    "a trigger pulled with what is made of it": cell(
        [but(Q, opts={"replacement_trigger": "1"}), _queue_policy()],
        [but(Q, opts={"replacement_trigger": "2"}), _queue_policy()],
    ),
    "a trigger made of what is new": cell(
        [Q, it("topic", "t", opts={"replacement_trigger": "1"})],
        [but(Q, name=f"{NAME}2"), it("topic", "t", opts={"replacement_trigger": made_of("q", "arn")})],
    ),
    "deleted before it is replaced": cell(
        [AUTO_ROLE, _role_policy()],
        [but(AUTO_ROLE, path="/x/", opts={"delete_before_replace": True}), _role_policy()],
    ),
    "not deleted before it is replaced": cell(
        [Q, _queue_policy()], [but(Q, name=f"{NAME}2", opts={"delete_before_replace": False}), _queue_policy()]
    ),
    "deleted before, and nothing is replaced": cell(
        [Q], [but(Q, delay_seconds=2, opts={"delete_before_replace": True})]
    ),
    "kept": cell([but(Q, opts={"retain_on_delete": True})], []),
    "kept and replaced": cell(
        [but(Q, opts={"retain_on_delete": True})], [but(Q, name=f"{NAME}2", opts={"retain_on_delete": True})]
    ),
    "kept only from now on": cell([Q], [but(Q, opts={"retain_on_delete": True})]),
    "kept only from now on and replaced": cell([Q], [but(Q, name=f"{NAME}2", opts={"retain_on_delete": True})]),
    "no longer kept": cell([but(Q, opts={"retain_on_delete": True})], [Q]),
    "protected": cell([Q], [but(Q, opts={"protect": True})]),
    "no longer protected": cell([but(Q, opts={"protect": True})], [but(Q, opts={"protect": False})]),
    "no longer protected and replaced": cell([but(Q, opts={"protect": True})], [but(Q, name=f"{NAME}2")]),
    "protected and changed": cell([but(Q, opts={"protect": True})], [but(Q, delay_seconds=2, opts={"protect": True})]),
}

_DEPENDENTS: dict[str, Cell] = {
    "what is made of another name": cell([Q, _queue_policy()], [but(Q, name=f"{NAME}2"), _queue_policy()]),
    "what is made of a changed one": cell([Q, _queue_policy()], [but(Q, delay_seconds=2), _queue_policy()]),
    "what only depends on another name": cell(
        [Q, it("topic", "t", opts={"depends_on": ["q"]})],
        [but(Q, name=f"{NAME}2"), it("topic", "t", opts={"depends_on": ["q"]})],
    ),
    "what depends no longer": cell(
        [Q, it("topic", "t", opts={"depends_on": ["q"]})], [but(Q, name=f"{NAME}2"), it("topic", "t")]
    ),
    "a role called otherwise": cell([ROLE, _role_policy()], [but(ROLE, name=f"{NAME}2"), _role_policy()]),
    "a role called otherwise, by its name": cell(
        [ROLE, _role_policy(role=made_of("r", "name"))],
        [but(ROLE, name=f"{NAME}2"), _role_policy(role=made_of("r", "name"))],
    ),
    "a role in another path": cell([AUTO_ROLE, _role_policy()], [but(AUTO_ROLE, path="/x/"), _role_policy()]),
    "a named role in another path": cell([ROLE, _role_policy()], [but(ROLE, path="/x/"), _role_policy()]),
    "a named role in another path, by its name": cell(
        [ROLE, _role_policy(role=made_of("r", "name"))],
        [but(ROLE, path="/x/"), _role_policy(role=made_of("r", "name"))],
    ),
    "a role's policy of a queue called otherwise": cell(
        [Q, ROLE, _role_policy(made_of("q", "arn"))], [but(Q, name=f"{NAME}2"), ROLE, _role_policy(made_of("q", "arn"))]
    ),
    "a role's policy of a new queue": cell([ROLE, _role_policy()], [Q, ROLE, _role_policy(made_of("q", "arn"))]),
    "a function with another role": cell([ROLE, _function("arn")], [but(ROLE, name=f"{NAME}2"), _function("arn")]),
    "a mapping of a function with another name": cell(
        [Q, ROLE, _role_policy("*", policy=document("sqs:*")), _function("arn"), _mapping("arn")],
        [Q, ROLE, _role_policy("*", policy=document("sqs:*")), _function("arn", name=f"{NAME}2"), _mapping("arn")],
    ),
    "a mapping of a queue with another name": cell(
        [Q, ROLE, _role_policy("*", policy=document("sqs:*")), _function("arn"), _mapping("arn")],
        [but(Q, name=f"{NAME}2"), ROLE, _role_policy("*", policy=document("sqs:*")), _function("arn"), _mapping("arn")],
    ),
    "a mapping of a queue that is replaced by a trigger": cell(
        [
            but(Q, opts={"replacement_trigger": "1"}),
            ROLE,
            _role_policy("*", policy=document("sqs:*")),
            _function("arn"),
            _mapping("arn"),
        ],
        [
            but(Q, opts={"replacement_trigger": "2"}),
            ROLE,
            _role_policy("*", policy=document("sqs:*")),
            _function("arn"),
            _mapping("arn"),
        ],
    ),
    "a function's image": cell([ROLE, _function("arn")], [ROLE, _function("arn", image_uri=OTHER_IMAGE)]),
    "a subscription of another queue": cell(
        [
            Q,
            it("topic", "t"),
            it("subscription", "s", topic=made_of("t", "arn"), protocol="sqs", endpoint=made_of("q", "arn")),
        ],
        [
            but(Q, name=f"{NAME}2"),
            it("topic", "t"),
            it("subscription", "s", topic=made_of("t", "arn"), protocol="sqs", endpoint=made_of("q", "arn")),
        ],
    ),
    "an alarm of another queue": cell(
        [
            Q,
            _ALARM,
        ],
        [
            but(Q, name=f"{NAME}2"),
            _ALARM,
        ],
    ),
    "a policy of a new topic under the same name": cell(
        [ROLE, it("topic", "t", name=NAME), _role_policy(made_of("t", "arn"))],
        [ROLE, but(it("topic", "t", name=NAME), called="u"), _role_policy(made_of("t", "arn"))],
    ),
    "three in a row": cell(
        [AUTO_ROLE, _role_policy(), it("topic", "t", opts={"depends_on": ["p"]})],
        [
            but(AUTO_ROLE, path="/x/", opts={"delete_before_replace": True}),
            _role_policy(),
            it("topic", "t", opts={"depends_on": ["p"]}),
        ],
    ),
    "replaced with another": cell(
        [Q, it("topic", "t", opts={"replace_with": ["q"]})],
        [but(Q, name=f"{NAME}2"), it("topic", "t", opts={"replace_with": ["q"]})],
    ),
    "replaced with another that only changes": cell(
        [Q, it("topic", "t", opts={"replace_with": ["q"]})],
        [but(Q, delay_seconds=2), it("topic", "t", opts={"replace_with": ["q"]})],
    ),
    "replaced with another, automatic": cell(
        [AUTO_ROLE, it("topic", "t", opts={"replace_with": ["r"]})],
        [but(AUTO_ROLE, path="/x/"), it("topic", "t", opts={"replace_with": ["r"]})],
    ),
    "deleted with another that is replaced": cell(
        [Q, it("topic", "t", opts={"deleted_with": "q"})],
        [but(Q, name=f"{NAME}2"), it("topic", "t", opts={"deleted_with": "q"})],
    ),
    "deleted with another that is replaced, automatic": cell(
        [AUTO_ROLE, it("topic", "t", opts={"deleted_with": "r"})],
        [but(AUTO_ROLE, path="/x/"), it("topic", "t", opts={"deleted_with": "r"})],
    ),
    "deleted with another": cell([Q, it("topic", "t", opts={"deleted_with": "q"})], []),
    "deleted with another that stays": cell([Q, it("topic", "t", opts={"deleted_with": "q"})], [Q]),
    "a lifecycle": cell([_REPOSITORY, _lifecycle(1)], [_REPOSITORY, _lifecycle(2)]),
    "a lifecycle of another repository": cell(
        [_REPOSITORY, _lifecycle(1)], [but(_REPOSITORY, name=f"{NAME}2"), _lifecycle(1)]
    ),
}

BUCKET = it("bucket", "b", bucket=NAME)
PREFIXED = it("bucket", "b", bucket_prefix="CELL-")
_BLOCK = it(
    "bucket-block",
    "k",
    bucket=made_of("b", "id"),
    block_public_acls=True,
    ignore_public_acls=True,
    block_public_policy=True,
    restrict_public_buckets=True,
)
_PROVIDER = it("provider", "p", region="ap-south-1")

_OTHERS: dict[str, Cell] = {
    "a table's key": cell([_table()], [_table("b")]),
    "a named table's key": cell([_table(name=NAME)], [_table("b", name=NAME)]),
    "a table's protection": cell([_table()], [_table(deletion_protection_enabled=True)]),
    "two buckets of one prefix, one goes": cell([PREFIXED, it("bucket", "c", bucket_prefix="CELL-")], [PREFIXED]),
    "two buckets of one prefix, one loses its block": cell(
        [
            PREFIXED,
            it("bucket", "c", bucket_prefix="CELL-"),
            _BLOCK,
            but(_BLOCK, called="k2", bucket=made_of("c", "id")),
        ],
        [PREFIXED, it("bucket", "c", bucket_prefix="CELL-"), _BLOCK],
    ),
    "another prefix": cell([PREFIXED], [but(PREFIXED, bucket_prefix="CELL-x-")]),
    "a bucket that may be emptied": cell([BUCKET], [but(BUCKET, force_destroy=True)]),
    "a bucket's block": cell([BUCKET, _BLOCK], [BUCKET, but(_BLOCK, block_public_acls=False)]),
    "a bucket called otherwise with its block": cell([BUCKET, _BLOCK], [but(BUCKET, bucket=f"{NAME}2"), _BLOCK]),
    "a bucket kept with its block gone": cell([but(BUCKET, opts={"retain_on_delete": True}), _BLOCK], []),
    "a secret's description": cell([it("secret", "s", name=NAME)], [it("secret", "s", name=NAME, description="x")]),
    "a secret called otherwise": cell([it("secret", "s", name=NAME)], [it("secret", "s", name=f"{NAME}2")]),
    "a secret value": cell(
        [but(Q, delay_seconds=None, tags={"a": {"secret": "1"}})],
        [but(Q, delay_seconds=None, tags={"a": {"secret": "2"}})],
    ),
    "a secret value that stays": cell([but(Q, tags={"a": {"secret": "1"}})], [but(Q, tags={"a": {"secret": "1"}})]),
    "a value that becomes secret": cell([but(Q, tags={"a": "1"})], [but(Q, tags={"a": {"secret": "1"}})]),
    "a value that is no longer secret": cell([but(Q, tags={"a": {"secret": "1"}})], [but(Q, tags={"a": "2"})]),
    "a secret policy": cell(
        [ROLE, _role_policy(policy={"secret": document("sqs:SendMessage")})],
        [ROLE, _role_policy(policy={"secret": document("sqs:*")})],
    ),
    "a secret name": cell([but(Q, name={"secret": NAME})], [but(Q, name={"secret": f"{NAME}2"})]),
    "an explicit provider": cell([Q], [_PROVIDER, but(Q, opts={"provider": "p"})]),
    "an explicit provider no longer": cell([_PROVIDER, but(Q, opts={"provider": "p"})], [Q]),
    "another explicit provider": cell(
        [_PROVIDER, but(Q, opts={"provider": "p"})],
        [_PROVIDER, it("provider", "o", region="ap-south-1"), but(Q, opts={"provider": "o"})],
    ),
    "a provider called otherwise": cell(
        [_PROVIDER, but(Q, opts={"provider": "p"})], [but(_PROVIDER, called="o"), but(Q, opts={"provider": "p"})]
    ),
    "a provider called otherwise with an alias": cell(
        [_PROVIDER, but(Q, opts={"provider": "p"})],
        [but(_PROVIDER, called="o", opts={"aliases": [{"name": "p"}]}), but(Q, opts={"provider": "p"})],
    ),
    "a provider's tags": cell(
        [_PROVIDER, but(Q, opts={"provider": "p"})],
        [but(_PROVIDER, default_tags={"tags": {"x": "y"}}), but(Q, opts={"provider": "p"})],
    ),
    "another region": cell(
        [_PROVIDER, but(Q, opts={"provider": "p"}), but(ROLE, opts={"provider": "p"})],
        [but(_PROVIDER, region="eu-west-1"), but(Q, opts={"provider": "p"}), but(ROLE, opts={"provider": "p"})],
    ),
    "an explicit provider in another region": cell(
        [Q], [but(_PROVIDER, region="eu-west-1"), but(Q, opts={"provider": "p"})]
    ),
    "from another region to the default provider": cell(
        [but(_PROVIDER, region="eu-west-1"), but(Q, opts={"provider": "p"})], [Q]
    ),
    "a transform": cell([Q], [but(Q, opts={"transforms": {"delaySeconds": 5}})]),
    "a transform that replaces": cell([Q], [but(Q, opts={"transforms": {"name": f"{NAME}2"}})]),
    "a transform that changes nothing": cell([Q], [but(Q, opts={"transforms": {"delaySeconds": 1}})]),
    "a transform gone": cell([but(Q, opts={"transforms": {"delaySeconds": 5}})], [Q]),
    "a policy in other words": cell(
        [
            ROLE,
            _role_policy(
                policy=json.dumps(
                    {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sqs:*", "Resource": "*"}]}
                )
            ),
        ],
        [
            ROLE,
            _role_policy(
                policy=json.dumps(
                    {"Statement": [{"Resource": "*", "Action": "sqs:*", "Effect": "Allow"}], "Version": "2012-10-17"},
                    indent=1,
                )
            ),
        ],
    ),
    "the name of a role's policy": cell([ROLE, _role_policy(name="a")], [ROLE, _role_policy(name="b")]),
    "a policy under another URN": cell([ROLE, _role_policy(name="a")], [ROLE, but(_role_policy(name="a"), called="o")]),
    "a queue's policy under another URN": cell([Q, _queue_policy()], [Q, but(_queue_policy(), called="o")]),
    "a log group's retention": cell(
        [it("logs", "l", name=NAME, retention_in_days=7)], [it("logs", "l", name=NAME, retention_in_days=14)]
    ),
    "a log group called otherwise": cell([it("logs", "l", name=NAME)], [it("logs", "l", name=f"{NAME}2")]),
    "an attachment": cell(
        [ROLE, it("attachment", "a", role=made_of("r", "name"), policy_arn="arn:aws:iam::aws:policy/ReadOnlyAccess")],
        [ROLE],
    ),
}

URL = "QUEUES/CELL-there"  # the id of a queue that is there already
_THERE = it("queue", "q", name="CELL-there")
_READ: Json = {"kind": "queue", "name": "q", "get": URL, "opts": {}}

_THERE_CELLS: dict[str, Cell] = {
    "imported": cell([], [but(_THERE, opts={"import_": URL})]),
    "imported and otherwise": cell([], [but(_THERE, delay_seconds=7, opts={"import_": URL})]),
    "imported in place of another": cell([Q], [but(_THERE, opts={"import_": URL})]),
    "imported once": cell([but(_THERE, opts={"import_": URL})], [but(_THERE, opts={"import_": URL})]),
    "imported once and then plain": cell([but(_THERE, opts={"import_": URL})], [_THERE]),
    "imported once and then changed": cell([but(_THERE, opts={"import_": URL})], [but(_THERE, delay_seconds=8)]),
    "what is made of an imported one": cell(
        [ROLE, _role_policy()], [but(_THERE, opts={"import_": URL}), ROLE, _role_policy(made_of("q", "arn"))]
    ),
    "read": cell([], [_READ]),
    "read on": cell([_READ], [_READ]),
    "read no longer": cell([_READ], []),
    "read before and made now": cell([_READ], [Q]),
    "made before and another read now": cell([Q], [_READ]),
    "what is made of a read one": cell([_READ, _queue_policy()], [_READ, _queue_policy()]),
    "what is made of one that is read from now on": cell([Q, _queue_policy()], [_READ, _queue_policy()]),
}


def written() -> Iterator[tuple[str, Cell]]:
    """The cells that are written by hand."""
    yield from (_OPTIONS | _DEPENDENTS | _OTHERS | _THERE_CELLS).items()
