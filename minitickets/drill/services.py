"""Drills about what the functions rely on: the signing key, the verified sender, well-formed messages."""

import json

from minitickets.drill.causes import function_changed, no_signing_key, sender_not_verified
from minitickets.drill.outcome import require_emails, require_tickets
from minitickets.drill.runbook.where import search
from minitickets.drill.scene import Booking, Scene
from minitickets.drill.waiting import NotSeen, alone, require, until
from minitickets.ops.pipelines import Pipeline

_TOO_MANY = 5  # tickets; a booking has four at most


def key_missing(scene: Scene) -> None:
    """Nobody has written a key into the signing secret."""
    pipeline, booking = scene.tickets, scene.booking()
    with alone(scene.stack, pipeline):
        with function_changed(scene, pipeline), no_signing_key(scene):  # a warm function still knows the key
            scene.tell("The signing secret has no value. A booking is published.")
            scene.publish(pipeline, booking)
            failed = scene.wait_for_event(pipeline, booking, "job_failed")
            until(lambda: not scene.aws.lambda_service.functions.concurrency.in_use, "the end of the invocation")
        scene.show_log(pipeline, failed)
        scene.find.append(scene.by_correlation(pipeline, booking))
        scene.saw(f"{json.loads(failed)['error']}: {json.loads(failed)['reason']}.")
        wait = scene.skip_to_return(pipeline, booking)
        issued = scene.wait_for_event(pipeline, booking, "ticket_issued")
        scene.wait_until_deleted(pipeline, booking)
    require_tickets(scene, booking)
    scene.show_log(pipeline, issued)
    scene.saw(f"The key is there. The message came back {wait:.0f} s later, and its ticket was issued.")


def sender_unknown(scene: Scene) -> None:
    """SES does not know the sender's domain as verified."""
    pipeline, booking = scene.worker, scene.booking()
    with alone(scene.stack, pipeline):
        with sender_not_verified(scene) as sender:
            scene.tell(f"The domain of {sender} is not verified any more. A booking is published.")
            message_id = scene.publish(pipeline, booking)
            failed = scene.wait_for_event(pipeline, booking, "job_failed")
            refusal = scene.wait_for_text(pipeline, "account_cannot_send")
        scene.show_log(pipeline, failed, refusal)
        scene.find.append(scene.by_correlation(pipeline, booking))
        message = scene.message(pipeline, booking)
        if message is None or message.message_id != message_id or scene.emails(booking):
            raise NotSeen("Not seen: a message that waits for the account to be mended.")
        scene.saw("SES refuses every email: account_cannot_send, once per batch. The message is kept, not poison.")
        wait = scene.skip_to_return(pipeline, booking)
        scene.wait_until_deleted(pipeline, booking)
    require_emails(scene, booking)
    scene.saw(f"The domain is verified. The message came back after {wait:.0f} s, and its email was sent.")


def poison(scene: Scene) -> None:
    """A publisher sends what is no booking."""
    pipeline, booking = scene.worker, scene.booking(quantity=_TOO_MANY)
    scene.tell(f"A booking of {_TOO_MANY} tickets is published; four are the most.")
    began = scene.aws.clock.now()
    message_id = scene.publish(pipeline, booking)
    try:
        letter = until(lambda: scene.dead_letter(pipeline, booking), f"the message in {pipeline.dlq}")
        require(letter.message_id == message_id and not scene.emails(booking), "a message that got no email")
        seconds = scene.aws.clock.now() - began
        lines = scene.events(pipeline, message_id, "poison_message")
        scene.show_log(pipeline, lines[0], lines[-1])
        scene.find.append(search(pipeline.log_group, f'{{ $.messageId = "{message_id}" }}'))
        reason = json.loads(lines[0])["reason"]
        scene.saw(f"poison_message: {reason}. After {len(lines)} receives, {seconds:.1f} s, it was in {pipeline.dlq}.")
    finally:
        _remove_dead_letter(scene, pipeline, booking)
    scene.tell("The dead letter is deleted.")


def _remove_dead_letter(scene: Scene, pipeline: Pipeline, booking: Booking) -> None:
    """Deletes the drill's own dead letter; those of others are shown again at once."""
    sqs, others = scene.aws.clients.sqs, list[str]()
    while scene.dead_letter(pipeline, booking) is not None:
        received = sqs.receive_message(QueueUrl=pipeline.dlq_url, MaxNumberOfMessages=10, VisibilityTimeout=30)
        if not received.get("Messages"):
            break
        for message in received.get("Messages", []):
            handle = message.get("ReceiptHandle", "")
            if f'"{booking["bookingId"]}"' in message.get("Body", ""):
                sqs.delete_message(QueueUrl=pipeline.dlq_url, ReceiptHandle=handle)
            else:
                others.append(handle)
    for handle in others:
        sqs.change_message_visibility(QueueUrl=pipeline.dlq_url, ReceiptHandle=handle, VisibilityTimeout=0)
