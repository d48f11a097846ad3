import click


class CommandError(click.ClickException):
    """What the user asked for could not be done; the message is one sentence that names the fix."""
