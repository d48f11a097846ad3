import pytest

from minitickets.drill.runbook.evidence import Evidence, normalised

ONE, OTHER = "80319d48-5826-4699-820f-4f1cc2cdb65e", "d07dc7e0-1e52-415b-9161-7e965e7d79cd"


def lines(*texts: str) -> list[str]:
    return normalised(Evidence("a log", text) for text in texts)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f'{{"messageId": "{ONE}"}}', f'{{"messageId": "{OTHER}"}}'),
        ("2026-11-29T20:16:56.172Z Task timed out", "2027-01-01T00:00:00.000Z Task timed out"),
        ("c-drill-4be5fabc-1", "c-drill-08cb218d-1"),
        ("bkg_drill_4be5fabc-1", "bkg_drill_08cb218d-1"),
        ("Init Duration: 58.83 ms", "Init Duration: 1058.10 ms"),
    ],
    ids=["id", "time", "correlation id", "booking", "duration"],
)
def test_what_differs_from_drill_to_drill_is_the_same_in_the_page(one: str, other: str) -> None:
    assert one != other
    assert lines(one) == lines(other)


def test_what_matters_stays() -> None:
    line = '{"message": "job_failed", "receiveCount": 2, "reason": "GetItem: AccessDeniedException"}'

    assert lines(line, "Task timed out after 10.00 seconds") == [line, "Task timed out after 10.00 seconds"]


def test_two_messages_stay_two() -> None:
    first, second, third = lines(ONE, OTHER, ONE)

    assert first != second
    assert first == third


def test_a_line_of_the_platform_fits_on_a_line() -> None:
    assert Evidence("a log", "INIT_REPORT\tPhase: init\t").shown == "INIT_REPORT  Phase: init"
    assert Evidence("a log", "[ERROR] No module\rTraceback:\r").shown == "[ERROR] No module  Traceback:"
