"""What is known of a type stands in its row, so that its token stands nowhere else."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PRODUCT = ("apps", "embeddedaws", "infra", "minitickets", "pulumicheck")
TABLE = ROOT / "pulumicheck" / "types"
# package:service/module:Type as it stands or as it begins; without a slash it is a setting or a condition's key, such
# as `aws:region`, and a component's has none either.
_OF_A_TYPE = r"[a-z0-9-]+/(?:\w+:(?!get[A-Z])\w+)?(?![\w:-])"  # what begins with `get` is a data source
TOKEN = re.compile(rf"\b(?:aws|aws-native|awsx|pulumi):(?:{_OF_A_TYPE}|(?:pulumi|providers):(?!get[A-Z])\w*)")


def literals(source: str) -> Iterator[str]:
    """All texts but docstrings, which may give an example."""
    tree = ast.parse(source)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@pytest.mark.parametrize(
    "text", ["aws:sqs/queue:Queue", "a aws:iam/role:Role here", "aws:iam/", "pulumi:pulumi:Stack", "pulumi:providers:"]
)
def test_a_token_is_found_as_it_stands_and_as_it_begins(text: str) -> None:
    assert TOKEN.search(text)


@pytest.mark.parametrize(
    "text", ["aws:region", "aws:SecureTransport", "aws:sqs", "aws:PrincipalTag/team", "minitickets:jobs:Worker"]
)
def test_what_is_no_token_is_not_found(text: str) -> None:
    assert not TOKEN.search(text)


@pytest.mark.parametrize(("ending", "texts_of"), [("py", literals), ("js", lambda source: [source])], ids=["py", "js"])
def test_no_token_stands_outside_of_the_table(ending: str, texts_of: Callable[[str], Iterable[str]]) -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), token)
        for room in PRODUCT
        for path in (ROOT / room).rglob(f"*.{ending}")
        if TABLE not in path.parents and "vendor" not in path.parts
        if TOKEN.search(source := path.read_text(encoding="utf-8"))
        for text in texts_of(source)
        for token in TOKEN.findall(text)
    }

    assert found == set()
