"""Terraform's AWS provider as the embedded AWS's client: where both are installed."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pulumicheck.types.classify.terraform import find_provider
from tests.terraform.stack import TerraformStack, terraform_stack


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in this folder that run Terraform need it and AWS's provider, which CI does not download."""
    skip = pytest.mark.skip(reason="there is no `terraform` on the PATH, or no AWS provider in a folder of its plugins")
    for item in items:
        if (
            isinstance(item, pytest.Function)
            and "stack" in item.fixturenames
            and Path(__file__).parent in item.path.parents
        ):
            item.add_marker("engine")
            item.add_marker("long")
            if not (shutil.which("terraform") and find_provider()):
                item.add_marker(skip)


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[TerraformStack]:
    """Nothing is declared yet."""
    with terraform_stack(tmp_path) as stack:
        yield stack
