from minitickets.books.chance import Chance


def test_a_seed_gives_the_same_numbers_on_every_python() -> None:
    chance = Chance("7/0")

    assert [chance.between(1, 1000) for _ in range(6)] == [706, 617, 124, 916, 157, 380]


def test_the_impossible_and_the_certain_draw_nothing() -> None:
    chance, other = Chance("1"), Chance("1")

    assert not chance.falls(0)
    assert chance.falls(1)
    assert chance.between(0, 10**9) == other.between(0, 10**9)


def test_bounds_are_reached_and_kept() -> None:
    chance = Chance("1")

    assert {chance.between(3, 5) for _ in range(200)} == {3, 4, 5}
    assert {chance.one_of("ab") for _ in range(200)} == {"a", "b"}
