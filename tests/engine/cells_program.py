"""The program of the cells: declares what `cells.json` beside it says, in the form that the settings name."""

import json
from pathlib import Path
from typing import Any

import pulumi
import pulumi_aws as aws

KINDS: dict[str, Any] = {
    "alarm": aws.cloudwatch.MetricAlarm,
    "attachment": aws.iam.RolePolicyAttachment,
    "bucket": aws.s3.Bucket,
    "bucket-block": aws.s3.BucketPublicAccessBlock,
    "bucket-policy": aws.s3.BucketPolicy,
    "filter": aws.cloudwatch.LogMetricFilter,
    "function": aws.lambda_.Function,
    "lifecycle": aws.ecr.LifecyclePolicy,
    "logs": aws.cloudwatch.LogGroup,
    "mapping": aws.lambda_.EventSourceMapping,
    "policy": aws.iam.Policy,
    "provider": aws.Provider,
    "queue": aws.sqs.Queue,
    "queue-policy": aws.sqs.QueuePolicy,
    "repository": aws.ecr.Repository,
    "role": aws.iam.Role,
    "role-policy": aws.iam.RolePolicy,
    "secret": aws.secretsmanager.Secret,
    "subscription": aws.sns.TopicSubscription,
    "table": aws.dynamodb.Table,
    "topic": aws.sns.Topic,
}
_LISTS = ("aliases", "depends_on", "replace_with")
_PLAIN = (
    "delete_before_replace",
    "ignore_changes",
    "import_",
    "protect",
    "replace_on_changes",
    "retain_on_delete",
)


class Declared:
    """The resources of one cell, by their names in it."""

    def __init__(self, cell: str) -> None:
        """Begins with none; all have the cell's name before their own."""
        self._cell = cell
        self._made: dict[str, Any] = {}

    def declare(self, it: dict[str, Any]) -> None:
        """Declares one."""
        name = f"{self._cell}-{it.get('called', it['name'])}"
        options = self._options(it.get("opts", {}))
        if it["kind"].startswith("component:"):
            made: Any = pulumi.ComponentResource(it["kind"].partition(":")[2], name, None, options)
        elif "get" in it:
            made = KINDS[it["kind"]].get(name, self._value(it["get"]), opts=options)
        else:
            inputs = {key: self._value(value) for key, value in it.get("inputs", {}).items()}
            made = KINDS[it["kind"]](name, **inputs, opts=options)
        self._made[it["name"]] = made

    def _options(self, options: dict[str, Any]) -> pulumi.ResourceOptions:
        found: dict[str, Any] = {key: self._value(options[key]) for key in _PLAIN if key in options}
        found |= {key: self._made[options[key]] for key in ("parent", "provider", "deleted_with") if key in options}
        found |= {key: [self._option(each) for each in options[key]] for key in _LISTS if key in options}
        if "replacement_trigger" in options:
            found["replacement_trigger"] = self._value(options["replacement_trigger"])
        if "transforms" in options:
            found["transforms"] = [_adds(options["transforms"])]
        return pulumi.ResourceOptions(**found)

    def _option(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._made[value]
        if "parent" in value:
            return pulumi.Alias(**{**value, "parent": self._made[value["parent"]] if value["parent"] else None})
        renamed = {"name": f"{self._cell}-{value['name']}"} if "name" in value else {}
        return pulumi.Alias(**{**value, **renamed})

    def _value(self, value: Any) -> Any:  # noqa: PLR0911 - one for each form
        """The value: `{"$": [name, output]}` is made of another resource, `{"secret": …}` is one."""
        if isinstance(value, list):
            return [self._value(each) for each in value]
        if not isinstance(value, dict):
            return value.replace("CELL", self._cell) if isinstance(value, str) else value
        if "$" in value:
            return getattr(self._made[value["$"][0]], value["$"][1])
        if "secret" in value:
            return pulumi.Output.secret(self._value(value["secret"]))
        if "concat" in value:
            return pulumi.Output.concat(*(self._value(each) for each in value["concat"]))
        if "json" in value:
            return pulumi.Output.json_dumps(self._value(value["json"]))
        return {key: self._value(each) for key, each in value.items()}


def _adds(inputs: dict[str, Any]) -> Any:
    return lambda args: pulumi.ResourceTransformResult({**args.props, **inputs}, args.opts)


def main() -> None:
    """Declares all cells."""
    form = pulumi.Config().require("form")
    for cell, forms in json.loads(Path("cells.json").read_text(encoding="utf-8")).items():
        declared = Declared(cell)
        for it in forms[form]:
            declared.declare(it)


if __name__ == "__main__":
    main()
