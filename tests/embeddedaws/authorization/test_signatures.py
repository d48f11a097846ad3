"""Who may say that a request is theirs."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import ClientError
from moto.sts.models import sts_backends

from embeddedaws.clients import Clients, Credentials
from tests.fixtures.servers import said_in

from .conftest import ACCOUNT, REGION, ROLE_ARN, World

Forge = Callable[[Credentials], Credentials]
Use = Callable[[Clients], object]

_UNKNOWN = "The security token included in the request is invalid."
_FORGED = "The request signature we calculated does not match the signature you provided."
# What a service says to an unknown key, to a wrong secret, and at the end of a session.
_JSON = ("UnrecognizedClientException", "InvalidSignatureException", "ExpiredTokenException")
_QUERY = ("InvalidClientTokenId", "SignatureDoesNotMatch", "ExpiredToken")
_S3 = ("InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken")
_USES: dict[str, tuple[Use, tuple[str, str, str], int]] = {
    "dynamodb": (lambda aws: aws.dynamodb.describe_table(TableName="tickets"), _JSON, 400),
    "lambda": (lambda aws: aws.lambda_.get_function(FunctionName="worker"), _JSON, 403),
    "logs": (lambda aws: aws.logs.delete_log_stream(logGroupName="/app", logStreamName="one"), _JSON, 400),
    "s3": (lambda aws: aws.s3.list_objects_v2(Bucket="assets"), _S3, 403),
    "secretsmanager": (lambda aws: aws.secretsmanager.get_secret_value(SecretId="keys"), _JSON, 400),
    "ses": (lambda aws: aws.sesv2.list_email_identities(), _JSON, 403),
    "sqs": (lambda aws: aws.sqs.get_queue_url(QueueName="jobs"), _QUERY, 403),
    "sts": (lambda aws: aws.sts.get_caller_identity(), _QUERY, 403),
}
_SQS = _USES["sqs"][0]
each_service = pytest.mark.parametrize(("use", "codes", "status"), _USES.values(), ids=_USES)


def _said(world: World, credentials: Credentials, use: Use) -> tuple[str, str, int]:
    world.forget()
    clients = Clients(REGION, world.url, credentials)
    with pytest.raises(ClientError) as error:
        use(clients)
    clients.close()
    assert (world.reached, world.decisions) == ([], [])
    return said_in(error.value)


@each_service
def test_nobody_knows_the_key(world: World, use: Use, codes: tuple[str, ...], status: int) -> None:
    assert _said(world, Credentials("ASIANOBODY", "x", "y"), use) == (codes[0], _UNKNOWN, status)


@each_service
def test_a_key_without_its_secret_is_of_no_use(world: World, use: Use, codes: tuple[str, ...], status: int) -> None:
    code, message, answered = _said(world, replace(world.credentials, secret_access_key="guessed"), use)

    assert (code, answered) == (codes[1], status)
    assert message.startswith(_FORGED)


@each_service
def test_credentials_end(world: World, use: Use, codes: tuple[str, ...], status: int) -> None:
    ended = world.assume()
    session = sts_backends[ACCOUNT]["aws"].get_assumed_role_from_access_key(ended.access_key_id)
    assert session is not None
    session.expiration -= timedelta(hours=1, seconds=1)

    said = _said(world, ended, use)

    expired = "The security token included in the request is expired"
    assert said == (codes[2], expired, 400 if codes is _S3 else status)


@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(lambda own: replace(own, session_token=None), id="no token"),
        pytest.param(lambda own: replace(own, session_token="guessed"), id="a guessed token"),
    ],
)
def test_the_session_token_belongs_to_the_key(world: World, forge: Forge) -> None:
    assert _said(world, forge(world.credentials), _SQS)[0] == "InvalidClientTokenId"


def test_the_token_of_another_session_of_the_same_role_does_not_do(world: World) -> None:
    mixed = replace(world.credentials, session_token=world.assume().session_token)

    assert _said(world, mixed, _SQS)[0] == "InvalidClientTokenId"


def test_neither_the_deployer_nor_a_service_is_known_by_the_key_alone(world: World) -> None:
    for own in ("AKIALOCALDEPLOYER000", "AKIALOCALLAMBDA00000"):
        assert _said(world, Credentials(own, "guessed"), _SQS)[0] == "SignatureDoesNotMatch"


def test_a_service_may_do_no_more_than_a_trust_policy_says(world: World) -> None:
    world.forget()
    with pytest.raises(ClientError, match=r"User: lambda.amazonaws.com is not authorized to perform: sqs:getqueueurl"):
        world.service.sqs.get_queue_url(QueueName="jobs")
    assert world.reached == []


def test_a_role_that_is_gone_takes_its_sessions_with_it(world: World) -> None:
    world.create_role("gone")
    credentials = world.assume(ROLE_ARN.replace("tester", "gone"))
    world.deployer.iam.delete_role(RoleName="gone")

    assert _said(world, credentials, _SQS)[0] == "InvalidClientTokenId"


@pytest.mark.parametrize("use", [use for use, _, _ in _USES.values()], ids=_USES)
def test_a_request_that_is_not_signed_is_refused(world: World, use: Use, monkeypatch: pytest.MonkeyPatch) -> None:
    world.forget()
    clients = Clients(REGION, world.url, world.credentials)
    monkeypatch.setattr(clients, "_config", clients._config.merge(Config(signature_version=UNSIGNED)))

    with pytest.raises(ClientError, match=r"MissingAuthenticationToken|AccessDenied"):
        use(clients)
    clients.close()
    assert world.reached == []


_OWN = "AWS4-HMAC-SHA256 Credential=AKIALOCALDEPLOYER000/20261129/ap-south-1/sqs/aws4_request"
_REST = f"SignedHeaders=host, Signature={'0' * 64}"


@pytest.mark.parametrize(
    "authorization",
    [
        pytest.param("AWS AKIALOCALDEPLOYER000:c2lnbmF0dXJl", id="version 2"),
        pytest.param("Bearer AKIALOCALDEPLOYER000", id="another scheme"),
        pytest.param(_OWN, id="half of one"),
        pytest.param(f"{_OWN}, {_REST}, {_OWN.replace('sqs', 's3')}, {_REST}", id="two of them"),
        pytest.param(f"{_OWN}, {_REST}".replace("HMAC-SHA256", "ECDSA-P256-SHA256"), id="version 4a"),
    ],
)
def test_another_kind_of_signature_is_refused(world: World, authorization: str) -> None:
    world.forget()
    answer = world.wire("GET", "/assets", [("Host", "localhost"), ("Authorization", authorization)])

    assert (answer.status, world.reached) == (400, [])
    assert "must be a Signature Version 4" in answer.text


def test_a_presigned_url_is_refused(world: World) -> None:
    world.allow("*")
    url = world.role.s3.generate_presigned_url("get_object", {"Bucket": "victim", "Key": "secret"})
    answer = world.wire("GET", url.removeprefix(world.url), [("Host", world.url.removeprefix("http://"))])

    assert (answer.status, world.reached) == (403, [])


def test_what_was_signed_cannot_be_changed(world: World) -> None:
    world.allow("*")
    world.send("GET", "/assets", service="s3", also=[("Date", "today")])
    assert world.reached == ["GET /assets"]

    for change in ({"X-Amz-Date": "20200101T000000Z"}, {"X-Amz-Security-Token": "more"}, {"Host": "victim"}):
        world.forget()
        answer = world.send("GET", "/assets", service="s3", also=list(change.items()))
        assert (answer.status, world.reached) == (403, [])
