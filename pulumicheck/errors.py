import click


class CheckError(click.ClickException):
    """A program could not be read, or a question not be answered; the message is one sentence that names the fix."""
