"""Numbers in sentences and in tables."""


def counted(number: int, what: str) -> str:
    """Such as `1 dead letter`, `1,200 dead letters`, `2 deliveries`.

    Args:
        number: how many.
        what: one of them, in its regular English form.
    """
    return f"{number:,} {what if number == 1 else _plural(what)}"


def figure(number: int, what: str, more: str = "") -> tuple[str, str]:
    """The same as a row of a table: the figure, and its meaning with what follows it."""
    shown, _, words = counted(number, what).partition(" ")
    return shown, f"{words}{more}"


def _plural(what: str) -> str:
    return f"{what[:-1]}ies" if what.endswith("ry") else f"{what}s"
