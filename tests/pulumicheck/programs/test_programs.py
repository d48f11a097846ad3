"""Small programs that use what public ones use: each plans, maps, and is no change of itself, or says what stops it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pulumicheck.__main__ import cli

HERE = Path(__file__).parent
SENTENCES = {
    "graphql": "the program needs the package pulumi_nowhere, which is not installed here: ",
    "letters": "the setting letters:sender is missing: `pulumi config set letters:sender …`, or ",
}
WHOLE = sorted(path.parent.name for path in HERE.glob("*/Pulumi.yaml") if path.parent.name not in SENTENCES)
SHORT = {"functions"}

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, git: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in a repository of one of them."""

    def run(name: str, *arguments: str) -> Result:
        folder = tmp_path / name
        if not folder.exists():
            shutil.copytree(HERE / name, folder)
            git(folder, "init", "--quiet")
            git(folder, "add", ".")
            git(folder, "commit", "--quiet", "--message", name)
        monkeypatch.chdir(folder)
        return CliRunner().invoke(cli, arguments)

    return run


def test_there_are_ten() -> None:
    assert len(WHOLE) + len(SENTENCES) == 10


@pytest.mark.parametrize(
    "name", [name if name in SHORT else pytest.param(name, marks=pytest.mark.long) for name in WHOLE]
)
def test_it_is_mapped_and_is_no_change_of_itself(run: Run, name: str) -> None:
    review = run(name, "plan", "--diff", "HEAD", "--json")
    assert review.exit_code == 0, review.output
    report = json.loads(review.stdout)
    assert (report["resources"], report["permissions"], report["outputs"]) == ([], [], [])

    document = run(name, "map", "--json")
    assert document.exit_code == 0, document.output
    assert json.loads(document.stdout)["resources"]


@pytest.mark.parametrize(("name", "sentence"), SENTENCES.items())
def test_one_that_cannot_run_says_what_it_needs(run: Run, name: str, sentence: str) -> None:
    for arguments in (["plan"], ["plan", "--diff", "HEAD"], ["access", "who-can", "s3:GetObject", "*"]):
        refused = run(name, *arguments)
        assert (refused.exit_code, sentence in refused.stderr) == (1, True), refused.output


@pytest.mark.long
@pytest.mark.parametrize("name", WHOLE)
def test_it_is_planned_with_what_is_unknown_said_so(run: Run, name: str) -> None:
    planned = run(name, "plan")

    assert planned.exit_code == 0, planned.output
    assert "None" not in planned.stdout
    assert "04da6b54" not in run(name, "plan", "--json").stdout
