"""The benchmark reads the Dockerfile that is there."""

import os
from pathlib import Path

from bench.image import _instructions, _stage_lines, _taken, forget_old
from bench.parts.image import _size

ROOT = Path(__file__).parents[2]
LINES = list(_instructions((ROOT / "Dockerfile").read_text(encoding="utf-8")))


def test_it_knows_what_the_build_stage_does() -> None:
    assert {name for name, _ in _stage_lines(LINES, "build")} <= {"WORKDIR", "COPY", "ARG", "RUN"}
    assert any("uv pip install" in rest for name, rest in _stage_lines(LINES, "build") if name == "RUN")


def test_it_takes_all_that_the_image_takes() -> None:
    copied = [rest for name, rest in LINES if name == "COPY" and "--from" in rest]

    assert len(list(_taken(LINES))) == len(copied) == 2


def test_a_size_is_that_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").write_bytes(bytes(1_500_000))

    assert _size(tmp_path) == 1.5


def test_task_roots_that_were_not_used_for_longest_go(tmp_path: Path) -> None:
    for age in range(3):
        (tmp_path / f"image-{age}").mkdir()
        os.utime(tmp_path / f"image-{age}", (1_000_000 - age, 1_000_000 - age))
    forget_old(tmp_path, kept=2)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["image-0", "image-1"]
