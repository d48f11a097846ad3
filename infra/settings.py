"""A stack's config, read once into a frozen model that refuses what AWS would refuse later, or accept to our harm.

Every rule is told with the key that breaks it, and all that are broken are told at once. Types, defaults and meaning
of the project's own keys stand in Pulumi.yaml too, for the CLI; a test keeps the two alike.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError, from_json

from infra.settings_error import SettingsError
from infra.settings_types import (
    BACKOFF,
    AccountId,
    Address,
    BatchSize,
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
    VisibilityTimeout,
    stack_name,
)

LEASE = 60
"""Seconds that a worker has a job for itself, where leases are on."""


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

    worker_memory: Memory = 256
    worker_timeout: Timeout = 10
    worker_batch_size: BatchSize = 10
    worker_maximum_concurrency: MaximumConcurrency = 5
    jobs_visibility_timeout: VisibilityTimeout = 60

    tickets_memory: Memory = 512
    tickets_timeout: Timeout = 30
    tickets_batch_size: BatchSize = 1
    tickets_maximum_concurrency: MaximumConcurrency = 2
    tickets_visibility_timeout: VisibilityTimeout = 180

    max_receive_count: MaxReceiveCount = 5
    message_retention_period: Retention = 345_600
    dead_letter_retention_period: Retention = 1_209_600
    processed_jobs_point_in_time_recovery: bool = True

    @property
    def lease_seconds(self) -> int:
        """How long a worker has a job for itself; 0 without leases."""
        return LEASE if self.lease else 0

    # A field's validator runs when the field itself is well formed, and finds in info.data the well-formed ones above
    # it: so a rule is skipped, and not made up, when the other side of its comparison was refused already. In what it
    # says, {project} stands for the project's name, which SettingsError fills in.

    @field_validator("stack")
    @classmethod
    def _stack_fits_all_names(cls, value: str, info: ValidationInfo) -> str:
        return stack_name(value, info.data.get("project", ""))

    @field_validator("data_enabled")
    @classmethod
    def _compute_needs_data(cls, value: bool, info: ValidationInfo) -> bool:  # noqa: FBT001 - pydantic calls it
        if info.data.get("compute_enabled") and not value:
            raise PydanticCustomError(
                "switches", "must be true while {project}:computeEnabled is true, since the functions need the queues"
            )
        return value

    @field_validator("image_digest")
    @classmethod
    def _compute_needs_an_image(cls, value: str, info: ValidationInfo) -> str:
        if info.data.get("compute_enabled") and not value:
            raise PydanticCustomError(
                "image", "must be the digest of a pushed image while {project}:computeEnabled is true"
            )
        return value

    @field_validator("sender")
    @classmethod
    def _sender_is_in_its_domain(cls, value: str, info: ValidationInfo) -> str:
        domain = info.data.get("sender_domain")
        if domain and not f".{value.rpartition('@')[2]}".lower().endswith(f".{domain}".lower()):
            raise PydanticCustomError(
                "sender", "must be an address in {project}:senderDomain {domain}", {"domain": domain}
            )
        return value

    @field_validator("worker_timeout")
    @classmethod
    def _lease_outlasts_the_worker(cls, value: int, info: ValidationInfo) -> int:
        if info.data.get("lease") and value > LEASE:
            raise PydanticCustomError(
                "lease", "must be at most {lease}, the lease, while {project}:lease is true", {"lease": LEASE}
            )
        return value

    @field_validator("jobs_visibility_timeout", "tickets_visibility_timeout")
    @classmethod
    def _six_timeouts(cls, value: int, info: ValidationInfo) -> int:
        function = "worker" if info.field_name == "jobs_visibility_timeout" else "tickets"
        least = 6 * info.data.get(f"{function}_timeout", 0)
        if value < least:
            raise PydanticCustomError(
                "visibility",
                "must be at least {least}, 6 times {project}:{function}Timeout",
                {"least": least, "function": function},
            )
        return value

    @field_validator("message_retention_period")
    @classmethod
    def _outlasts_the_backoff(cls, value: int) -> int:
        if value <= sum(BACKOFF):
            raise PydanticCustomError(
                "backoff", "must be more than {backoff}, or failing messages expire unseen", {"backoff": sum(BACKOFF)}
            )
        return value

    @field_validator("dead_letter_retention_period")
    @classmethod
    def _outlasts_the_source(cls, value: int, info: ValidationInfo) -> int:
        source = info.data.get("message_retention_period", 0)
        if value <= source:
            raise PydanticCustomError(
                "retention",
                "must be more than {source}, {project}:messageRetentionPeriod, since a dead letter keeps its age",
                {"source": source},
            )
        return value


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
