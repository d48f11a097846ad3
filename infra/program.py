from dataclasses import dataclass

import pulumi
import pulumi_aws as aws

from infra.jobs import worker
from infra.jobs.email_identities import EmailIdentities, create_email_identities
from infra.jobs.processed_jobs_table import ProcessedJobsTable, create_processed_jobs_table
from infra.naming import Names
from infra.settings import Settings
from infra.shared.alarm_topic import AlarmTopic, create_alarm_topic
from infra.shared.queue_with_dlq import QueueWithDlq
from infra.shared.worker_repository import WorkerRepository, create_worker_repository
from infra.tickets import tickets
from infra.tickets.api_access import create_api_access
from infra.tickets.storage import TicketStorage, create_ticket_storage


@dataclass(frozen=True, kw_only=True)
class _Base:
    repository: WorkerRepository
    identities: EmailIdentities
    storage: TicketStorage


@dataclass(frozen=True, kw_only=True)
class _Data:
    jobs_queue: QueueWithDlq
    processed_jobs: ProcessedJobsTable
    tickets_queue: QueueWithDlq


def declare(names: Names, settings: Settings) -> None:
    """Declares the whole stack: what is always there, and what the two switches turn on."""
    opts = pulumi.ResourceOptions(providers=[_provider(names, settings)])
    base = _declare_base(names, settings, opts)
    if settings.data_enabled:
        data = _declare_data(names, settings, opts)
        if settings.compute_enabled:
            topic = create_alarm_topic(names, settings, opts)
            pulumi.export("alarmTopicArn", topic.arn)
            _declare_worker(names, settings, base, data, topic, opts)
            _declare_tickets(names, settings, base, data, topic, opts)


def _provider(names: Names, settings: Settings) -> aws.Provider:
    """The one AWS provider; everything that can carry tags gets the same three."""
    return aws.Provider(
        "aws",
        region=settings.region,
        profile=settings.profile or None,
        s3_use_path_style=settings.s3_use_path_style or None,
        allowed_account_ids=settings.allowed_account_ids or None,
        default_tags=aws.ProviderDefaultTagsArgs(tags=names.tags),
    )


def _declare_base(names: Names, settings: Settings, opts: pulumi.ResourceOptions) -> _Base:
    repository = create_worker_repository(names, opts)
    identities = create_email_identities(settings, opts)
    storage = create_ticket_storage(names, opts)
    api = create_api_access(names, storage, opts)
    pulumi.export("repositoryUrl", repository.url)
    pulumi.export("dkimRecords", identities.dkim_records)
    pulumi.export("ticketsTable", storage.table.table_name)
    pulumi.export("assetsBucket", storage.assets.bucket_name)
    pulumi.export("signingSecretArn", storage.signing_secret_arn)
    pulumi.export("apiPolicyArn", api.policy_arn)
    return _Base(repository=repository, identities=identities, storage=storage)


def _declare_data(names: Names, settings: Settings, opts: pulumi.ResourceOptions) -> _Data:
    jobs_queue = worker.create_queue(worker.consumer(names, settings), settings, opts)
    processed_jobs = create_processed_jobs_table(names, settings, opts)
    tickets_queue = tickets.create_queue(tickets.consumer(names, settings), settings, opts)
    pulumi.export("jobsQueueUrl", jobs_queue.url)
    pulumi.export("jobsDlqUrl", jobs_queue.dlq_url)
    pulumi.export("processedJobsTable", processed_jobs.table_name)
    pulumi.export("ticketsQueueUrl", tickets_queue.url)
    pulumi.export("ticketsDlqUrl", tickets_queue.dlq_url)
    return _Data(jobs_queue=jobs_queue, processed_jobs=processed_jobs, tickets_queue=tickets_queue)


def _declare_worker(
    names: Names, settings: Settings, base: _Base, data: _Data, topic: AlarmTopic, opts: pulumi.ResourceOptions
) -> None:
    consumer, queue, table = worker.consumer(names, settings), data.jobs_queue, data.processed_jobs
    logs = worker.create_logs(consumer, opts)
    role = worker.create_worker_role(
        names, settings, queue=queue, table=table, identities=base.identities, logs=logs, opts=opts
    )
    function = worker.create_function(
        consumer, settings, repository=base.repository, queue=queue, table=table, role=role, logs=logs, opts=opts
    )
    worker.create_queue_trigger(consumer, queue, function, opts)
    worker.create_alarms(consumer, queue, function, topic, opts)
    pulumi.export("workerFunction", function.function_name)
    pulumi.export("workerLogGroup", logs.group_name)


def _declare_tickets(
    names: Names, settings: Settings, base: _Base, data: _Data, topic: AlarmTopic, opts: pulumi.ResourceOptions
) -> None:
    consumer, queue, storage = tickets.consumer(names, settings), data.tickets_queue, base.storage
    logs = tickets.create_logs(consumer, opts)
    role = tickets.create_ticket_role(names, queue=queue, storage=storage, logs=logs, opts=opts)
    function = tickets.create_function(
        consumer, settings, repository=base.repository, storage=storage, role=role, logs=logs, opts=opts
    )
    tickets.create_queue_trigger(consumer, queue, function, opts)
    tickets.create_alarms(consumer, queue, function, topic, opts)
    pulumi.export("ticketsFunction", function.function_name)
    pulumi.export("ticketsLogGroup", logs.group_name)
