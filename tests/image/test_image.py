"""The image as it is built: what is in it, that nothing has to be compiled, and that both functions run from it."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, distribution
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from embeddedaws.server import Server
from fuzz.hostile_messages import BOOKING
from tests.fixtures.project import PROJECT
from tests.image.built_image import BuiltImage, built_image, why_not
from tests.image.handler import invoke
from tests.image.services import Services
from tests.image.stand_in_base import TASK_ROOT

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(why_not() is not None, reason=why_not() or ""),
]

_MOST = 30  # MB of dependencies
_UNCHECKED = (1).to_bytes(4, "little")  # PEP 552: by hash, and not compared with the source


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuiltImage]:
    with built_image(tmp_path_factory.mktemp("image")) as built:
        yield built


@pytest.fixture(scope="module")
def task(image: BuiltImage) -> Path:
    return image.root / TASK_ROOT.lstrip("/")


@pytest.fixture
def aws() -> Iterator[tuple[Services, str]]:
    services = Services()
    server = Server(services)
    server.start()
    yield services, server.url
    server.stop()


def test_it_holds_the_functions_and_what_they_depend_on_and_nothing_else(task: Path) -> None:
    found = {_name(each.metadata["Name"]): each for each in _distributions(task)}
    assert found.keys() == _dependencies()
    theirs = {str(file) for each in found.values() for file in each.files or () if ".." not in file.parts}
    ours = {str(path.relative_to(PROJECT.root / "apps")) for path in (PROJECT.root / "apps").rglob("*")}
    sources = {str(path.relative_to(task)) for path in _files(task) if path.suffix != ".pyc"}
    assert sources - theirs - ours == set()
    assert {path for path in ours if path.endswith((".py", ".html", ".txt"))} <= sources


def test_the_dependencies_are_small(task: Path, record_property: Callable[[str, object], None]) -> None:
    ours = {path.name for path in (PROJECT.root / "apps").iterdir()}
    parts = {part.name: sum(path.stat().st_size for path in _files(part)) for part in task.iterdir()}
    megabytes = sum(size for name, size in parts.items() if name not in ours) / 1_000_000
    largest = ", ".join(f"{name} {parts[name] / 1e6:.1f}" for name in sorted(parts, key=lambda each: -parts[each])[:4])
    record_property("summary", f"image: {megabytes:.1f} MB of dependencies, the largest: {largest}")
    assert megabytes <= _MOST


def test_every_module_is_compiled_and_is_never_compared_with_its_source(task: Path) -> None:
    modules = {path for path in _files(task) if path.suffix == ".py"}
    compiled = {path for path in _files(task) if path.suffix == ".pyc"}
    assert {Path(cache_from_source(str(path))) for path in modules} == compiled
    assert [path for path in compiled if path.read_bytes()[4:8] != _UNCHECKED] == []
    assert len(modules) > 100


def test_anybody_may_read_it(task: Path) -> None:
    closed = [path for path in task.rglob("*") if path.stat().st_mode & (0o5 if path.is_dir() else 0o4) == 0]
    assert closed == []


def test_lambda_is_told_which_handler_is_meant(image: BuiltImage) -> None:
    assert image.config["Cmd"] == ["lambda.handler"]
    assert image.config["User"] == "65532:65532"


@pytest.mark.parametrize(
    ("handler", "calls"),
    [
        ("lambda.handler", {"GetItem": 2, "SendEmail": 2, "PutItem": 2}),
        ("ticket_lambda.handler", {"PutItem": 6, "PutObject": 4, "UpdateItem": 4, "GetSecretValue": 1}),
    ],
    ids=["worker", "tickets"],
)
def test_a_handler_does_a_batch_and_nothing_is_compiled_meanwhile(
    image: BuiltImage, task: Path, aws: tuple[Services, str], handler: str, calls: dict[str, int]
) -> None:
    services, url = aws
    before = _state(task)
    assert invoke(image.root, handler, {"Records": [_record("bkg_1"), _record("bkg_2")]}, url) == {
        "batchItemFailures": []
    }
    assert services.counts == calls
    assert _state(task) == before  # which it could have written to, and Lambda's cannot be


def _record(booking: str) -> dict[str, Any]:
    body = json.dumps(BOOKING | {"bookingId": booking, "quantity": 2})
    return {"messageId": booking, "receiptHandle": "handle", "body": body, "attributes": {}}


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in (folder.rglob("*") if folder.is_dir() else [folder]) if path.is_file())


def _state(folder: Path) -> set[tuple[Path, int, int]]:
    return {(path, path.stat().st_mtime_ns, path.stat().st_size) for path in _files(folder)}


def _distributions(task: Path) -> Iterator[Distribution]:
    return iter(Distribution.discover(path=[str(task)]))


def _dependencies() -> set[str]:
    """What the functions need, by pyproject.toml and by what each distribution says of itself."""
    project = tomllib.loads((PROJECT.root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found, left = set[str](), [Requirement(each) for each in project["dependencies"]]
    while left:
        requirement = left.pop()
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            if (name := _name(requirement.name)) not in found:
                left += map(Requirement, distribution(name).requires or ())
            found.add(name)
    return found


def _name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
