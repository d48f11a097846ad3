"""The places that the runbook sends one to: what is typed is told from a path in the console, and from prose."""


class Typed(str):
    """What is typed or copied to the letter; other places are a path in the console, or prose."""

    __slots__ = ()


class LogGroup(Typed):
    """The name of a log group."""

    __slots__ = ()


class Command(Typed):
    """A line for a shell."""

    __slots__ = ()


def search(log_group: str, pattern: str) -> Command:
    """Finds the lines that a filter pattern matches (CloudWatch Logs user guide, "Filter pattern syntax")."""
    return Command(f"aws logs filter-log-events --log-group-name {log_group} --filter-pattern '{pattern}'")


def search_event(log_group: str, event: str) -> Command:
    """Finds an event of ours, such as `job_failed`."""
    return search(log_group, f'{{ $.message = "{event}" }}')
