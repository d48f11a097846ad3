"""The transports under test, in a function's environment."""

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager

import pytest

from aws import calls
from aws.calls import Client, Timeouts
from aws.transport import connect
from tests.apps.aws.calls import REGION
from tests.apps.aws.outcomes import Outcome
from tests.apps.aws.weaknesses import WEAKNESSES
from tests.fixtures.sigv4 import Signer

# What a stack sets for each; the first is the default.
TRANSPORTS: Mapping[str, Mapping[str, str]] = {"direct": {}, "reference": {"TRANSPORT": "boto3"}}

KEY_ID, SECRET, TOKEN = "ASIAWIREWIREWIRE", "wJalr/secret+of+the+function", "IQoJb3JpZ2luX2VjE/token=="
LAMBDA = {
    "AWS_REGION": REGION,
    "AWS_DEFAULT_REGION": REGION,
    "AWS_ACCESS_KEY_ID": KEY_ID,
    "AWS_SECRET_ACCESS_KEY": SECRET,
    "AWS_SESSION_TOKEN": TOKEN,
    "AWS_EC2_METADATA_DISABLED": "true",
    "AWS_CONFIG_FILE": "/nowhere",
    "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
}
QUICK = Timeouts(connect=0.4, read=0.4)
PATIENT = Timeouts(connect=9, read=9)


def signer(service: str, region: str = REGION) -> Signer:
    """Who signs for a service, by its name in signatures."""
    return Signer(KEY_ID, SECRET, region, service, TOKEN)


@contextmanager
def environment(variables: Mapping[str, str]) -> Generator[Mapping[str, str]]:
    """Makes Lambda's variables and these all that the process knows of AWS; an empty one is not set."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            patch.delenv(name)
        given = {name: value for name, value in {**LAMBDA, **variables}.items() if value}
        for name, value in given.items():
            patch.setenv(name, value)
        yield given


class Transport:
    """One of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.weaknesses = WEAKNESSES.get(name, {})
        self.seeks_buckets = name == "reference"  # botocore asks in the region that S3 names, of AWS's own endpoints
        self._connected: dict[str, calls.Transport] = {}

    def right(self, name: str, *outcomes: Outcome | None) -> tuple[Outcome | None, ...]:
        """What may become of a case."""
        return (*outcomes, self.weaknesses.get(name))

    def client(
        self,
        service: str,
        url: str = "",
        timeouts: Timeouts = PATIENT,
        *,
        tries: int = 1,
        connections: int = 1,
        environ: Mapping[str, str] | None = None,
    ) -> Client:
        """A client of a service; at a server of ours, if a URL is given."""
        with environment({"AWS_ENDPOINT_URL": url, **TRANSPORTS[self.name], **(environ or {})}) as whole:
            return self._connect(whole).client(service, timeouts, tries=tries, connections=connections)

    def _connect(self, environ: Mapping[str, str]) -> calls.Transport:
        """Connects anew; but the reference, which takes long, finds out for each client what its endpoint is."""
        if self.name != "reference":
            return connect(environ)
        others = repr([item for item in environ.items() if not item[0].startswith("AWS_ENDPOINT_URL")])
        return self._connected.get(others) or self._connected.setdefault(others, connect(environ))
