"""The lines of docs/deploy.md, as they are written there: by Pulumi's own engine and the AWS CLI, in bash."""

import re
import shutil
from pathlib import Path

import pytest

from tests.engine.conftest import PulumiStack, bare_stack
from tests.fixtures.project import PROJECT

_DEPLOY = (PROJECT.root / "docs" / "deploy.md").read_text(encoding="utf-8")
# What stands in for docker: `push` puts into the repository what a registry would, under the tag that was pushed.
_DOCKER = """#!/bin/sh
type=application/vnd.docker.distribution.manifest.v2+json
case "$1" in
login) cat > /dev/null ;;
push) repository=${2%:*}
  aws ecr put-image --repository-name "${repository#*/}" --image-tag "${2##*:}" \
    --image-manifest-media-type "$type" \
    --image-manifest '{"schemaVersion": 2, "config": {"digest": "sha256:00"}, "layers": []}' > /dev/null ;;
esac
"""
# What only people have: a profile, an engine that builds, a log group that version 1 of the AWS CLI cannot follow; and
# a role of another system.
_LEFT_OUT = re.compile(
    r"make install|export (PATH|AWS_PROFILE)=|minitickets image|aws logs tail|aws iam (at|de)tach-role"
)
_SECTIONS = (
    "Before you begin",
    "1 The base",
    "2 Email",
    "3 Signing keys",
    "4 The image",
    "5 Compute",
    "6 A first booking",
)


def _commands(section: str) -> str:
    """The shell's lines of one section, without those that need what is not here."""
    text = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", _DEPLOY, re.MULTILINE | re.DOTALL)
    assert text, section
    blocks = re.findall(r"^```sh\n(.*?)^```", text[1], re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return "\n".join(line for line in lines if not _LEFT_OUT.search(line))


def _run(stack: PulumiStack, *sections: str) -> str:
    script = "set -euo pipefail\n" + "\n".join(map(_commands, sections))
    return stack.shell(script, shell=shutil.which("bash") or "bash")


@pytest.mark.skipif(not shutil.which("aws"), reason="there is no AWS CLI on the PATH")
def test_the_steps_of_the_deploy_page_lead_from_nothing_to_a_first_email_and_back_to_nothing(tmp_path: Path) -> None:
    with bare_stack(tmp_path) as stack:
        docker = tmp_path / "bin" / "docker"
        docker.write_text(_DOCKER)
        docker.chmod(0o755)

        said = _run(stack, *_SECTIONS)

        assert said.count("true\n") >= 2  # both identities are verified
        stack.settle()
        assert len(stack.emails()) == 1
        assert stack.tickets() == ["bkg_first-1", "bkg_first-2"]
        stack.up(computeEnabled=False, dataEnabled=False)
        _run(stack, "Switch off, tear down")
        assert stack.pulumi("stack", "ls", "--json").strip() == "[]"
        assert not stack.aws.clients.s3.list_buckets().get("Buckets")
        assert not stack.aws.clients.dynamodb.list_tables()["TableNames"]
