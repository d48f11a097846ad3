"""Tables in Markdown."""

import re
from collections.abc import Iterable, Sequence

_NUMBER = re.compile(r"\**\d")

Row = Sequence[str]


def markdown_table(head: Row, rows: Iterable[Row]) -> str:
    """A table; columns of numbers stand to the right."""
    rows = list(rows)
    numeric = [all(_NUMBER.match(row[column]) for row in rows) for column in range(len(head))]
    lines = [head, ["---:" if right else "---" for right in numeric], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
