import click

from pulumicheck.shown import visible


class CheckError(click.ClickException):
    """A program could not be read, or a question not be answered; the message is one sentence that names the fix."""

    def format_message(self) -> str:
        """The message as a terminal may show it: it quotes what a program said."""
        return visible(self.message)
