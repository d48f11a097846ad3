import pytest

from embeddedaws.errors import FilterPatternError
from embeddedaws.filter_pattern.pattern import compile_pattern

LINE = (
    '{"message": "poison_message", "attempt": 3, "late": true, "reason": null, "job": {"id": "b1", "tickets": [5, 8]},'
    ' "grid": [[0, 1]], "text": "say \\"no\\""}'
)


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("", "anything"),
        ("ERROR", "[ERROR 400] BAD REQUEST"),
        ("ERROR REQUEST", "[ERROR 400] BAD REQUEST"),
        ("ERROR -Exiting", "[ERROR 400] BAD REQUEST"),
        ("?ERROR ?WARN", "a WARN"),
        ('"Task timed out"', "b Task timed out after 10.00 seconds"),
        ('"say \\"no\\""', 'they say "no"'),
        ('ERROR "BAD REQUEST"', "[ERROR 400] BAD REQUEST"),
    ],
)
def test_words_that_a_line_has(pattern: str, line: str) -> None:
    assert compile_pattern(pattern)(line)


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("error", "[ERROR 400] BAD REQUEST"),
        ("ERROR WARN", "[ERROR 400] BAD REQUEST"),
        ("ERROR -Exiting", "ERROR: Exiting"),
        ("?ERROR ?WARN", "INFO"),
        ('"Task timed out"', "timed out Task"),
    ],
)
def test_words_that_a_line_lacks(pattern: str, line: str) -> None:
    assert not compile_pattern(pattern)(line)


@pytest.mark.parametrize(
    "pattern",
    [
        '{ $.message = "poison_message" }',
        '{$.message="poison_*"}',
        "{ $.message = poison_message }",
        '{ $.message != "job_failed" }',
        '{ $.message = "*" && $.attempt = "*" }',
        '{ $.text = "say \\"no\\"" }',
        "{ $.attempt = 3 }",
        "{ $.attempt != 4 && $.attempt > 2.5 && $.attempt >= 3 && $.attempt < 1e1 && $.attempt <= 3 }",
        '{ $.job.id = "b1" }',
        "{ $.job.tickets[1] = 8 }",
        "{ $.grid[0][1] = 1 }",
        "{ $.reason IS NULL }",
        "{ $.late IS TRUE }",
        "{ $.nothing NOT EXISTS && $.job.nothing NOT EXISTS && $.job.tickets[2] NOT EXISTS }",
        '{ $.message = "no" && $.attempt = 3 || $.late IS TRUE }',
        '{ ($.message = "poison_message") && (($.attempt = 1) || ($.attempt = 3)) }',
    ],
)
def test_fields_that_a_line_has(pattern: str) -> None:
    assert compile_pattern(pattern)(LINE)


@pytest.mark.parametrize(
    "pattern",
    [
        '{ $.message = "job_failed" }',
        '{ $.message = "poison" }',
        '{ $.message != "poison_message" }',
        "{ $.attempt > 3 }",
        '{ $.attempt = "3" }',  # a text is no number
        "{ $.message = 3 }",
        "{ $.late = 1 }",
        "{ $.reason NOT EXISTS }",
        "{ $.reason IS FALSE }",
        "{ $.nothing IS NULL }",
        '{ $.nothing != "x" }',
        '{ $.job != "x" || $.grid = 1 || $.grid != 1 }',  # an object or array passes no comparison
        '{ $.message = "poison_message" && ($.attempt = 1 || $.late IS FALSE) }',
    ],
)
def test_fields_that_a_line_lacks(pattern: str) -> None:
    assert not compile_pattern(pattern)(LINE)


@pytest.mark.parametrize("line", ["REPORT RequestId: x", "[1, 2]", "3", "[" * 100_000])
def test_a_line_that_is_no_object_has_no_fields(line: str) -> None:
    assert not compile_pattern("{ $.message NOT EXISTS }")(line)


@pytest.mark.parametrize(
    "pattern",
    [
        "{ $.message }",
        "{ $.message = }",
        '{ $.message == "x" }',
        '{ $.message > "x" }',
        '{ $.message = "x" && }',
        '{ $.message = "x" $.attempt = 3 }',
        '{ ($.message = "x" }',
        '{ message = "x" }',
        '{ $.message = "x',
        "{ $.message IS EMPTY }",
        "{ $.message EXISTS }",
        "{ $.message = %po.*% }",
        "{ $.job.* = 1 }",
        "{ }",
        "{" + "(" * 1000 + "}",
        "[ip, user, status=404]",
        "%ERROR%",
        "Task-timed",
        '"unfinished',
        "?ERROR WARN",
    ],
)
def test_what_is_not_understood_is_refused(pattern: str) -> None:
    with pytest.raises(FilterPatternError):
        compile_pattern(pattern)
