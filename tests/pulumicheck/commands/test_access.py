import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pulumicheck.commands.access import access
from tests.fixtures.project import NAME

pytestmark = pytest.mark.usefixtures("planned_once")

WORKER = f"arn:aws:iam::123456789012:role/{NAME}-dev-worker"
TICKETS = f"arn:aws:iam::123456789012:role/{NAME}-dev-tickets"
FEW = {"Sid": "Few", "Effect": "Allow", "Action": "s3:Get*", "Resource": "arn:aws:s3:::b/*"}
REQUEST = {"principal": WORKER, "action": "s3:GetObject", "resource": "arn:aws:s3:::b/k", "context": {}}


def question(statement: Any = FEW, **request: Any) -> dict[str, Any]:
    policy = {"type": "identity", "document": {"Version": "2012-10-17", "Statement": statement}}
    return {"policies": [policy], "request": {**REQUEST, **request}}


QUESTION, REFUSED, BROKEN = question(), question(action="s3:PutObject"), question([{"Effect": "Allow", "Action": "x"}])


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(access, arguments, input=text)


def evaluated(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("evaluate", "-", "--json", text=text).stdout.splitlines()]


def test_one_question_over_many_lines_gets_one_answer() -> None:
    assert evaluated(json.dumps(QUESTION, indent=2)) == [
        {
            "decision": "allowed",
            "decidedBy": {"policy": 0, "type": "identity", "sid": "Few", "statement": 0},
            "why": "policies[0]/Few allows it",
        }
    ]


def test_a_question_a_line_gets_an_answer_a_line() -> None:
    answers = evaluated(f"{json.dumps(QUESTION)}\n\n{json.dumps(REFUSED)}\n")

    assert [(answer["decision"], answer["decidedBy"] is None) for answer in answers] == [
        ("allowed", False),
        ("implicitDeny", True),
    ]


def test_a_policy_goes_by_its_name() -> None:
    named = {**QUESTION, "policies": [{**QUESTION["policies"][0], "name": "reader"}]}

    (answer,) = evaluated(json.dumps(named))

    assert answer["decidedBy"]["policy"] == "reader"


def test_a_document_may_be_text_and_values_may_be_numbers_and_booleans() -> None:
    condition = {"NumericLessThan": {"s3:max-keys": 10}, "Bool": {"aws:SecureTransport": True}, "Null": {"a:b": "true"}}
    statement = {"Effect": "Allow", "Action": "*", "Resource": "*", "Condition": condition}
    asked = question(context={"s3:max-keys": 9, "aws:SecureTransport": True, "a:b": None})
    asked["policies"][0]["document"] = json.dumps({"Statement": statement})

    (answer,) = evaluated(json.dumps(asked))

    assert answer["decision"] == "allowed"


def test_an_invalid_policy_is_an_error_by_its_place_and_the_other_lines_are_answered() -> None:
    result = run("evaluate", "-", "--json", text=f"{json.dumps(BROKEN)}\n{json.dumps(QUESTION)}")

    first, second = map(json.loads, result.stdout.splitlines())
    assert first["error"].startswith("policies[0].document: Statement[0].Action must be")
    assert second["decision"] == "allowed"
    assert result.exit_code == 1
    assert "1 of 2 questions" in result.stderr


def test_for_people_an_answer_is_a_line() -> None:
    result = run("evaluate", "-", text=f"{json.dumps(QUESTION)}\n{json.dumps(BROKEN)}")

    first, second = result.stdout.splitlines()
    assert first == "allowed  policies[0]/Few allows it"
    assert second.startswith("2: policies[0].document: Statement[0].Action")


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("{", "the question is not JSON"),
        ("", "the question is not JSON"),
        ("[]", "the question must be"),
        ({}, "policies must"),
        ({**QUESTION, "policies": {}}, "policies must"),
        ({**QUESTION, "policies": [1]}, "policies[0] must"),
        ({**QUESTION, "policies": [{"type": "managed", "document": {}}]}, "policies[0].type must"),
        ({**QUESTION, "policies": [{"type": [], "document": {}}]}, "policies[0].type must"),
        ({**QUESTION, "policies": [{"type": "trust"}]}, "policies[0].document must"),
        ({**QUESTION, "policies": [{"type": "trust", "document": {}, "name": 1}]}, "policies[0].name must"),
        ({"policies": []}, "request must"),
        ({"policies": [], "request": {"principal": "*", "action": "*"}}, "request.resource must"),
        (question(context=[]), "request.context must"),
        (question(context={"a:b": {}}), 'request.context["a:b"] must'),
        (question(context={"a:b": [[]]}), 'request.context["a:b"] must'),
    ],
)
def test_a_question_that_is_none_is_an_error_by_its_place(question: Any, place: str) -> None:
    text = question if isinstance(question, str) else json.dumps(question)

    (answer,) = evaluated(text)

    assert answer["error"].startswith(place)


def test_a_text_that_no_terminal_can_show_is_shown_escaped() -> None:
    shown = run("evaluate", "-", text=json.dumps(question(action="s3:\ud800"))).stdout

    assert shown == "implicitDeny  no statement names s3:\\ud800\n"


def test_a_file_that_is_no_text_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "question.json").write_bytes(b"\xff\xfe{")

    result = run("evaluate", str(tmp_path / "question.json"))

    assert result.exit_code == 1
    assert "is not UTF-8 text" in result.stderr


def who(action: str, resource: str) -> dict[str, Any]:
    result = run("who-can", action, resource, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("action", "resource", "sids"),
    [
        ("dynamodb:GetItem", "processed-jobs", {WORKER: "ProcessedJobsTable"}),
        ("dynamodb:getitem", "tickets", {TICKETS: "TicketsTable"}),
        ("dynamodb:Scan", "tickets", {}),
        ("sqs:ReceiveMessage", "jobs", {WORKER: "ReadJobsQueue"}),
        ("sqs:ReceiveMessage", f"{NAME}-dev-jobs-dlq", {}),
        ("s3:PutObject", "assets/tickets/bkg_1/1.png", {TICKETS: "WriteTicketAssets"}),
        ("s3:PutObject", "assets/posters/1.png", {}),
        ("secretsmanager:GetSecretValue", "ticket-signing-key", {TICKETS: "ReadSigningSecret"}),
        ("logs:PutLogEvents", f"/{NAME}/dev/worker", {WORKER: "WriteWorkerLogs"}),
        ("sts:AssumeRole", "worker", {"lambda.amazonaws.com": "LambdaAssumesRole"}),
        ("ecr:BatchGetImage", "worker", {"lambda.amazonaws.com": "LambdaPullsImage"}),
        ("sqs:ListQueues", "*", {}),
    ],
)
def test_who_can_finds_exactly_those_of_the_stack(action: str, resource: str, sids: dict[str, str]) -> None:
    assert {grant["principal"]: grant["sid"] for grant in who(action, resource)["who"]} == sids


def test_who_can_tells_a_condition_instead_of_evaluating_it() -> None:
    (grant,) = who("ses:SendEmail", "minitickets.theversehub.in")["who"]

    assert grant["principal"] == WORKER
    assert grant["underCondition"] == ["ses:FromAddress must equal 'no-reply@minitickets.theversehub.in'"]
    shown = run("who-can", "ses:SendEmail", "minitickets.theversehub.in").stdout
    assert "under condition that ses:FromAddress must equal" in shown


def test_who_can_tells_what_forbids_it_all_the_same() -> None:
    (grant,) = who("sqs:DeleteMessage", "jobs")["who"]

    assert grant["never"] == ["sqs:* if aws:SecureTransport Bool 'false' (DenyInsecureTransport)"]


def test_who_can_says_nobody() -> None:
    assert "nobody, by the policies of this stack" in run("who-can", "dynamodb:Scan", "tickets").stdout


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        pytest.param(["who-can", "sqs:*", "jobs"], 2, "not one action", id="a wildcard"),
        pytest.param(["who-can", "SendMessage", "jobs"], 2, "not one action", id="no service"),
        pytest.param(["who-can", "sqs:SendMessage", "arn:aws:sqs:*:*:*"], 1, "has a wildcard", id="an ARN's wildcard"),
        pytest.param(
            ["who-can", "*", "arn:"], 1, "is no ARN: it is arn:partition:service:region:account:resource", id="no ARN"
        ),
        pytest.param(["who-can", "sqs:SendMessage", "arn:aws:sqs:jobs"], 1, "is no ARN", id="half an ARN"),
        pytest.param(
            ["who-can", "sqs:SendMessage", "mails"], 1, "there are: jobs, jobs-dlq, tickets, tickets-dlq", id="unknown"
        ),
        pytest.param(["who-can", "dynamodb:GetItem", f"{NAME}-dev"], 1, "may be any of", id="several"),
        pytest.param(["what-can", "nobody"], 1, "there are: api-query-tickets, tickets, worker", id="no one"),
        pytest.param(["what-can", "worker", "--stack", "none"], 1, "Pulumi.none.yaml", id="no stack"),
    ],
)
def test_a_question_that_cannot_be_answered_is_one_sentence(arguments: list[str], status: int, said: str) -> None:
    result = run(*arguments)

    assert result.exit_code == status
    assert said in result.stderr


@pytest.mark.parametrize(
    ("principal", "sids"),
    [
        ("worker", ["ProcessedJobsTable", "ReadJobsQueue", "SendBookingEmails", "WriteWorkerLogs"]),
        (WORKER, ["ProcessedJobsTable", "ReadJobsQueue", "SendBookingEmails", "WriteWorkerLogs"]),
        ("api", ["QueryTickets"]),
        ("lambda.amazonaws.com", ["LambdaAssumesRole", "LambdaAssumesRole", "LambdaPullsImage"]),
        ("arn:aws:iam::123456789012:user/ada", []),
    ],
)
def test_what_can_lists_the_statements_of_a_principal(principal: str, sids: list[str]) -> None:
    answer = json.loads(run("what-can", principal, "--json").stdout)

    assert sorted(grant["sid"] for grant in answer["may"]) == sids


def test_what_can_shows_actions_reasons_conditions_and_what_forbids_them() -> None:
    shown = run("what-can", "worker").stdout

    for part in (
        "dynamodb:GetItem, dynamodb:PutItem on arn:aws:dynamodb:",
        "ProcessedJobsTable  One read asks whether a job is done",
        "used by our code",
        "under condition that ses:FromAddress must equal",
        "never sqs:* if aws:SecureTransport Bool 'false'",
    ):
        assert part in shown


def test_what_can_says_nothing() -> None:
    assert "nothing, by the policies" in run("what-can", "arn:aws:iam::123456789012:user/ada").stdout


def test_a_line_ends_with_a_line_feed_and_with_nothing_else() -> None:
    odd = question(resource="arn:aws:s3:::b/Night of\x0b\x1c\u2028\u2029\x85.png")

    answers = evaluated("\r\n".join(json.dumps(each, ensure_ascii=False) for each in (odd, QUESTION)))

    assert [answer["decision"] for answer in answers] == ["allowed", "allowed"]
