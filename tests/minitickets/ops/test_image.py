import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from aws.services import SERVICES
from aws.transport import TRANSPORT, connect
from infra.settings import Settings
from minitickets.errors import CommandError
from minitickets.ops.image import ENGINES, TRANSPORTS, find_engine, image

Install = Callable[..., None]
Calls = Callable[[str], list[str]]

ROOT = Path(__file__).parents[3]

BUILDS = {
    "docker": "buildx build --provenance=false --load --platform linux/arm64 --tag minitickets:latest .",
    "podman": "build --platform linux/arm64 --tag minitickets:latest .",
    "buildah": "bud --platform linux/arm64 --tag minitickets:latest .",
}


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts programs on an otherwise empty PATH; each notes its folder and arguments, and fails at the given ones."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def program(name: str, *, fails_at: str = "nothing") -> None:
        path = tmp_path / name
        path.write_text(
            f'#!/bin/sh\necho "$PWD" "$@" >> "{tmp_path}/{name}.calls"\ncase "$1" in {fails_at}) exit 1;; esac\n'
        )
        path.chmod(0o755)

    return program


@pytest.fixture
def calls(tmp_path: Path) -> Calls:
    return lambda name: (tmp_path / f"{name}.calls").read_text().splitlines()


@pytest.mark.parametrize("engine", ENGINES)
def test_the_image_is_built_in_the_projects_folder(install: Install, calls: Calls, engine: str) -> None:
    install(engine)
    result = CliRunner().invoke(image, ["--json"])
    folder, _, arguments = calls(engine)[-1].partition(" ")
    assert (result.exit_code, arguments) == (0, BUILDS[engine])
    assert (Path(folder) / "Dockerfile").is_file()
    assert json.loads(result.stdout) == {
        "tag": "minitickets:latest",
        "engine": engine,
        "platform": "linux/arm64",
        "command": [engine, *BUILDS[engine].split()],
    }
    assert result.stderr == f"$ {engine} {BUILDS[engine]}\n"


def test_tag_and_base_are_passed_on(install: Install, calls: Calls) -> None:
    install("buildah")
    CliRunner().invoke(image, ["--tag", "x:1", "--base", "local/python:3.13"])
    assert calls("buildah")[-1].endswith("--build-arg BASE_IMAGE=local/python:3.13 --tag x:1 .")


def test_an_image_for_boto3_carries_it(install: Install, calls: Calls) -> None:
    install("buildah")
    CliRunner().invoke(image, ["--transport", "boto3"])
    assert calls("buildah")[-1].endswith("--build-arg TRANSPORT=boto3 --tag minitickets:latest .")


def test_a_person_is_told_how_the_image_gets_into_a_stack(install: Install) -> None:
    install("podman")
    output = CliRunner().invoke(image, ["--tag", "x:1"]).stdout
    assert 'podman push x:1 "$url:$tag"' in output
    assert "pulumi config set imageDigest" in output


def test_docker_without_its_daemon_is_passed_over(install: Install) -> None:
    install("docker", fails_at="info")
    install("buildah")
    assert find_engine(None).name == "buildah"


def test_docker_comes_first(install: Install) -> None:
    for name in ENGINES:
        install(name)
    assert find_engine(None).name == "docker"


def test_a_machine_without_an_engine_is_told_what_to_install(install: Install) -> None:
    install("something-else")
    with pytest.raises(CommandError, match="install or start one of docker, podman, buildah"):
        find_engine(None)


def test_an_engine_that_was_asked_for_is_not_replaced_by_another(install: Install) -> None:
    install("podman")
    with pytest.raises(CommandError, match="see what `docker info` says"):
        find_engine("docker")


def test_a_build_that_fails_is_one_sentence(install: Install) -> None:
    install("buildah", fails_at="bud")
    result = CliRunner().invoke(image)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "Error: buildah could not build the image: its last lines say why."


def test_an_engine_that_does_not_exist_is_bad_usage() -> None:
    assert CliRunner().invoke(image, ["--engine", "kaniko"]).exit_code == 2


def test_the_image_keeps_the_models_of_exactly_the_services_that_the_apps_call() -> None:
    kept = re.findall(r"\*/(\w+)/ ?[|)]", (ROOT / "Dockerfile").read_text())
    assert set(kept) == SERVICES.keys()


def test_command_dockerfile_and_stack_know_the_same_transports() -> None:
    (default,) = re.findall(r"^ARG TRANSPORT=(\w+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert default == TRANSPORTS[0] == Settings.model_fields["transport"].default
    for transport in TRANSPORTS:
        assert connect({"AWS_REGION": "eu-central-1", TRANSPORT: transport})
    with pytest.raises(ValueError, match="has to be direct or boto3"):
        connect({"AWS_REGION": "eu-central-1", TRANSPORT: "carrier-pigeon"})
