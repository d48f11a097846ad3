import json
from pathlib import Path

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.plan.project import find_project, read_project
from pulumicheck.plan.values import Secret

PROJECT = """
name: minitickets
main: infra
config:
  computeEnabled:
    type: boolean
    default: false
  sender:
    type: string
  aws:region:
    value: eu-west-1
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text(PROJECT)
    return tmp_path


def test_a_stack_s_settings_come_over_the_project_s_defaults(root: Path) -> None:
    (root / "Pulumi.dev.yaml").write_text(
        "config:\n  minitickets:computeEnabled: true\n  minitickets:sender: a@b.example\n"
    )

    assert read_project(root).config("dev") == {
        "aws:region": "eu-west-1",
        "minitickets:computeEnabled": "true",
        "minitickets:sender": "a@b.example",
    }


def test_overrides_come_over_everything_and_need_no_namespace(root: Path) -> None:
    (root / "Pulumi.dev.yaml").write_text("config:\n  minitickets:computeEnabled: true\n")

    config = read_project(root).config("dev", {"computeEnabled": "false", "aws:region": "ap-south-1"})

    assert config == {"minitickets:computeEnabled": "false", "aws:region": "ap-south-1"}


def test_an_encrypted_setting_is_not_shown(root: Path) -> None:
    def read(ciphertext: str) -> str:
        text = f"config:\n  minitickets:alarmEmail:\n    secure: {ciphertext}\n"
        (root / "Pulumi.dev.yaml").write_text(text)
        return read_project(root).config("dev")["minitickets:alarmEmail"]

    assert isinstance(read("AAABBB"), Secret)
    assert "AAABBB" not in f"{read('AAABBB')!r} {read('AAABBB')}"
    assert read("AAABBB") == read("AAABBB") != read("AAACCC")


@pytest.mark.parametrize("written", ["2026-12-24", "2026-12-24T19:30:00Z", "{a: 2026-12-24}", "[2026-12-24]"])
def test_an_unquoted_date_is_the_text_that_stands_there(root: Path, written: str) -> None:
    (root / "Pulumi.dev.yaml").write_text(f"config:\n  other:freezeUntil: {written}\n")

    assert "2026-12-24" in read_project(root).config("dev")["other:freezeUntil"]


def test_of_a_setting_with_an_encrypted_part_the_rest_is_read(root: Path) -> None:
    (root / "Pulumi.dev.yaml").write_text("config:\n  minitickets:db: {host: db, password: {secure: AAABBB}}\n")

    text = read_project(root).config("dev")["minitickets:db"]

    assert json.loads(text)["host"] == "db"
    assert "AAABBB" not in text


def test_a_stack_without_settings_is_refused_with_those_that_exist(root: Path) -> None:
    (root / "Pulumi.prod.yaml").touch()

    with pytest.raises(CheckError, match=r"'qa' has no settings file Pulumi\.qa\.yaml; stacks that have one: prod"):
        read_project(root).config("qa")


@pytest.mark.parametrize("name", ["", "../dev", "dev/prod", "d" * 5_000, "dév"])
def test_what_can_be_no_stacks_name_is_refused_by_its_letters(tmp_path: Path, name: str) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: minitickets\n")

    with pytest.raises(CheckError, match="is no stack's name: use letters, digits"):
        read_project(tmp_path).config(name)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("config: [1]", r"^'config' in Pulumi\.dev\.yaml must hold keys and values\.$"),
        ("config: 7", r"^'config' in Pulumi\.dev\.yaml must hold keys and values\.$"),
        ("a: b: c", r"^Pulumi\.dev\.yaml, line 1 cannot be read: mapping values are not allowed here\.$"),
        ("config:\n  a: 1\n  b: 2\n  a: 3", r"^Pulumi\.dev\.yaml, line 2 cannot be read: a is there twice\.$"),
        ("confg: {}", r"^Pulumi\.dev\.yaml has 'confg', which is none of config, encryptedkey, "),
    ],
    ids=["a list", "a number", "no YAML", "a key twice", "a misspelt key"],
)
def test_an_ill_formed_settings_file_is_refused_by_name(root: Path, content: str, sentence: str) -> None:
    (root / "Pulumi.dev.yaml").write_text(content)

    with pytest.raises(CheckError, match=sentence):
        read_project(root).config("dev")


def test_a_region_that_is_nowhere_set_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: minitickets\n")
    (tmp_path / "Pulumi.dev.yaml").touch()

    with pytest.raises(CheckError, match=r"aws:region is missing: set it in Pulumi\.dev\.yaml"):
        read_project(tmp_path).region("dev")


def test_the_project_is_found_from_a_folder_below_it(root: Path) -> None:
    below = root / "infra" / "jobs"
    below.mkdir(parents=True)

    assert find_project(below).root == root


def test_outside_of_any_project_it_is_the_one_that_the_caller_names(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert find_project(tmp_path_factory.mktemp("elsewhere"), root).root == root


def test_outside_of_any_project_a_caller_without_one_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(
        CheckError, match=r"^no Pulumi\.yaml here or in a folder above: change to the project's folder\.$"
    ):
        find_project(tmp_path)


def test_where_no_stack_has_a_settings_file_any_stack_has_the_project_s_settings(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\nconfig:\n  retries: 3\n", encoding="utf-8")

    config = read_project(tmp_path).config("dev", {"aws:region": "eu-west-1"})

    assert config == {"shop:retries": "3", "aws:region": "eu-west-1"}
