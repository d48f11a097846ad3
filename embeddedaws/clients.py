"""boto3 clients, for AWS itself and for the embedded one."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import boto3
import botocore.session
from botocore.client import BaseClient
from botocore.config import Config
from botocore.loaders import create_loader

if TYPE_CHECKING:
    from types_boto3_cloudwatch import CloudWatchClient
    from types_boto3_dynamodb import DynamoDBClient
    from types_boto3_ecr import ECRClient
    from types_boto3_iam import IAMClient
    from types_boto3_lambda import LambdaClient
    from types_boto3_logs import CloudWatchLogsClient
    from types_boto3_s3 import S3Client
    from types_boto3_secretsmanager import SecretsManagerClient
    from types_boto3_sesv2 import SESV2Client
    from types_boto3_sns import SNSClient
    from types_boto3_sqs import SQSClient
    from types_boto3_sts import STSClient


_LOADER = create_loader()  # the services' models, read once for all principals: most of what a client costs to make
_MARGIN = 300  # seconds before the end of their life at which credentials are replaced


@dataclass(frozen=True)
class Credentials:
    """What signs a request; those of an assumed role have a session token, and end."""

    access_key_id: str
    secret_access_key: str
    session_token: str | None = None
    expiration: float | None = None
    """Epoch seconds of the wall clock; None for never."""

    def expire_soon(self, now: float) -> bool:
        """Whether a long call begun `now` (epoch seconds) could outlive them."""
        return self.expiration is not None and self.expiration - _MARGIN <= now


DEPLOYER = Credentials("AKIALOCALDEPLOYER000", "local")
"""Whoever deploys to and operates the embedded AWS, where nothing asks whether they may; of no use outside of it."""


class Clients:
    """The clients of one principal, made when first asked for."""

    cloudwatch: "CloudWatchClient"
    dynamodb: "DynamoDBClient"
    ecr: "ECRClient"
    iam: "IAMClient"
    lambda_: "LambdaClient"
    logs: "CloudWatchLogsClient"
    s3: "S3Client"
    secretsmanager: "SecretsManagerClient"
    sesv2: "SESV2Client"
    sns: "SNSClient"
    sqs: "SQSClient"
    sts: "STSClient"

    def __init__(
        self,
        region: str,
        endpoint_url: str | None = None,
        credentials: Credentials | None = None,
        profile: str | None = None,
    ) -> None:
        """Makes no client yet.

        Args:
            region: where to.
            endpoint_url: the embedded AWS; None is AWS itself.
            credentials: whose; None takes boto3's default chain (environment, profile, role).
            profile: a profile of the AWS config file, in the place of the default one.
        """
        self.region = region
        self._endpoint_url = endpoint_url
        self._session = boto3.Session(
            aws_access_key_id=credentials and credentials.access_key_id,
            aws_secret_access_key=credentials and credentials.secret_access_key,
            aws_session_token=credentials and credentials.session_token,
            region_name=region,
            profile_name=profile,
            botocore_session=_session_of_its_own() if endpoint_url else None,
        )
        self._config = _loopback() if endpoint_url else Config()

    def close(self) -> None:
        """Closes the connections of every client that was made."""
        for client in vars(self).values():
            if isinstance(client, BaseClient):
                client.close()

    def __getattr__(self, name: str) -> BaseClient:
        if name not in _SERVICES:
            raise AttributeError(name)
        client = self._session.client(_SERVICES[name], endpoint_url=self._endpoint_url, config=self._config)  # pyright: ignore[reportArgumentType, reportCallIssue] - any of them
        setattr(self, name, client)
        return client


# By the name of the attribute.
_SERVICES = {name: name.removesuffix("_") for name in Clients.__annotations__}


def queue_name(url: str) -> str:
    """The name of the queue with that URL."""
    return url.rpartition("/")[2]


def _loopback() -> Config:
    # No proxy, which could not reach it; path-style addresses, since bucket.127.0.0.1 is no host; no retries, which
    # only hide what goes wrong.
    return Config(
        proxies={},
        s3={"addressing_style": "path"},
        connect_timeout=2,
        read_timeout=30,
        retries={"total_max_attempts": 1},
    )


def _session_of_its_own() -> botocore.session.Session:
    # Neither a profile nor a file of the developer's may change what happens here, or fail because it is missing.
    nothing = (None, None, None, None)
    no_file = (None, None, os.devnull, None)
    session = botocore.session.Session(
        session_vars={"profile": nothing, "config_file": no_file, "credentials_file": no_file}
    )
    session.register_component("data_loader", _LOADER)
    return session
