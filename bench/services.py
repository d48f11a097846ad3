"""The stand-in for AWS, as the benchmark uses it."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bench.authority import Bundles, make_authority

LATENCIES = {"dynamodb": 0.005, "sesv2": 0.040, "sqs": 0.008, "s3": 0.020, "secretsmanager": 0.008}
"""Seconds until a service answers; SES is the slow one, as it is at AWS."""
AT_ONCE: Mapping[str, float] = {}
_VARIABLES = {
    "dynamodb": "DYNAMODB",
    "sesv2": "SESV2",
    "sqs": "SQS",
    "s3": "S3",
    "secretsmanager": "SECRETS_MANAGER",
}
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Seen:
    """What the stand-in saw since the last count began: requests by operation, connections by service."""

    counts: Mapping[str, int]
    connections: Mapping[str, int]
    requests: list[dict[str, Any]]


class Services:
    """The stand-in's process; a context manager."""

    def __init__(self, folder: Path, *, python: str = sys.executable) -> None:
        self._folder = folder
        self._python = python
        self.bundles: Bundles
        self._process: subprocess.Popen[str]
        self._ports: dict[str, dict[str, int]]

    def __enter__(self) -> Self:
        self.bundles = make_authority(self._folder)
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [self._python, "-m", "bench.stand_in", str(self._folder)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._ports = self._read()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.communicate()

    def begin(self, latencies: Mapping[str, float] = AT_ONCE, *, keep: bool = False, cut: bool = False) -> Seen:
        """Begins a new count and gives the last one."""
        assert self._process.stdin is not None  # noqa: S101 - a fact for the type checker
        self._process.stdin.write(json.dumps({"latencies": latencies, "keep": keep, "cut": cut}) + "\n")
        self._process.stdin.flush()
        return Seen(**self._read())

    def environment(self, *, tls: bool, trusted: bool = True) -> dict[str, str]:
        """Where a function finds each service, and whether it trusts them: AWS's own variables, and Node's."""
        scheme = "https" if tls else "http"
        urls = {
            f"AWS_ENDPOINT_URL_{_VARIABLES[service]}": f"{scheme}://127.0.0.1:{port}"
            for service, port in self._ports[scheme].items()
        }
        roots, more = (self.bundles.all, self.bundles.own) if trusted else (self.bundles.others, self.bundles.others)
        return {**urls, "AWS_CA_BUNDLE": str(roots), "SSL_CERT_FILE": str(roots), "NODE_EXTRA_CA_CERTS": str(more)}

    def _read(self) -> Any:
        assert self._process.stdout is not None  # noqa: S101 - a fact for the type checker
        return json.loads(self._process.stdout.readline())
