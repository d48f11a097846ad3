from infra.naming import Names


def test_every_physical_name_of_dev_is_this() -> None:
    assert vars(Names("dev")) == {
        "prefix": "minitickets-dev-",
        "jobs_queue": "minitickets-dev-jobs",
        "jobs_dlq": "minitickets-dev-jobs-dlq",
        "processed_jobs_table": "minitickets-dev-processed-jobs",
        "worker_function": "minitickets-dev-worker",
        "worker_role": "minitickets-dev-worker",
        "worker_log_group": "/minitickets/dev/worker",
        "tickets_queue": "minitickets-dev-tickets",
        "tickets_dlq": "minitickets-dev-tickets-dlq",
        "tickets_table": "minitickets-dev-tickets",
        "tickets_function": "minitickets-dev-tickets",
        "ticket_role": "minitickets-dev-tickets",
        "tickets_log_group": "/minitickets/dev/tickets",
        "assets_bucket_prefix": "minitickets-dev-assets-",
        "signing_secret": "minitickets-dev-ticket-signing-key",
        "api_policy": "minitickets-dev-api-query-tickets",
        "worker_repository": "minitickets-dev-worker",
        "alarm_topic": "minitickets-dev-alarms",
    }


def test_the_longest_stack_name_fits_aws() -> None:
    names = vars(Names("a" * 17))

    assert max(len(name) for name in names.values()) <= 64  # IAM role and Lambda function names
    assert len(names["assets_bucket_prefix"]) <= 37  # 63 less the 26 characters that the provider adds
