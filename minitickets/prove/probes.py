"""What each statement is for, tried out: a probe gives the symptoms that a person would see, none if all is well."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from botocore.exceptions import ClientError

from aws.calls import Refused
from aws.reference import BotocoreClient
from embeddedaws.clients import queue_name
from embeddedaws.errors import LambdaServiceError
from embeddedaws.mapping.configuration import MappingConfiguration
from minitickets.prove.ground import ProvingGround
from tickets.reader import TicketReader

Symptoms = list[str]
Probe = Callable[[ProvingGround], Symptoms]

_BACKOFF = 10  # seconds that a failed job is hidden after its first receive
REFUSED = {"AccessDenied", "AccessDeniedException", "403"}
"""What boto3 calls a refusal."""


def email_is_sent_and_recorded(ground: ProvingGround) -> Symptoms:
    """A booking becomes one email and one record."""
    return _email(ground, ground.booking())


def email_reaches_the_test_address(ground: ProvingGround) -> Symptoms:
    """So it does in SES's sandbox, where the recipient's identity counts too."""
    with ground.in_ses_sandbox():
        (address,) = (
            each.inputs["emailIdentity"] for each in ground.recording.resources if each.name == "test-address"
        )
        return _email(ground, ground.booking(address))


def failed_job_is_hidden(ground: ProvingGround) -> Symptoms:
    """A job that fails comes back after 10 seconds, not when the queue's visibility timeout ends."""
    queue_url = ground.output("jobsQueueUrl")
    booking = ground.booking("fails-999-times@simulator.minitickets.example")
    delivery = ground.deliver(ground.output("workerFunction"), queue_url, booking)
    return [] if delivery.hidden <= _BACKOFF else ["a failed job waits for the queue's visibility timeout"]


def queue_can_be_mapped(ground: ProvingGround, function: str, queue: str) -> Symptoms:
    """AWS checks the role when a mapping is created; the mapping then receives and deletes with it."""
    arn = ground.aws.account.arn("sqs", queue_name(ground.output(queue)))
    mappings = ground.aws.lambda_service.mappings
    configuration = MappingConfiguration(
        queue_arn=arn, function_name=ground.output(function), report_batch_item_failures=True, enabled=False
    )
    try:
        mappings.delete(mappings.create(configuration))
    except LambdaServiceError as error:
        return [f"the mapping cannot be created: {error}"]
    return []


def log_is_written(ground: ProvingGround, function: str, queue: str) -> Symptoms:
    """A new environment makes its log stream and writes to it."""
    ground.restart(ground.output(function))
    ground.aws.lost_logs.clear()
    ground.deliver(ground.output(function), ground.output(queue), {"no": "booking"})
    ground.aws.lambda_service.flush_logs()
    return ["the function's log is empty"] if ground.aws.lost_logs else []


def ticket_is_issued(ground: ProvingGround) -> Symptoms:
    """A cold function reads its key, reserves, draws and completes a ticket; and a replay finds it done."""
    function, queue_url, booking = ground.output("ticketsFunction"), ground.output("ticketsQueueUrl"), ground.booking()
    ground.restart(function)
    delivery = ground.deliver(function, queue_url, booking)
    item = _item(ground, ground.output("ticketsTable"), userId="usr_proof", ticketId=f"{booking['bookingId']}-1")
    if not delivery.succeeded:
        state = item.get("status", {}).get("S", "not reserved")
        return [f"every tickets job fails; the ticket is {state}"]
    return (
        []
        if ground.deliver(function, queue_url, booking).succeeded
        else ["a booking that is delivered twice fails the second time"]
    )


def api_lists_tickets(ground: ProvingGround) -> Symptoms:
    """My tickets, and the tickets of a date."""
    reader = TicketReader(BotocoreClient(ground.api_clients.dynamodb), ground.output("ticketsTable"))
    return [
        *_refusals("My tickets", lambda: reader.my_tickets("usr_proof")),
        *_refusals("the tickets of a date", lambda: list(reader.tickets_on(date(2026, 12, 24)))),
    ]


def insecure_requests_are_denied(ground: ProvingGround) -> Symptoms:
    """Whoever leaves out TLS is denied, whatever else allows it; with TLS nothing stands in the way."""
    symptoms: Symptoms = []
    for what, call in _transports(ground):
        symptoms += _refusals(f"{what} with TLS", lambda call=call: call(ground.operator))
        if not _refusals("", lambda call=call: call(ground.careless_operator)):
            symptoms.append(f"{what} is reached without TLS")
    return symptoms


def roles_can_be_assumed(ground: ProvingGround) -> Symptoms:
    """Lambda gets the credentials of both roles."""
    roles = [ground.role_arn(ground.output(function)) for function in ("workerFunction", "ticketsFunction")]
    return [symptom for arn in roles for symptom in _refusals(arn, lambda arn=arn: ground.aws.assume_role(arn))]


def image_can_be_pulled(ground: ProvingGround) -> Symptoms:
    """Lambda pulls the image for this stack's functions."""
    image = f"{ground.output('repositoryUrl')}@sha256:{'0' * 64}"
    names = [ground.output(function) for function in ("workerFunction", "ticketsFunction")]
    arns = {name: ground.aws.account.arn("lambda", f"function:{name}") for name in names}
    refused = [name for name, arn in arns.items() if not ground.aws.may_pull(image, arn)]
    return [f"{name} cannot be created: no access to the image" for name in refused]


_JOBS = {"function": "workerFunction", "queue": "jobsQueueUrl"}
_TICKETS = {"function": "ticketsFunction", "queue": "ticketsQueueUrl"}
PROBES: dict[str, tuple[Probe, ...]] = {
    "ReadJobsQueue": (partial(queue_can_be_mapped, **_JOBS), failed_job_is_hidden),
    "ProcessedJobsTable": (email_is_sent_and_recorded,),
    "SendBookingEmails": (email_is_sent_and_recorded, email_reaches_the_test_address),
    "WriteWorkerLogs": (partial(log_is_written, **_JOBS),),
    "ReadTicketsQueue": (partial(queue_can_be_mapped, **_TICKETS),),
    "TicketsTable": (ticket_is_issued,),
    "WriteTicketAssets": (ticket_is_issued,),
    "ReadSigningSecret": (ticket_is_issued,),
    "WriteTicketLogs": (partial(log_is_written, **_TICKETS),),
    "QueryTickets": (api_lists_tickets,),
    "DenyInsecureTransport": (insecure_requests_are_denied,),
    "LambdaAssumesRole": (roles_can_be_assumed,),
    "LambdaPullsImage": (image_can_be_pulled,),
}
"""What to try for each statement, by its sid."""


def _email(ground: ProvingGround, booking: dict[str, Any]) -> Symptoms:
    before = len(ground.aws.mailbox.emails)
    queue_url = ground.output("jobsQueueUrl")
    succeeded = ground.deliver(ground.output("workerFunction"), queue_url, booking).succeeded
    sent = len(ground.aws.mailbox.emails) - before
    job_key = f"{booking['type']}:{booking['bookingId']}"
    recorded = "expiresAt" in _item(ground, ground.output("processedJobsTable"), jobKey=job_key)
    if not succeeded:
        return [f"every email job fails; {sent} emails sent"]
    return [] if recorded and sent == 1 else [f"{sent} emails sent and {'recorded' if recorded else 'not recorded'}"]


def _refusals(what: str, call: Callable[[], object]) -> Symptoms:
    try:
        call()
    except (ClientError, Refused) as error:
        code = error.code if isinstance(error, Refused) else error.response.get("Error", {}).get("Code")
        if code not in REFUSED:
            raise
        return [f"{what}: AccessDenied"]
    return []


def _transports(ground: ProvingGround) -> list[tuple[str, Callable[[Any], object]]]:
    queues = [ground.output(url) for url in ("jobsQueueUrl", "jobsDlqUrl", "ticketsQueueUrl", "ticketsDlqUrl")]
    bucket = ground.output("assetsBucket")
    return [
        *((queue_name(url), lambda clients, url=url: clients.sqs.receive_message(QueueUrl=url)) for url in queues),
        ("the bucket", lambda clients: clients.s3.list_objects_v2(Bucket=bucket)),
        ("a QR code", lambda clients: clients.s3.put_object(Bucket=bucket, Key="tickets/proof/1.png", Body=b"")),
    ]


def _item(ground: ProvingGround, table: str, **key: str) -> dict[str, Any]:
    typed: Any = {name: {"S": value} for name, value in key.items()}
    return ground.aws.clients.dynamodb.get_item(TableName=table, Key=typed).get("Item", {})
