"""Where policy variables, `${…}`, stand in a text, and where a text's fields end."""

import re
from collections.abc import Iterator, Sequence

_FIELDS = 6  # arn:partition:service:region:account:resource


def arn_fields(text: str, *, variables: bool) -> list[str]:
    """The colon-separated fields of an ARN, six at most; colons inside `${…}` do not count.

    An incomplete ARN is completed with `*`, as AWS does (IAM JSON policy elements: Resource).
    """
    masked = _masked(text) if variables else text
    fields: list[str] = []
    position = 0
    for field in masked.split(":", _FIELDS - 1):
        fields.append(text[position : position + len(field)])
        position += len(field) + 1
    return fields + ["*"] * (_FIELDS - len(fields))


def _masked(text: str) -> str:
    pieces: list[str] = []
    position = 0
    for start, end in variables_in(text):
        pieces += [text[position:start], "$" * (end - start)]
        position = end
    return "".join([*pieces, text[position:]])


def variables_in(text: str) -> Iterator[tuple[int, int]]:
    """Where each policy variable, `${…}`, begins and ends; a brace between single quotes ends none.

    A regular expression would look through all the rest of the text for each `${` that is not closed.
    """
    marks = list(re.finditer(r"[}']", text))
    ends = _ends(marks)
    mark = position = 0
    for opening in re.finditer(r"\$\{", text):
        while mark < len(marks) and marks[mark].start() < opening.end():
            mark += 1
        end = ends[mark]
        if end is not None and opening.start() >= position:
            yield opening.start(), end
            position = end


def _ends(marks: Sequence[re.Match[str]]) -> list[int | None]:
    """Where a variable ends that meets each of these braces and quotes first, and one that meets none of them."""
    ends: list[int | None] = [None] * (len(marks) + 1)
    closing_quote = len(marks)
    for index in range(len(marks) - 1, -1, -1):
        if marks[index][0] == "}":
            ends[index] = marks[index].end()
        else:
            ends[index] = ends[closing_quote + 1] if closing_quote < len(marks) else None
            closing_quote = index
    return ends
