"""Ways of `bench.transports` over the standard library's `http.client`: a connection a thread, and one TLS context."""

import time
from collections.abc import Callable, Mapping
from threading import local
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aws.encoding import Encoded

Call = Callable[[str, Mapping[str, Any]], Any]
Calls = Mapping[str, Call]
Signer = Callable[["Encoded", str], Mapping[str, str]]
"""Gives the headers of a request, those of its signature among them; the service's name is that in signatures."""

USED = ("dynamodb", "sesv2")


def by_botocore(environ: Mapping[str, str]) -> Calls:
    """Signs with botocore's signer."""
    from botocore.auth import SigV4Auth  # noqa: PLC0415
    from botocore.awsrequest import AWSRequest  # noqa: PLC0415
    from botocore.credentials import Credentials  # noqa: PLC0415

    who = Credentials(environ["AWS_ACCESS_KEY_ID"], environ["AWS_SECRET_ACCESS_KEY"], environ.get("AWS_SESSION_TOKEN"))

    def sign(encoded: "Encoded", service: str) -> Mapping[str, str]:
        request = encoded.request
        url = f"{encoded.endpoint.scheme}://{encoded.endpoint.authority}{request.path}"
        signed = AWSRequest(request.method, url, request.headers, request.body)
        SigV4Auth(who, service, environ["AWS_REGION"]).add_auth(signed)
        return dict(signed.headers.items())

    return over_http_client(environ, sign)


def by_us(environ: Mapping[str, str]) -> Calls:
    """Signs with our own."""
    from aws.signing import Credentials, Signed, sign  # noqa: PLC0415

    def signed(encoded: "Encoded", service: str) -> Mapping[str, str]:
        request, now = encoded.request, time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        what = Signed(request.method, request.path, request.headers, encoded.body_hash)
        added = sign(what, Credentials.of(environ), now, environ["AWS_REGION"], service)
        return {**request.headers, **added}

    return over_http_client(environ, signed)


def over_http_client(environ: Mapping[str, str], sign: Signer) -> Calls:
    """Makes the calls with what a signer signs."""
    import http.client  # noqa: PLC0415

    from aws.encoding import encode  # noqa: PLC0415
    from aws.endpoints import endpoint_of  # noqa: PLC0415
    from aws.services import SERVICES  # noqa: PLC0415
    from aws.tls import shared_context  # noqa: PLC0415

    def client(service: str) -> Call:
        known, own = SERVICES[service], local()
        endpoint = endpoint_of(service, known.host, environ["AWS_REGION"], environ)
        context = shared_context(environ) if endpoint.scheme == "https" else None

        def connect() -> http.client.HTTPConnection:
            if context is None:
                return http.client.HTTPConnection(endpoint.host, endpoint.port, timeout=5)
            return http.client.HTTPSConnection(endpoint.host, endpoint.port, timeout=5, context=context)

        def call(operation: str, asked: Mapping[str, Any]) -> None:
            encoded = encode(known, known.operations[operation], asked, endpoint)
            if not hasattr(own, "connection"):
                own.connection = connect()
            request, headers = encoded.request, dict(sign(encoded, known.signed_as))
            own.connection.request(request.method, request.path, request.body, headers)
            answer = own.connection.getresponse()
            body = answer.read()
            if answer.status != 200:  # noqa: PLR2004
                raise RuntimeError(body)

        return call

    return {service: client(service) for service in USED}
