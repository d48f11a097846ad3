from collections.abc import Callable
from pathlib import Path
from wsgiref.types import WSGIApplication

import pytest

from embeddedaws.clients import DEPLOYER, Clients


@pytest.fixture
def endpoint_url(serve: Callable[..., Clients], moto: WSGIApplication) -> str:
    """An AWS with a bucket named assets."""
    s3 = serve(moto).s3
    s3.create_bucket(Bucket="assets", CreateBucketConfiguration={"LocationConstraint": "ap-south-1"})
    return s3.meta.endpoint_url


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        pytest.param("HTTP_PROXY", "http://127.0.0.1:9", id="a proxy"),
        pytest.param("AWS_PROFILE", "of-another-machine", id="a profile that is missing"),
        pytest.param("AWS_CONFIG_FILE", "config", id="a settings file that is broken"),
        pytest.param("AWS_ENDPOINT_URL", "http://127.0.0.1:9", id="another endpoint"),
        pytest.param("AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:9", id="another endpoint of one service"),
    ],
)
def test_what_the_developer_has_set_does_not_lead_away_from_the_embedded_aws(
    endpoint_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    (tmp_path / "config").write_text("no settings")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(variable, value)

    clients = Clients("ap-south-1", endpoint_url, DEPLOYER)

    assert clients.sqs.list_queues()["ResponseMetadata"]["HTTPStatusCode"] == 200
    assert clients.s3.head_bucket(Bucket="assets")["ResponseMetadata"]["HTTPStatusCode"] == 200
    assert (clients.sqs.meta.endpoint_url, clients.sqs.meta.region_name) == (endpoint_url, "ap-south-1")


def test_aws_itself_is_asked_as_the_developer_has_set_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:9")

    clients = Clients("ap-south-1")

    assert clients.sqs.meta.endpoint_url == "http://127.0.0.1:9"
    assert clients.sns.meta.endpoint_url == "https://sns.ap-south-1.amazonaws.com"
