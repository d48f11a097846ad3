"""The reference transport, on botocore: what it does, another has to do as well."""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import botocore.session
from botocore import xform_name
from botocore.config import Config
from botocore.exceptions import (
    ClientError,
    ConnectTimeoutError,
    CredentialRetrievalError,
    EndpointConnectionError,
    NoCredentialsError,
    ParamValidationError,
    PartialCredentialsError,
    ProxyConnectionError,
    SSLError,
)

from aws.calls import CallFailed, Client, IllFormed, NotSent, Refused, Timeouts, Unanswered
from aws.connections import keep_connect_timeouts
from aws.shared_context import HandshakeFailed, share, shared_context
from aws.whole_answers import refuse_what_is_not_whole


@dataclass(frozen=True)
class BotocoreTransport:
    """Makes clients from one session, which takes longer to make than a client of it, and with one TLS context."""

    region: str
    session: botocore.session.Session = field(default_factory=botocore.session.get_session)
    context: ssl.SSLContext = field(default_factory=shared_context)

    def client(self, service: str, timeouts: Timeouts, *, tries: int = 1, connections: int = 1) -> Client:
        """A client of a service."""
        keep_connect_timeouts()
        config = Config(
            connect_timeout=timeouts.connect,
            read_timeout=timeouts.read,
            retries={"total_max_attempts": tries, "mode": "standard"},
            max_pool_connections=connections,
        )
        client = self.session.create_client(service, region_name=self.region, config=config)
        share(client, self.context)
        client.meta.events.register("before-parse", refuse_what_is_not_whole)
        return BotocoreClient(client)


@dataclass(frozen=True)
class BotocoreClient:
    """Makes calls through a client of botocore or boto3."""

    client: Any

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Makes a call and gives its answer."""
        try:
            return getattr(self.client, xform_name(operation))(**request)
        except Exception as error:  # whatever it is, the request may have arrived
            raise failure_of(error, operation) from error


def failure_of(error: Exception, operation: str) -> CallFailed:
    """What an exception of botocore's means for the request."""
    match error:
        case ClientError():
            return _refusal(error, operation)
        case ParamValidationError():
            return IllFormed(operation, type(error).__name__)
        case ConnectTimeoutError() | EndpointConnectionError() | ProxyConnectionError():
            return NotSent(operation, type(error).__name__)
        case NoCredentialsError() | PartialCredentialsError() | CredentialRetrievalError():
            return NotSent(operation, type(error).__name__)
        case SSLError() if _is_of_a_handshake(error):
            return NotSent(operation, type(error).__name__)
        case _:
            return Unanswered(operation, type(error).__name__)


def _refusal(error: ClientError, operation: str) -> Refused:
    told, answer = error.response.get("Error", {}), error.response.get("ResponseMetadata", {})
    return Refused(operation, told.get("Code") or "", told.get("Message") or "", answer.get("HTTPStatusCode", 0))


def _is_of_a_handshake(error: BaseException | None) -> bool:
    """Whether TLS failed before anything was sent."""
    while error is not None and not isinstance(error, HandshakeFailed):
        error = error.__cause__ or error.__context__
    return error is not None
