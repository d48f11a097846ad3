"""The default transport: straight to the service, over the standard library's sockets and TLS."""

import sys
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from aws.calls import CallFailed, Client, IllFormed, NotSent, Timeouts, Unanswered
from aws.connection import NotConnected
from aws.decoding import decode
from aws.encoding import Encoded, encode
from aws.endpoints import Endpoint, endpoint_of
from aws.http import MalformedAnswer
from aws.pool import Pool
from aws.retries import Retries
from aws.services import SERVICES, Operation
from aws.signing import Credentials, CredentialsMissing, Signed, sign
from aws.tls import shared_context

_AGENT = f"minitickets lang/python#{sys.version_info.major}.{sys.version_info.minor}"

_SWITCHES = ("AWS_USE_FIPS_ENDPOINT", "AWS_USE_DUALSTACK_ENDPOINT")
_PROXIES = ("HTTPS_PROXY", "https_proxy")


class DirectTransport:
    """Makes clients that go by the environment as it is at each call.

    Args:
        environ: Lambda's variables.

    Raises:
        KeyError: the region is missing.
        ValueError: the environment asks for a way that only botocore knows.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        _require_no_other_way(environ)
        self._environ = environ
        self._region = environ["AWS_REGION"]

    def client(self, service: str, timeouts: Timeouts, *, tries: int = 1, connections: int = 1) -> Client:
        """A client of a service.

        Raises:
            EndpointError: where it is cannot be told.
            RootsMissing: nothing can be verified.
        """
        return DirectClient(service, self._region, self._environ, timeouts, tries, connections)


def _require_no_other_way(environ: Mapping[str, str]) -> None:
    asked = [name for name in _SWITCHES if environ.get(name, "").lower() == "true"]
    asked += [name for name in _PROXIES if environ.get(name)]
    if asked:
        raise ValueError(f"{asked[0]} is for the transport boto3 alone: choose that, or unset it")


class DirectClient:
    """Calls one service."""

    def __init__(
        self, service: str, region: str, environ: Mapping[str, str], timeouts: Timeouts, tries: int, connections: int
    ) -> None:
        self._service = SERVICES[service]
        self._endpoint = endpoint_of(service, self._service.host, region, environ)
        self._context = shared_context(environ) if self._endpoint.scheme == "https" else None
        self._region, self._environ = region, environ
        self._timeouts, self._tries, self._connections = timeouts, tries, connections
        self._pools: dict[Endpoint, Pool] = {}
        self._retries = Retries()

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Makes a call and gives its answer."""
        try:
            known = self._service.operations[operation]
            encoded = encode(self._service, known, request, self._endpoint)
        except (KeyError, ValueError):  # whose text may quote the request
            raise IllFormed(operation, "ParamValidationError") from None
        failed: CallFailed | None = None
        for left in reversed(range(self._tries)):
            try:
                answer = self._try(operation, known, encoded)
            except CallFailed as error:
                failed = error
                pause = self._retries.pause(error) if left else None
                if pause is None:
                    raise
                time.sleep(pause)
            else:
                self._retries.succeeded(failed)
                return answer
        raise AssertionError("a call is tried once at least")

    def _try(self, operation: str, known: Operation, encoded: Encoded) -> Mapping[str, Any]:
        """One try; from the moment on that something is sent, whatever goes wrong may have arrived."""
        try:
            data = self._signed(encoded)
        except CredentialsMissing:
            raise NotSent(operation, "NoCredentialsError") from None
        except ValueError:
            raise IllFormed(operation, "ParamValidationError") from None
        try:
            answer = self._pool(encoded.endpoint).ask(data, self._timeouts)
            return decode(operation, known, answer)
        except NotConnected as error:
            raise NotSent(operation, str(error)) from error
        except TimeoutError as error:
            raise Unanswered(operation, "ReadTimeoutError") from error
        except OSError as error:
            raise Unanswered(operation, "ConnectionClosedError") from error
        except MalformedAnswer as error:
            raise Unanswered(operation, "ResponseParserError") from error

    def _signed(self, encoded: Encoded) -> bytes:
        request, service = encoded.request, self._service.signed_as
        path = request.path if service == "s3" else quote(request.path, safe="/~")
        now = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        signed = Signed(request.method, path, request.headers, encoded.body_hash)
        signature = sign(signed, Credentials.of(self._environ), now, self._region, service)
        return request._replace(headers={**request.headers, **signature, **self._unsigned()}).encoded()

    def _unsigned(self) -> Mapping[str, str]:
        """What may change on the way, and the trace by which AWS stops functions that call each other in a circle."""
        trace = self._environ.get("_X_AMZN_TRACE_ID", "")
        in_lambda = trace and "AWS_LAMBDA_FUNCTION_NAME" in self._environ
        told = {"x-amzn-trace-id": quote(trace, safe="-=;:+&[]{}\"',")} if in_lambda else {}
        return {"user-agent": _AGENT, "accept-encoding": "identity", **told}

    def _pool(self, endpoint: Endpoint) -> Pool:
        return self._pools.get(endpoint) or self._pools.setdefault(
            endpoint, Pool(endpoint, self._context, self._connections)
        )
