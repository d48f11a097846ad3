"""Every way of `bench.transports`: makes the calls of two services, and imports what it needs when it is made."""

import time
from collections.abc import Callable, Mapping
from importlib import import_module
from threading import local
from typing import TYPE_CHECKING, Any, cast

from aws.calls import Timeouts

if TYPE_CHECKING:
    from aws.encoding import Encoded

Call = Callable[[str, Mapping[str, Any]], Any]
Calls = Mapping[str, Call]
Signer = Callable[["Encoded", str], Mapping[str, str]]
"""Gives the headers of a request, those of its signature among them; the service's name is that in signatures."""

_TIMEOUTS = Timeouts(5, 5)
_USED = ("dynamodb", "sesv2")


def _plain(environ: Mapping[str, str]) -> Calls:
    import boto3  # noqa: PLC0415
    from botocore import xform_name  # noqa: PLC0415

    session = boto3.session.Session()
    made: dict[str, Any] = {service: cast("Any", session).client(service) for service in _USED}
    del environ
    return {
        service: lambda operation, request, client=client: getattr(client, xform_name(operation))(**request)
        for service, client in made.items()
    }


def _boto3(environ: Mapping[str, str]) -> Calls:
    from aws.transport import connect  # noqa: PLC0415

    aws = connect({**environ, "TRANSPORT": "boto3"})
    return {service: aws.client(service, _TIMEOUTS, connections=10).call for service in _USED}


def _direct(environ: Mapping[str, str]) -> Calls:
    from aws.transport import connect  # noqa: PLC0415

    aws = connect(environ)
    return {service: aws.client(service, _TIMEOUTS, connections=10).call for service in _USED}


def _signer(environ: Mapping[str, str]) -> Calls:
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

    return _over_http_client(environ, sign)


def _stdlib(environ: Mapping[str, str]) -> Calls:
    from aws.signing import Credentials, Signed, sign  # noqa: PLC0415

    def signed(encoded: "Encoded", service: str) -> Mapping[str, str]:
        request, now = encoded.request, time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        what = Signed(request.method, request.path, request.headers, encoded.body_hash)
        added = sign(what, Credentials.of(environ), now, environ["AWS_REGION"], service)
        return {**request.headers, **added}

    return _over_http_client(environ, signed)


def _crt_signer(environ: Mapping[str, str]) -> Calls:
    who = _crt_credentials(environ)

    def sign(encoded: "Encoded", service: str) -> Mapping[str, str]:
        request = _crt_request(encoded)
        _crt("auth").aws_sign_request(request, _crt_config(who, environ, service)).result()
        return dict(request.headers)

    return _over_http_client(environ, sign)


def _awscrt(environ: Mapping[str, str]) -> Calls:
    from aws.encoding import encode  # noqa: PLC0415
    from aws.endpoints import endpoint_of  # noqa: PLC0415
    from aws.services import SERVICES  # noqa: PLC0415

    who = _crt_credentials(environ)
    bootstrap = _crt("io").ClientBootstrap.get_or_create_static_default()
    options = _crt("io").TlsContextOptions()
    if environ.get("AWS_CA_BUNDLE"):
        options.override_default_trust_store_from_path(ca_filepath=environ["AWS_CA_BUNDLE"])
    context = _crt("io").ClientTlsContext(options)

    def client(service: str) -> Call:
        known = SERVICES[service]
        endpoint = endpoint_of(service, known.host, environ["AWS_REGION"], environ)
        idle: list[Any] = []

        def connect() -> Any:
            tls = None
            if endpoint.scheme == "https":
                tls = context.new_connection_options()
                tls.set_server_name(endpoint.host)
            return (
                _crt("http")
                .HttpClientConnection.new(endpoint.host, endpoint.port, bootstrap, tls_connection_options=tls)
                .result(5)
            )

        def call(operation: str, request: Mapping[str, Any]) -> None:
            encoded = encode(known, known.operations[operation], request, endpoint)
            asked = _crt_request(encoded)
            _crt("auth").aws_sign_request(asked, _crt_config(who, environ, known.signed_as)).result()
            connection = idle.pop() if idle else connect()
            body: list[bytes] = []
            stream = connection.request(asked, None, lambda chunk, **_: body.append(bytes(chunk)))
            stream.activate()
            if stream.completion_future.result(5) != 200:  # noqa: PLR2004
                raise RuntimeError(b"".join(body))
            idle.append(connection)

        return call

    return {service: client(service) for service in _USED}


def _crt(module: str) -> Any:
    """A module of AWS's Common Runtime, which is no package of the development environment."""
    return import_module(f"awscrt.{module}")


def _crt_credentials(environ: Mapping[str, str]) -> Any:
    return _crt("auth").AwsCredentialsProvider.new_static(
        environ["AWS_ACCESS_KEY_ID"], environ["AWS_SECRET_ACCESS_KEY"], environ.get("AWS_SESSION_TOKEN")
    )


def _crt_config(who: Any, environ: Mapping[str, str], service: str) -> Any:
    return _crt("auth").AwsSigningConfig(
        credentials_provider=who, region=environ["AWS_REGION"], service=service, signed_body_value=None
    )


def _crt_request(encoded: "Encoded") -> Any:
    import io  # noqa: PLC0415

    request = encoded.request
    headers = _crt("http").HttpHeaders(list({**request.headers, "content-length": str(len(request.body))}.items()))
    return _crt("http").HttpRequest(request.method, request.path, headers, io.BytesIO(request.body))


def _over_http_client(environ: Mapping[str, str], sign: Signer) -> Calls:
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

    return {service: client(service) for service in _USED}


WAYS_MADE: Mapping[str, Callable[[Mapping[str, str]], Calls]] = {
    "plain": _plain,
    "boto3": _boto3,
    "signer": _signer,
    "awscrt": _awscrt,
    "crt-signer": _crt_signer,
    "stdlib": _stdlib,
    "direct": _direct,
}
