import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from infra.settings import Settings, SettingsError, read_settings

ROOT = Path(__file__).parents[2]
DIGEST = "sha256:" + "ab" * 32


def refusal(config: dict[str, str], stack: str = "dev", **changes: str) -> list[str]:
    with pytest.raises(SettingsError) as refused:
        read_settings("minitickets", stack, config | {f"minitickets:{key}": value for key, value in changes.items()})
    return str(refused.value).splitlines()


def test_a_good_config_is_read_with_the_seeds_numbers_as_defaults(config: dict[str, str]) -> None:
    settings = read_settings("minitickets", "dev", config)

    assert settings.stack == "dev"
    assert settings.region == "ap-south-1"
    assert settings.compute_enabled
    assert settings.image_digest == DIGEST
    assert (settings.worker_memory, settings.worker_timeout) == (256, 10)
    assert (settings.worker_batch_size, settings.worker_maximum_concurrency) == (10, 5)
    assert (settings.tickets_memory, settings.tickets_timeout) == (512, 30)
    assert (settings.tickets_batch_size, settings.tickets_maximum_concurrency) == (1, 2)
    assert (settings.jobs_visibility_timeout, settings.tickets_visibility_timeout) == (60, 180)
    assert settings.max_receive_count == 5
    assert (settings.message_retention_period, settings.dead_letter_retention_period) == (4 * 86_400, 14 * 86_400)
    assert not settings.lease


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param(
            {"computeEnabled": "true", "dataEnabled": "false"},
            "minitickets:dataEnabled must be true while minitickets:computeEnabled is true, "
            "since the functions need the queues.",
            id="compute without data",
        ),
        pytest.param(
            {"imageDigest": ""},
            "minitickets:imageDigest must be the digest of a pushed image while minitickets:computeEnabled is true.",
            id="compute without an image",
        ),
        pytest.param(
            {"imageDigest": "sha256:AB"},
            'minitickets:imageDigest must be sha256: and 64 lower-case hexadecimal digits, not "sha256:AB".',
            id="digest ill formed",
        ),
        pytest.param(
            {"sender": "no-reply@evilminitickets.theversehub.in"},
            "minitickets:sender must be an address in minitickets:senderDomain minitickets.theversehub.in, "
            'not "no-reply@evilminitickets.theversehub.in".',
            id="sender in a domain that only ends alike",
        ),
        pytest.param(
            {"sender": "no-reply@theversehub.in"},
            "minitickets:sender must be an address in minitickets:senderDomain minitickets.theversehub.in, "
            'not "no-reply@theversehub.in".',
            id="sender above the domain",
        ),
        pytest.param(
            {"sender": "MiniTickets <no-reply@minitickets.theversehub.in>"},
            "minitickets:sender must be one bare email address, such as no-reply@example.com, "
            'not "MiniTickets <no-reply@minitickets.theversehub.in>".',
            id="sender with a display name",
        ),
        pytest.param(
            {"jobsVisibilityTimeout": "59"},
            "minitickets:jobsVisibilityTimeout must be at least 60, 6 times minitickets:workerTimeout, not 59.",
            id="jobs visibility too short",
        ),
        pytest.param(
            {"workerTimeout": "11"},
            "minitickets:jobsVisibilityTimeout must be at least 66, 6 times minitickets:workerTimeout, not 60.",
            id="worker too slow for the default visibility",
        ),
        pytest.param(
            {"ticketsVisibilityTimeout": "179"},
            "minitickets:ticketsVisibilityTimeout must be at least 180, 6 times minitickets:ticketsTimeout, not 179.",
            id="tickets visibility too short",
        ),
        pytest.param(
            {"lease": "true", "workerTimeout": "61", "jobsVisibilityTimeout": "366"},
            "minitickets:workerTimeout must be at most 60, the lease, while minitickets:lease is true, not 61.",
            id="worker outlives its lease",
        ),
        pytest.param(
            {"workerTimeout": "8"},
            "minitickets:workerTimeout must be at least 9, or no job ever starts, not 8.",
            id="worker without time for a job",
        ),
        pytest.param(
            {"lease": "true", "workerTimeout": "9"},
            "minitickets:workerTimeout must be at least 10 while minitickets:lease is true, or no job ever starts, "
            "not 9.",
            id="worker without time for a job and its lease",
        ),
        pytest.param(
            {"workerMemory": "128", "workerTimeout": "9"},
            "minitickets:workerTimeout must be at least 10 with minitickets:workerMemory 128, or no job ever starts, "
            "not 9.",
            id="worker without time for a job on a slow processor",
        ),
        pytest.param(
            {"ticketsTimeout": "14"},
            "minitickets:ticketsTimeout must be at least 15 with minitickets:ticketsBatchSize 1, "
            "or messages run out of receives without their tickets, not 14.",
            id="tickets without time for a ticket",
        ),
        pytest.param(
            {"ticketsTimeout": "23", "ticketsBatchSize": "10"},
            "minitickets:ticketsTimeout must be at least 24 with minitickets:ticketsBatchSize 10, "
            "or messages run out of receives without their tickets, not 23.",
            id="tickets without time for a batch",
        ),
        pytest.param(
            {"lease": "true", "maxReceiveCount": "3"},
            "minitickets:maxReceiveCount must be at least 4 while minitickets:lease is true, "
            "or outages of a minute end in the DLQ, not 3.",
            id="receives within a lease",
        ),
        pytest.param(
            {"messageRetentionPeriod": "1080"},
            "minitickets:messageRetentionPeriod must be more than 1080, the seconds until a failing message is in the "
            "DLQ with minitickets:maxReceiveCount 5 and minitickets:ticketsVisibilityTimeout 180, "
            "or it expires unseen, not 1080.",
            id="retention within the tickets' retries",
        ),
        pytest.param(
            {"messageRetentionPeriod": "3060", "jobsVisibilityTimeout": "600"},
            "minitickets:messageRetentionPeriod must be more than 3060, the seconds until a failing message is in the "
            "DLQ with minitickets:maxReceiveCount 5 and minitickets:jobsVisibilityTimeout 600, "
            "or it expires unseen, not 3060.",
            id="retention within the jobs' retries",
        ),
        pytest.param(
            {"messageRetentionPeriod": "900", "maxReceiveCount": "3", "ticketsTimeout": "20"},
            "minitickets:messageRetentionPeriod must be more than 900, the seconds until the alarm of a late queue "
            "rises with minitickets:jobsVisibilityTimeout 60, or messages expire unseen, not 900.",
            id="retention within the alarm of a late queue",
        ),
        pytest.param(
            {"maxReceiveCount": "1000", "ticketsVisibilityTimeout": "43200"},
            "minitickets:messageRetentionPeriod cannot be long enough for minitickets:maxReceiveCount 1000 and "
            "minitickets:ticketsVisibilityTimeout 43200: a failing message takes 43230030 seconds to the DLQ, and AWS "
            "keeps none for more than 1209600; lower one of them.",
            id="no retention is long enough",
        ),
        pytest.param(
            {"messageRetentionPeriod": "1209600"},
            "minitickets:messageRetentionPeriod must be at most 1209599, not 1209600.",
            id="a retention that no DLQ exceeds",
        ),
        pytest.param(
            {"deadLetterRetentionPeriod": "345600"},
            "minitickets:deadLetterRetentionPeriod must be more than 345600, minitickets:messageRetentionPeriod, "
            "since a dead letter keeps its age, not 345600.",
            id="dead letters expire with their source",
        ),
        pytest.param(
            {"workerBatchsize": "5"},
            "minitickets:workerBatchsize is not a setting of this project; use minitickets:workerBatchSize.",
            id="unknown key with a near one",
        ),
        pytest.param(
            {"colour": "red"}, "minitickets:colour is not a setting of this project; remove it.", id="unknown key"
        ),
        pytest.param(
            {"computeEnabled": "yes"}, 'minitickets:computeEnabled must be true or false, not "yes".', id="no boolean"
        ),
        pytest.param(
            {"transport": "awscrt"},
            'minitickets:transport must be direct or boto3, not "awscrt".',
            id="a transport that is none",
        ),
        pytest.param({"lease": "1"}, "minitickets:lease must be true or false, not 1.", id="a number for a boolean"),
        pytest.param(
            {"workerMemory": "256.5"}, "minitickets:workerMemory must be a whole number, not 256.5.", id="no integer"
        ),
        *(
            pytest.param(
                {"senderName": name},
                "minitickets:senderName must be at most 64 printable characters, with no blank at either end, "
                f"not {json.dumps(name)}.",
                id=f"sender name {name!a}",
            )
            for name in (" Harbour", "a\nBcc: b@c.example", "a\u202eb", "\u200bHarbour", "\0", "x" * 65)
        ),
        *(
            pytest.param(
                {"myTicketsUrl": url},
                "minitickets:myTicketsUrl must be an https:// URL in ASCII of at most 500 characters, or empty, "
                f"not {json.dumps(url)}.",
                id=f"page {ascii(url)[:60]}",
            )
            for url in (
                "http://tickets.example/mine",
                "tickets.example",
                "https://tickets.example/<b>",
                "https://tickets.example/a b",
                'https://tickets.example/"onclick=x',
                "https://ada@tickets.example/",
                "https://localhost/",
                "javascript:alert(1)",
                "https://tickets.example/müller",
                "https://tickets.example/\n",
                f"https://tickets.example/{'x' * 500}",
            )
        ),
        pytest.param(
            {"alarmEmail": "ops"}, 'minitickets:alarmEmail must be one bare email address, or empty, not "ops".'
        ),
    ],
)
def test_a_broken_rule_is_told_with_its_key(config: dict[str, str], changes: dict[str, str], sentence: str) -> None:
    assert refusal(config, **changes) == [sentence]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("senderName", "Harbour Festival"),
        ("senderName", 'O\'Brien, "Söhne" & Co.'),
        ("senderName", "\u0645\u062d\u0645\u062f \u0639\u0644\u06cc\u200c\u067e\u0648\u0631"),
        ("senderName", "2026"),
        ("senderName", "true"),
        ("myTicketsUrl", "https://tickets.example"),
        ("myTicketsUrl", "https://www.tickets.example:8443/mine?lang=en&x=%C3%A9#now"),
    ],
    ids=ascii,
)
def test_what_the_guest_sees_may_be_this(config: dict[str, str], key: str, value: str) -> None:
    settings = read_settings("minitickets", "dev", config | {f"minitickets:{key}": value})
    assert value in (settings.sender_name, settings.my_tickets_url)


@pytest.mark.parametrize(
    ("key", "least", "most"),
    [
        ("workerMemory", 128, 10_240),
        ("ticketsMemory", 128, 10_240),
        ("workerBatchSize", 1, 10),
        ("ticketsBatchSize", 1, 10),
        ("workerMaximumConcurrency", 2, 1000),
        ("ticketsMaximumConcurrency", 2, 1000),
        ("maxReceiveCount", 3, 1000),
        ("jobsVisibilityTimeout", 60, 43_200),
        ("ticketsVisibilityTimeout", 180, 43_200),
    ],
)
def test_a_number_outside_what_aws_takes_is_refused(config: dict[str, str], key: str, least: int, most: int) -> None:
    for good in (least, most):
        read_settings("minitickets", "dev", config | {f"minitickets:{key}": str(good)})
    for bad in (least - 1, most + 1):
        (line,) = refusal(config, **{key: str(bad)})
        assert line.startswith(f"minitickets:{key} must be at ")
        assert line.endswith(f", not {bad}.")


@pytest.mark.parametrize("key", ["workerTimeout", "ticketsTimeout"])
def test_a_timeout_is_at_most_900_seconds(config: dict[str, str], key: str) -> None:
    roomy = config | {"minitickets:jobsVisibilityTimeout": "5400", "minitickets:ticketsVisibilityTimeout": "5400"}
    read_settings("minitickets", "dev", roomy | {f"minitickets:{key}": "900"})
    for bad in ("-1", "0", "901"):
        assert refusal(roomy, **{key: bad})[0].startswith(f"minitickets:{key} must be at ")


def test_the_sender_may_be_in_the_domain_or_below_it_in_any_case(config: dict[str, str]) -> None:
    for sender in ("a@minitickets.theversehub.in", "a@MiniTickets.TheVerseHub.in", "a@mail.minitickets.theversehub.in"):
        assert read_settings("minitickets", "dev", config | {"minitickets:sender": sender}).sender == sender


def test_all_problems_are_told_at_once(config: dict[str, str]) -> None:
    lines = refusal(config, stack="Dev_1", workerMemory="1", sender="a@b.example", maxReceiveCount="2", colour="red")

    assert [line.split()[0] for line in lines] == [
        "stack",
        "minitickets:sender",
        "minitickets:workerMemory",
        "minitickets:maxReceiveCount",
        "minitickets:colour",
    ]


@pytest.mark.parametrize(
    "key", ["aws:region", "minitickets:senderDomain", "minitickets:sender", "minitickets:testAddress"]
)
def test_a_required_key_is_asked_for(config: dict[str, str], key: str) -> None:
    del config[key]

    assert refusal(config) == [f"{key} is missing: set it with `pulumi config set {key} <value>`."]


@pytest.mark.parametrize("key", ["aws:endpoints", "aws:defaultTags", "aws:skipCredentialsValidation"])
def test_a_provider_setting_that_would_be_ignored_is_refused(config: dict[str, str], key: str) -> None:
    (line,) = refusal(config | {key: "x"})

    assert line.startswith(f"{key} has no effect")


def test_the_provider_settings_that_are_heeded_are_taken(config: dict[str, str]) -> None:
    settings = read_settings(
        "minitickets", "dev", config | {"aws:profile": "tickets", "aws:allowedAccountIds": '["123456789012"]'}
    )

    assert settings.profile == "tickets"
    assert not settings.s3_use_path_style
    assert settings.allowed_account_ids == ["123456789012"]


def test_other_namespaces_are_left_alone(config: dict[str, str]) -> None:
    assert read_settings("minitickets", "dev", config | {"pulumi:tags": "{}"}) == read_settings(
        "minitickets", "dev", config
    )


def test_a_fork_s_settings_stand_under_its_own_name(config: dict[str, str]) -> None:
    fork = {key.replace("minitickets:", "acme-tix:"): value for key, value in config.items()}

    assert read_settings("acme-tix", "dev", fork | {"acme-tix:lease": "true"}).lease_seconds == 60
    assert read_settings("acme-tix", "dev", fork | {"minitickets:lease": "no setting of this project"}).lease is False


def test_a_fork_is_told_its_own_keys(config: dict[str, str]) -> None:
    fork = {"acme-tix:workerBatchsize": "5", "acme-tix:dataEnabled": "false", "acme-tix:computeEnabled": "true"}
    with pytest.raises(SettingsError) as refused:
        read_settings("acme-tix", "dev", config | fork)

    assert str(refused.value).splitlines() == [
        "acme-tix:dataEnabled must be true while acme-tix:computeEnabled is true, since the functions need the queues.",
        "acme-tix:imageDigest must be the digest of a pushed image while acme-tix:computeEnabled is true.",
        *(
            f"acme-tix:{key} is missing: set it with `pulumi config set acme-tix:{key} <value>`."
            for key in ("senderDomain", "sender", "testAddress")
        ),
        "acme-tix:workerBatchsize is not a setting of this project; use acme-tix:workerBatchSize.",
    ]


def test_a_key_of_the_project_s_own_cannot_pass_for_the_stack_or_a_setting_of_the_provider(
    config: dict[str, str],
) -> None:
    assert [line.split()[0] for line in refusal(config, stack="dev", project="x", aws="y")] == [
        "minitickets:project",
        "minitickets:aws",
    ]


@pytest.mark.parametrize(
    "project", ["Acme", "acme_tix", "acme.tix", "4ever", "a--b", "-a", "a-", "a" * 25, "aws", "a\n"]
)
def test_a_project_s_name_that_does_not_fit_aws_is_refused(config: dict[str, str], project: str) -> None:
    fork = {key.replace("minitickets:", f"{project}:"): value for key, value in config.items()}
    with pytest.raises(SettingsError) as refused:
        read_settings(project, "dev", fork)

    assert str(refused.value).startswith("project is the name in Pulumi.yaml and must be 1 to 24 of a-z, 0-9")


def test_a_longer_project_s_name_leaves_less_for_the_stack_s(config: dict[str, str]) -> None:
    project = "a" * 24
    fork = {key.replace("minitickets:", f"{project}:"): value for key, value in config.items()}

    assert read_settings(project, "prod", fork).stack == "prod"
    with pytest.raises(SettingsError, match=r"^stack must be 1 to 4 of a-z"):
        read_settings(project, "stage", fork)


@pytest.mark.parametrize("stack", ["dev", "prod", "a", "pr-1234", "a" * 17])
def test_a_stack_name_that_fits_all_names_is_taken(config: dict[str, str], stack: str) -> None:
    assert read_settings("minitickets", stack, config).stack == stack


@pytest.mark.parametrize("stack", ["Dev", "dev_1", "dev.1", "-dev", "dev-", "a" * 18, "dév", "dev\n"])
def test_any_other_stack_name_is_refused(config: dict[str, str], stack: str) -> None:
    (line,) = refusal(config, stack=stack)

    assert line.startswith("stack must be 1 to 17 of a-z, 0-9 and inner hyphens")


@pytest.mark.parametrize("lease", ["false", "true"])
@pytest.mark.parametrize("size", ["1", "2", "10"])
def test_the_least_that_a_refusal_names_would_do(config: dict[str, str], lease: str, size: str) -> None:
    found = {"lease": lease, "ticketsBatchSize": size}
    for key in ("workerTimeout", "ticketsTimeout", "maxReceiveCount", "messageRetentionPeriod"):
        line = next(line for line in refusal(config, **{**found, key: "0"}) if key in line.split()[0])
        named = re.search(r"must be (at least|more than) (\d+)", line)
        assert named is not None
        found[key] = str(int(named[2]) + (named[1] == "more than"))
        if key.endswith("Timeout"):
            found["jobsVisibilityTimeout" if key.startswith("worker") else "ticketsVisibilityTimeout"] = str(
                6 * int(found[key])
            )
        (refused, *_) = refusal(config, **{**found, key: str(int(found[key]) - 1)})
        assert refused.startswith(f"minitickets:{key} must be ")
        read_settings("minitickets", "dev", config | {f"minitickets:{each}": value for each, value in found.items()})


BAD_DOMAINS = [
    *("-bad-.example", "bad-.example", "a..example", ".example", "example", "1.2.3.44", "a.b", "a_b.example"),
    *("a.example.", "exa mple.org", "a" * 64 + ".example", ".".join(["a" * 50] * 5) + ".example", "ä.example"),
]


@pytest.mark.parametrize("domain", BAD_DOMAINS)
def test_a_domain_that_no_dns_could_hold_is_refused(config: dict[str, str], domain: str) -> None:
    lines = refusal(config, senderDomain=domain, sender=f"no-reply@{domain}")

    assert [line.split(",")[0] for line in lines] == [
        "minitickets:senderDomain must be a domain",
        "minitickets:sender must be one bare email address",
    ]


@pytest.mark.parametrize(
    "local", ["no..reply", ".a", "a.", "", "a b", "a@b", "a" * 65, "<a", '"a"', "a$", "${aws:username}", "ä", "a\n"]
)
@pytest.mark.parametrize("key", ["sender", "testAddress", "alarmEmail"])
def test_an_address_that_no_mail_server_could_take_is_refused(config: dict[str, str], key: str, local: str) -> None:
    (line,) = refusal(config, **{key: f"{local}@minitickets.theversehub.in"})

    assert line.startswith(f"minitickets:{key} must be one bare email address")


@pytest.mark.parametrize("local", ["a", "a.b-c_d+e", "a" * 64, "-", "0"])
def test_any_other_address_is_taken(config: dict[str, str], local: str) -> None:
    address = f"{local}@xn--bcher-kva.example"
    assert read_settings("minitickets", "dev", config | {"minitickets:testAddress": address}).test_address == address


def test_pulumi_yaml_declares_the_same_keys_types_and_defaults(config: dict[str, str]) -> None:
    declared: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "Pulumi.yaml").read_text())["config"]
    types: dict[Any, str] = {bool: "boolean", int: "integer", str: "string"}
    fields = {
        str(field.alias).removeprefix(":"): field
        for field in Settings.model_fields.values()
        if str(field.alias).startswith(":")
    }

    assert {key: entry["type"] for key, entry in declared.items()} == {
        key: types[field.annotation] for key, field in fields.items()
    }
    assert {key: json.dumps(entry["default"]) for key, entry in declared.items() if "default" in entry} == {
        key: json.dumps(field.default) for key, field in fields.items() if not field.is_required()
    }
    for entry in declared.values():
        assert entry.keys() <= {"type", "description", "default"}
        assert entry["description"].endswith(".")
    assert config.keys() >= {f"minitickets:{key}" for key, field in fields.items() if field.is_required()}
