"""What the table says makes a new resource, Terraform's provider says, asked once more of some types."""

from collections.abc import Generator
from random import Random

import pytest

from pulumicheck.types.classify.answers import answers_of
from pulumicheck.types.classify.asking import AskedProvider, asked_provider
from pulumicheck.types.classify.package import installed
from pulumicheck.types.classify.replacements import replacements_of
from pulumicheck.types.classify.terraform import find_provider, version_of
from pulumicheck.types.tables import replacements

pytestmark = [
    pytest.mark.engine,
    pytest.mark.long,
    pytest.mark.skipif(find_provider() is None, reason="there is no AWS provider of Terraform"),
]
PROJECTS = (
    "sqs/queue:Queue lambda/function:Function iam/role:Role sns/topic:Topic kms/key:Key ecr/repository:Repository"
)
MADE_WITH = "5.100"  # the provider that the table was made with; another may say otherwise


@pytest.fixture(scope="module")
def provider() -> Generator[AskedProvider]:
    with asked_provider() as asked:
        yield asked


def test_the_provider_says_what_the_table_says(provider: AskedProvider) -> None:
    path = find_provider()
    if path is None or not version_of(path).startswith(MADE_WITH):
        pytest.skip(f"the table was made with {MADE_WITH}")
    simple = [token for token, row in replacements().items() if row.terraform and len(row.in_place) < 12]
    drawn = Random(7).sample(simple, 40)  # noqa: S311 - the same each time

    for token in [*(f"aws:{each}" for each in PROJECTS.split()), *drawn]:
        row = replacements()[token]
        answers = answers_of(provider, row.terraform)
        assert replacements_of(installed().types[token], row.terraform, answers) == row
