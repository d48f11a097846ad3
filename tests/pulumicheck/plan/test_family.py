"""What a resource takes after its parents and its transforms, as the engine gives it."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import Secret
from tests.fixtures.programs import project_in

Ran = Callable[[str], Mapping[str, Resource]]

HEAD = """
import json, pulumi, pulumi_aws as aws
from pulumi import Alias, ResourceOptions, ResourceTransformArgs, ResourceTransformResult, ResourceTransformationResult

def tagged(word):
    def transform(args):
        tags = [*((args.props.get("tags") or {}).get("by", "").split()), word]
        return ResourceTransformResult({**args.props, "tags": {"by": " ".join(tags)}}, args.opts)
    return lambda args: transform(args) if args.type_ == "aws:sqs/queue:Queue" else None

class Pair(pulumi.ComponentResource):
    def __init__(self, name, opts=None, **child):
        super().__init__("x:y:Pair", name, None, opts)
        self.queue = aws.sqs.Queue(f"{name}-queue", name="q", opts=ResourceOptions(parent=self, **child))
"""


@pytest.fixture
def ran(tmp_path: Path) -> Ran:
    """What a program declares, by name."""
    return lambda source: {
        each.name: each for each in make_plan(project_in(tmp_path, HEAD + source), "dev").recording.resources
    }


def test_transforms_are_those_of_the_resource_then_of_its_parents_then_of_the_stack(ran: Ran) -> None:
    found = ran("""
aws.sqs.Queue("before", name="b")
pulumi.runtime.register_resource_transform(tagged("stack"))
class Outer(pulumi.ComponentResource):
    def __init__(self):
        super().__init__("x:y:Outer", "outer", None, ResourceOptions(transforms=[tagged("outer")]))
        Pair("in", ResourceOptions(parent=self, transforms=[tagged("pair")]), transforms=[tagged("own"), tagged("too")])
Outer()
aws.sqs.Queue("beside", name="c")
""")

    assert found["in-queue"].inputs["tags"] == {"by": "own too pair outer stack"}
    assert found["beside"].inputs["tags"] == {"by": "stack"}
    assert "tags" not in found["before"].inputs


def test_a_transform_changes_options_and_keeps_secrets_dependencies_and_what_is_unknown(ran: Ran) -> None:
    found = ran("""
def changed(args):
    more = ResourceOptions(
        protect=True, retain_on_delete=True, ignore_changes=["tags"], replace_on_changes=["name"], import_="old",
        delete_before_replace=True, aliases=[Alias(name="before")], depends_on=[first], provider=far,
    )
    return ResourceTransformResult({**args.props, "delaySeconds": 5}, ResourceOptions.merge(args.opts, more))
far = aws.Provider("far", region="eu-west-1")
first = aws.sqs.Queue("first", name="f")
server = aws.ec2.Instance("server", ami="ami-1", instance_type="t3.micro")
tags = {"secret": pulumi.Output.secret("s"), "unknown": server.id, "known": first.arn}
aws.sqs.Queue("queue", name="q", tags=tags, opts=ResourceOptions(transforms=[changed]))
""")

    queue, urn = found["queue"], found["queue"].urn
    assert queue.inputs["delaySeconds"] == 5
    assert "(known after the deployment)" in f"{queue.inputs['tags']} {getattr(queue.inputs['tags'], 'value', '')}"
    assert isinstance(queue.inputs["tags"], Secret) or isinstance(queue.inputs["tags"]["secret"], Secret)
    assert set(queue.dependencies) == {found["first"].urn, found["server"].urn}
    assert (queue.protect, queue.retain_on_delete, queue.delete_before_replace) == (True, True, True)
    assert (queue.ignore_changes, queue.replace_on_changes, queue.import_id) == (("tags",), ("name",), "old")
    assert queue.aliases == (urn.replace("::queue", "::before"),)
    assert queue.provider == found["far"].urn
    assert queue.outputs["arn"] == "arn:aws:sqs:eu-west-1:123456789012:q"


def test_old_transformations_are_recorded_as_well(ran: Ran) -> None:
    found = ran("""
def add(args):
    if args.type_ == "aws:sqs/queue:Queue":
        return ResourceTransformationResult({**args.props, "delay_seconds": 7}, args.opts)
pulumi.runtime.register_stack_transformation(add)
Pair("a")
""")

    assert found["a-queue"].inputs["delaySeconds"] == 7


def test_a_transform_of_data_sources_changes_what_they_are_asked(ran: Ran) -> None:
    found = ran("""
from pulumi import InvokeTransformResult
def elsewhere(args):
    return InvokeTransformResult(args={**args.args, "region": "eu-west-1"}, opts=args.opts)
pulumi.runtime.register_invoke_transform(elsewhere)
aws.sqs.Queue("queue", name=aws.get_region_output().region)
""")

    assert found["queue"].inputs["name"] == "eu-west-1"


def test_a_transform_that_fails_is_one_sentence(ran: Ran) -> None:
    with pytest.raises(CheckError, match=r"^a transform of the program failed: .*division by zero$"):
        ran("aws.sqs.Queue('q', opts=ResourceOptions(transforms=[lambda args: 1 / 0]))")


def test_options_are_inherited(ran: Ran) -> None:
    found = ran("""
far = aws.Provider("far", region="eu-west-1")
first = aws.sqs.Queue("first")
given = dict(protect=True, retain_on_delete=True, deleted_with=first, providers=[far])
Pair("all", ResourceOptions(**given))
Pair("but", ResourceOptions(**given), protect=False, retain_on_delete=False)
below = aws.sqs.Queue("above", opts=ResourceOptions(provider=far))
aws.sqs.Queue("below", opts=ResourceOptions(parent=below))
""")

    one, other = found["all-queue"], found["but-queue"]
    assert (one.protect, one.retain_on_delete, one.deleted_with) == (True, True, found["first"].urn)
    assert (other.protect, other.retain_on_delete) == (False, False)
    assert {each.provider for each in (one, other, found["below"])} == {found["far"].urn}
    assert found["first"].provider == ""
    assert one.outputs["arn"].split(":")[3] == "eu-west-1"


def test_options_that_replace_or_keep_are_recorded(ran: Ran) -> None:
    found = ran("""
first = aws.sqs.Queue("first")
aws.sqs.Queue("queue", name="q", tags={"a": first.arn}, opts=ResourceOptions(
    ignore_changes=["delaySeconds"], replace_on_changes=["tags"], replacement_trigger=[1, "a"], import_="i",
    delete_before_replace=False, retain_on_delete=True, deleted_with=first, replace_with=[first],
))
""")

    queue, first = found["queue"], found["first"]
    assert (queue.ignore_changes, queue.replace_on_changes) == (("delaySeconds",), ("tags",))
    assert (queue.replacement_trigger, queue.import_id, queue.delete_before_replace) == ([1, "a"], "i", False)
    assert (queue.deleted_with, queue.replace_with) == (first.urn, (first.urn,))
    assert queue.property_dependencies["tags"] == (first.urn,)


def test_remote_components_are_recorded_with_what_they_are_given(ran: Ran) -> None:
    found = ran("""
class Cluster(pulumi.ComponentResource):
    endpoint: pulumi.Output[str]
    def __init__(self, name, **given):
        super().__init__("eks:index:Cluster", name, {**given, "endpoint": None}, remote=True)
server = aws.ec2.Instance("server", ami="ami-1", instance_type="t3.micro")
cluster = Cluster("cluster", size=1, of=server.id, key=pulumi.Output.secret("k"))
aws.sqs.Queue("queue", name=cluster.endpoint)
""")

    cluster = found["cluster"]
    assert (cluster.remote, cluster.custom) == (True, False)
    assert {key: str(value) for key, value in cluster.inputs.items()} == {
        "size": "1",
        "of": "(known after the deployment)",
        "key": "[secret]",
    }
    assert str(found["queue"].inputs["name"]) == "(known after the deployment)"


OF = "urn:pulumi:dev::example::"


def test_aliases_are_those_that_the_engine_looks_for(ran: Ran) -> None:
    found = ran(f"""
Pair("new", ResourceOptions(aliases=[Alias(name="old"), Alias(type_="x:y:Two")]))
aws.sqs.Queue("queue", opts=ResourceOptions(aliases=[
    Alias(stack="prod"), Alias(project="other"), "{OF}aws:sqs/queue:Queue::given", Alias(parent="{OF}x:y:Gone::gone"),
]))
Pair("plain", aliases=[Alias(parent=pulumi.ROOT_STACK_RESOURCE)])
""")

    assert found["new"].aliases == (f"{OF}x:y:Pair::old", f"{OF}x:y:Two::new")
    # A child whose name begins with its parent's was called after the old one.
    assert found["new-queue"].aliases == (
        f"{OF}x:y:Pair$aws:sqs/queue:Queue::old-queue",
        f"{OF}x:y:Two$aws:sqs/queue:Queue::new-queue",
    )
    assert found["queue"].aliases == (
        f"{OF}aws:sqs/queue:Queue::given",
        f"{OF}x:y:Gone$aws:sqs/queue:Queue::queue",
        "urn:pulumi:dev::other::aws:sqs/queue:Queue::queue",
        "urn:pulumi:prod::example::aws:sqs/queue:Queue::queue",
    )
    assert found["plain-queue"].aliases == (f"{OF}aws:sqs/queue:Queue::plain-queue",)


def test_a_resource_that_is_declared_twice_is_refused(ran: Ran) -> None:
    with pytest.raises(CheckError, match=r"declares aws:sqs/queue:Queue 'q' twice at one place: give one of them"):
        ran("aws.sqs.Queue('q')\naws.sqs.Queue('q')")
