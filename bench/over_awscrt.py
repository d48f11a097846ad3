"""Ways of `bench.transports` with AWS's Common Runtime, without what a transport needs besides: timeouts, failures."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from bench.over_http_client import USED, Call, Calls, over_http_client

if TYPE_CHECKING:
    from aws.encoding import Encoded


def signed_by_awscrt(environ: Mapping[str, str]) -> Calls:
    """Signs with it, and sends over `http.client`."""
    who = _crt_credentials(environ)

    def sign(encoded: "Encoded", service: str) -> Mapping[str, str]:
        request = _crt_request(encoded)
        _crt("auth").aws_sign_request(request, _crt_config(who, environ, service)).result()
        return dict(request.headers)

    return over_http_client(environ, sign)


def by_awscrt(environ: Mapping[str, str]) -> Calls:
    """Signs and sends with it."""
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

    return {service: client(service) for service in USED}


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
