"""What nobody may do, tried out: a limit gives the symptom of a statement that lets through too much.

What is tried does no harm where it is let through, or fails then for another reason than AccessDenied.
"""

from collections.abc import Callable, Mapping
from typing import Any

from botocore.exceptions import ClientError

from embeddedaws.call import Call, Principal
from embeddedaws.clients import Clients
from minitickets.prove.ground import ProvingGround
from minitickets.prove.probes import REFUSED, Probe, Symptoms

_Attempts = Mapping[str, Callable[[ProvingGround], object]]
"""What nobody may do, by the symptom that shows where it is let through."""
_Clients = Callable[[ProvingGround], Clients]

_LAMBDA, _TASKS = Principal("lambda.amazonaws.com"), Principal("ecs-tasks.amazonaws.com")
_TEXT: Any = {"Simple": {"Subject": {"Data": "x"}, "Body": {"Text": {"Data": "x"}}}}
_RAW: Any = {"Raw": {"Data": b"x"}}
_TICKET: Any = {"userId": {"S": "usr_proof"}, "ticketId": {"S": "none"}}
_RECORD: Any = {"jobKey": {"S": "none"}}


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
    with ground.in_ses_sandbox():
        return _send(ground, _TEXT)


def _describe_signing_key(ground: ProvingGround) -> object:
    return _tickets(ground).secretsmanager.describe_secret(SecretId=ground.output("signingSecretArn"))


def _query(ground: ProvingGround, table: str, key: str, index: str | None = None) -> object:
    named: Any = {"IndexName": index} if index else {}
    return ground.api_clients.dynamodb.query(
        TableName=ground.output(table),
        KeyConditionExpression=f"{key} = :it",
        ExpressionAttributeValues={":it": {"S": "none"}},
        **named,
    )


def _reads_a_queue(function: str, clients: _Clients, own: str, others: str, url: str) -> _Attempts:
    return {
        f"{function} can purge its queue": lambda s: clients(s).sqs.purge_queue(QueueUrl=s.output(own)),
        f"{function} can receive {others}": lambda s: clients(s).sqs.receive_message(QueueUrl=s.output(url)),
    }


def _writes_a_log(function: str, clients: _Clients, own: str, another: str) -> _Attempts:
    return {
        f"{function} can read its log": lambda s: clients(s).logs.describe_log_streams(logGroupName=s.output(own)),
        f"{function} can write into another log": lambda s: clients(s).logs.create_log_stream(
            logGroupName=s.output(another), logStreamName="x"
        ),
    }


_ATTEMPTS: Mapping[str, _Attempts] = {
    "ReadJobsQueue": _reads_a_queue("the worker", _worker, "jobsQueueUrl", "tickets jobs", "ticketsQueueUrl"),
    "ProcessedJobsTable": {
        "the worker can delete records": lambda s: _worker(s).dynamodb.delete_item(
            TableName=s.output("processedJobsTable"), Key=_RECORD
        ),
        "the worker can read tickets": lambda s: _worker(s).dynamodb.get_item(
            TableName=s.output("ticketsTable"), Key=_TICKET
        ),
    },
    "SendBookingEmails": {
        "an email from another sender is let through": lambda s: _send(s, _TEXT, "someone-else"),
        "a raw email is let through": lambda s: _send(s, _RAW),
        "in the sandbox the worker can write to anybody": _send_in_sandbox,
    },
    "WriteWorkerLogs": _writes_a_log("the worker", _worker, "workerLogGroup", "ticketsLogGroup"),
    "ReadTicketsQueue": _reads_a_queue(
        "the tickets function", _tickets, "ticketsQueueUrl", "email jobs", "jobsQueueUrl"
    ),
    "TicketsTable": {
        "the tickets function can delete tickets": lambda s: _tickets(s).dynamodb.delete_item(
            TableName=s.output("ticketsTable"), Key=_TICKET
        ),
        "the tickets function can read the worker's records": lambda s: _tickets(s).dynamodb.get_item(
            TableName=s.output("processedJobsTable"), Key=_RECORD
        ),
    },
    "WriteTicketAssets": {
        "the tickets function can overwrite posters": lambda s: _tickets(s).s3.put_object(
            Bucket=s.output("assetsBucket"), Key="posters/night.png", Body=b""
        ),
        "the tickets function can read QR codes": lambda s: _tickets(s).s3.get_object(
            Bucket=s.output("assetsBucket"), Key="tickets/none.png"
        ),
    },
    "ReadSigningSecret": {
        "the tickets function can do more with the signing key than read it": _describe_signing_key,
        "the tickets function can read other secrets": lambda s: _tickets(s).secretsmanager.get_secret_value(
            SecretId="of-somebody-else"
        ),
    },
    "WriteTicketLogs": _writes_a_log("the tickets function", _tickets, "ticketsLogGroup", "workerLogGroup"),
    "QueryTickets": {
        "the api can list all tickets": lambda s: s.api_clients.dynamodb.scan(TableName=s.output("ticketsTable")),
        "the api can read the worker's records": lambda s: _query(s, "processedJobsTable", "jobKey"),
        "the api can read other indexes": lambda s: _query(s, "ticketsTable", "userId", "another"),
    },
    "LambdaAssumesRole": {
        f"other services than Lambda can act as {function}": lambda s, output=output: s.aws.assume_role(
            s.role_arn(s.output(output)), by=_TASKS.arn
        )
        for function, output in (("the worker", "workerFunction"), ("the tickets function", "ticketsFunction"))
    },
}


def _limit(symptom: str, attempt: Callable[[ProvingGround], object]) -> Probe:
    def probe(ground: ProvingGround) -> Symptoms:
        try:
            attempt(ground)
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") in REFUSED:
                return []
        return [symptom]

    return probe


def _limit_of_service(symptom: str, service: Principal, action: str, function: str | None = None) -> Probe:
    """For what AWS's services do without asking an API here: on the image, for a function, the worker if not given."""

    def probe(ground: ProvingGround) -> Symptoms:
        account, repository = ground.aws.account, ground.output("repositoryUrl").partition("/")[2]
        source = account.arn("lambda", f"function:{function or ground.output('workerFunction')}")
        call = Call(f"ecr:{action}", account.arn("ecr", f"repository/{repository}"), {"aws:SourceArn": source})
        return [symptom] if ground.aws.authorization.authorize(service, call, {}).allowed else []

    return probe


LIMITS: Mapping[str, tuple[Probe, ...]] = {
    sid: tuple(_limit(symptom, attempt) for symptom, attempt in attempts.items()) for sid, attempts in _ATTEMPTS.items()
} | {
    "LambdaPullsImage": (
        _limit_of_service("any function may run the image", _LAMBDA, "BatchGetImage", "another"),
        _limit_of_service("Lambda can replace the image", _LAMBDA, "PutImage"),
        _limit_of_service("other services can pull the image", _TASKS, "BatchGetImage"),
    )
}
"""What each statement must not let through, by its sid."""
