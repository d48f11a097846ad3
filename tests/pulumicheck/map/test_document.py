"""The document, where it says what the program says."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from minitickets.particulars import PARTICULARS
from pulumicheck.errors import CheckError
from pulumicheck.map.document import make_document
from pulumicheck.map.facts import properties_of
from pulumicheck.map.nodes import Node
from pulumicheck.plan.plan import Plan, make_plan
from pulumicheck.plan.project import find_project
from pulumicheck.plan.recording import Recording, Resource
from tests.fixtures.project import NAME

Document = dict[str, Any]
ROOT = find_project().root


def resource(document: Document, id_: str) -> Document:
    (found,) = [each for each in document["resources"] if each["id"] == id_]
    return found


def properties(document: Document, id_: str) -> dict[str, str]:
    return {each["name"]: each["value"] for each in resource(document, id_)["properties"]}


def test_every_resource_of_the_program_is_in_the_map_by_its_name(dev_document: Document, dev_plan: Plan) -> None:
    inside = {each["id"] for each in dev_document["resources"] if not each["external"]}

    assert inside == {each.name for each in dev_plan.resources if each.custom}


def test_the_states_are_the_four_combinations_of_the_switches_both_on_first(dev_document: Document) -> None:
    states = dev_document["states"]

    assert [(state["computeEnabled"], state["dataEnabled"]) for state in states] == [
        (True, True),
        (False, True),
        (False, False),
        (True, False),
    ]
    assert [len(state["present"]) > 0 for state in states] == [True, True, True, False]


def test_the_combination_that_is_refused_says_so_in_the_settings_own_sentence(dev_document: Document) -> None:
    sentence = (
        f"{NAME}:dataEnabled must be true while {NAME}:computeEnabled is true, since the functions need the queues."
    )

    assert [state["refused"] for state in dev_document["states"]] == [None, None, None, sentence]


@pytest.mark.parametrize(
    ("state", "there", "gone"),
    [
        pytest.param("data-only", "jobs-queue", "worker", id="without compute"),
        pytest.param("storage-only", "tickets-table", "jobs-queue", id="without data"),
    ],
)
def test_a_switch_takes_away_what_it_is_for(dev_document: Document, state: str, there: str, gone: str) -> None:
    (found,) = [each for each in dev_document["states"] if each["id"] == state]

    assert there in found["present"]
    assert gone not in found["present"]


def test_what_costs_money_while_idle_is_told_of_what_is_there(dev_document: Document) -> None:
    costs = {state["id"]: {each["id"] for each in state["idleCost"]} for state in dev_document["states"]}

    assert "queue-triggers-worker" in costs["compute-and-data"]
    assert costs["storage-only"] == {"assets-bucket", "ticket-signing-key", "tickets-table", "worker-repository"}
    assert costs["data-only"] == {*costs["storage-only"], "processed-jobs-table"}


def test_ticket_storage_is_protected_and_nothing_else(dev_document: Document) -> None:
    protected = {each["group"] for each in dev_document["resources"] if each["protected"]}

    assert protected == {"ticket-storage"}


@pytest.mark.parametrize(
    ("from_", "to", "label"),
    [
        pytest.param("outbox-publisher", "jobs-queue", "SendMessage", id="published"),
        pytest.param("jobs-queue", "queue-triggers-worker", "poll", id="polled"),
        pytest.param("queue-triggers-worker", "worker", "batch 10, max 5 at once", id="called"),
        pytest.param("queue-triggers-tickets", "tickets", "batch 1, max 2 at once", id="called alone"),
        pytest.param("jobs-queue", "jobs-queue-dlq", "after 5 receives", id="given up"),
        pytest.param("worker", "processed-jobs-table", "GetItem, PutItem", id="remembered"),
        pytest.param("worker", "sender-domain", "SendEmail", id="sent"),
        pytest.param("worker", "worker-logs", "log lines", id="logged"),
        pytest.param("tickets", "assets-bucket", "PutObject", id="drawn"),
        pytest.param("api", "tickets-table", "Query only", id="read"),
    ],
)
def test_data_flows(dev_document: Document, from_: str, to: str, label: str) -> None:
    assert label in [flow["label"] for flow in dev_document["flows"] if (flow["from"], flow["to"]) == (from_, to)]


def test_no_arrow_goes_back_to_the_queue_that_a_mapping_polls(dev_document: Document) -> None:
    assert ("worker", "jobs-queue") not in [(flow["from"], flow["to"]) for flow in dev_document["flows"]]


def test_each_resource_is_declared_by_the_call_on_its_line(dev_document: Document) -> None:
    for each in dev_document["resources"]:
        if not each["external"]:
            line = Path(ROOT, each["file"]).read_text().splitlines()[each["line"] - 1]
            class_ = "Provider" if each["type"].startswith("pulumi:") else each["type"].rpartition(":")[2]
            assert re.search(rf"\baws\.(\w+\.)?{class_}\(", line), each["id"]


@pytest.mark.parametrize(
    ("id_", "text"),
    [
        pytest.param("jobs-queue-dlq", 'f"{name}-dlq",', id="a name with a fixed part"),
        pytest.param("jobs-queue", "name,", id="the component's own name"),
        pytest.param("test-address", '"test-address"', id="a name as written"),
    ],
)
def test_of_two_calls_alike_it_is_the_one_with_the_name(dev_document: Document, id_: str, text: str) -> None:
    found = resource(dev_document, id_)
    lines = Path(ROOT, found["file"]).read_text().splitlines()[found["line"] - 1 :][:2]

    assert text in "\n".join(lines)


def test_every_type_of_the_program_has_its_place_in_the_console_and_its_line(dev_document: Document) -> None:
    plan = make_plan(find_project(), "dev", {"alarmEmail": "ops@example.com"})

    assert all(each.row.is_known for each in plan.resources if each.custom)
    for each in dev_document["resources"]:
        assert each["console"]
        assert each["cli"]
        assert each["about"].endswith(".")
        assert not re.search(r"[{}]|None", each["console"] + each["cli"])


@pytest.mark.parametrize(
    ("id_", "key", "told"),
    [
        ("processed-jobs-table", "console", f"DynamoDB → Tables → {NAME}-dev-processed-jobs → Explore items"),
        ("processed-jobs-table", "cli", f"aws dynamodb describe-table --table-name {NAME}-dev-processed-jobs"),
        ("queue-triggers-worker", "console", f"Lambda → Functions → {NAME}-dev-worker → Configuration → Triggers"),
        ("queue-triggers-worker", "cli", f"aws lambda list-event-source-mappings --function-name {NAME}-dev-worker"),
    ],
)
def test_where_aws_shows_it(dev_document: Document, id_: str, key: str, told: str) -> None:
    assert resource(dev_document, id_)[key] == told


@pytest.mark.parametrize(
    ("id_", "name", "value"),
    [
        pytest.param("jobs-queue", "Visibility timeout", "60 s", id="seconds"),
        pytest.param("jobs-queue", "Message retention", "4 days", id="days"),
        pytest.param("jobs-queue", "Redrive policy: max receive count", "5", id="JSON in an input"),
        pytest.param("worker", "Memory size", "256 MB", id="a unit"),
        pytest.param("worker", "Environment: PROCESSED_JOBS_TABLE", f"{NAME}-dev-processed-jobs", id="a variable"),
        pytest.param("processed-jobs-table", "TTL: attribute name", "expiresAt", id="a value inside"),
        pytest.param("tickets-table", "Attributes", "userId S, ticketId S, eventDate S, eventDateKey S", id="a list"),
        pytest.param("tickets-table", "Deletion protection enabled", "yes", id="yes"),
    ],
)
def test_properties_are_readable(dev_document: Document, id_: str, name: str, value: str) -> None:
    assert properties(dev_document, id_)[name] == value


def test_no_property_is_told_twice(dev_document: Document) -> None:
    for each in dev_document["resources"]:
        names = [name["name"] for name in each["properties"]]
        assert len(names) == len(set(names)), each["id"]


def test_a_text_that_looks_like_json_is_shown_as_it_is() -> None:
    queue = Resource(
        "aws:sqs/queue:Queue", "q", "urn:q", None, True, {"displayName": '{"broken'}, {}, "q", False, (), ""
    )

    shown = properties_of(Node("q", "Q", "queue", "stack", resource=queue), Plan(Recording("p", "dev", (), {}), []))

    assert shown == [{"name": "Display name", "value": '{"broken'}]


def test_a_symptom_stands_at_each_resource_that_it_involves(dev_document: Document) -> None:
    assert "wrong-table-arn" in resource(dev_document, "worker-role")["breakIt"]
    assert resource(dev_document, "api")["breakIt"] == ["api-scans"]
    told = {name for each in dev_document["resources"] for name in each["breakIt"]}
    assert told == dev_document["symptoms"].keys()


def test_the_program_says_what_its_resources_are_for(dev_document: Document) -> None:
    assert resource(dev_document, "jobs-queue")["about"].startswith("The queue of emails to send")
    assert resource(dev_document, "SendBookingEmails")["about"].startswith("Sends as our configured address")
    assert resource(dev_document, "worker-fails")["about"].startswith("An invocation failed or timed out")


@pytest.mark.long
def test_the_same_program_gives_the_same_bytes(dev_document: Document) -> None:
    code = (
        "import json; from pulumicheck.map.document import make_document; "
        "from minitickets.particulars import PARTICULARS; from pulumicheck.plan.project import find_project; "
        "print(json.dumps(make_document(find_project(), 'dev', particulars=PARTICULARS)))"
    )
    seed = {"PYTHONHASHSEED": "0" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    again = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | seed, capture_output=True, text=True, check=True
    )

    assert again.stdout.strip() == json.dumps(dev_document)


def test_a_stack_without_an_image_shows_what_it_may_have() -> None:
    document = make_document(find_project(), "dev", {"imageDigest": ""}, PARTICULARS)

    assert "must be the digest of a pushed image" in document["states"][0]["refused"]
    assert [len(state["present"]) > 0 for state in document["states"]] == [False, True, True, False]


def test_settings_that_are_always_refused_are_an_error() -> None:
    with pytest.raises(CheckError, match=f"{NAME}:sender must be an address in"):
        make_document(find_project(), "dev", {"sender": "someone@example.com"}, PARTICULARS)
