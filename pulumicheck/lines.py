"""Lines for a terminal, made of rich's own pieces: there is no markup that a name could be taken for."""

from rich.text import Text

from pulumicheck.shown import visible


def line(*parts: str | tuple[str, str] | Text) -> Text:
    """A line for a terminal, in which no text is markup.

    Args:
        parts: texts, texts with a style of rich's, or lines that are made already.
    """
    made = Text()
    for part in parts:
        if isinstance(part, Text):
            made.append_text(part)
        else:
            text, style = (part, "") if isinstance(part, str) else part
            made.append(visible(text), style)
    return made


def joined(separator: str, lines: list[Text]) -> Text:
    """Several lines with something between them, such as a line end."""
    return Text(separator).join(lines)
