"""What stands in AWS of a stack: by Pulumi's state where the stack is deployed, else by its program's plan."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

from minitickets.errors import CommandError
from pulumicheck.plan.plan import Plan
from pulumicheck.plan.project import Project
from pulumicheck.plan.recording import Resource

_PATIENCE = 60  # seconds that `pulumi stack export` may take


@dataclass(frozen=True)
class Standing:
    """One resource, as a shell line names it.

    Attributes:
        id: its id, quoted or a substitution.
        arn: its ARN, likewise.
    """

    urn: str
    type: str
    inputs: Mapping[str, Any]
    protect: bool
    id: str
    arn: str

    @property
    def name(self) -> str:
        """What the program calls it."""
        return self.urn.rpartition("::")[2]


def planned_standing(plan: Plan) -> list[Standing]:
    """What the program would make; what only AWS can tell is asked of the stack's outputs when a line is run."""
    outputs = {value: name for name, value in plan.recording.outputs.items() if isinstance(value, str)}

    def named(resource: Resource, value: object) -> str:
        if value in outputs and value != resource.physical_name:
            return f'"$(pulumi stack output {outputs[str(value)]})"'
        return quote(str(value or resource.physical_name))

    return [
        Standing(
            urn=each.urn,
            type=each.type,
            inputs=each.inputs,
            protect=each.protect,
            id=named(each, each.id),
            arn=named(each, each.outputs.get("arn")),
        )
        for each in plan.resources
    ]


def deployed_standing(state: Mapping[str, Any]) -> list[Standing]:
    """What `pulumi stack export` says.

    Raises:
        CommandError: it says something else.
    """
    try:
        resources = state["deployment"].get("resources") or []
        return [_of_state(each) for each in resources if not each.get("external")]
    except (KeyError, TypeError, AttributeError) as error:
        raise CommandError("this is not what `pulumi stack export` writes: give --state its output.") from error


def read_state(text: str) -> Mapping[str, Any]:
    """A state in JSON.

    Raises:
        CommandError: it is none.
    """
    try:
        return json.loads(text)
    except ValueError as error:
        raise CommandError("this is not what `pulumi stack export` writes: give --state its output.") from error


def running_state(project: Project, stack: str) -> str | None:
    """What the Pulumi CLI says of the stack; None where there is no CLI, or it knows no such stack."""
    if not (pulumi := shutil.which("pulumi")):
        return None
    command = [pulumi, "stack", "export", "--stack", stack, "--non-interactive"]
    try:
        ran = subprocess.run(  # noqa: S603 - the CLI that the user deploys with
            command,
            cwd=project.root,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    return ran.stdout if ran.returncode == 0 else None


def state_in(file: Path) -> str:
    """A file's text.

    Raises:
        CommandError: it cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} cannot be read: give --state the output of `pulumi stack export`.") from error


def _of_state(resource: Mapping[str, Any]) -> Standing:
    return Standing(
        urn=resource["urn"],
        type=resource["type"],
        inputs=resource.get("inputs") or {},
        protect=bool(resource.get("protect")),
        id=quote(str(resource.get("id", ""))),
        arn=quote(str((resource.get("outputs") or {}).get("arn", ""))),
    )
