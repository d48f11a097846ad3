"""The environment variables of a function's process: what AWS sets, and nothing of the developer's."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from embeddedaws.clients import Credentials
from embeddedaws.functions.configuration import FunctionConfiguration
from embeddedaws.functions.credentials import AssumeRole
from embeddedaws.functions.logs import LogWriter
from embeddedaws.functions.reaper import Reaper


@dataclass(frozen=True, kw_only=True)
class Host:
    """What all functions of the embedded AWS have in common.

    Args:
        region: as AWS_REGION tells it.
        account_id: twelve digits, part of each function's ARN.
        endpoint_url: where every AWS service listens.
        task_root: the folder with the functions' code.
        assume_role: gives the credentials of a role.
        logs: takes the functions' lines.
        clock: epoch seconds, as the log groups see them.
        reaper: kills what is left of the functions.
    """

    region: str
    account_id: str
    endpoint_url: str
    task_root: Path
    assume_role: AssumeRole
    logs: LogWriter
    clock: Callable[[], float]
    reaper: Reaper

    def function_arn(self, name: str) -> str:
        """The unqualified ARN of a function."""
        return f"arn:aws:lambda:{self.region}:{self.account_id}:function:{name}"


def process_environment(
    host: Host, function: FunctionConfiguration, credentials: Credentials, log_stream: str
) -> dict[str, str]:
    """All variables but AWS_LAMBDA_RUNTIME_API (Lambda developer guide, "Defined runtime environment variables")."""
    return {
        **_isolation(host),
        **function.environment,
        "_HANDLER": function.handler,
        "AWS_ACCESS_KEY_ID": credentials.access_key_id,
        "AWS_DEFAULT_REGION": host.region,
        # awslambdaric writes JSON unescaped from 3.12 on, and knows the version by this variable alone.
        "AWS_EXECUTION_ENV": f"AWS_Lambda_python{sys.version_info.major}.{sys.version_info.minor}",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(function.memory_size),
        "AWS_LAMBDA_FUNCTION_NAME": function.name,
        "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
        "AWS_LAMBDA_INITIALIZATION_TYPE": "on-demand",
        "AWS_LAMBDA_LOG_GROUP_NAME": function.log_group,
        "AWS_LAMBDA_LOG_STREAM_NAME": log_stream,
        "AWS_REGION": host.region,
        "AWS_SECRET_ACCESS_KEY": credentials.secret_access_key,
        "AWS_SESSION_TOKEN": credentials.session_token or "",
        "LAMBDA_TASK_ROOT": str(host.task_root),
    }


def _isolation(host: Host) -> dict[str, str]:
    return {
        "AWS_ENDPOINT_URL": host.endpoint_url,
        # A Lambda host has neither of these files, nor instance metadata; a developer's machine may have all three,
        # and botocore finds the files even without HOME.
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "AWS_EC2_METADATA_DISABLED": "true",
        "LANG": "en_US.UTF-8",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "TZ": ":UTC",
        # Where Python is built with a shared library, its interpreter may not start without this.
        **{name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
    }
