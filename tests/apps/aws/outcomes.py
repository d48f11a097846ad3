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


def outcome_of(client: Client, operation: str, request: Mapping[str, Any]) -> Outcome:
    """Makes a call."""
    try:
        answer = client.call(operation, request)
    except Refused as refused:
        return Failed(type(refused), refused.code, refused.status)
    except CallFailed as failed:
        return Failed(type(failed))
    return Answered({name: value for name, value in answer.items() if name != "ResponseMetadata"})
