"""What is found fast is what a look at everything finds."""

from random import Random

import pytest

from pulumicheck.map.geometry import Rectangle
from pulumicheck.map.nearby import Nearby
from pulumicheck.map.passages import Passages

SEEDS = pytest.mark.parametrize("chance", [Random(seed) for seed in range(20)], ids=range(20))  # noqa: S311 - no secret
STEP = 4


def some(chance: Random, number: int) -> list[Rectangle]:
    """Among them thin ones, as arrows are, and some whose edges touch."""
    grid = chance.choice([0.1, 1, 10])
    return [
        Rectangle(*(grid * chance.randint(-300, 300) for _ in "xy"), *(grid * chance.randint(0, 60) for _ in "wh"))
        for _ in range(number)
    ]


@SEEDS
def test_all_that_overlap_are_found_and_no_others(chance: Random) -> None:
    rectangles = some(chance, 60)
    nearby = Nearby(rectangles)
    for one in some(chance, 60):
        assert sorted(nearby.overlapping(one)) == [place for place, each in enumerate(rectangles) if one.overlaps(each)]


@SEEDS
def test_a_passage_is_the_nearest_height_that_no_frame_takes(chance: Random) -> None:
    frames = some(chance, chance.randint(0, 30))
    passages = Passages(frames)

    def is_free(height: float) -> bool:
        return all(not frame.y - STEP < height < frame.bottom + STEP for frame in frames)

    for _ in range(30):
        y = chance.uniform(-400, 400)
        tried = (y + sign * STEP * number for number in range(2_000) for sign in (1, -1))
        assert passages.nearest(y) == next(filter(is_free, tried))


def test_frames_that_touch_leave_room_for_a_line() -> None:
    one, other = Rectangle(0, 0, 10, 20), Rectangle(0, 28, 10, 20)
    assert Passages([one, other]).nearest(24) == 24
    assert Passages([one, replace_y(other, 27)]).nearest(24) == 24 + 7 * STEP


def replace_y(rectangle: Rectangle, y: float) -> Rectangle:
    return Rectangle(rectangle.x, y, rectangle.width, rectangle.height)
