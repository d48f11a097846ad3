"""`minitickets image`: the container image of both functions, built with whichever engine this machine has."""

import json
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import click

from minitickets.errors import CommandError
from minitickets.home import find_project
from pulumicheck.options import json_option

PLATFORM = "linux/arm64"  # what both functions run on
TRANSPORTS = ("direct", "boto3")  # the first is the default of Dockerfile and stack


@dataclass(frozen=True, slots=True)
class Engine:
    """A program that builds images."""

    name: str
    build: tuple[str, ...]
    """The beginning of the arguments that build."""
    push: str
    """What sends the image `{tag}` to the repository `$url:$tag`."""

    def works(self) -> bool:
        """Whether the engine is installed and answers."""
        if shutil.which(self.name) is None:
            return False
        # Docker's client alone is not enough: only a daemon that answers can build.
        return subprocess.run([self.name, "info"], capture_output=True, check=False).returncode == 0  # noqa: S603 # ours

    def command(self, *, tag: str, base: str | None, transport: str) -> list[str]:
        """The command that builds the image in the project's folder."""
        base_image = [] if base is None else ["--build-arg", f"BASE_IMAGE={base}"]
        carried = [] if transport == TRANSPORTS[0] else ["--build-arg", f"TRANSPORT={transport}"]
        return [self.name, *self.build, "--platform", PLATFORM, *base_image, *carried, "--tag", tag, "."]


ENGINES = {
    engine.name: engine
    for engine in (
        Engine(
            name="docker",
            # Without --provenance=false buildx makes an image index, which Lambda refuses.
            build=("buildx", "build", "--provenance=false", "--load"),
            push='docker tag {tag} "$url:$tag" && docker push "$url:$tag"',
        ),
        Engine(name="podman", build=("build",), push='podman push {tag} "$url:$tag"'),
        Engine(name="buildah", build=("bud",), push='buildah push {tag} "$url:$tag"'),
    )
}


@click.command
@click.option("--tag", "-t", default="minitickets:latest", show_default=True, help="The image's name on this machine.")
@click.option("--engine", type=click.Choice(list(ENGINES)), help="What builds; without it, the first that works.")
@click.option("--base", metavar="IMAGE", help="Another base image than Lambda's own for Python.")
@click.option(
    "--transport",
    type=click.Choice(TRANSPORTS),
    default=TRANSPORTS[0],
    show_default=True,
    help="What the stack's setting says: for boto3 the image carries that too.",
)
@json_option
def image(*, tag: str, engine: str | None, base: str | None, transport: str, as_json: bool) -> None:
    """Build the container image of both functions, for arm64.

    Needs docker, podman or buildah; prints the command it runs and how the image gets into a stack.
    """
    builder = find_engine(engine)
    command = builder.command(tag=tag, base=base, transport=transport)
    click.echo(f"$ {shlex.join(command)}", err=True)
    _run(command, find_project().root)
    if as_json:
        click.echo(json.dumps({"tag": tag, "engine": builder.name, "platform": PLATFORM, "command": command}))
    else:
        click.echo(deployment_steps(builder, tag))


def find_engine(name: str | None) -> Engine:
    """The engine of that name, or without one the first that works: docker, podman, buildah.

    Raises:
        CommandError: it does not work, or none does.
    """
    candidates = list(ENGINES.values()) if name is None else [ENGINES[name]]
    for engine in candidates:
        if engine.works():
            return engine
    if name is None:
        raise CommandError(f"no engine can build here: install or start one of {', '.join(ENGINES)}.")
    raise CommandError(f"{name} cannot build here: install it, or see what `{name} info` says.")


def deployment_steps(engine: Engine, tag: str) -> str:
    """The shell lines that push the image and give its digest to the stack."""
    return f"""
Built {tag} for {PLATFORM}. To deploy it (tags in the repository are immutable, so each push takes a new one):

  export AWS_REGION=$(pulumi config get aws:region)
  url=$(pulumi stack output repositoryUrl) tag=$(date -u +%Y%m%dT%H%M%SZ)
  aws ecr get-login-password | {engine.name} login --username AWS --password-stdin "${{url%%/*}}"
  {engine.push.format(tag=shlex.quote(tag))}
  pulumi config set imageDigest "$(aws ecr describe-images --repository-name "${{url#*/}}" \\
    --image-ids imageTag="$tag" --query 'imageDetails[0].imageDigest' --output text)"
"""


def _run(command: list[str], folder: Path) -> None:
    finished = subprocess.run(command, cwd=folder, check=False)  # noqa: S603 # the engine's own table above
    if finished.returncode != 0:
        raise CommandError(f"{command[0]} could not build the image: its last lines say why.")
