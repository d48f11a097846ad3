"""A function as the Lambda service knows it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from embeddedaws.errors import InvalidParameterValueException, ValidationException

# Lambda developer guide, "Defined runtime environment variables": a function may not set these itself.
RESERVED_VARIABLES = frozenset(
    {
        "_HANDLER",
        "_X_AMZN_TRACE_ID",
        "AWS_ACCESS_KEY",
        "AWS_ACCESS_KEY_ID",
        "AWS_DEFAULT_REGION",
        "AWS_EXECUTION_ENV",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
        "AWS_LAMBDA_FUNCTION_NAME",
        "AWS_LAMBDA_FUNCTION_VERSION",
        "AWS_LAMBDA_INITIALIZATION_TYPE",
        "AWS_LAMBDA_LOG_GROUP_NAME",
        "AWS_LAMBDA_LOG_STREAM_NAME",
        "AWS_LAMBDA_RUNTIME_API",
        "AWS_REGION",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
        "LAMBDA_RUNTIME_DIR",
        "LAMBDA_TASK_ROOT",
    }
)

_NAME = re.compile(r"[a-zA-Z0-9-_]{1,64}")
_TIMEOUT = range(1, 901)  # seconds, Lambda quotas
_MEMORY_SIZE = range(128, 10_241)  # MB, Lambda quotas
_VARIABLE = re.compile(r"[a-zA-Z][a-zA-Z0-9_]+")  # Environment
_ARCHITECTURES = {("arm64",), ("x86_64",)}
_DESCRIPTION = 256  # characters, CreateFunction
_ENVIRONMENT = 4096  # bytes, Lambda quotas


def now() -> str:
    """The time as Lambda writes it of a function."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "+0000"


@dataclass(frozen=True, kw_only=True)
class FunctionConfiguration:
    """One function.

    Args:
        name: the function's name.
        handler: `module.function`, looked up in the task root.
        role_arn: the execution role, whose credentials the code and the mapping use.
        log_group: the name of the log group, which has to exist.
        timeout: seconds until an invocation is killed.
        memory_size: MB; it is told to the function and to the log, not enforced.
        environment: the function's own variables.
        image_uri: the image that it says it runs; the code is taken from the task root.
        architectures: one of `arm64` and `x86_64`; it is told, and the code runs on this machine's.
        description: what people wrote.
        log_format: `Text` or `JSON`, which is told; lines are kept as they are written.
        last_modified: when, as Lambda writes it.

    Raises:
        InvalidParameterValueException: a variable has a reserved name.
        ValidationException: the name, timeout or memory size is outside what AWS allows.
    """

    name: str
    handler: str
    role_arn: str
    log_group: str
    timeout: int = 3
    memory_size: int = 128
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    image_uri: str = ""
    architectures: tuple[str, ...] = ("x86_64",)
    description: str = ""
    log_format: str = "Text"
    last_modified: str = field(default_factory=now)

    def __post_init__(self) -> None:
        _require("functionName", self.name, within=bool(_NAME.fullmatch(self.name)))
        _require("timeout", self.timeout, within=self.timeout in _TIMEOUT)
        _require("memorySize", self.memory_size, within=self.memory_size in _MEMORY_SIZE)
        _require("architectures", list(self.architectures), within=self.architectures in _ARCHITECTURES)
        _require("description", self.description, within=len(self.description) <= _DESCRIPTION)
        for name in self.environment:
            _require("environment.variables", name, within=bool(_VARIABLE.fullmatch(name)) or name.startswith("_"))
        size = len(json.dumps(dict(self.environment), separators=(",", ":"), ensure_ascii=False).encode())
        if size > _ENVIRONMENT:
            raise InvalidParameterValueException(
                "Lambda was unable to configure your environment variables because the environment variables you have "
                f"provided exceeded the 4KB limit. String measured: {size} bytes"
            )
        reserved = sorted(RESERVED_VARIABLES & self.environment.keys())
        if reserved:
            raise InvalidParameterValueException(
                "Lambda was unable to configure your environment variables because the environment variables you have "
                "provided contains reserved keys that are currently not supported for modification. "
                f"Reserved keys used in this request: {', '.join(reserved)}"
            )


def _require(parameter: str, value: object, *, within: bool) -> None:
    if not within:
        raise ValidationException(
            f"1 validation error detected: Value '{value}' at '{parameter}' failed to satisfy constraint"
        )
