import json
from collections.abc import Generator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pulumicheck.commands.accepted import Acceptance, acceptances, accepted

HEAD = "0123456789abcdef0123456789abcdef01234567"
OTHER = HEAD[:39] + "8"


def _comment(body: str | None, login: str = "ada", kind: str = "User") -> dict[str, Any]:
    return {"body": body, "user": {"login": login, "type": kind}}


def _names(*comments: dict[str, Any]) -> list[Acceptance]:
    return list(acceptances(comments, HEAD))


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (f"accept {HEAD}", ()),
        (f"Looked at it.\n\naccept {HEAD} Read 'role worker/Read'\n\nThanks!", ("Read", "role worker/Read")),
        (f"`accept {HEAD} Read`", ("Read",)),
        (f"accept {HEAD}\r\n", ()),
    ],
)
def test_a_line_accepts_all_or_what_it_names(body: str, names: tuple[str, ...]) -> None:
    assert _names(_comment(body)) == [Acceptance("ada", names)]


@pytest.mark.parametrize(
    "body",
    [
        None,
        "",
        "accept",
        f"accept {OTHER}",
        f"accept {HEAD[:39]}",
        f"accept {HEAD[:12]} Read",
        f"accept {HEAD}0",
        f"> accept {HEAD}",
        f"I would not accept {HEAD}",
        f"Do not:\naccept  {HEAD}",
        f"ACCEPT {HEAD}",
        f"accept {HEAD} 'Read",
    ],
)
def test_what_names_another_commit_part_of_one_or_none_accepts_nothing(body: str | None) -> None:
    assert _names(_comment(body)) == []


def test_a_bot_repeats_what_others_wrote_and_accepts_nothing() -> None:
    comments = [_comment(f"accept {HEAD}", "github-actions[bot]", "Bot"), {"body": f"accept {HEAD}", "user": None}]
    assert _names(*comments) == []


class _Server(ThreadingHTTPServer):
    answers: Mapping[str, Any]
    asked: list[tuple[str, str | None]]


class _Handler(BaseHTTPRequestHandler):
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers["Authorization"]))
        answer = self.server.answers.get(self.path.removeprefix("/repos/ada/shop/"), 404)
        self.send_response(answer if isinstance(answer, int) else 200)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - http.server's name
        pass


@pytest.fixture
def github(monkeypatch: pytest.MonkeyPatch) -> Generator[_Server]:
    with _Server(("127.0.0.1", 0), _Handler) as server:
        server.asked, server.answers = [], {}
        monkeypatch.setenv("GITHUB_API_URL", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("GITHUB_REPOSITORY", "ada/shop")
        monkeypatch.setenv("GITHUB_TOKEN", "a-token")
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def _run(server: _Server, comments: Sequence[Any], reviews: Sequence[Any], **permissions: Any) -> Result:
    server.answers = {
        "issues/7/comments?per_page=100&page=1": comments[:100],
        "issues/7/comments?per_page=100&page=2": comments[100:],
        "pulls/7/reviews?per_page=100&page=1": reviews,
        **{f"collaborators/{login}/permission": {"permission": it} for login, it in permissions.items()},
    }
    return CliRunner().invoke(accepted, ["--number", "7", "--commit", HEAD])


def test_only_who_may_write_to_the_repository_accepts(github: _Server) -> None:
    logins = ("ada", "eve", "bob", "joe")
    comments = [_comment(f"accept {HEAD} {login}", login) for login in logins]

    result = _run(github, comments, [], ada="write", eve="read", bob="admin")

    assert result.stdout.splitlines() == ["--accept", "ada", "--accept", "bob"]
    assert "Note: eve may not write to ada/shop, and so accepts nothing." in result.stderr
    assert "Note: joe may not write" in result.stderr
    assert {token for _, token in github.asked} == {"Bearer a-token"}


def test_reviews_count_and_further_pages_do_too_and_each_name_is_one_line(github: _Server) -> None:
    comments = [
        *(_comment("…") for _ in range(100)),
        _comment(f"accept {HEAD} 'a\n'"),
        _comment(f"accept {HEAD} 'a  b' c"),
    ]

    result = _run(github, comments, [_comment(f"accept {HEAD}", "bob")], ada="write", bob="write")

    assert result.stdout.splitlines() == ["--accept", "a b", "--accept", "c", "--accept-all"]
    assert len([path for path, _ in github.asked if "collaborators/ada" in path]) == 1


def test_nothing_is_accepted_if_nobody_says_so(github: _Server) -> None:
    assert (_run(github, [], []).output, _run(github, [], []).exit_code) == ("", 0)


@pytest.mark.parametrize("status", [401, 403, 500])
def test_an_answer_that_is_none_ends_the_check(github: _Server, status: int) -> None:
    github.answers = {"issues/7/comments?per_page=100&page=1": status}

    result = CliRunner().invoke(accepted, ["--number", "7", "--commit", HEAD])

    assert result.exit_code == 1
    assert f"GitHub answered {status}" in result.stderr
