class Broken(Exception):  # noqa: N818 # says what happened
    """Something that must hold for every input did not: a bug was found."""


def require(sentence: str, holds: object) -> None:
    """Checks an invariant, also where Python's own assertions are switched off.

    Raises:
        Broken: it does not hold; the sentence says what should.
    """
    if not holds:
        raise Broken(sentence)
