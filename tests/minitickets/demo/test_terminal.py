import re
from collections.abc import Callable
from pathlib import Path

import pytest

from minitickets.demo.report import DemoReport, GivenUp
from minitickets.demo.terminal import TerminalWatcher, show_report
from minitickets.stack.drain import Progress

Capture = pytest.CaptureFixture[str]


def _shown(capsys: Capture, report: DemoReport) -> str:
    show_report(report)
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_report_has_each_figure_with_its_meaning(report: Callable[..., DemoReport], capsys: Capture) -> None:
    shown = _shown(capsys, report(returned_after=[10.0, 40.12]))

    for figure, meaning in (
        ("3", "bookings"),
        ("8", "messages sent"),
        ("3", "emails sent: one for each booking"),
        ("1", "duplicate recognised and skipped"),
        ("2", "failed and came back after 10.0 s, 40.1 s"),
        ("6", "tickets issued"),
        ("0", "dead letters"),
        ("12.3", "seconds, and 160 s of waiting skipped over"),
    ):
        (line,) = [line for line in shown.splitlines() if meaning in line]
        assert f" {figure} " in line


def test_one_of_a_kind_is_told_in_the_singular(report: Callable[..., DemoReport], capsys: Capture) -> None:
    shown = _shown(capsys, report(duplicates_skipped=1, emails=1))

    assert re.search(r"1 . duplicate recognised", shown)
    assert re.search(r"1 . email sent", shown)


def test_many_times_are_told_as_their_range(report: Callable[..., DemoReport], capsys: Capture) -> None:
    shown = _shown(capsys, report(returned_after=[10.0 + 5 * number for number in range(7)]))

    assert "failed and came back after 10.0 to 40.0 s" in shown


@pytest.mark.parametrize(
    ("emails", "dead", "verdict"),
    [
        ({"a": 1, "b": 1}, [], "one for each booking "),
        ({"a": 0, "b": 1}, ["a"], "one for each booking, but for 1 dead letter"),
        ({"a": 0, "b": 2}, [], "1 booking lost, 1 with more than one"),
    ],
    ids=["all well", "given up", "not well"],
)
def test_the_verdict_is_said_beside_the_emails(
    report: Callable[..., DemoReport], capsys: Capture, emails: dict[str, int], dead: list[str], verdict: str
) -> None:
    letters = [GivenUp("worker", "jobs-dlq", "m-1", 7, key, "why") for key in dead]

    assert f"emails sent: {verdict}" in _shown(capsys, report(emails_per_booking=emails, dead_letters=letters))


def test_each_dead_letter_is_named_with_its_reason_to_the_letter(
    report: Callable[..., DemoReport], capsys: Capture
) -> None:
    letter = GivenUp("worker", "jobs-dlq", "m-1", 7, None, "tags: [bold] is not allowed " + "x" * 100)

    shown = _shown(capsys, report(dead_letters=[letter]))

    assert f"line 7 is a dead letter in jobs-dlq: tags: [bold] is not allowed {'x' * 100}\n" in shown


def test_a_long_path_stays_in_one_piece(report: Callable[..., DemoReport], capsys: Capture) -> None:
    out = Path("/tmp") / ("with spaces [and] brackets " * 5).strip()  # noqa: S108 - nothing is written there

    shown = _shown(capsys, report(out=out))

    for path in (f"{out}/emails/*.html", f"{out}/tickets/*.png", f"{out}/logs/*.log"):
        assert path in shown


def test_steps_and_warnings_go_to_standard_error_to_the_letter(capsys: Capture) -> None:
    watcher = TerminalWatcher()

    watcher.step("Deploying [stack] dev")
    watcher.warn(f"line 2 is no booking: [x]; :smile: {'y' * 90}")

    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == ["» Deploying [stack] dev", f"  line 2 is no booking: [x]; :smile: {'y' * 90}"]


def test_where_there_is_no_terminal_progress_leaves_no_trace_and_the_next_step_follows(capsys: Capture) -> None:
    watcher = TerminalWatcher()

    watcher.step("Publishing")
    watcher.progress(3, Progress(waiting=1, hidden=2, next_visible=9.6), 0)
    watcher.progress(4, Progress(waiting=0, hidden=0, next_visible=None), 40)
    watcher.step("Collecting")

    assert [line for line in capsys.readouterr().err.splitlines() if line.strip()] == ["» Publishing", "» Collecting"]
