"""What a single setting may be: AWS's limits, and the forms of names, addresses and digests."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

# Labels of RFC 1035 (2.3.1), of which the last is no number (RFC 3696, section 2), and a dot-atom of RFC 5321 (4.1.2),
# with the lengths of RFC 5321 (4.5.3.1). Of the characters that an atom may have only the usual ones are taken: the
# sender goes into a policy's condition, where "$" begins a variable.
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_DOMAIN = rf"(?=.{{1,253}}$)({_LABEL}\.)+(?!\d+$|.$){_LABEL}"
_ATOM = r"[A-Za-z0-9_+-]+"
_ADDRESS = rf"(?=.{{1,254}}$)(?=[^@]{{1,64}}@){_ATOM}(\.{_ATOM})*@{_DOMAIN}"

_NAME_LENGTH = 64  # characters; encoded for a header, each takes up to seven
_URL = rf"(?=.{{1,500}}$)https://{_DOMAIN}(:[0-9]{{1,5}})?([/?#][A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*)?"


def _form(pattern: str, sentence: str) -> AfterValidator:
    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise PydanticCustomError("form", sentence)  # pyright: ignore[reportArgumentType] - wants a literal
        return value

    return AfterValidator(check)


def _display_name(value: str) -> str:
    joined = value.replace("\u200c", "").replace("\u200d", "")  # joiners, which Persian and emoji are spelled with
    if len(value) > _NAME_LENGTH or value != value.strip() or not joined.isprintable():
        raise PydanticCustomError("name", "must be at most 64 printable characters, with no blank at either end")
    return value


def stack_name(value: str, project: str) -> str:
    """The stack's name as it is, if all names that are made of it and of the project's fit AWS.

    The assets bucket's is the tightest: lower case, no underscore, and at most 37 characters of its prefix
    `<project>-<stack>-assets-`, 63 less the 26 that the provider adds.
    """
    most = 37 - len("--assets-") - len(project)
    if len(value) > most or not re.fullmatch(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?", value):
        raise PydanticCustomError("stack", "must be 1 to {most} of a-z, 0-9 and inner hyphens", {"most": most})
    return value


# An ECR repository's name begins with a letter and has no two hyphens in a row. Settings that begin with aws: are the
# provider's, with pulumi: the engine's.
ProjectName = Annotated[
    str,
    _form(
        r"(?!(aws|pulumi)$)(?=.{1,24}$)[a-z](-?[a-z0-9])*",
        "is the name in Pulumi.yaml and must be 1 to 24 of a-z, 0-9 and single inner hyphens, begin with a letter, and "
        "be neither aws nor pulumi",
    ),
]
Region = Annotated[str, _form(r"[a-z]{2,4}(-[a-z]+)+-[0-9]", "must be a region's code, such as ap-south-1")]
AccountId = Annotated[str, _form(r"[0-9]{12}", "must be a list of account ids of 12 digits")]
Domain = Annotated[str, _form(_DOMAIN, "must be a domain, such as tickets.example.com")]
Address = Annotated[str, _form(_ADDRESS, "must be one bare email address, such as no-reply@example.com")]
OptionalAddress = Annotated[str, _form(f"|{_ADDRESS}", "must be one bare email address, or empty")]
DisplayName = Annotated[str, AfterValidator(_display_name)]
OptionalUrl = Annotated[str, _form(f"|{_URL}", "must be an https:// URL in ASCII of at most 500 characters, or empty")]
Transport = Annotated[str, _form("direct|boto3", "must be direct or boto3")]
Digest = Annotated[str, _form(r"|sha256:[0-9a-f]{64}", "must be sha256: and 64 lower-case hexadecimal digits")]

# Limits of AWS: Lambda quotas, SQS SetQueueAttributes, CreateEventSourceMapping.
Timeout = Annotated[int, Field(le=900)]  # seconds; the least is what the code needs
Memory = Annotated[int, Field(ge=128, le=10_240)]  # MB
BatchSize = Annotated[int, Field(ge=1, le=10)]  # messages; more would need a batching window
MaximumConcurrency = Annotated[int, Field(ge=2, le=1000)]  # invocations at once
VisibilityTimeout = Annotated[int, Field(ge=0, le=43_200)]  # seconds
LONGEST_RETENTION = 1_209_600  # seconds
DeadLetterRetention = Annotated[int, Field(le=LONGEST_RETENTION)]
Retention = Annotated[int, Field(le=LONGEST_RETENTION - 1)]  # since a DLQ has to keep its messages longer
MaxReceiveCount = Annotated[int, Field(le=1000)]
