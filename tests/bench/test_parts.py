"""What a run writes, with sides that cost nothing."""

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.errors import BenchError
from bench.parts import image, share, starts, tools, warm
from bench.run import WHOLE, Run
from bench.share import NoShare
from bench.sides import BOTO3, LEAN, OURS, POWERTOOLS, TYPESCRIPT_SIDE
from tests.bench.fakes import fake_run

RATIOS = {
    "firstStartCpu",
    "firstStartWall",
    "emailCpu",
    "emailCpuPowertools",
    "warmTen",
    "warmTenSequential",
    "tlsTenCpu",
    "bookingOfFourCpu",
    "bookingOfFourWall",
    "coldWall256",
    "notStartedOf",
    "residentMegabytes",
    "imageMegabytes",
    "planCpu",
    "mapGrowth",
}
MEASURES = (starts.first_start, starts.tls, warm.email, warm.batch_of_ten, warm.booking, share.share, image.image)


class NoQuota:
    def admit(self, pid: int) -> None:
        """Throttles nothing."""


@contextmanager
def _granted(_memory: int) -> Generator[NoQuota]:
    yield NoQuota()


@pytest.fixture(autouse=True)
def no_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share, "share_of", _granted)
    monkeypatch.setattr(tools, "_processor_seconds", lambda _arguments, _folder: 2.0)


def test_every_ratio_is_in_the_file(tmp_path: Path) -> None:
    run = fake_run(tmp_path)
    for measure in (*MEASURES, tools.plan, tools.growth):
        measure(run)
    run.results.write(tmp_path / "new" / "bench.json")
    found = json.loads((tmp_path / "new" / "bench.json").read_text())

    assert RATIOS - found["ratios"].keys() == set()
    assert found["ratios"]["emailCpu"] == 1
    assert found["ratios"]["notStartedOf"] == {"of": 1, "notStarted": 0}
    assert found["figures"]["emailCpu"]["sides"][OURS] == {"median": 1000, "minimum": 1000, "samples": 2}


@pytest.mark.parametrize(
    ("measure", "lazy"),
    [
        (starts.first_start, POWERTOOLS),
        (starts.tls, BOTO3),
        (warm.email, TYPESCRIPT_SIDE),
        (warm.batch_of_ten, OURS),
        (warm.booking, LEAN),
        (share.share, TYPESCRIPT_SIDE),
    ],
)
def test_a_side_that_makes_fewer_calls_ends_the_run(tmp_path: Path, measure: Callable[[Run], None], lazy: str) -> None:
    with pytest.raises(BenchError, match=f"^{lazy} made 0 calls of PutItem where"):
        measure(fake_run(tmp_path, lazy=lazy))


def test_a_batch_of_which_a_message_failed_is_no_sample(tmp_path: Path) -> None:
    run = fake_run(tmp_path, failing=BOTO3)
    starts.first_start(run)

    assert run.disturbed == {BOTO3: 1}
    assert BOTO3 not in run.results.figures["firstStartCpu"].samples
    assert run.results.ratios["firstStartCpu"] == 1


def test_too_many_of_them_end_the_run(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match=r"^boto3 failed messages of 6 batches, and no service refuses any"):
        starts.first_start(fake_run(tmp_path, failing=BOTO3, rounds=WHOLE))


def test_where_no_quota_can_be_set_nothing_is_made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_memory: int) -> None:
        raise NoShare("no quota can be set here")

    monkeypatch.setattr(share, "share_of", refuse)
    run = fake_run(tmp_path)
    share.share(run)

    assert run.results.ratios == {}
    assert run.results.left_out == ["the first batch at 256 MB: no quota can be set here"]
