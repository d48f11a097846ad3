"""What becomes of a call, as a value that a table can hold."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from aws.calls import CallFailed, Client, Refused


class Answered(NamedTuple):
    """The call's answer, without what the library adds."""

    fields: Mapping[str, Any]
    kind: None = None


class Failed(NamedTuple):
    """The class of a failure; of a refusal its code and status too."""

    kind: type[CallFailed]
    code: str = ""
    status: int = 0


Outcome = Answered | Failed


# Of the credentials, of requests, and of what services say of them.
PRIVATE = (
    "ASIAWIRE",
    "wJalr",
    "IQoJb3",
    "o'brien",
    "no-reply@",
    "ada@example",
    "Engines",
    "secret-words",
    "SecretString",
)


def outcome_of(client: Client, operation: str, request: Mapping[str, Any]) -> Outcome:
    """Makes a call; a failure may go to the log, so nothing private may be in it."""
    try:
        answer = client.call(operation, request)
    except CallFailed as failed:
        words = f"{failed!s} {failed!r} {failed.args} {failed.reason} {failed.operation}"
        assert [private for private in PRIVATE if private in words] == []
        if isinstance(failed, Refused):
            return Failed(Refused, failed.code, failed.status)
        return Failed(type(failed))
    return Answered({name: value for name, value in answer.items() if name != "ResponseMetadata"})
