"""Terraform's AWS provider as the embedded AWS's client, with nothing in between."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from werkzeug.wrappers import Request, Response

from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.moto.queue_time import with_body
from minitickets.stack.deployed import APPS
from pulumicheck.plan.plan import make_plan
from pulumicheck.types.classify.terraform import attached, find_provider, version_of
from tests.fixtures.operated import OperatedStack
from tests.fixtures.project import DEV, PROJECT
from tests.terraform.calls import Call, read_call
from tests.terraform.translation import Json, translate

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_LIMIT = 300  # seconds that one line of `terraform` may take: the provider looks at a queue six times, 5 s apart
_CHANGES = 2  # what `plan -detailed-exitcode` ends with where there is something to do


@dataclass(frozen=True)
class TerraformStack(OperatedStack):
    """The project's stack dev in a folder that Terraform manages."""

    folder: Path
    environment: Mapping[str, str] = field(repr=False)
    provider: int
    """The major version of AWS's provider."""
    calls: set[Call] = field(repr=False)
    """What the provider asked for."""

    def terraform(self, *arguments: str, fails: bool = False) -> str:
        """What `terraform` prints."""
        code, said = self._run(*arguments)
        assert (code != 0) == fails, f"terraform {' '.join(arguments)} ended with {code}:\n{said}"
        return said

    def declare(self, change: Callable[[Json], None] = lambda _: None, **settings: object) -> int:
        """Writes what the program declares with these settings, changed afterwards; gives how many resources."""
        overrides = {
            key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in settings.items()
        }
        recording = make_plan(self.project, "dev", overrides).recording
        configuration = translate(recording, self.aws.endpoint_url, self.provider)
        change(configuration)
        (self.folder / "main.tf.json").write_text(json.dumps(configuration, indent=1))
        return sum(map(len, configuration["resource"].values()))

    def apply(self) -> str:
        """Makes it so; gives Terraform's last words."""
        return _summary(self.terraform("apply", "-auto-approve", "-parallelism=30"))

    def destroy(self, *, fails: bool = False) -> str:
        """Takes it all away."""
        return self.terraform("destroy", "-auto-approve", "-parallelism=30", fails=fails)

    def would_change(self) -> str:
        """What a plan would do; nothing if it is empty."""
        code, said = self._run("plan", "-detailed-exitcode")
        assert code in (0, _CHANGES), said
        return said if code else ""

    def outputs(self) -> dict[str, Any]:
        """The outputs, which are the program's."""
        found = json.loads((self.folder / "terraform.tfstate").read_text())["outputs"]
        return {name: each["value"] for name, each in found.items()}

    def _run(self, *arguments: str) -> tuple[int, str]:
        ran = subprocess.run(
            [shutil.which("terraform") or "terraform", *arguments, "-no-color"],
            cwd=self.folder,
            env=dict(self.environment),
            capture_output=True,
            text=True,
            check=False,
            timeout=_LIMIT,
        )
        return ran.returncode, ran.stdout + ran.stderr


def _summary(said: str) -> str:
    found = re.search(r"^Apply complete! (.*)$", said, re.MULTILINE)
    return found[1] if found else said


def _heard(app: "WSGIApplication", calls: set[Call]) -> "WSGIApplication":
    """The application; the calls that Terraform makes are noted."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        request = Request(environ)
        response = Response.from_app(app, with_body(environ, request.get_data()))
        if "Terraform" in request.headers.get("User-Agent", ""):
            calls.add(read_call(request, response))
        return response(environ, start_response)

    return answer


@contextmanager
def terraform_stack(folder: Path) -> Generator[TerraformStack]:
    """Nothing is declared yet."""
    provider = find_provider()
    assert provider
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),  # no configuration of the developer's
        "AWS_EC2_METADATA_DISABLED": "true",
        "CHECKPOINT_DISABLE": "1",
        "GOGC": "400",  # half of all CPU would go into collecting what is left of the provider's huge schema
        "TF_IN_AUTOMATION": "1",
    }
    calls: set[Call] = set()
    with (
        EmbeddedAws(DEV.region, APPS, disturb=lambda app: _heard(app, calls)) as aws,
        attached(provider, environment) as reattach,
    ):
        environment["TF_REATTACH_PROVIDERS"] = reattach
        yield TerraformStack(PROJECT, aws, folder, environment, int(version_of(provider).partition(".")[0]), calls)
