"""What can go wrong, in the order of the runbook; each can be made to happen by the drill of its name."""

from infra.naming import Names
from minitickets.drill.runbook.where import Command, LogGroup, search, search_event
from pulumicheck.particulars import Symptom


def symptoms_of(names: Names) -> tuple[Symptom, ...]:
    """The symptoms, with the names that a stack's resources have."""
    return (
        Symptom(
            name="wrong-table-arn",
            symptom="Every email job fails; AccessDenied on dynamodb:GetItem",
            cause="The worker role names another table ARN",
            where=(
                f"IAM → Roles → {names.worker_role} → Permissions → ProcessedJobsTable",
                LogGroup(names.worker_log_group),
                search_event(names.worker_log_group, "job_failed"),
            ),
            cure="Put the table's ARN back into the statement (`pulumi up --refresh`, if someone changed it by hand). "
            "The messages come back by themselves; "
            "`minitickets dlq redrive jobs` moves back those that became dead letters.",
            involves=("worker-role", "ProcessedJobsTable", "processed-jobs-table", "worker"),
        ),
        Symptom(
            name="sent-not-recorded",
            symptom="A user gets the same email twice",
            cause="Sent, but the PutItem failed or timed out, or the worker died between the two: there is no record, "
            "so the next message of the booking is sent again",
            where=(
                LogGroup(names.worker_log_group),
                search_event(names.worker_log_group, "sent_not_recorded"),
                f"DynamoDB → Tables → {names.processed_jobs_table} → Explore items: the jobKey is missing",
            ),
            cure="Mend what refuses the PutItem: permission, throttling, network. The email that went out twice cannot "
            "be called back.",
            involves=(
                "worker-role",
                "ProcessedJobsTable",
                "processed-jobs-table",
                "worker",
                "worker-sent-not-recorded",
            ),
        ),
        Symptom(
            name="api-scans",
            symptom="My tickets: AccessDenied in the api log",
            cause="The code tried something other than Query",
            where=(
                "the api's own log: its line names the action that was refused",
                f"IAM → Policies → {names.api_policy}",
                Command(f"minitickets access who-can --stack {names.stack} dynamodb:Scan {names.tickets_table}"),
            ),
            cure="Change the api's code to Query the signed-in user's partition, or the index by-event-date; "
            "leave the policy as it is.",
            involves=("api-queries-tickets", "tickets-table"),
        ),
        Symptom(
            name="no-partial-answer",
            symptom="Failed messages disappear after a normal return",
            cause="ReportBatchItemFailures is missing, so Lambda ignores the failed ids and deletes the whole batch",
            where=(
                f"Lambda → Functions → {names.worker_function} → Configuration → Triggers",
                Command(f"aws lambda list-event-source-mappings --function-name {names.worker_function}"),
                search_event(names.worker_log_group, "job_failed"),
            ),
            cure="Put ReportBatchItemFailures back (`pulumi up`), then publish again what has a job_failed line "
            "and no email_sent after it: those messages are in no queue any more, not in the dead-letter queue either.",
            involves=("queue-triggers-worker", "worker", "jobs-queue"),
        ),
        Symptom(
            name="concurrency-exhausted",
            symptom="Messages move slowly; Throttles above 0",
            cause="The account's available concurrency is exhausted",
            where=(
                f"Lambda → Functions → {names.worker_function} → Monitor → Throttles",
                "the log has no line about an invocation that was throttled",
                Command("aws lambda get-account-settings --query AccountLimit"),
                Command(f"aws cloudwatch describe-alarms --alarm-names {names.prefix}worker-is-throttled"),
            ),
            cure="Find the function that uses up the account's concurrency and limit it, or ask for a higher quota. "
            "Nothing is lost: throttled messages are tried again.",
            involves=("worker", "queue-triggers-worker", "worker-is-throttled", "jobs-queue"),
        ),
        Symptom(
            name="timed-out",
            symptom="“Task timed out after 10.00 seconds”",
            cause="A slow SES or DynamoDB call; undeleted messages become visible when their visibility timeout ends",
            where=(
                LogGroup(names.worker_log_group),
                search(names.worker_log_group, '"Task timed out"'),
                f"Lambda → Functions → {names.worker_function} → Monitor → Duration",
            ),
            cure="Look at the AWS Health Dashboard for SES and DynamoDB in the region. The worker's clients give up "
            "on a slow call earlier (job_failed): with `transport: boto3` the answer came in drips; with direct, which "
            "waits for no drips, the address of a service could not be looked up. The messages come back when their "
            "visibility timeout ends; jobs that were recorded are skipped then.",
            involves=("worker", "jobs-queue", "worker-fails"),
        ),
        Symptom(
            name="key-missing",
            symptom="Emails arrive, tickets do not; KeyRingError in the tickets log",
            cause="The signing secret has no value yet: Pulumi makes the secret, not the key in it",
            where=(
                LogGroup(names.tickets_log_group),
                search_event(names.tickets_log_group, "job_failed"),
                f"Secrets Manager → Secrets → {names.signing_secret} → Versions",
            ),
            cure="Run `minitickets keys create`. The messages come back by themselves; "
            "`minitickets dlq redrive tickets` moves back those that became dead letters.",
            involves=("ticket-signing-key", "tickets", "tickets-queue"),
        ),
        Symptom(
            name="handler-misnamed",
            symptom="Every invocation fails at once; Runtime.ImportModuleError in the log, and no line of our code",
            cause="The function's command names a handler that the image does not have",
            where=(
                LogGroup(names.tickets_log_group),
                search(names.tickets_log_group, '"Runtime.ImportModuleError"'),
                f"Lambda → Functions → {names.tickets_function} → Image → Image configuration → CMD override",
            ),
            cure="Set the command to the module and function that the image has, and `pulumi up`. "
            "The messages come back by themselves; "
            "`minitickets dlq redrive tickets` moves back those that became dead letters.",
            involves=("tickets", "tickets-queue", "tickets-fails"),
        ),
        Symptom(
            name="sender-not-verified",
            symptom="No email is sent; account_cannot_send in the worker log",
            cause="SES has not verified the sender's domain, or does not any more: its DKIM records are missing",
            where=(
                LogGroup(names.worker_log_group),
                search_event(names.worker_log_group, "account_cannot_send"),
                "SES → Identities → Identity status",
            ),
            cure="Publish the stack's output dkimRecords in the domain's DNS and wait until SES has verified it. "
            "No message is poison for this; "
            "`minitickets dlq redrive jobs` moves back those that became dead letters.",
            involves=("sender-domain", "worker", "jobs-queue"),
        ),
        Symptom(
            name="poison",
            symptom="A message is in the dead-letter queue within seconds",
            cause="It can never be handled: it is no well-formed booking, or SES rejects its recipient for good",
            where=(
                LogGroup(names.worker_log_group),
                search_event(names.worker_log_group, "poison_message"),
                Command(f"minitickets dlq why --stack {names.stack} jobs"),
                f"SQS → {names.jobs_dlq} → Send and receive messages → Poll for messages",
            ),
            cure="Mend what published it, publish the booking again as it should be, and delete the dead letter: "
            "to redrive it is of no use.",
            involves=("jobs-queue", "jobs-queue-dlq", "worker", "jobs-dlq-is-not-empty"),
        ),
    )
