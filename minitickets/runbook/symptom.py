from dataclasses import dataclass


@dataclass(frozen=True)
class Symptom:
    """What goes wrong, as a person meets it, and what helps: one row of the runbook."""

    name: str
    """The name of its drill."""
    symptom: str
    """What one sees, in one line."""
    cause: str
    where: tuple[str, ...]
    """Where to look: a path in the console, a log group, a line for the AWS CLI."""
    cure: str
    """What to do about it."""
    involves: tuple[str, ...]
    """The Pulumi names of the resources at which it shows."""
