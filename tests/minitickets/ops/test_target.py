import socket
import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from embeddedaws.introduction import Introduction
from embeddedaws.server import Server
from minitickets.errors import CommandError
from minitickets.ops.target import LocalStack, find_target, local_folder
from pulumicheck.plan.project import Project

from .conftest import LOCAL_REGION, Stack

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


def test_a_stack_on_aws_is_in_the_region_of_its_settings(project: Project) -> None:
    (project.root / "Pulumi.prod.yaml").write_text("config:\n  aws:region: eu-central-1\n")

    target = find_target("prod", local=False)

    assert target.where == "stack prod on AWS in eu-central-1"
    assert (target.clients.region, target.names.jobs_queue) == ("eu-central-1", "minitickets-prod-jobs")


def test_a_stack_s_own_profile_signs(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    (project.root / "Pulumi.dev.yaml").write_text("config:\n  aws:region: eu-central-1\n  aws:profile: operations\n")
    keys = "aws_access_key_id = AKIAOPERATIONS\naws_secret_access_key = x\n"
    (project.root / "aws-config").write_text(f"[profile operations]\n{keys}")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(project.root / "aws-config"))

    sqs: Any = find_target("dev", local=False).clients.sqs

    assert sqs._request_signer._credentials.access_key == "AKIAOPERATIONS"


def test_the_local_stack_goes_by_its_own_name_and_region(local_stack: Stack) -> None:
    local_stack.make_queues()

    target = find_target(None, local=True)

    assert target.where == "the local stack dev"
    assert target.clients.region == LOCAL_REGION
    assert len(target.clients.sqs.list_queues()["QueueUrls"]) == 2


@pytest.mark.usefixtures("local_stack")
def test_another_local_stack_than_the_running_one_is_refused() -> None:
    with pytest.raises(CommandError, match="the local stack that is running is dev, not prod"):
        find_target("prod", local=True)


def test_the_announcement_is_what_other_commands_find(local_stack: Stack, project: Project) -> None:
    found = LocalStack.find(project)

    assert (found.stack, found.region) == ("dev", LOCAL_REGION)
    assert found.endpoint_url == local_stack.clients.sqs.meta.endpoint_url
    assert (local_folder(project) / "local.json").stat().st_mode & 0o077 == 0


@pytest.mark.usefixtures("stale_stack")
def test_the_file_of_a_stack_that_was_killed_counts_for_nothing() -> None:
    started = time.monotonic()

    with pytest.raises(CommandError, match=r"^no local stack is running: start one with `minitickets local`\.$"):
        find_target("dev", local=True)
    assert time.monotonic() - started < 3


def _echo(environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
    start_response("200 OK", [])
    return [repr(environ).encode()]


@pytest.mark.parametrize("listener", [_echo, Introduction(_echo)], ids=["says what it is asked", "another local stack"])
def test_whoever_else_listens_at_that_address_is_not_taken_for_our_stack(
    announce: Callable[[str], None], listener: "WSGIApplication"
) -> None:
    server = Server(listener)
    server.start()
    announce(server.url)

    with pytest.raises(CommandError, match="no local stack is running"):
        find_target("dev", local=True)
    server.stop()


def test_whoever_takes_a_connection_and_says_nothing_is_not_waited_for_for_ever(
    announce: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("embeddedaws.introduction._PATIENCE", 0.1)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        announce(f"http://127.0.0.1:{silent.getsockname()[1]}")

        with pytest.raises(CommandError, match="no local stack is running"):
            find_target("dev", local=True)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(None, id="no file"),
        pytest.param(b"", id="empty"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'{"stack": "dev"}', id="half of it"),
        pytest.param(b'{"stack": "dev", "region": "x", "endpoint_url": "nonsense"}', id="no address"),
        pytest.param(b'{"stack": "dev", "region": "x", "endpoint_url": "http://127.0.0.1:99999"}', id="no such port"),
        pytest.param(b"\xff", id="no text"),
    ],
)
def test_a_file_that_says_nothing_useful_is_no_stack(project: Project, content: bytes | None) -> None:
    if content is not None:
        (local_folder(project) / "local.json").write_bytes(content)

    with pytest.raises(CommandError, match="no local stack is running"):
        find_target("dev", local=True)
