"""A program that is not of this project, at work on an AWS in this process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.errors import UnknownResourceError
from embeddedaws.log_groups import read_log_group
from pulumicheck.plan.project import Project, read_project
from pulumicheck.plan.recording import Recording
from tests.fixtures.servers import wait_until

pytestmark = pytest.mark.embedded

PROGRAM = """
import json

import pulumi
import pulumi_aws as aws

LAMBDA = {"Service": "lambda.amazonaws.com"}


def policy(action, resource=None, **more):
    statement = {"Effect": "Allow", "Action": action, **({"Resource": resource} if resource else {}), **more}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


images = aws.ecr.Repository("images", name="bakery")
pull = policy(["ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"], Principal=LAMBDA)
pulling = aws.ecr.RepositoryPolicy("pull", repository=images.name, policy=pull)
orders = aws.sqs.Queue("orders", name="orders", visibility_timeout_seconds=30)
role = aws.iam.Role("baker-role", name="baker", assume_role_policy=policy("sts:AssumeRole", Principal=LAMBDA))
receive = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"]
reading = aws.iam.RolePolicy(
    "read", role=role.name, name="ReadOrders", policy=orders.arn.apply(lambda arn: policy(receive, arn))
)
log = aws.cloudwatch.LogGroup("log", name="/bakery/baker")
writing = aws.iam.RolePolicy(
    "write",
    role=role.name,
    name="WriteLog",
    policy=policy(["logs:CreateLogStream", "logs:PutLogEvents"], "arn:aws:logs:*:*:log-group:/bakery/baker:*"),
)
baker = aws.lambda_.Function(
    "baker",
    name="baker",
    package_type="Image",
    image_uri=images.repository_url.apply(lambda url: f"{url}@sha256:{'0' * 64}"),
    image_config={"commands": ["oven.bake"]},
    role=role.arn,
    architectures=["arm64"],
    memory_size=128,
    timeout=5,
    environment={"variables": {"BREAD": pulumi.Config().require("bread")}},
    logging_config={"log_format": "Text", "log_group": log.name},
    opts=pulumi.ResourceOptions(depends_on=[pulling]),
)
aws.lambda_.EventSourceMapping(
    "orders-wake-the-baker",
    event_source_arn=orders.arn,
    function_name=baker.name,
    opts=pulumi.ResourceOptions(depends_on=[reading, writing]),
)
pulumi.export("ordersUrl", orders.url)
"""
HANDLER = """
import os


def bake(event, context):
    for record in event["Records"]:
        print(os.environ["BREAD"], "for", record["body"], flush=True)
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A bakery's program, and the code of its function."""
    (tmp_path / "Pulumi.yaml").write_text("name: bakery\nruntime: python\n")
    (tmp_path / "Pulumi.shop.yaml").write_text("config:\n  aws:region: eu-west-1\n  bakery:bread: rye\n")
    (tmp_path / "__main__.py").write_text(PROGRAM)
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "oven.py").write_text(HANDLER)
    return read_project(tmp_path)


@pytest.fixture
def aws(project: Project) -> Iterator[EmbeddedAws]:
    with EmbeddedAws("eu-west-1", project.root / "code") as aws:
        yield aws


def _deploy(aws: EmbeddedAws, project: Project) -> Recording:
    return aws.deploy(project, "shop", project.config("shop"))


def _baked(aws: EmbeddedAws) -> list[str]:
    aws.lambda_service.flush_logs()
    return [line.strip() for line in read_log_group(aws.clients.logs, "/bakery/baker") if " for " in line]


def test_any_program_is_deployed_and_its_function_works(aws: EmbeddedAws, project: Project) -> None:
    deployed = _deploy(aws, project)
    aws.clients.sqs.send_message(QueueUrl=deployed.outputs["ordersUrl"], MessageBody="Ada")

    wait_until(lambda: _baked(aws), 40)

    assert _baked(aws) == ["rye for Ada"]
    assert {resource.name for resource in deployed.resources if resource.custom} >= {"orders", "baker", "images"}


def test_its_function_may_do_what_its_policies_say_and_no_more(aws: EmbeddedAws, project: Project) -> None:
    _deploy(aws, project)
    sqs = aws.acting_as("arn:aws:iam::123456789012:role/baker").sqs

    with pytest.raises(sqs.exceptions.ClientError, match="not authorized to perform: sqs:purgequeue"):
        sqs.purge_queue(QueueUrl=aws.clients.sqs.get_queue_url(QueueName="orders")["QueueUrl"])


def test_a_resource_that_cannot_be_made_here_is_named(aws: EmbeddedAws, project: Project) -> None:
    program = project.main / "__main__.py"
    program.write_text(f"{program.read_text()}\naws.kinesis.Stream('crumbs', name='crumbs')\n")

    with pytest.raises(UnknownResourceError, match=r"cannot make aws:kinesis/stream:Stream yet"):
        _deploy(aws, project)
