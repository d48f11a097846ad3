"""Drills about the mapping and the invocations: answers that are ignored, no room, too slow, no code."""

import json

from minitickets.drill.causes import function_changed, no_concurrency, no_partial_answers
from minitickets.drill.outcome import require_emails, require_tickets
from minitickets.drill.runbook.where import search
from minitickets.drill.scene import Scene
from minitickets.drill.waiting import NotSeen, alone, until

_MISNAMED = "ticket-lambda.handler"  # with a hyphen, as one would name the module in other languages


def no_partial_answer(scene: Scene) -> None:
    """The mapping does not ask for the ids of failed messages, and SES fails once."""
    pipeline, booking = scene.worker, scene.failing_booking("fails-once")
    with alone(scene.stack, pipeline):
        with no_partial_answers(scene, pipeline):
            scene.tell("The mapping is now without ReportBatchItemFailures. A booking is published; SES fails once.")
            scene.publish(pipeline, booking)
            failed = scene.wait_for_event(pipeline, booking, "job_failed")
            scene.wait_until_deleted(pipeline, booking)
        scene.show_log(pipeline, failed)
        scene.find.append(scene.by_correlation(pipeline, booking))
        if scene.emails(booking) or scene.dead_letter(pipeline, booking):
            raise NotSeen("Not seen: a failed message that disappears.")
        scene.saw(
            f"The job failed ({json.loads(failed)['reason']}), the function named its message as failed, and Lambda "
            "deleted it all the same: no email, nothing in the queue, nothing in the dead-letter queue."
        )
        scene.publish(pipeline, booking)
        scene.wait_until_deleted(pipeline, booking)
    require_emails(scene, booking)
    scene.saw("ReportBatchItemFailures is back. Published again, the booking got its email.")


def concurrency_exhausted(scene: Scene) -> None:
    """Something else in the account uses up its concurrency."""
    pipeline, booking, concurrency = scene.worker, scene.booking(), scene.aws.lambda_service.functions.concurrency
    with alone(scene.stack, pipeline, scene.tickets):
        before, began = concurrency.throttles, scene.aws.clock.now()
        with no_concurrency(scene):
            scene.tell("The account's concurrency is used up. A booking is published.")
            scene.publish(pipeline, booking)
            until(lambda: concurrency.throttles >= before + 3, "throttles")
            message = scene.message(pipeline, booking)
            if message is None or scene.emails(booking) or scene.is_logged(pipeline, booking):
                raise NotSeen("Not seen: a message that waits.")
            throttles = concurrency.throttles - before
            scene.saw(f"Throttles: {throttles}. The message waits, received {message.receive_count} time; no log line.")
        scene.wait_until_deleted(pipeline, booking)
        waited = scene.aws.clock.now() - began
    require_emails(scene, booking)
    scene.show_log(pipeline, scene.wait_for_event(pipeline, booking, "email_sent"))
    scene.find.append(scene.by_correlation(pipeline, booking))
    scene.saw(f"There is room again: the email was sent, {waited:.1f} s after the booking was published.")


def timed_out(scene: Scene) -> None:
    """SES answers so slowly that the function is killed, since botocore waits as long as bytes come."""
    pipeline, booking = scene.worker, scene.failing_booking("slow-once")
    function = scene.aws.lambda_service.functions.get(pipeline.function)
    timeout, patient = function.timeout, {**function.environment, "TRANSPORT": "boto3"}
    with alone(scene.stack, pipeline, seconds=timeout + 5), function_changed(scene, pipeline, environment=patient):
        scene.tell("The worker calls over boto3, which waits as long as bytes come, and SES answers a byte a second.")
        scene.tell(f"A booking is published; the function is killed after {timeout} s.")
        scene.publish(pipeline, booking)
        text = f"Task timed out after {timeout:.2f} seconds"
        killed = scene.wait_for_text(pipeline, text)
        scene.show_log(pipeline, killed)
        scene.find.append(search(pipeline.log_group, '"Task timed out"'))
        if scene.message(pipeline, booking) is None:
            raise NotSeen("Not seen: a message that stays in the queue after a timeout.")
        left = scene.skip_to_return(pipeline, booking)
        scene.saw(f"{text}. The message was not deleted; its visibility timeout ends {left:.0f} s later.")
        sent = scene.wait_for_event(pipeline, booking, "email_sent")
        scene.wait_until_deleted(pipeline, booking)
    require_emails(scene, booking)
    scene.show_log(pipeline, sent)
    scene.saw(f"SES is quick again: the message came back, and its email was sent at receive {_receive(sent)}.")


def handler_misnamed(scene: Scene) -> None:
    """The command of the tickets function names a module that the image does not have."""
    pipeline, booking = scene.tickets, scene.booking()
    with alone(scene.stack, pipeline):
        with function_changed(scene, pipeline, handler=_MISNAMED):
            scene.tell(f"The tickets function's command is now {_MISNAMED}. A booking is published.")
            scene.publish(pipeline, booking)
            error = scene.wait_for_text(pipeline, "Runtime.ImportModuleError: Unable")
            report = scene.wait_for_text(pipeline, "Phase: invoke")
            until(lambda: not scene.aws.lambda_service.functions.concurrency.in_use, "the end of the invocation")
            scene.show_log(pipeline, report, error)
        scene.find.append(search(pipeline.log_group, '"Runtime.ImportModuleError"'))
        scene.saw("The invocation failed before any of our code ran; the message was not deleted.")
        wait = scene.skip_to_return(pipeline, booking)
        issued = scene.wait_for_event(pipeline, booking, "ticket_issued")
        scene.wait_until_deleted(pipeline, booking)
    require_tickets(scene, booking)
    scene.show_log(pipeline, issued)
    scene.saw(f"The command is right again. The message came back {wait:.0f} s later, and its ticket was issued.")


def _receive(line: str) -> int:
    return json.loads(line)["receiveCount"]
