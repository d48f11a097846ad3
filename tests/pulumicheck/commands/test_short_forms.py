import pytest
from click.testing import CliRunner

from pulumicheck.__main__ import cli
from pulumicheck.commands.plan import plan


def test_each_question_has_a_command_of_its_own() -> None:
    shown = {name for name, command in cli.commands.items() if not command.hidden}
    assert shown == {"plan", "diff", "map", "who-can", "what-can", "access"}


def test_diff_takes_the_options_of_plan_but_for_what_it_is_itself() -> None:
    of = {name: {option.name for option in command.params} for name, command in (("plan", plan), *cli.commands.items())}

    assert of["plan"] - of["diff"] == {"preview"}
    assert of["diff"] <= of["plan"]


@pytest.mark.parametrize(
    "arguments",
    [["--engine", "x"], ["--gate", "x"], ["--sarif", "x"], ["--accept", "x"], ["--accept-all"], ["--markdown"]],
    ids=" ".join,
)
def test_an_option_of_a_review_without_one_is_bad_usage(arguments: list[str]) -> None:
    result = CliRunner().invoke(cli, ["plan", *arguments])

    assert result.exit_code == 2
    assert "with --diff" in result.output
