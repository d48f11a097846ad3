from greenlet import getcurrent

from minitickets.simulate.kernel import SECOND, Kernel, Stopped


def test_sleepers_wake_in_the_order_of_their_times() -> None:
    kernel, seen = Kernel(), list[tuple[str, int]]()

    def sleeper(name: str, seconds: int) -> None:
        kernel.sleep(seconds * SECOND)
        seen.append((name, kernel.now // SECOND))

    kernel.start(lambda: sleeper("late", 2))
    kernel.start(lambda: sleeper("early", 1))
    kernel.run(until=10 * SECOND)

    assert seen == [("early", 1), ("late", 2)]


def test_events_of_one_instant_keep_the_order_in_which_they_were_planned() -> None:
    kernel, seen = Kernel(), list[int]()
    for number in range(5):
        kernel.at(7, lambda number=number: seen.append(number))

    kernel.run(until=7)

    assert seen == [0, 1, 2, 3, 4]


def test_what_is_planned_at_once_comes_before_the_rest_of_the_instant() -> None:
    kernel, seen = Kernel(), list[str]()
    kernel.at(0, lambda: kernel.at_once(lambda: seen.append("at once")))
    kernel.at(0, lambda: seen.append("planned"))

    kernel.run(until=0)

    assert seen == ["at once", "planned"]


def test_nothing_happens_after_the_end_of_the_run_and_nothing_lives_on() -> None:
    kernel, seen = Kernel(), list[str]()

    def forever() -> None:
        try:
            while True:
                kernel.sleep(SECOND)
        except Stopped:
            seen.append(f"stopped at {kernel.now // SECOND}")
            raise

    thread = kernel.start(forever)
    kernel.run(until=3 * SECOND)

    assert seen == ["stopped at 3"]
    assert thread.dead


def test_a_paused_greenlet_goes_on_when_it_is_switched_to() -> None:
    kernel, seen, paused = Kernel(), list[int](), []

    def waiter() -> None:
        paused.append(getcurrent())
        kernel.pause()
        seen.append(kernel.now)

    kernel.start(waiter)
    kernel.at(4, lambda: kernel.at(5, paused[0].switch))
    kernel.run(until=9)

    assert seen == [5]
