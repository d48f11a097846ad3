"""Numbers in sentences."""


def counted(number: int, what: str) -> str:
    """Such as `1 dead letter`, `1,200 dead letters`.

    Args:
        number: how many.
        what: one of them; the plural takes an s.
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"
