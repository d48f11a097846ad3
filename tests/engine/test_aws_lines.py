"""Every line with `aws …` that our documents name, run as it stands there on a stack that is deployed."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from embeddedaws.clients import DEPLOYER
from tests.engine.conftest import PulumiStack, pulumi_stack
from tests.fixtures.project import PROJECT

_PAGES = ("README.md", "docs/runbook.md", "docs/deploy.md")
_ONLY_IN_VERSION_2 = ("aws logs tail",)
_KIND = "application/vnd.docker.distribution.manifest.v2+json"
_MANIFEST = json.dumps({"schemaVersion": 2, "mediaType": _KIND, "config": {"digest": "sha256:00"}, "layers": []})
_ROLE = "API_TASK_ROLE"  # of another system
_TASKS = {"Effect": "Allow", "Principal": {"Service": "ecs-tasks.amazonaws.com"}, "Action": "sts:AssumeRole"}
_TRUST = json.dumps({"Version": "2012-10-17", "Statement": [_TASKS]})


def _lines() -> Iterator[tuple[str, str]]:
    """Each line of a block, and each piece of text in the way of code, that has an operation and options."""
    for page in _PAGES:
        text = (PROJECT.root / page).read_text(encoding="utf-8").replace("\\\n", " ")
        for found in re.finditer(r"(?m)^ *(aws [a-z0-9-]+ .+?)(?: {2,}#.*)?$|`(aws [a-z0-9-]+ [^`]* --[^`]+)`", text):
            yield page, re.sub(r"\s+", " ", found[1] or found[2]).partition(" | docker")[0]


LINES = [(page, line) for page, line in dict.fromkeys(_lines()) if not line.startswith(_ONLY_IN_VERSION_2)]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PulumiStack]:
    with pulumi_stack(tmp_path_factory.mktemp("lines")) as stack:
        stack.up()
        repository = stack.outputs()["repositoryUrl"].partition("/")[2]
        stack.aws.clients.ecr.put_image(repositoryName=repository, imageManifest=_MANIFEST, imageTag="one")
        bucket = stack.outputs()["assetsBucket"]
        # Without a ticket, `aws s3 ls` exits with 1.
        stack.aws.clients.s3.put_object(Bucket=bucket, Key="tickets/b/1.png", Body=b"")
        stack.aws.clients.iam.create_role(RoleName=_ROLE, AssumeRolePolicyDocument=_TRUST)
        yield stack


@pytest.mark.skipif(not shutil.which("aws"), reason="there is no AWS CLI on the PATH")
@pytest.mark.parametrize(("page", "line"), LINES)
def test_a_line_of_the_documents_succeeds(stack: PulumiStack, page: str, line: str) -> None:
    script = f'set -euo pipefail\nurl="$(pulumi stack output repositoryUrl)"\n{line}'
    ran = subprocess.run(
        [shutil.which("bash") or "bash", "-c", script],
        cwd=stack.project.root,
        env={
            **stack.environment,
            "AWS_ENDPOINT_URL": stack.aws.endpoint_url,
            "AWS_DEFAULT_REGION": stack.aws.region,
            "AWS_ACCESS_KEY_ID": DEPLOYER.access_key_id,
            "AWS_SECRET_ACCESS_KEY": DEPLOYER.secret_access_key,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert ran.returncode == 0, f"{page}: {line}\n{ran.stdout}\n{ran.stderr}"


def test_the_documents_name_the_calls_that_were_missing_once() -> None:
    said = " ".join(line for _, line in LINES)

    for operation in ("sesv2 get-account ", "lambda get-account-settings ", "logs filter-log-events ", "s3 ls "):
        assert f"aws {operation}" in said
