"""The commands on a program that is not ours: without components, in its project's folder, with a zip function."""

import json
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import minitickets.cli
import pulumicheck.__main__
from pulumicheck.map.document import make_document
from pulumicheck.particulars import Combination, Outsider, Particulars, Reproduction, Symptom
from pulumicheck.plan.project import read_project
from tests.fixtures.programs import edit

SHOP = Path(__file__).parent / "shop"
COMMANDS = {"pulumicheck": pulumicheck.__main__.cli, "minitickets": minitickets.cli.cli}
WORDS_OF_OURS = re.compile(
    r"(?i:minitickets|bookings?\b|tickets?\b|\bworkers?\b|\boutbox\b|\bdrills?\b|\b(compute|data)Enabled)"
    r"|(?<![\"/:])\bapi\b"  # our api; an API is anyone's
)
SES = re.compile(r"\bSES\b")

Run = Callable[..., str]


@pytest.fixture
def folder(tmp_path: Path, git: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of the shop, and the working directory in it."""
    folder = tmp_path / "checkout"
    shutil.copytree(SHOP, folder, ignore=shutil.ignore_patterns("__pycache__"))
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "The shop")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture(params=["minitickets", pytest.param("pulumicheck", marks=pytest.mark.long)])
def run(request: pytest.FixtureRequest, folder: Path) -> Run:
    """Runs one of the two commands in the shop's folder; gives what it prints, which has no word of ours."""
    command = COMMANDS[request.param]

    def run(*arguments: str, status: int = 0) -> str:
        assert folder == Path.cwd()
        result = CliRunner().invoke(command, arguments, prog_name=request.param)
        assert result.exit_code == status, result.output
        assert not WORDS_OF_OURS.findall(result.output)
        assert not SES.findall(result.output)
        return result.output

    return run


def test_the_plan_shows_what_the_program_declares(run: Run) -> None:
    printed = run("plan")

    assert "Queue orders  shop-orders" in printed
    assert "KeepOrders  may dynamodb:PutItem" in printed


def test_the_plan_for_programs_records_the_code_by_what_it_holds(run: Run) -> None:
    plan = json.loads(run("plan", "--json"))
    (function,) = [each for each in plan["resources"] if each["type"].endswith(":Function")]

    assert plan["project"] == "shop"
    assert re.fullmatch("sha256:[0-9a-f]{64}", function["inputs"]["code"]["archive"])


def test_nothing_has_changed_between_a_revision_and_its_own_checkout(run: Run) -> None:
    report = json.loads(run("plan", "--diff", "HEAD", "--json"))

    assert (report["changes"], report["resources"], report["permissions"]) == ({}, [], [])


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        pytest.param("handler/index.py", "received", "taken", id="a file of a folder", marks=pytest.mark.long),
        pytest.param("__main__.py", "StringAsset(pulumi.get_stack())", 'StringAsset("prod")', id="a text"),
    ],
)
def test_a_change_of_the_code_is_a_change_of_the_function(
    run: Run, folder: Path, file: str, old: str, new: str
) -> None:
    edit(folder, (file, old, new))

    report = json.loads(run("plan", "--diff", "HEAD", "--json"))

    assert [(each["change"], each["name"]) for each in report["resources"]] == [("changed", "taker")]


def test_a_broader_permission_is_told_in_words_and_for_a_comment(run: Run, folder: Path) -> None:
    edit(folder, ("__main__.py", '["dynamodb:PutItem"]', '["dynamodb:PutItem", "dynamodb:Scan"]'))

    assert "dynamodb:Scan" in run("plan", "--diff", "HEAD", status=3)
    assert run("plan", "--diff", "HEAD", "--markdown", status=3).startswith("<!-- shop plan dev -->\n")


def test_who_can_is_answered_by_a_pulumi_name_and_by_a_physical_one(run: Run) -> None:
    touching = json.loads(run("access", "who-can", "*", "orders-table", "--json"))
    writing = json.loads(run("access", "who-can", "s3:PutObject", "shop-invoices/1.pdf", "--json"))
    encrypting = json.loads(run("access", "who-can", "kms:GenerateDataKey", "invoice-key", "--json"))

    assert "EncryptInvoices" in [each["sid"] for each in encrypting["who"]]
    for answer, sid in ((touching, "KeepOrders"), (writing, "WriteInvoices")):
        assert [(each["principal"], each["sid"]) for each in answer["who"]] == [
            ("arn:aws:iam::123456789012:role/shop-taker", sid)
        ]


def test_what_can_is_answered_by_the_role_s_name(run: Run) -> None:
    answer = json.loads(run("access", "what-can", "shop-taker", "--json"))

    own = [each["sid"] for each in answer["may"] if each["policyType"] == "identity"]
    assert own == ["TakeOrders", "KeepOrders", "WriteInvoices", "EncryptInvoices"]


def test_the_page_of_permissions_is_the_stack_s(run: Run) -> None:
    page = run("access", "page")

    assert page.startswith("# Permissions\n\nWritten from the plan of stack `dev`.\n\n## Role `shop-taker`\n")
    assert "Who may assume it: `lambda.amazonaws.com`.\n" in page


def test_the_map_has_one_state_nobody_outside_and_no_symptoms(run: Run) -> None:
    document = json.loads(run("map", "--json"))

    assert (document["switches"], document["symptoms"]) == ([], {})
    assert [state["id"] for state in document["states"]] == ["all"]
    assert not [each["id"] for each in document["resources"] if each["external"] or each["breakIt"]]
    assert [group["lane"] for group in document["groups"]] == [lane["id"] for lane in document["lanes"]]
    flows = {(flow["from"], flow["to"]): flow["label"] for flow in document["flows"]}
    assert flows["orders", "orders-to-taker"] == "poll"
    assert flows["taker-function", "orders-table"] == "PutItem"


def test_the_map_finds_the_line_of_each_resource(run: Run, folder: Path) -> None:
    lines = (folder / "__main__.py").read_text().splitlines()
    for each in json.loads(run("map", "--json"))["resources"]:
        assert each["file"] == "__main__.py"
        assert re.search(rf"\b{each['type'].rpartition(':')[2]}\(", lines[each["line"] - 1]), each["id"]


def test_what_lies_in_the_folder_and_is_no_program_is_passed_over(run: Run, folder: Path) -> None:
    (folder / "old.py").write_text("print 'a program of Python 2'")
    for place in (".tools", "env/lib"):
        (folder / place).mkdir(parents=True)
        (folder / place / "twin.py").write_text('aws.sqs.Queue("orders", name="shop-orders")')
    (folder / "env" / "pyvenv.cfg").touch()

    assert {each["file"] for each in json.loads(run("map", "--json"))["resources"]} == {"__main__.py"}


def test_the_page_speaks_of_this_program_only(run: Run) -> None:
    page = run("map", "-o", "-")
    modules = {
        name: b64decode(address.partition(",")[2]).decode()
        for name, address in re.findall(r'"([\w./-]+)": "(data:text/javascript;base64,[^"]+)"', page)
        if name.startswith("map/")
    }

    assert len(modules) > 10
    assert {name: WORDS_OF_OURS.findall(text) for name, text in modules.items() if WORDS_OF_OURS.search(text)} == {}


def test_the_source_speaks_of_no_program_in_particular() -> None:
    reader = Path(pulumicheck.__main__.__file__).parent
    sources = [path for path in reader.rglob("*") if path.suffix in {".py", ".js", ".css", ".jinja"}]
    told = {path.name: WORDS_OF_OURS.findall(path.read_text()) for path in sources if "vendor" not in path.parts}

    assert len(told) > 100
    assert {name: words for name, words in told.items() if words} == {}


def test_settings_that_are_called_like_our_switches_are_none(run: Run, folder: Path) -> None:
    switches = "config:\n  computeEnabled:\n    default: true\n  dataEnabled:\n    default: true\n"
    with (folder / "Pulumi.yaml").open("a") as file:
        file.write(switches)

    assert [state["id"] for state in json.loads(run("map", "--json"))["states"]] == ["all"]


def test_python_finds_the_command_as_a_module(folder: Path) -> None:
    command = [sys.executable, "-m", "pulumicheck", "access", "what-can", "nobody"]
    answer = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)

    assert answer.returncode == 1
    assert answer.stderr.startswith("Error: no principal is called 'nobody'; there are: shop-taker")


def test_a_fault_of_ours_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(**_: object) -> None:
        raise ZeroDivisionError("by nought\nand more")

    monkeypatch.setattr(pulumicheck.__main__, "cli", fail)
    with pytest.raises(SystemExit) as ended:
        pulumicheck.__main__.main()

    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith("Error: ZeroDivisionError: by nought and more (this is a fault of ours;")


PROGRAM = """
import pulumi
import pulumi_aws as aws

class Inbox(pulumi.ComponentResource):
    def __init__(self, name):
        super().__init__("post:letters:Inbox", name)
        aws.sqs.Queue(name, name=name, opts=pulumi.ResourceOptions(parent=self))

if pulumi.Config().require_bool("open"):
    Inbox("letters")
else:
    raise pulumi.RunError("the post must be open.")
"""
CLERK = Outsider("clerk", "Clerk", "Sends letters.", "none", "send --stack {stack}", sends=("queue", "SendMessage"))
LOST = Symptom("lost", "A letter is lost", "Nobody knows", ("the floor",), "Look for it.", ("letters",))
POST = Particulars(
    package="post",
    combinations=(Combination("on", "Open.", {"open": True}), Combination("off", "Closed.", {"open": False})),
    outsiders=(CLERK,),
    symptoms=lambda project, stack, region: (LOST,) if (project, stack, region) == ("p", "s", "eu-west-1") else (),
    reproduction=Reproduction("Lose one", "post lose {name}"),
)


def test_what_another_project_hands_in_is_told_of_its_programs(tmp_path: Path) -> None:
    document = _map_of_post(tmp_path)

    assert document["switches"] == ["open"]
    assert [(state["open"], state["refused"]) for state in document["states"]] == [
        (True, None),
        (False, "the post must be open."),
    ]
    assert [(flow["from"], flow["to"], flow["label"]) for flow in document["flows"]] == [
        ("clerk", "letters", "SendMessage")
    ]
    assert {each["id"]: each["breakIt"] for each in document["resources"]} == {"clerk": [], "letters": ["lost"]}
    assert document["symptoms"]["lost"]["reproduction"] == {"heading": "Lose one", "line": "post lose lost"}
    assert [each["cli"] for each in document["resources"] if each["external"]] == ["send --stack s"]


def _map_of_post(folder: Path) -> dict[str, Any]:
    (folder / "Pulumi.yaml").write_text("name: p\nmain: src\nconfig:\n  open:\n    type: boolean\n")
    (folder / "Pulumi.s.yaml").write_text("config:\n  aws:region: eu-west-1\n")
    (folder / "src").mkdir()
    (folder / "src" / "__main__.py").write_text("import post_office")
    (folder / "src" / "post_office.py").write_text(PROGRAM)
    return make_document(read_project(folder), "s", None, POST)
