from collections.abc import Callable
from pathlib import Path

import pytest

from pulumicheck.plan.project import Project, read_project


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Project]:
    """Makes a Pulumi project whose program is the given source."""

    def make(source: str) -> Project:
        (tmp_path / "Pulumi.yaml").write_text("name: example\nmain: infra\n")
        (tmp_path / "Pulumi.dev.yaml").write_text("config:\n  aws:region: ap-south-1\n")
        (tmp_path / "infra").mkdir()
        (tmp_path / "infra" / "__main__.py").write_text(source)
        return read_project(tmp_path)

    return make
