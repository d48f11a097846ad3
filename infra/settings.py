"""A stack's config, read once into a frozen model that refuses what AWS would refuse later, or accept to our harm.

Every rule is told with the key that breaks it, and all that are broken are told at once. Types, defaults and meaning
of the project's own keys stand in Pulumi.yaml too, for the CLI; a test keeps the two alike.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.alias_generators import to_camel
from pydantic_core import from_json

from infra import settings_rules as rules
from infra.settings_error import SettingsError
from infra.settings_times import LEASE
from infra.settings_types import (
    AccountId,
    Address,
    BatchSize,
    DeadLetterRetention,
    Digest,
    DisplayName,
    Domain,
    MaximumConcurrency,
    MaxReceiveCount,
    Memory,
    OptionalAddress,
    OptionalUrl,
    ProjectName,
    Region,
    Retention,
    Timeout,
    Transport,
    VisibilityTimeout,
)


class Settings(BaseModel):
    """The settings of one stack, checked against each other."""

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="forbid",
        validate_default=True,
        alias_generator=lambda name: f":{to_camel(name)}",  # the key without the project's name
    )

    project: ProjectName = Field(alias="project")
    stack: str = Field(alias="stack")
    region: Region = Field(alias="aws:region")
    profile: str = Field(default="", alias="aws:profile")
    s3_use_path_style: bool = Field(default=False, alias="aws:s3UsePathStyle")
    allowed_account_ids: list[AccountId] = Field(default=[], alias="aws:allowedAccountIds")

    compute_enabled: bool = False
    data_enabled: bool = True
    image_digest: Digest = ""

    sender_domain: Domain
    sender: Address
    sender_name: DisplayName = ""
    my_tickets_url: OptionalUrl = ""
    test_address: Address
    alarm_email: OptionalAddress = ""
    lease: bool = False
    transport: Transport = "direct"

    worker_memory: Memory = 256
    worker_timeout: Timeout = 10
    worker_batch_size: BatchSize = 10
    worker_maximum_concurrency: MaximumConcurrency = 5
    jobs_visibility_timeout: VisibilityTimeout = 60

    tickets_memory: Memory = 512
    tickets_batch_size: BatchSize = 1
    tickets_timeout: Timeout = 30
    tickets_maximum_concurrency: MaximumConcurrency = 2
    tickets_visibility_timeout: VisibilityTimeout = 180

    max_receive_count: MaxReceiveCount = 5
    message_retention_period: Retention = 345_600
    dead_letter_retention_period: DeadLetterRetention = 1_209_600
    processed_jobs_point_in_time_recovery: bool = True

    @property
    def lease_seconds(self) -> int:
        """How long a worker has a job for itself; 0 without leases."""
        return LEASE if self.lease else 0

    _stack = field_validator("stack")(rules.stack_fits_all_names)
    _switches = field_validator("data_enabled")(rules.compute_needs_data)
    _image = field_validator("image_digest")(rules.compute_needs_an_image)
    _sender = field_validator("sender")(rules.sender_is_in_its_domain)
    _job = field_validator("worker_timeout")(rules.worker_has_time_for_a_job)
    _batch = field_validator("tickets_timeout")(rules.tickets_have_time_for_a_batch)
    _visibility = field_validator("jobs_visibility_timeout", "tickets_visibility_timeout")(rules.six_timeouts)
    _receives = field_validator("max_receive_count")(rules.receives_outlast_backoff_and_lease)
    _retention = field_validator("message_retention_period")(rules.retention_outlasts_retries_and_alarm)
    _dead_letters = field_validator("dead_letter_retention_period")(rules.dead_letters_outlast_the_source)


_KEYS = {name: str(field.alias) for name, field in Settings.model_fields.items()}
_FIELDS = {str(field.alias): field for field in Settings.model_fields.values()}


def read_settings(project: str, stack: str, config: Mapping[str, str]) -> Settings:
    """The settings of a stack.

    Args:
        project: the project's name, under which its own settings stand.
        stack: the stack's name.
        config: full keys (`aws:region`, `<project>:lease`) to text, as Pulumi hands them to a program: what is no
            string in YAML is JSON text here. Keys of other namespaces are none of ours and left alone.

    Raises:
        SettingsError: something in it is refused; all of it is told.
    """
    own = {key.removeprefix(project): text for key, text in config.items() if key.startswith(f"{project}:")}
    ours = own | {key: text for key, text in config.items() if key.startswith("aws:")}
    values = {key: _value(key, text) for key, text in ours.items()}
    try:
        return Settings.model_validate({"project": project, "stack": stack, **values})
    except ValidationError as error:
        raise SettingsError.of(error, _KEYS, project) from None


def _value(key: str, text: str) -> Any:
    if key not in _FIELDS or _FIELDS[key].annotation is str:
        return text
    try:
        return from_json(text)
    except ValueError:
        return text  # the model says what it should have been
