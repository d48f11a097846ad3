"""Every way of `bench.transports`: makes the calls of two services, and imports what it needs when it is made."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from aws.calls import Timeouts
from bench.over_awscrt import by_awscrt, signed_by_awscrt
from bench.over_http_client import USED, Calls, by_botocore, by_us

_TIMEOUTS = Timeouts(5, 5)


def _plain(environ: Mapping[str, str]) -> Calls:
    import boto3  # noqa: PLC0415
    from botocore import xform_name  # noqa: PLC0415

    session = boto3.session.Session()
    made: dict[str, Any] = {service: cast("Any", session).client(service) for service in USED}
    del environ
    return {
        service: lambda operation, request, client=client: getattr(client, xform_name(operation))(**request)
        for service, client in made.items()
    }


def _boto3(environ: Mapping[str, str]) -> Calls:
    from aws.transport import connect  # noqa: PLC0415

    aws = connect({**environ, "TRANSPORT": "boto3"})
    return {service: aws.client(service, _TIMEOUTS, connections=10).call for service in USED}


def _direct(environ: Mapping[str, str]) -> Calls:
    from aws.transport import connect  # noqa: PLC0415

    aws = connect(environ)
    return {service: aws.client(service, _TIMEOUTS, connections=10).call for service in USED}


WAYS: Mapping[str, Callable[[Mapping[str, str]], Calls]] = {
    "plain": _plain,
    "boto3": _boto3,
    "signer": by_botocore,
    "awscrt": by_awscrt,
    "crt-signer": signed_by_awscrt,
    "stdlib": by_us,
    "direct": _direct,
}
