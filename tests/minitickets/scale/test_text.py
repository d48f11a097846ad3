import pytest

from minitickets.scale.text import plain, short


@pytest.mark.parametrize(
    ("number", "text"),
    [(28_935.2, "28,900"), (11.57, "11.6"), (0.03538, "0.0354"), (2, "2"), (0, "0"), (999.9, "1,000"), (100, "100")],
    ids=str,
)
def test_numbers_have_three_digits_that_count(number: float, text: str) -> None:
    assert plain(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(200, "200"), (77_803, "77.8k"), (999_999, "1M"), (3_456_000, "3.46M"), (1.167e11, "117G")],
    ids=str,
)
def test_great_numbers_have_a_suffix(number: float, text: str) -> None:
    assert short(number) == text
