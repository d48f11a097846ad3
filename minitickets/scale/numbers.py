"""Numbers as a reader wants them: no more than three digits that count."""

from math import floor, log10

_DIGITS = 3
_SUFFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def plain(number: float) -> str:
    """In full, rounded to three digits: 28,900, 11.6, 0.0354."""
    rounded = _rounded(number)
    decimals = 0 if rounded == 0 else max(0, _DIGITS - 1 - floor(log10(abs(rounded))))
    text = f"{rounded:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def short(number: float) -> str:
    """With a suffix: 77.8k, 2.53M, 117G."""
    rounded = _rounded(number)
    for size, suffix in _SUFFIXES:
        if rounded >= size:
            return f"{plain(rounded / size)}{suffix}"
    return plain(rounded)


def _rounded(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")
