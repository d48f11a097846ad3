"""The house as a whole: what no test of one room can see."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("apps", "embeddedaws", "infra", "minitickets", "pulumicheck")
# AWS's own words for what the one side writes or sends and the other reads.
OF_AWS = {"Credentials", "Statement"}


def _packages_of_classes() -> dict[str, set[str]]:
    found = defaultdict[str, set[str]](set)
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(str(path.parent.relative_to(ROOT)))
    return found


def test_no_two_packages_call_different_things_by_one_name() -> None:
    packages = _packages_of_classes()

    assert len(packages) > 300
    assert {name: sorted(each) for name, each in packages.items() if len(each) > 1 and name not in OF_AWS} == {}
