import json
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner

from pulumicheck.commands.plan import plan
from pulumicheck.types.arns import ACCOUNT_ID
from tests.fixtures.project import NAME

ALWAYS = {
    "aws:dynamodb/table:Table tickets-table",
    "aws:ecr/lifecyclePolicy:LifecyclePolicy worker-repository-expires-untagged",
    "aws:ecr/repository:Repository worker-repository",
    "aws:ecr/repositoryPolicy:RepositoryPolicy worker-repository-policy",
    "aws:iam/policy:Policy api-queries-tickets",
    "aws:s3/bucket:Bucket assets-bucket",
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls assets-bucket-enforces-owner",
    "aws:s3/bucketPolicy:BucketPolicy assets-bucket-policy",
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock assets-bucket-blocks-public-access",
    "aws:s3/bucketVersioning:BucketVersioning assets-bucket-keeps-versions",
    "aws:secretsmanager/secret:Secret ticket-signing-key",
    "aws:sesv2/emailIdentity:EmailIdentity sender-domain",
    "aws:sesv2/emailIdentity:EmailIdentity test-address",
    "pulumi:providers:aws aws",
}
DATA = {
    "aws:dynamodb/table:Table processed-jobs-table",
    "aws:sqs/queue:Queue jobs-queue",
    "aws:sqs/queue:Queue jobs-queue-dlq",
    "aws:sqs/queue:Queue tickets-queue",
    "aws:sqs/queue:Queue tickets-queue-dlq",
    "aws:sqs/queuePolicy:QueuePolicy jobs-queue-dlq-policy",
    "aws:sqs/queuePolicy:QueuePolicy jobs-queue-policy",
    "aws:sqs/queuePolicy:QueuePolicy tickets-queue-dlq-policy",
    "aws:sqs/queuePolicy:QueuePolicy tickets-queue-policy",
    "aws:sqs/redriveAllowPolicy:RedriveAllowPolicy jobs-queue-redrives-to-dlq",
    "aws:sqs/redriveAllowPolicy:RedriveAllowPolicy tickets-queue-redrives-to-dlq",
}
COMPUTE_TYPES = {
    "aws:cloudwatch/logGroup:LogGroup",
    "aws:cloudwatch/logMetricFilter:LogMetricFilter",
    "aws:cloudwatch/metricAlarm:MetricAlarm",
    "aws:iam/role:Role",
    "aws:iam/rolePolicy:RolePolicy",
    "aws:lambda/eventSourceMapping:EventSourceMapping",
    "aws:lambda/function:Function",
    "aws:sns/topic:Topic",
}


def _plan(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(plan, ["--json", *arguments])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def _made(planned: dict[str, Any]) -> set[str]:
    return {f"{resource['type']} {resource['name']}" for resource in planned["resources"] if resource["custom"]}


@pytest.mark.parametrize("stack", ["dev", "prod"])
@pytest.mark.parametrize(("data", "there"), [("true", ALWAYS | DATA), ("false", ALWAYS)], ids=["data", "nothing"])
def test_without_compute_exactly_this_is_there(stack: str, data: str, there: set[str]) -> None:
    planned = _plan("-s", stack, "-c", "computeEnabled=false", "-c", f"dataEnabled={data}")

    assert _made(planned) == there


def test_compute_adds_functions_and_what_they_need_and_takes_nothing_away() -> None:
    made = _made(_plan())

    assert made > ALWAYS | DATA
    assert {resource.split()[0] for resource in made - ALWAYS - DATA} == COMPUTE_TYPES


def test_compute_without_data_is_refused_in_one_sentence_that_names_both_switches() -> None:
    result = CliRunner().invoke(plan, ["-c", "dataEnabled=false"])

    assert result.exit_code == 1
    (line,) = result.output.splitlines()
    assert line.startswith("Error: ")
    assert f"{NAME}:computeEnabled" in line
    assert f"{NAME}:dataEnabled" in line


def test_two_plans_are_equal_to_the_byte() -> None:
    first, second = (CliRunner().invoke(plan, ["--json"]).output for _ in range(2))

    assert first == second


def test_the_json_has_the_documented_shape() -> None:
    planned = _plan()

    assert (planned["project"], planned["stack"]) == (NAME, "dev")
    resource = next(r for r in planned["resources"] if r["name"] == "jobs-queue" and r["custom"])
    assert set(resource) == {"type", "name", "urn", "parent", "custom", "inputs", "protect", "dependencies"}
    assert resource["inputs"]["visibilityTimeoutSeconds"] == 60
    parents = {r["urn"] for r in planned["resources"]} | {None}
    assert {r["parent"] for r in planned["resources"]} <= parents
    assert planned["outputs"]["jobsQueueUrl"] == f"https://sqs.ap-south-1.amazonaws.com/123456789012/{NAME}-dev-jobs"


def test_every_statement_says_whose_it_is_what_it_allows_and_why() -> None:
    statements = _plan()["statements"]

    assert all(statement["why"] and statement["usedBy"] for statement in statements)
    (sending,) = [statement for statement in statements if statement["sid"] == "SendBookingEmails"]
    assert sending["principal"] == f"arn:aws:iam::123456789012:role/{NAME}-dev-worker"
    assert sending["actions"] == ["ses:SendEmail"]
    assert sending["condition"] == {"StringEquals": {"ses:FromAddress": "no-reply@minitickets.theversehub.in"}}
    trust = [statement for statement in statements if statement["policyType"] == "trust"]
    assert [(s["principal"], s["actions"]) for s in trust] == [("lambda.amazonaws.com", ["sts:AssumeRole"])] * 2


@cache
def _printed() -> str:
    return CliRunner().invoke(plan).output


@pytest.mark.parametrize(
    "line",
    [
        f"Table tickets-table  {NAME}-dev-tickets  protected  hashKey userId, rangeKey ticketId, ",
        f"Queue jobs-queue  {NAME}-dev-jobs  visibilityTimeoutSeconds 60, ",
        f"Function worker  {NAME}-dev-worker  imageConfig.commands lambda.handler, architectures arm64, ",
        "memorySize 256, timeout 10",
        "batchSize 10, scalingConfig.maximumConcurrency 5, functionResponseTypes ReportBatchItemFailures",
        f"Bucket assets-bucket  {NAME}-dev-assets-  protected",
        "ReadSigningSecret  may secretsmanager:GetSecretValue",
        f"on secretsmanager:secret:{NAME}-dev-ticket-signing-key-…",
        f"on iam:role/{NAME}-dev-worker",
        f"if aws:SourceArn ArnLike arn:aws:lambda:ap-south-1:<account>:function:{NAME}-dev-*",
    ],
)
def test_people_see_what_matters_in_lines_that_stay_whole_in_a_pipe(line: str) -> None:
    assert line in _printed()


def test_an_ill_formed_setting_is_bad_usage() -> None:
    result = CliRunner().invoke(plan, ["-c", "lease"])

    assert result.exit_code == 2
    assert "'lease' is not KEY=VALUE" in result.output


def test_people_are_told_what_is_known_after_the_deployment_only_and_are_shown_nothing_made_up() -> None:
    planned = _plan()
    made_up = {"alarmTopicArn", "apiPolicyArn", "assetsBucket", "dkimRecords", "repositoryUrl", "signingSecretArn"}
    made_up |= {f"{queue}{end}Url" for queue in ("jobs", "tickets") for end in ("Queue", "Dlq")}

    printed = CliRunner(env={"COLUMNS": "300"}).invoke(plan, []).output

    assert set(planned["knownAfterDeployment"]) == made_up
    outputs = printed.partition("Stack outputs")[2]
    for name, value in planned["outputs"].items():
        told = next(each for each in outputs.splitlines() if f" {name} " in each)
        assert ("known after deployment" in told) == (name in made_up)
        assert (str(value) in told) == (name not in made_up)
    records = planned["outputs"]["dkimRecords"]
    invented = [ACCOUNT_ID, planned["outputs"]["assetsBucket"], *(each["value"].split(".")[0] for each in records)]
    assert not [each for each in invented if each in printed]
