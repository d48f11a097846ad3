"""The calls that AWS's provider makes for this project's resources, one after the other, and what it reads of them."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from botocore import xform_name
from botocore.exceptions import ClientError

from embeddedaws.embedded_aws import EmbeddedAws
from minitickets.stack.deployed import APPS
from tests.fixtures.project import DEV
from tests.fixtures.provider_calls import ProviderCall, provider_calls
from tests.fixtures.provider_values import VALUES


class Replay:
    """A client that makes one call after the other, and remembers what the answers had."""

    def __init__(self, aws: EmbeddedAws) -> None:
        self._clients = aws.clients
        self._told: dict[str, Any] = {"UUID": "0" * 36}

    def make(self, call: ProviderCall) -> Any:
        """The answer."""
        client = getattr(self._clients, {"lambda": "lambda_"}.get(call.service, call.service))
        values = {**VALUES[""], **VALUES.get(call.service, {}), **VALUES.get(f"{call.service} {call.operation}", {})}
        parameters = {name: self._said(values[name]) for name in call.parameters}
        answer = getattr(client, xform_name(call.operation))(**parameters)
        self.remember(answer)
        return answer

    def remember(self, answer: Mapping[str, Any]) -> None:
        self._told |= answer

    def _said(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._said(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self._said(each) for each in value]
        return self._told.get(value[1:], value) if isinstance(value, str) and value.startswith("$") else value


def _at(answer: Any, path: str) -> Iterator[Any]:
    """All that an answer has at a path."""
    if isinstance(answer, list) and path:
        for each in answer:
            yield from _at(each, path)
    elif not path:
        yield answer
    elif isinstance(answer, Mapping):
        name, _, rest = path.partition(".")
        if name in answer:
            yield from _at(answer[name], rest)


@pytest.mark.embedded
def test_each_call_of_aws_s_provider_is_answered_with_what_it_reads() -> None:
    missing: list[str] = []
    with EmbeddedAws(DEV.region, APPS) as aws:
        aws.clients.sqs.create_queue(QueueName="dlq")
        replay = Replay(aws)
        for call in provider_calls():
            if call.code == "BucketNotEmpty":
                replay.remember(aws.clients.s3.put_object(Bucket="assets", Key="x", Body=b""))
            try:
                answer = replay.make(call)
            except ClientError as error:
                if (code := error.response.get("Error", {}).get("Code")) != call.code:
                    missing.append(f"{call}: {code}")
                continue
            missing += [f"{call}: {path}" for path in call.members if not list(_at(answer, path))]
            missing += [f"{call}: it succeeded"] if call.code else []

    assert not missing, "\n".join(missing)
