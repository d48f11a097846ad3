"""What became of a drill's bookings, by what is in the mailbox and the tables; a log line alone shows nothing."""

import json
from base64 import b64decode

from minitickets.books.contract.emails import email_complaints
from minitickets.books.contract.message import Item, asset_key, job_key, ticket_ids
from minitickets.books.contract.qr_code import qr_complaints
from minitickets.books.contract.records import record_complaints
from minitickets.books.contract.tickets import ticket_complaints, token_of
from minitickets.drill.scene import Booking, Scene
from minitickets.drill.waiting import NotSeen, require, until
from minitickets.stack.accepted import request_of


def require_emails(scene: Scene, booking: Booking, count: int = 1) -> None:
    """Waits until SES has taken so many emails for the booking, and looks at each.

    Raises:
        NotSeen: there are fewer or more, or one is not what it must be.
    """
    until(lambda: len(scene.emails(booking)) >= count, f"email {count} for {booking['bookingId']}")
    emails, sender = scene.emails(booking), scene.sender
    require(len(emails) == count, f"{count} emails and no more")
    for email in emails:
        for wrong in email_complaints(booking, request_of(email), sender=sender):
            raise NotSeen(f"Not seen: a right email; {wrong}.")


def require_record(scene: Scene, booking: Booking) -> None:
    """Waits for the record of the booking's email, and looks at it.

    Raises:
        NotSeen: there is none, or it is not what it must be.
    """
    item = until(lambda: record_of(scene, booking), f"the record of {booking['bookingId']}")
    for wrong in record_complaints(booking, item, email_ids=[email.message_id for email in scene.emails(booking)]):
        raise NotSeen(f"Not seen: a right record; {wrong}.")


def record_of(scene: Scene, booking: Booking) -> Item | None:
    """What the processed-jobs table has under the booking's key."""
    table = scene.stack.output("processedJobsTable")
    answer = scene.aws.clients.dynamodb.get_item(
        TableName=table, Key={"jobKey": {"S": job_key(booking)}}, ConsistentRead=True
    )
    return answer.get("Item")


def require_tickets(scene: Scene, booking: Booking) -> None:
    """Waits until all of the booking's tickets are issued, and looks at each, and at its QR code.

    Raises:
        NotSeen: one is not there, or not what it must be.
    """
    ring = _ring(scene)
    for number, ticket_id in enumerate(ticket_ids(booking), start=1):
        item = until(lambda id_=ticket_id: _issued(scene, booking, id_), f"the ticket {ticket_id}")
        wrong = ticket_complaints(booking, number, item)
        key_id = item.get("keyId", {}).get("S", "")
        if not wrong:
            require(key_id in ring, "a ticket whose key is in the ring")
            wrong = qr_complaints(_picture(scene, booking, number), token_of(booking, number, key_id=key_id, ring=ring))
        if wrong:
            raise NotSeen(f"Not seen: a right ticket; of {ticket_id} {wrong[0]}.")


def _issued(scene: Scene, booking: Booking, ticket_id: str) -> Item | None:
    answer = scene.aws.clients.dynamodb.get_item(
        TableName=scene.stack.output("ticketsTable"),
        Key={"userId": {"S": booking["userId"]}, "ticketId": {"S": ticket_id}},
        ConsistentRead=True,
    )
    item = answer.get("Item")
    return item if item and "issuedAt" in item else None


def _picture(scene: Scene, booking: Booking, number: int) -> bytes:
    s3, bucket = scene.aws.clients.s3, scene.stack.output("assetsBucket")
    try:
        return s3.get_object(Bucket=bucket, Key=asset_key(booking, number))["Body"].read()
    except s3.exceptions.NoSuchKey as error:
        raise NotSeen(f"Not seen: the QR code of ticket {number} of {booking['bookingId']}.") from error


def _ring(scene: Scene) -> dict[str, bytes]:
    secret = scene.aws.clients.secretsmanager.get_secret_value(SecretId=scene.stack.output("signingSecretArn"))
    keys: dict[str, str] = json.loads(secret["SecretString"])["keys"]
    return {key_id: b64decode(key) for key_id, key in keys.items()}
