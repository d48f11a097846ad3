"""What a single setting may be: AWS's limits, and the forms of names, addresses and digests."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

BACKOFF = (10, 40, 120)
"""Seconds that the worker hides a failed message at its first, second and every later receive."""

_DOMAIN = r"([A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}"
_ADDRESS = r"[A-Za-z0-9._+-]{1,64}@" + _DOMAIN


def _form(pattern: str, sentence: str) -> AfterValidator:
    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise PydanticCustomError("form", sentence)  # pyright: ignore[reportArgumentType] - wants a literal
        return value

    return AfterValidator(check)


# Of all names the assets bucket's is the tightest: at most 37 characters of prefix, lower case, no underscore.
StackName = Annotated[
    str, _form(r"[a-z0-9]([a-z0-9-]{0,15}[a-z0-9])?", "must be 1 to 17 of a-z, 0-9 and inner hyphens")
]
Region = Annotated[str, _form(r"[a-z]{2}(-[a-z]+)+-[0-9]", "must be a region's code, such as ap-south-1")]
AccountId = Annotated[str, _form(r"[0-9]{12}", "must be a list of account ids of 12 digits")]
Domain = Annotated[str, _form(_DOMAIN, "must be a domain, such as tickets.example.com")]
Address = Annotated[str, _form(_ADDRESS, "must be one bare email address, such as no-reply@example.com")]
OptionalAddress = Annotated[str, _form(f"|{_ADDRESS}", "must be one bare email address, or empty")]
Digest = Annotated[str, _form(r"|sha256:[0-9a-f]{64}", "must be sha256: and 64 lower-case hexadecimal digits")]

# Limits of AWS: Lambda quotas, SQS SetQueueAttributes, CreateEventSourceMapping.
Timeout = Annotated[int, Field(ge=1, le=900)]  # seconds
Memory = Annotated[int, Field(ge=128, le=10_240)]  # MB
BatchSize = Annotated[int, Field(ge=1, le=10)]  # messages; more would need a batching window
MaximumConcurrency = Annotated[int, Field(ge=2, le=1000)]  # invocations at once
VisibilityTimeout = Annotated[int, Field(ge=0, le=43_200)]  # seconds
Retention = Annotated[int, Field(ge=60, le=1_209_600)]  # seconds
# Fewer than three receives would dead-letter a message before it had been through the whole backoff.
MaxReceiveCount = Annotated[int, Field(ge=len(BACKOFF), le=1000)]
