"""What nobody may do, tried out: a limit gives the symptom of a statement that lets through too much.

What is tried does no harm where it is let through, or fails then for another reason than AccessDenied.
"""

from collections.abc import Callable
from typing import Any

from botocore.exceptions import ClientError

from embeddedaws.call import Call, Principal
from embeddedaws.clients import Clients
from minitickets.prove.ground import ProvingGround
from minitickets.prove.probes import REFUSED, Probe, Symptoms

_LAMBDA, _TASKS = Principal("lambda.amazonaws.com"), Principal("ecs-tasks.amazonaws.com")
_TEXT: Any = {"Simple": {"Subject": {"Data": "x"}, "Body": {"Text": {"Data": "x"}}}}
_RAW: Any = {"Raw": {"Data": b"x"}}
_TICKET: Any = {"userId": {"S": "usr_proof"}, "ticketId": {"S": "none"}}
_RECORD: Any = {"jobKey": {"S": "none"}}


def _limit(symptom: str, attempt: Callable[[ProvingGround], object]) -> Probe:
    def probe(ground: ProvingGround) -> Symptoms:
        try:
            attempt(ground)
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") in REFUSED:
                return []
        return [symptom]

    return probe


def _limit_of_service(symptom: str, service: Principal, call: Callable[[ProvingGround], Call]) -> Probe:
    """For what AWS's services do without asking an API here."""
    return lambda ground: [symptom] if ground.aws.authorization.authorize(service, call(ground), {}).allowed else []


def _worker(ground: ProvingGround) -> Clients:
    return ground.acting_as(ground.role_arn(ground.output("workerFunction")))


def _tickets(ground: ProvingGround) -> Clients:
    return ground.acting_as(ground.role_arn(ground.output("ticketsFunction")))


def _send(ground: ProvingGround, content: Any, sender: str = "") -> object:
    own = ground.aws.lambda_service.functions.get(ground.output("workerFunction")).environment["SENDER"]
    return _worker(ground).sesv2.send_email(
        FromEmailAddress=f"{sender}@{own.partition('@')[2]}" if sender else own,
        Destination={"ToAddresses": ["guest@example.com"]},
        Content=content,
    )


def _send_in_sandbox(ground: ProvingGround) -> object:
    ground.aws.deployed.in_ses_sandbox = True
    try:
        return _send(ground, _TEXT)
    finally:
        ground.aws.deployed.in_ses_sandbox = False


def _query(ground: ProvingGround, table: str, key: str, index: str | None = None) -> object:
    named: Any = {"IndexName": index} if index else {}
    return ground.api_clients.dynamodb.query(
        TableName=ground.output(table),
        KeyConditionExpression=f"{key} = :it",
        ExpressionAttributeValues={":it": {"S": "none"}},
        **named,
    )


def _pull(ground: ProvingGround, action: str, function: str) -> Call:
    account = ground.aws.account
    repository = ground.output("repositoryUrl").partition("/")[2]
    source = {"aws:SourceArn": account.arn("lambda", f"function:{function}")}
    return Call(f"ecr:{action}", account.arn("ecr", f"repository/{repository}"), source)


def _reads_a_queue(
    function: str, clients: Callable[[ProvingGround], Clients], own: str, others: str, url: str
) -> tuple[Probe, Probe]:
    return (
        _limit(f"{function} can purge its queue", lambda s: clients(s).sqs.purge_queue(QueueUrl=s.output(own))),
        _limit(f"{function} can receive {others}", lambda s: clients(s).sqs.receive_message(QueueUrl=s.output(url))),
    )


def _writes_a_log(
    function: str, clients: Callable[[ProvingGround], Clients], own: str, another: str
) -> tuple[Probe, Probe]:
    return (
        _limit(
            f"{function} can read its log",
            lambda s: clients(s).logs.describe_log_streams(logGroupName=s.output(own)),
        ),
        _limit(
            f"{function} can write into another log",
            lambda s: clients(s).logs.create_log_stream(logGroupName=s.output(another), logStreamName="x"),
        ),
    )


def _assumed_by_tasks(function: str, output: str) -> Probe:
    return _limit(
        f"other services than Lambda can act as {function}",
        lambda s: s.aws.assume_role(s.role_arn(s.output(output)), by=_TASKS.arn),
    )


LIMITS: dict[str, tuple[Probe, ...]] = {
    "ReadJobsQueue": _reads_a_queue("the worker", _worker, "jobsQueueUrl", "tickets jobs", "ticketsQueueUrl"),
    "ProcessedJobsTable": (
        _limit(
            "the worker can delete records",
            lambda s: _worker(s).dynamodb.delete_item(TableName=s.output("processedJobsTable"), Key=_RECORD),
        ),
        _limit(
            "the worker can read tickets",
            lambda s: _worker(s).dynamodb.get_item(TableName=s.output("ticketsTable"), Key=_TICKET),
        ),
    ),
    "SendBookingEmails": (
        _limit("an email from another sender is let through", lambda s: _send(s, _TEXT, "someone-else")),
        _limit("a raw email is let through", lambda s: _send(s, _RAW)),
        _limit("in the sandbox the worker can write to anybody", _send_in_sandbox),
    ),
    "WriteWorkerLogs": _writes_a_log("the worker", _worker, "workerLogGroup", "ticketsLogGroup"),
    "ReadTicketsQueue": _reads_a_queue(
        "the tickets function", _tickets, "ticketsQueueUrl", "email jobs", "jobsQueueUrl"
    ),
    "TicketsTable": (
        _limit(
            "the tickets function can delete tickets",
            lambda s: _tickets(s).dynamodb.delete_item(TableName=s.output("ticketsTable"), Key=_TICKET),
        ),
        _limit(
            "the tickets function can read the worker's records",
            lambda s: _tickets(s).dynamodb.get_item(TableName=s.output("processedJobsTable"), Key=_RECORD),
        ),
    ),
    "WriteTicketAssets": (
        _limit(
            "the tickets function can overwrite posters",
            lambda s: _tickets(s).s3.put_object(Bucket=s.output("assetsBucket"), Key="posters/night.png", Body=b""),
        ),
        _limit(
            "the tickets function can read QR codes",
            lambda s: _tickets(s).s3.get_object(Bucket=s.output("assetsBucket"), Key="tickets/none.png"),
        ),
    ),
    "ReadSigningSecret": (
        _limit(
            "the tickets function can do more with the signing key than read it",
            lambda s: _tickets(s).secretsmanager.describe_secret(SecretId=s.output("signingSecretArn")),
        ),
        _limit(
            "the tickets function can read other secrets",
            lambda s: _tickets(s).secretsmanager.get_secret_value(SecretId="of-somebody-else"),
        ),
    ),
    "WriteTicketLogs": _writes_a_log("the tickets function", _tickets, "ticketsLogGroup", "workerLogGroup"),
    "QueryTickets": (
        _limit(
            "the api can list all tickets", lambda s: s.api_clients.dynamodb.scan(TableName=s.output("ticketsTable"))
        ),
        _limit("the api can read the worker's records", lambda s: _query(s, "processedJobsTable", "jobKey")),
        _limit("the api can read other indexes", lambda s: _query(s, "ticketsTable", "userId", "another")),
    ),
    "LambdaAssumesRole": (
        _assumed_by_tasks("the worker", "workerFunction"),
        _assumed_by_tasks("the tickets function", "ticketsFunction"),
    ),
    "LambdaPullsImage": (
        _limit_of_service("any function may run the image", _LAMBDA, lambda s: _pull(s, "BatchGetImage", "another")),
        _limit_of_service(
            "Lambda can replace the image", _LAMBDA, lambda s: _pull(s, "PutImage", s.output("workerFunction"))
        ),
        _limit_of_service(
            "other services can pull the image", _TASKS, lambda s: _pull(s, "BatchGetImage", s.output("workerFunction"))
        ),
    ),
}
"""What each statement must not let through, by its sid."""
