"""The lines that take a stack away, and what empties it; that they leave nothing is tested with Pulumi's engine."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from minitickets.ops.teardown import empty, lines
from pulumicheck.plan.plan import make_plan
from tests.fixtures.project import PROJECT

from .conftest import Stack

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _no_pulumi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture(scope="module")
def protected() -> list[str]:
    return [resource.urn for resource in make_plan(PROJECT, "dev").resources if resource.protect]


def _script(run: Run, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    monkeypatch.chdir(PROJECT.root)
    result = run(lines, *arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def test_every_protection_of_the_program_goes_before_anything_is_deleted(
    run: Run, monkeypatch: pytest.MonkeyPatch, protected: list[str]
) -> None:
    script = _script(run, monkeypatch)

    proof = next(number for number, line in enumerate(script) if "destroy --preview-only" in line)
    assert [line for line in script if line.startswith("pulumi state unprotect")] == [
        f"pulumi state unprotect --yes '{urn}'" for urn in protected
    ]
    assert len(protected) >= 10
    assert not [line for line in script[:proof] if "destroy" in line or "empty" in line or "rm" in line.split()]
    assert [line.split()[:2] for line in script[proof + 1 :] if line and line[0] != "#"] == [
        ["pulumi", "destroy"],
        ["sleep", "30"],
        [line.split()[0] for line in script if "teardown empty" in line] + ["-m"],
        ["pulumi", "destroy"],
        ["pulumi", "stack"],
    ]


def test_what_is_lost_is_said_first(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    script = _script(run, monkeypatch)

    lost = script[2 : script.index("set -eu")]
    assert "#   tickets-table: its items" in lost
    assert all(line.startswith("#   ") for line in lost)


def test_the_state_tells_what_stands_where_there_is_one(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    resources: list[dict[str, Any]] = [
        {
            "urn": "urn:pulumi:dev::x::aws:s3/bucket:Bucket::a",
            "type": "aws:s3/bucket:Bucket",
            "id": "it's",
            "protect": True,
        },
        {
            "urn": "urn:pulumi:dev::x::aws:s3/bucket:Bucket::b",
            "type": "aws:s3/bucket:Bucket",
            "id": "b",
            "external": True,
        },
        {"urn": "urn:pulumi:dev::x::a:b/c:C::c", "type": "a:b/c:C", "protect": True},
    ]
    (tmp_path / "state").write_text(json.dumps({"deployment": {"resources": resources}}))

    script = _script(run, monkeypatch, "--state", str(tmp_path / "state"))

    assert [line for line in script if "unprotect" in line] == [
        "pulumi state unprotect --yes urn:pulumi:dev::x::aws:s3/bucket:Bucket::a",
        "pulumi state unprotect --yes urn:pulumi:dev::x::a:b/c:C::c",
    ]
    (emptied,) = [line for line in script if "teardown empty" in line]
    assert emptied.endswith("""--bucket 'it'"'"'s'""")
    assert not [line for line in script if "--target" in line]


@pytest.mark.parametrize("text", ["", "[]", '{"deployment": {"resources": [1]}}', '{"deployment": null}', "\ud800"])
def test_a_state_that_is_none_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    monkeypatch.chdir(PROJECT.root)
    (tmp_path / "state").write_text(text, errors="surrogatepass")

    result = run(lines, "--state", str(tmp_path / "state"))

    assert result.exit_code == 1
    assert result.stderr.endswith("give --state the output of `pulumi stack export`.\n") or result.stderr.endswith(
        "give --state its output.\n"
    )


@pytest.fixture
def bucket(stack: Stack) -> str:
    """A bucket of the stack with three versions of two objects."""
    s3, name = stack.clients.s3, "minitickets-dev-assets-1"
    s3.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": "ap-south-1"})
    s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
    for key in ("1.png", "1.png", "2.png"):
        s3.put_object(Bucket=name, Key=key, Body=b"x")
    s3.delete_object(Bucket=name, Key="2.png")
    _tag(stack, name, stack="dev")
    return name


def _tag(of: Stack, bucket: str, **tags: str) -> None:
    given = [{"Key": key, "Value": value} for key, value in {"project": "minitickets", **tags}.items()]
    of.clients.s3.put_bucket_tagging(Bucket=bucket, Tagging={"TagSet": given})  # pyright: ignore[reportArgumentType]


def _versions(stack: Stack, bucket: str) -> int:
    found = stack.clients.s3.list_object_versions(Bucket=bucket)
    return len(found.get("Versions", [])) + len(found.get("DeleteMarkers", []))


def test_a_bucket_is_emptied_with_all_versions(stack: Stack, run: Run, bucket: str) -> None:
    result = run(empty, "--bucket", bucket, "--yes")

    assert result.stdout == f"{bucket}: 4 versions deleted.\n"
    assert _versions(stack, bucket) == 0


@pytest.mark.parametrize("tags", [{"stack": "prod"}, {"stack": "dev", "project": "shop"}, {}], ids=repr)
def test_a_bucket_of_another_stack_is_refused(stack: Stack, run: Run, bucket: str, tags: dict[str, str]) -> None:
    _tag(stack, bucket, **tags)

    result = run(empty, "--bucket", bucket, "--yes")

    assert result.exit_code == 1
    assert "its tags do not say that it is of stack dev on AWS" in result.stderr
    assert _versions(stack, bucket) == 4


def test_without_the_stack_s_name_nothing_is_deleted(
    stack: Stack, run: Run, bucket: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("click.prompt", lambda *_, **__: "prod")

    result = run(empty, "--bucket", bucket)

    assert (result.exit_code, result.stderr) == (1, "Error: nothing was deleted: the stack is called dev.\n")
    assert _versions(stack, bucket) == 4


def test_a_repository_is_emptied(stack: Stack, run: Run) -> None:
    ecr, name = stack.clients.ecr, "minitickets-dev-worker"
    tags = [{"Key": "project", "Value": "minitickets"}, {"Key": "stack", "Value": "dev"}]
    ecr.create_repository(repositoryName=name, tags=tags)  # pyright: ignore[reportArgumentType]
    ecr.put_image(
        repositoryName=name,
        imageManifest=json.dumps({"schemaVersion": 2, "config": {"digest": "sha256:00"}, "layers": []}),
        imageManifestMediaType="application/vnd.docker.distribution.manifest.v2+json",
        imageTag="1",
    )

    assert run(empty, "--repository", name, "-y").stdout == f"{name}: 1 image deleted.\n"
    assert ecr.list_images(repositoryName=name)["imageIds"] == []
