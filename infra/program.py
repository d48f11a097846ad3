from dataclasses import dataclass

import pulumi

from infra.jobs.email_identities import EmailIdentities, create_email_identities
from infra.jobs.jobs_queue import create_jobs_queue
from infra.jobs.processed_jobs_table import ProcessedJobsTable, create_processed_jobs_table
from infra.jobs.queue_trigger import create_queue_trigger
from infra.jobs.worker_alarms import create_worker_alarms
from infra.jobs.worker_function import create_worker_function
from infra.jobs.worker_logs import create_worker_logs
from infra.jobs.worker_role import create_worker_role
from infra.provider import create_provider
from infra.settings import Settings
from infra.shared.alarm_topic import AlarmTopic, create_alarm_topic
from infra.shared.queue_with_dlq import QueueWithDlq
from infra.shared.worker_repository import WorkerRepository, create_worker_repository
from infra.tickets.api_access import create_api_access
from infra.tickets.queue_trigger import create_tickets_queue_trigger
from infra.tickets.storage import TicketStorage, create_ticket_storage
from infra.tickets.ticket_role import create_ticket_role
from infra.tickets.tickets_alarms import create_tickets_alarms
from infra.tickets.tickets_function import create_tickets_function
from infra.tickets.tickets_logs import create_tickets_logs
from infra.tickets.tickets_queue import create_tickets_queue


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


def declare(settings: Settings) -> None:
    """Declares the whole stack: what is always there, and what the two switches turn on."""
    opts = pulumi.ResourceOptions(providers=[create_provider(settings)])
    base = _declare_base(settings, opts)
    if settings.data_enabled:
        data = _declare_data(settings, opts)
        if settings.compute_enabled:
            topic = create_alarm_topic(settings, opts)
            pulumi.export("alarmTopicArn", topic.arn)
            _declare_worker(settings, base, data, topic, opts)
            _declare_tickets(settings, base, data, topic, opts)


def _declare_base(settings: Settings, opts: pulumi.ResourceOptions) -> _Base:
    repository = create_worker_repository(settings, opts)
    identities = create_email_identities(settings, opts)
    storage = create_ticket_storage(settings, opts)
    api = create_api_access(settings, storage, opts)
    pulumi.export("repositoryUrl", repository.url)
    pulumi.export("dkimRecords", identities.dkim_records)
    pulumi.export("ticketsTable", storage.table.table_name)
    pulumi.export("assetsBucket", storage.assets.bucket_name)
    pulumi.export("signingSecretArn", storage.signing_secret_arn)
    pulumi.export("apiPolicyArn", api.policy_arn)
    return _Base(repository=repository, identities=identities, storage=storage)


def _declare_data(settings: Settings, opts: pulumi.ResourceOptions) -> _Data:
    jobs_queue = create_jobs_queue(settings, opts)
    processed_jobs = create_processed_jobs_table(settings, opts)
    tickets_queue = create_tickets_queue(settings, opts)
    pulumi.export("jobsQueueUrl", jobs_queue.url)
    pulumi.export("jobsDlqUrl", jobs_queue.dlq_url)
    pulumi.export("processedJobsTable", processed_jobs.table_name)
    pulumi.export("ticketsQueueUrl", tickets_queue.url)
    pulumi.export("ticketsDlqUrl", tickets_queue.dlq_url)
    return _Data(jobs_queue=jobs_queue, processed_jobs=processed_jobs, tickets_queue=tickets_queue)


def _declare_worker(
    settings: Settings, base: _Base, data: _Data, topic: AlarmTopic, opts: pulumi.ResourceOptions
) -> None:
    queue, table = data.jobs_queue, data.processed_jobs
    logs = create_worker_logs(settings, opts)
    role = create_worker_role(settings, queue=queue, table=table, identities=base.identities, logs=logs, opts=opts)
    worker = create_worker_function(
        settings, repository=base.repository, queue=queue, table=table, role=role, logs=logs, opts=opts
    )
    create_queue_trigger(settings, queue, worker, opts)
    create_worker_alarms(settings, queue, worker, topic, opts)
    pulumi.export("workerFunction", worker.function_name)
    pulumi.export("workerLogGroup", logs.group_name)


def _declare_tickets(
    settings: Settings, base: _Base, data: _Data, topic: AlarmTopic, opts: pulumi.ResourceOptions
) -> None:
    queue, storage = data.tickets_queue, base.storage
    logs = create_tickets_logs(settings, opts)
    role = create_ticket_role(settings, queue, storage, logs, opts)
    tickets = create_tickets_function(
        settings, repository=base.repository, storage=storage, role=role, logs=logs, opts=opts
    )
    create_tickets_queue_trigger(settings, queue, tickets, opts)
    create_tickets_alarms(settings, queue, tickets, topic, opts)
    pulumi.export("ticketsFunction", tickets.function_name)
    pulumi.export("ticketsLogGroup", logs.group_name)
