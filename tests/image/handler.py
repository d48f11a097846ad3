"""A function of the image, run as Lambda runs it: by AWS's runtime client, from the image's file system alone."""

import json
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from embeddedaws.functions.invocation import Invocation
from embeddedaws.functions.runtime_api import RuntimeApi
from embeddedaws.functions.runtime_server import RuntimeServer
from tests.image.stand_in_base import RUNTIME, TASK_ROOT

_SECONDS = 60  # of a busy machine
_VARIABLES = {
    "AWS_REGION": "ap-south-1",
    "AWS_DEFAULT_REGION": "ap-south-1",
    "AWS_ACCESS_KEY_ID": "key",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "AWS_SESSION_TOKEN": "token",
    "AWS_EXECUTION_ENV": "AWS_Lambda_python3.13",
    "LAMBDA_TASK_ROOT": TASK_ROOT,
    "PROCESSED_JOBS_TABLE": "processed-jobs",
    "SENDER": "no-reply@minitickets.example",
    "JOBS_QUEUE_URL": "https://sqs.ap-south-1.amazonaws.com/123456789012/jobs",
    "TICKETS_TABLE": "tickets",
    "ASSETS_BUCKET": "assets",
    "SIGNING_SECRET_ARN": "arn:aws:secretsmanager:ap-south-1:123456789012:secret:key",
    "PATH": "/usr/bin:/bin",
    "PYTHONPATH": f"{TASK_ROOT}:{RUNTIME}",  # as Lambda's bootstrap has it
}


def invoke(root: Path, handler: str, event: Mapping[str, Any], aws: str) -> Any:
    """Starts a handler and gives its answer to one event.

    Args:
        root: the image's file system.
        handler: such as `lambda.handler`.
        event: what Lambda hands over.
        aws: the URL at which it finds all services.
    """
    api = RuntimeApi()
    server = RuntimeServer(api)
    chroot = shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin")
    assert chroot, "chroot is a part of every Linux"
    process = subprocess.Popen(
        [chroot, root, "sh", "-c", f"cd {TASK_ROOT} && exec python -m awslambdaric {handler}"],
        env={**_VARIABLES, "AWS_ENDPOINT_URL": aws, "AWS_LAMBDA_RUNTIME_API": server.address},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        return _ask(api, json.dumps(event).encode())
    except TimeoutError:
        process.kill()
        raise AssertionError(f"{handler} gave no answer: {process.communicate()[0][-3000:]}") from None
    finally:
        process.kill()
        process.communicate()
        server.close()


def _ask(api: RuntimeApi, payload: bytes) -> Any:
    deadline = int((time.time() + _SECONDS) * 1000)
    invocation = Invocation(
        request_id="1", payload=payload, deadline=deadline, function_arn="arn:aws:lambda", trace_id="Root=1-0-0"
    )
    api.initialised.result(_SECONDS)
    api.offer(invocation)
    answer = invocation.answer.result(_SECONDS)
    assert not answer.raised, answer.payload
    return json.loads(answer.payload)
