import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from infra.settings import SettingsError

BASE = {
    ("aws", "aws"),
    ("WorkerRepository", "worker-repository"),
    ("Repository", "worker-repository"),
    ("LifecyclePolicy", "worker-repository-expires-untagged"),
    ("ResourcePolicy", "worker-repository-policy"),
    ("RepositoryPolicy", "worker-repository-policy"),
    ("EmailIdentities", "email-identities"),
    ("EmailIdentity", "sender-domain"),
    ("EmailIdentity", "test-address"),
    ("TicketStorage", "ticket-storage"),
    ("TicketsTable", "tickets-table"),
    ("Table", "tickets-table"),
    ("AssetsBucket", "assets-bucket"),
    ("Bucket", "assets-bucket"),
    ("BucketPublicAccessBlock", "assets-bucket-blocks-public-access"),
    ("BucketOwnershipControls", "assets-bucket-enforces-owner"),
    ("BucketVersioning", "assets-bucket-keeps-versions"),
    ("ResourcePolicy", "assets-bucket-policy"),
    ("BucketPolicy", "assets-bucket-policy"),
    ("Secret", "ticket-signing-key"),
    ("ApiAccess", "api-queries-tickets"),
    ("Policy", "api-queries-tickets"),
}
DATA = {("ProcessedJobsTable", "processed-jobs-table"), ("Table", "processed-jobs-table")} | {
    each
    for queue in ("jobs-queue", "tickets-queue")
    for each in {
        ("QueueWithDlq", queue),
        ("Queue", queue),
        ("Queue", f"{queue}-dlq"),
        ("RedriveAllowPolicy", f"{queue}-redrives-to-dlq"),
        ("ResourcePolicy", f"{queue}-policy"),
        ("QueuePolicy", f"{queue}-policy"),
        ("ResourcePolicy", f"{queue}-dlq-policy"),
        ("QueuePolicy", f"{queue}-dlq-policy"),
    }
}
WORKER_EVENTS = ("email_sent", "job_skipped", "job_failed", "sent_not_recorded", "poison_message")
COMPUTE = (
    {("AlarmTopic", "alarms"), ("Topic", "alarms")}
    | {
        each
        for function, role, queue in (("worker", "worker-role", "jobs"), ("tickets", "ticket-role", "tickets"))
        for each in {
            ("FunctionLogs", f"{function}-logs"),
            ("LogGroup", f"{function}-logs"),
            ("ExecutionRole", role),
            ("Role", role),
            ("ImageFunction", function),
            ("Function", function),
            ("QueueTrigger", f"queue-triggers-{function}"),
            ("EventSourceMapping", f"queue-triggers-{function}"),
            ("Alarms", f"{function}-alarms"),
            ("MetricAlarm", f"{queue}-dlq-is-not-empty"),
            ("MetricAlarm", f"{queue}-queue-is-late"),
            ("MetricAlarm", f"{function}-fails"),
            ("MetricAlarm", f"{function}-is-throttled"),
        }
    }
    | {
        (kind, name)
        for kind, names in (
            ("MetricAlarm", ["worker-sent-not-recorded"]),
            ("LogMetricFilter", [f"worker-logs-count-{event}" for event in WORKER_EVENTS]),
            ("LogMetricFilter", ["tickets-logs-count-ticket_issued", "tickets-logs-count-poison_message"]),
            ("RolePolicy", ["ReadJobsQueue", "ProcessedJobsTable", "SendBookingEmails", "WriteWorkerLogs"]),
            ("RolePolicy", ["ReadTicketsQueue", "TicketsTable", "WriteTicketAssets", "ReadSigningSecret"]),
            ("RolePolicy", ["WriteTicketLogs"]),
        )
        for name in names
    }
)
BASE_OUTPUTS = {"repositoryUrl", "dkimRecords", "ticketsTable", "assetsBucket", "signingSecretArn", "apiPolicyArn"}
DATA_OUTPUTS = {"jobsQueueUrl", "jobsDlqUrl", "processedJobsTable", "ticketsQueueUrl", "ticketsDlqUrl"}
COMPUTE_OUTPUTS = {"workerFunction", "workerLogGroup", "ticketsFunction", "ticketsLogGroup", "alarmTopicArn"}


def switched(compute: str, data: str) -> dict[str, str]:
    return {"minitickets:computeEnabled": compute, "minitickets:dataEnabled": data}


@pytest.mark.parametrize(
    ("compute", "data", "resources", "outputs"),
    [
        pytest.param("false", "false", BASE, BASE_OUTPUTS, id="both off"),
        pytest.param("false", "true", BASE | DATA, BASE_OUTPUTS | DATA_OUTPUTS, id="data only"),
        pytest.param(
            "true", "true", BASE | DATA | COMPUTE, BASE_OUTPUTS | DATA_OUTPUTS | COMPUTE_OUTPUTS, id="both on"
        ),
    ],
)
def test_a_combination_of_the_switches_has_exactly_this(
    dev_with: Callable[..., Any], compute: str, data: str, resources: set[tuple[str, str]], outputs: set[str]
) -> None:
    recorded = dev_with(switched(compute, data))

    assert {(each.type.rpartition(":")[2], each.name) for each in recorded.resources} == resources
    assert recorded.outputs.keys() == outputs


def test_compute_without_data_is_refused_in_one_sentence_before_anything_is_declared(
    dev_with: Callable[..., Any],
) -> None:
    with pytest.raises(SettingsError) as refused:
        dev_with(switched("true", "false"))

    (sentence,) = str(refused.value).splitlines()
    assert "minitickets:dataEnabled" in sentence
    assert "minitickets:computeEnabled" in sentence


def test_a_first_preview_shows_everything_though_no_arn_is_known(
    record: Callable[..., Any], config: dict[str, str], dev: Any
) -> None:
    previewed = record("dev", config, preview=True)

    assert {each.urn for each in previewed.resources} == {each.urn for each in dev.resources}
    assert previewed.outputs.keys() == dev.outputs.keys()


def test_no_urn_is_registered_twice(dev: Any) -> None:
    assert [urn for urn, count in Counter(each.urn for each in dev.resources).items() if count > 1] == []


def test_every_resource_but_the_provider_stands_in_a_component_and_uses_our_provider(dev: Any) -> None:
    components = {each.urn for each in dev.resources if not each.custom}
    provider = dev.one("aws", "aws").urn

    for resource in dev.resources:
        if resource.custom and resource.urn != provider:
            assert resource.parent in components, resource.urn
            assert resource.provider.startswith(f"{provider}::"), resource.urn


def test_the_type_of_a_component_names_its_folder(dev: Any) -> None:
    components = [each.type for each in dev.resources if not each.custom]

    assert {token.split(":")[1] for token in components} == {"jobs", "shared", "tickets"}


def test_the_provider_has_the_region_and_the_tags(dev: Any) -> None:
    inputs = dev.one("aws", "aws").inputs

    assert inputs["region"] == "ap-south-1"
    assert json.loads(inputs["defaultTags"]) == {
        "tags": {"project": "minitickets", "stack": "dev", "managed-by": "pulumi"}
    }
    assert inputs.keys().isdisjoint({"profile", "s3UsePathStyle"})
    assert "allowedAccountIds" not in inputs


def test_the_provider_takes_the_profile_and_the_accounts_of_the_config(dev_with: Callable[..., Any]) -> None:
    accounts = {"aws:allowedAccountIds": '["123456789012"]'}
    recorded = dev_with({"aws:profile": "tickets", "aws:s3UsePathStyle": "true", **accounts})

    inputs = recorded.one("aws", "aws").inputs
    assert (inputs["profile"], inputs["s3UsePathStyle"]) == ("tickets", "true")
    assert json.loads(inputs["allowedAccountIds"]) == ["123456789012"]


@pytest.mark.parametrize("name", ["tickets-table", "assets-bucket", "ticket-signing-key"])
@pytest.mark.parametrize("data", ["false", "true"])
def test_ticket_storage_is_there_and_protected_with_compute_off(
    dev_with: Callable[..., Any], data: str, name: str
) -> None:
    recorded = dev_with(switched("false", data))

    (stored,) = [each for type_ in ("Table", "Bucket", "Secret") for each in recorded.all(type_) if each.name == name]
    assert stored.protect


def test_the_whole_ticket_storage_is_protected_and_nothing_else(dev: Any) -> None:
    protected = {each.urn for each in dev.resources if each.protect}
    assert protected == {each.urn for each in dev.resources if "TicketStorage$" in each.urn}


def test_no_secret_value_is_declared(dev: Any) -> None:
    assert not [each.type for each in dev.resources if each.type.startswith("aws:secretsmanager/secretVersion")]
    assert dev.one("Secret", "ticket-signing-key").inputs.keys() == {"name", "description"}


def test_each_policy_in_the_stack_is_told_statement_by_statement_with_its_reason(dev: Any) -> None:
    with_policy = ("RolePolicy", "Policy", "QueuePolicy", "BucketPolicy", "RepositoryPolicy")
    documents = {"Role": "assumeRolePolicy"} | dict.fromkeys(with_policy, "policy")
    told = 0
    for resource in dev.resources:
        kind = resource.type.rpartition(":")[2]
        if resource.custom and kind in documents:
            reasons = {each["sid"]: each for each in dev.component_of(resource).inputs["statements"]}
            for statement in json.loads(resource.inputs[documents[kind]])["Statement"]:
                reason = reasons[statement["Sid"]]
                told += 1
                assert reason["effect"] == statement["Effect"]
                assert reason["actions"] == statement["Action"]
                assert reason["resources"] == statement.get("Resource", reason["resources"])
                assert reason["condition"] == statement.get("Condition")
                assert reason["why"].endswith(".")
                assert reason["usedBy"]
    assert told == 4 + 5 + 2 + 1 + 4 + 1 + 1  # worker, tickets, trust, api, queues, bucket, repository


def test_the_outputs_tell_an_operator_where_things_are(dev: Any) -> None:
    assert dev.outputs == {
        "jobsQueueUrl": "https://sqs/minitickets-dev-jobs",
        "jobsDlqUrl": "https://sqs/minitickets-dev-jobs-dlq",
        "ticketsQueueUrl": "https://sqs/minitickets-dev-tickets",
        "ticketsDlqUrl": "https://sqs/minitickets-dev-tickets-dlq",
        "processedJobsTable": "minitickets-dev-processed-jobs",
        "ticketsTable": "minitickets-dev-tickets",
        "assetsBucket": "minitickets-dev-assets-",
        "signingSecretArn": "arn:aws:secretsmanager:::minitickets-dev-ticket-signing-key",
        "repositoryUrl": "123456789012.dkr.ecr/minitickets-dev-worker",
        "dkimRecords": [
            {
                "name": f"{token}._domainkey.minitickets.theversehub.in",
                "type": "CNAME",
                "value": f"{token}.dkim.amazonses.com",
            }
            for token in ("t1", "t2", "t3")
        ],
        "apiPolicyArn": "arn:aws:iam:::minitickets-dev-api-query-tickets",
        "workerFunction": "minitickets-dev-worker",
        "ticketsFunction": "minitickets-dev-tickets",
        "workerLogGroup": "/minitickets/dev/worker",
        "ticketsLogGroup": "/minitickets/dev/tickets",
        "alarmTopicArn": "arn:aws:sns:::minitickets-dev-alarms",
    }


def test_a_fork_is_renamed_in_one_place(record: Callable[..., Any], config: dict[str, str], dev: Any) -> None:
    def renamed(value: Any) -> Any:
        """Names, tags and log groups are the fork's; types are the code's own, and the sender's domain is a setting."""
        return json.loads(re.sub(r'minitickets(?=[-/]dev|::|\\")', "acme-tix", json.dumps(value)))

    fork = {key.replace("minitickets:", "acme-tix:"): value for key, value in config.items()}
    recorded = record("dev", fork, project="acme-tix")

    assert {each.urn: each.inputs for each in recorded.resources} == {
        renamed(each.urn): renamed(each.inputs) for each in dev.resources
    }
    assert recorded.outputs == renamed(dev.outputs)
    assert json.loads(recorded.one("aws", "aws").inputs["defaultTags"])["tags"]["project"] == "acme-tix"
