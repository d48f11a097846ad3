"""Drills about permissions: who may not do what it has to, and who wants what it may not."""

import json
from typing import Any

from botocore.exceptions import ClientError

from aws.reference import BotocoreClient
from infra.naming import Names
from minitickets.drill.causes import Statement, api, function_changed, statement_changed
from minitickets.drill.outcome import record_of, require_emails, require_record
from minitickets.drill.scene import Scene
from minitickets.drill.waiting import NotSeen, alone, require
from tickets.reader import TicketReader

_TABLE = "ProcessedJobsTable"  # the statement's sid, which is its policy's name too


def wrong_table_arn(scene: Scene) -> None:
    """The worker role names the table of another stack."""
    pipeline, booking = scene.worker, scene.booking()
    with alone(scene.stack, pipeline):
        with statement_changed(scene, pipeline, _TABLE, lambda statement: _on_other_stack(scene, statement)):
            scene.tell(f"{_TABLE} of the worker role now names {_other_table(scene)}. A booking is published.")
            scene.publish(pipeline, booking)
            failed = scene.wait_for_event(pipeline, booking, "job_failed")
            scene.saw(f"The job failed: {json.loads(failed)['reason']}. No email was sent.")
            scene.show_log(pipeline, failed)
        scene.find.append(scene.by_correlation(pipeline, booking))
        require(not scene.emails(booking), "a failed job without an email")
        wait = scene.skip_to_return(pipeline, booking)
        scene.wait_until_deleted(pipeline, booking)
    require_emails(scene, booking)
    require_record(scene, booking)
    scene.saw(f"The policy is right again. The message came back after {wait:.0f} s, and its email was sent.")


def sent_not_recorded(scene: Scene) -> None:
    """The worker may not write the record, and the outbox publishes a booking twice."""
    pipeline, booking = scene.worker, scene.booking()
    with alone(scene.stack, pipeline), _without_leases(scene):
        with statement_changed(scene, pipeline, _TABLE, _without_put):
            scene.tell(f"{_TABLE} of the worker role now lacks dynamodb:PutItem. A booking is published.")
            scene.publish(pipeline, booking)
            lost = scene.wait_for_event(pipeline, booking, "sent_not_recorded")
            scene.wait_until_deleted(pipeline, booking)
            require_emails(scene, booking)
            require(record_of(scene, booking) is None, "an email without a record")
            scene.saw(f"The email was sent, and not recorded: {json.loads(lost)['reason']}. The message is deleted.")
            scene.show_log(pipeline, *scene.events(pipeline, booking["correlationId"], "email_sent"), lost)
        scene.tell("The policy is right again. The outbox publishes the same booking a second time, as it may.")
        scene.publish(pipeline, booking)
        scene.wait_until_deleted(pipeline, booking)
        require_record(scene, booking)
        scene.tell("And a third time.")
        scene.publish(pipeline, booking)
        skipped = scene.wait_for_event(pipeline, booking, "job_skipped")
        scene.wait_until_deleted(pipeline, booking)
    sent = scene.events(pipeline, booking["correlationId"], "email_sent")
    scene.show_log(pipeline, sent[-1], skipped)
    scene.find.append(scene.by_correlation(pipeline, booking))
    require_emails(scene, booking, 2)
    scene.saw("The user got 2 emails for one booking. The second was recorded, so the third message is skipped.")


def api_scans(scene: Scene) -> None:
    """The api reads the tickets table with a Scan."""
    table, user = scene.stack.output("ticketsTable"), scene.booking()["userId"]
    with api(scene) as clients:
        scene.tell("A task with the api's policy asks for the user's tickets with a Scan.")
        try:
            clients.dynamodb.scan(TableName=table, Limit=1)
        except ClientError as error:
            answer = error.response.get("Error", {})
            scene.saw(f"The Scan was refused: {answer.get('Code')}.")
            scene.show("the api's log", f"{answer.get('Code')}: {answer.get('Message')}")
        else:
            raise NotSeen("Not seen: a refusal. The api may Scan the tickets table.")
        found = TicketReader(BotocoreClient(clients.dynamodb), table).my_tickets(user)
        scene.saw(f"A Query on the user's partition was answered, with {len(found)} tickets.")
    scene.find.append(f"minitickets access who-can --stack {scene.stack.name} dynamodb:Scan {table}")


def _on_other_stack(scene: Scene, statement: Statement) -> Statement:
    own, other = scene.stack.output("processedJobsTable"), _other_table(scene)
    return {**statement, "Resource": [arn.replace(own, other) for arn in statement["Resource"]]}


def _other_table(scene: Scene) -> str:
    stack = "prod" if scene.stack.name != "prod" else "dev"
    return Names(scene.stack.names.project, stack, scene.aws.region).processed_jobs_table


def _without_put(statement: Statement) -> Statement:
    return {**statement, "Action": [action for action in statement["Action"] if action != "dynamodb:PutItem"]}


def _without_leases(scene: Scene) -> Any:
    """A lease is a PutItem before the email, so that a worker with leases would fail before it sends."""
    environment = scene.aws.lambda_service.functions.get(scene.worker.function).environment
    return function_changed(scene, scene.worker, environment={**environment, "LEASE_SECONDS": "0"})
