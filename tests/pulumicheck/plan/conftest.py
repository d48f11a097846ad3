from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from pulumicheck.plan.project import Project
from tests.fixtures.programs import project_in


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Project]:
    """Makes a Pulumi project whose program is the given source."""

    return partial(project_in, tmp_path)
