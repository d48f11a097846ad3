"""The ways of carrying the worker's calls to AWS, side by side: what each costs to be ready, for an email, over TLS.

    uv run --group transports python -m bench.transports [ROUNDS] [NAME ...]

An email is GetItem, SendEmail, PutItem. Each way runs in processes of its own, one round of all ways after the other;
CPU is the process's own, user and system, in milliseconds; of the rounds the median is told. The ways:

    plain      boto3 clients as they are without settings
    boto3      the reference transport
    signer     botocore's signer, and http.client over one TLS context
    awscrt     AWS's Common Runtime: its HTTP, TLS and signer
    crt-signer its signer, and http.client over one TLS context
    stdlib     our signer, and http.client over one TLS context
    direct     the default transport
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

from bench.services import Services

ROUNDS = 7
WARM = 300  # emails, one after the other
THREADS = 10
WAYS = ("plain", "boto3", "signer", "awscrt", "crt-signer", "stdlib", "direct")
FIGURES = ("readyCpu", "readyWall", "emailCpu", "tlsTenCpu", "tlsTenWall", "megabytes")
_LAMBDA = {
    "AWS_REGION": "eu-central-1",
    "AWS_DEFAULT_REGION": "eu-central-1",
    "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "AWS_SESSION_TOKEN": "token",
}
_BODY = {"Text": {"Data": "text " * 200}, "Html": {"Data": "<p>html</p>" * 200}}
EMAIL: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("dynamodb", "GetItem", {"TableName": "t", "Key": {"jobKey": {"S": "b:1"}}, "ConsistentRead": True}),
    (
        "sesv2",
        "SendEmail",
        {
            "FromEmailAddress": "no-reply@example.com",
            "Destination": {"ToAddresses": ["ada@example.com"]},
            "Content": {"Simple": {"Subject": {"Data": "Your tickets"}, "Body": _BODY}},
        },
    ),
    ("dynamodb", "PutItem", {"TableName": "t", "Item": {"jobKey": {"S": "b:1"}, "expiresAt": {"N": "1800000000"}}}),
)


def measure(way: str) -> dict[str, float]:
    """Measures a way in this process: over TLS if `bench.transports` is told so by the environment."""
    if "crt" not in way:
        cast("dict[str, Any]", sys.modules)["awscrt"] = None  # which botocore would use
    started, before = time.perf_counter(), _cpu()
    from bench.ways import WAYS as MADE  # noqa: PLC0415 # what it imports is what is measured

    clients = MADE[way](os.environ)
    ready = {"readyCpu": _cpu() - before, "readyWall": 1000 * (time.perf_counter() - started)}

    def send() -> None:
        for service, operation, request in EMAIL:
            clients[service](operation, request)

    first = ready | (_tls_ten(send) if os.environ.get("OVER_TLS") else {"emailCpu": _warm(send)})
    return first | {"megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def _warm(send: Callable[[], None]) -> float:
    for _ in range(WARM // 10):
        send()
    before = _cpu()
    for _ in range(WARM):
        send()
    return (_cpu() - before) / WARM


def _tls_ten(send: Callable[[], None]) -> dict[str, float]:
    started, before = time.perf_counter(), _cpu()
    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(send) for _ in range(THREADS)]:
            done.result()
    return {"tlsTenCpu": _cpu() - before, "tlsTenWall": 1000 * (time.perf_counter() - started)}


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return 1000 * (used.ru_utime + used.ru_stime)


def main(rounds: int, ways: tuple[str, ...]) -> None:
    """Measures all ways and prints a table."""
    found: dict[str, dict[str, list[float]]] = {way: {} for way in ways}
    with tempfile.TemporaryDirectory() as folder, Services(Path(folder)) as services:
        for _ in range(rounds):
            for way in ways:
                for tls in (False, True):
                    for name, value in _run(way, {**services.environment(tls=tls), "OVER_TLS": "1" * tls}).items():
                        found[way].setdefault(name, []).append(value)
    sys.stdout.write(f"{'':10} " + " ".join(f"{name:>10}" for name in FIGURES) + "\n")
    for way, figures in found.items():
        row = " ".join(f"{statistics.median(figures[name]):10.2f}" for name in FIGURES)
        sys.stdout.write(f"{way:10} {row}\n")


def _run(way: str, variables: dict[str, str]) -> dict[str, float]:
    environment = {**os.environ, **_LAMBDA, **variables}
    command = [sys.executable, "-m", "bench.transports", "--measure", way]
    ran = subprocess.run(command, env=environment, check=True, capture_output=True)  # noqa: S603 # our own module
    return json.loads(ran.stdout)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        sys.stdout.write(json.dumps(measure(sys.argv[2])))
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else ROUNDS, tuple(sys.argv[2:]) or WAYS)
