"""Where a service is, as the environment and the region say."""

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote, urlsplit

_PORTS = {"http": 80, "https": 443}
_LONGEST_PART = 63  # characters of a name between two dots (RFC 1035)
# By the beginnings of their regions' names, the longer ones first (AWS's partitions).
_SUFFIXES = {
    "cn-": "amazonaws.com.cn",
    "eusc-": "amazonaws.eu",
    "us-iso-": "c2s.ic.gov",
    "us-isob-": "sc2s.sgov.gov",
    "us-isof-": "csp.hci.ic.gov",
    "eu-isoe-": "cloud.adc-e.uk",
    "": "amazonaws.com",
}
_REGION = re.compile(r"[a-z0-9-]{1,63}")  # a part of a name
# A bucket that is a part of a name: any other stands in the path, for one with dots has no certificate.
_HOST_BUCKET = re.compile(r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]")
_BUCKET = re.compile(r"[a-zA-Z0-9._-]{1,255}")


class EndpointError(ValueError):
    """Where AWS is cannot be told."""


class Endpoint(NamedTuple):
    """A scheme, a host and a port; `path` is what all paths begin with."""

    scheme: str
    host: str
    port: int
    path: str = ""
    custom: bool = False
    """Whether the environment names it."""

    @property
    def authority(self) -> str:
        """What the Host header says."""
        return self.host if self.port == _PORTS[self.scheme] else f"{self.host}:{self.port}"

    def below(self, path: str) -> str:
        """A path below its own, joined as botocore does."""
        if path == "/":
            return self.path or path
        return self.path.removesuffix("/") + path


def endpoint_of(service: str, host: str, region: str, environ: Mapping[str, str]) -> Endpoint:
    """Where a service is.

    Args:
        service: as botocore calls it, such as `sesv2`: the environment's variables are named after its own name for it.
        host: the first part of its name.
        region: such as `eu-central-1`.
        environ: `AWS_ENDPOINT_URL_<SERVICE>` comes before `AWS_ENDPOINT_URL`, and both before the region.

    Raises:
        EndpointError: one of them is no URL, or the region no name.
    """
    if not _REGION.fullmatch(region):
        raise EndpointError("AWS_REGION is not the name of a region, such as eu-central-1")
    if environ.get("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "").lower() != "true":
        for variable in (f"AWS_ENDPOINT_URL_{_VARIABLES.get(service, service.upper())}", "AWS_ENDPOINT_URL"):
            if url := environ.get(variable):
                return _custom(url, variable)
    suffix = next(suffix for beginning, suffix in _SUFFIXES.items() if region.startswith(beginning))
    name = f"{host}.{suffix}" if (host, region) == ("s3", "us-east-1") else f"{host}.{region}.{suffix}"
    return Endpoint("https", name, _PORTS["https"])


_VARIABLES = {"secretsmanager": "SECRETS_MANAGER"}  # the others have one word


def of_bucket(endpoint: Endpoint, bucket: str) -> Endpoint:
    """Where a bucket is: in AWS at a name of its own, elsewhere under a path.

    Raises:
        ValueError: no bucket can be called so.
    """
    if not _BUCKET.fullmatch(bucket):
        raise ValueError("that is not a bucket's name")
    if endpoint.custom or not _HOST_BUCKET.fullmatch(bucket):
        return endpoint._replace(path=endpoint.below(f"/{bucket}"))
    return endpoint._replace(host=f"{bucket}.{endpoint.host}")


def _custom(url: str, variable: str) -> Endpoint:
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
        name = _ascii(parts.hostname or "")
    except (ValueError, KeyError):
        raise EndpointError(f"{variable} is not a URL: make it one such as http://127.0.0.1:4566") from None
    if not name or parts.query or parts.fragment or parts.username:
        raise EndpointError(f"{variable} has to be a scheme, a host and perhaps a port and a path")
    host = f"[{name}]" if ":" in name else name
    return Endpoint(parts.scheme, host, port, quote(parts.path, safe="/~%"), custom=True)


def _ascii(name: str) -> str:
    """A name as it is looked up.

    Raises:
        ValueError: a part of it is empty or too long.
    """
    if not name.isascii():
        return name.encode("idna").decode()
    if not all(0 < len(part) <= _LONGEST_PART for part in name.removesuffix(".").split(".")) and name:
        raise ValueError("that is not a name")
    return name
