from collections.abc import Callable
from pathlib import Path

import pytest

from pulumicheck.plan.plan import Plan, make_plan
from tests.fixtures.programs import project_in


@pytest.fixture
def planned(tmp_path: Path) -> Callable[[str], Plan]:
    """Makes the plan of a program, which is the given source."""
    return lambda source: make_plan(project_in(tmp_path, source), "dev")
