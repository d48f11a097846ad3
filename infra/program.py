"""The whole stack. The sentence beneath a component says what it is for; the map shows it."""

import pulumi
import pulumi_aws as aws

from infra.jobs import worker
from infra.jobs.email_identities import EmailIdentities
from infra.jobs.processed_jobs_table import ProcessedJobsTable
from infra.naming import Names
from infra.settings import Settings
from infra.shared.alarm_topic import AlarmTopic
from infra.shared.queue_with_dlq import QueueWithDlq
from infra.shared.worker_repository import WorkerRepository
from infra.tickets import tickets
from infra.tickets.api_access import ApiAccess
from infra.tickets.storage import TicketStorage


def declare(names: Names, settings: Settings) -> None:
    """Declares the whole stack: what is always there, and what the two switches turn on."""
    opts = pulumi.ResourceOptions(providers=[_provider(names, settings)])
    repository, identities, storage = _declare_base(names, settings, opts)
    if settings.data_enabled:
        jobs_queue, table, tickets_queue = _declare_data(names, settings, opts)
        if settings.compute_enabled:
            topic = AlarmTopic("alarms", names.alarm_topic, settings.alarm_email, opts)
            """The topic, subscribed when `alarmEmail` is set; AWS asks that address to confirm first."""
            pulumi.export("alarmTopicArn", topic.arn)
            worker.declare(
                names,
                settings,
                repository=repository,
                queue=jobs_queue,
                table=table,
                identities=identities,
                topic=topic,
                opts=opts,
            )
            tickets.declare(
                names, settings, repository=repository, queue=tickets_queue, storage=storage, topic=topic, opts=opts
            )


def _provider(names: Names, settings: Settings) -> aws.Provider:
    """The one AWS provider; everything that can carry tags gets the same three."""
    return aws.Provider(
        "aws",
        region=settings.region,
        profile=settings.profile or None,
        allowed_account_ids=settings.allowed_account_ids or None,
        default_tags=aws.ProviderDefaultTagsArgs(tags=names.tags),
    )


def _declare_base(
    names: Names, settings: Settings, opts: pulumi.ResourceOptions
) -> tuple[WorkerRepository, EmailIdentities, TicketStorage]:
    repository = WorkerRepository("worker-repository", names, opts)
    """The image repository. It needs no switch: a first image must be pushed before compute can be turned on."""
    identities = EmailIdentities("email-identities", settings, opts)
    """The SES identities. They need no switch: publishing DNS records and verifying them takes up to three days."""
    storage = TicketStorage("ticket-storage", names, opts)
    """The ticket storage. It heeds no switch: issued tickets stay valid while everything else is off."""
    api = ApiAccess("api-queries-tickets", names, storage, opts)
    """The api's policy. It needs no switch: tickets can be looked at while nothing new is issued."""
    pulumi.export("repositoryUrl", repository.url)
    pulumi.export("dkimRecords", identities.dkim_records)
    pulumi.export("ticketsTable", storage.table.table_name)
    pulumi.export("assetsBucket", storage.assets.bucket_name)
    pulumi.export("signingSecretArn", storage.signing_secret_arn)
    pulumi.export("apiPolicyArn", api.policy_arn)
    return repository, identities, storage


def _declare_data(
    names: Names, settings: Settings, opts: pulumi.ResourceOptions
) -> tuple[QueueWithDlq, ProcessedJobsTable, QueueWithDlq]:
    jobs_queue = QueueWithDlq("jobs-queue", worker.consumer(names, settings), settings, opts)
    """The queue of emails to send: one message for each confirmed booking, at least once."""
    processed_jobs = ProcessedJobsTable("processed-jobs-table", names, settings, opts)
    """The table of done jobs. Losing it costs duplicate emails at worst, so a stack may do without recovery."""
    tickets_queue = QueueWithDlq("tickets-queue", tickets.consumer(names, settings), settings, opts)
    """The queue of tickets to issue; its visibility timeout is also the delay of a retry."""
    pulumi.export("jobsQueueUrl", jobs_queue.url)
    pulumi.export("jobsDlqUrl", jobs_queue.dlq_url)
    pulumi.export("processedJobsTable", processed_jobs.table_name)
    pulumi.export("ticketsQueueUrl", tickets_queue.url)
    pulumi.export("ticketsDlqUrl", tickets_queue.dlq_url)
    return jobs_queue, processed_jobs, tickets_queue
