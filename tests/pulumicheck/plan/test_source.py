from pathlib import Path

import pytest
from pulumi.runtime.proto import resource_pb2, source_pb2

from pulumicheck.plan.source import source_of


def _request(*uris: str) -> resource_pb2.RegisterResourceRequest:
    frames = [source_pb2.StackFrame(pc=source_pb2.SourcePosition(uri=uri, line=7)) for uri in uris]
    return resource_pb2.RegisterResourceRequest(stackTrace=source_pb2.StackTrace(frames=frames))


@pytest.mark.parametrize(
    ("paths", "source"),
    [
        (["a b.py"], "a b.py:7"),
        ([".venv/lib/site-packages/lib.py", "infra/x.py"], "infra/x.py:7"),
        (["../other/x.py"], ""),
        ([], ""),
    ],
)
def test_the_innermost_line_of_one_s_own_code_counts(paths: list[str], source: str, tmp_path: Path) -> None:
    assert source_of(_request(*((tmp_path / path).resolve().as_uri() for path in paths)), tmp_path) == source


def test_what_is_no_file_is_nowhere(tmp_path: Path) -> None:
    assert source_of(_request("project:///x.py", "https://example.com/x.py"), tmp_path) == ""
