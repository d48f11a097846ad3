from collections.abc import Callable
from pathlib import Path

import pytest

from infra.settings import Settings
from minitickets.explore.exhaustive import Exhaustive, run_exhaustive
from minitickets.explore.page import render
from minitickets.explore.prediction import Case, predicted_for
from minitickets.explore.world import Extent, schedules
from pulumicheck.plan.project import find_project

ONE_UNLUCKY = Extent(unlucky=1)
EITHER = Extent(unlucky=1, both=False)


@pytest.fixture(scope="module")
def without_leases(settings: Callable[..., Settings]) -> Exhaustive:
    return run_exhaustive(settings(), ONE_UNLUCKY, shares=1)


@pytest.fixture(scope="module")
def with_leases(settings: Callable[..., Settings]) -> Exhaustive:
    return run_exhaustive(settings(lease="true"), EITHER, shares=1)


@pytest.mark.long
def test_no_schedule_loses_a_booking(without_leases: Exhaustive, with_leases: Exhaustive) -> None:
    for result in (without_leases, with_leases):
        assert result.schedules > 900
        assert (result.lost, result.dead_lettered) == (0, 0)
        assert 0 not in result.emails_per_booking
        assert not result.violation_counts


@pytest.mark.long
def test_each_case_leads_to_as_many_emails_as_foretold(without_leases: Exhaustive, with_leases: Exhaustive) -> None:
    for result in (without_leases, with_leases):
        assert {case: set(emails) for case, emails in result.observed.items()} == {
            case: {predicted_for(case)} for case in result.observed
        }


@pytest.mark.long
@pytest.mark.parametrize(
    ("point", "emails"),
    [
        pytest.param(("SendEmail", "crash before"), 1, id="crash before SES has it"),
        pytest.param(("SendEmail", "crash after"), 2, id="crash after SES accepted"),
        pytest.param(("SendEmail", "answer lost"), 2, id="unclear"),
        pytest.param(("PutItem", "crash before"), 2, id="crash before the record"),
        pytest.param(("PutItem", "crash after"), 1, id="crash after the record"),
        pytest.param(("PutItem", "answer lost"), 1, id="the record's answer lost"),
    ],
)
def test_only_the_windows_between_email_and_record_make_a_second_email(
    without_leases: Exhaustive, with_leases: Exhaustive, point: tuple[str, str], emails: int
) -> None:
    for result in (without_leases, with_leases):
        assert set(result.observed[Case((point,), at_once=False)]) == {emails}


@pytest.mark.long
def test_leases_keep_two_workers_from_meeting(without_leases: Exhaustive, with_leases: Exhaustive) -> None:
    assert set(without_leases.observed[Case((), at_once=True)]) == {2}
    assert not any(case.at_once for case in with_leases.observed)


@pytest.mark.long
def test_the_documentation_shows_what_the_schedules_led_to(without_leases: Exhaustive, with_leases: Exhaustive) -> None:
    page = find_project(Path(__file__).parent).root / "docs" / "simulation.md"

    assert page.read_text(encoding="utf-8") == render(without_leases, with_leases), (
        "write it anew: minitickets docs simulation"
    )


@pytest.mark.long
def test_both_workers_may_be_unlucky(settings: Callable[..., Settings]) -> None:
    for number, schedule in enumerate(schedules(settings(), Extent())):
        assert not schedule.violations
        if number == 300:
            break
