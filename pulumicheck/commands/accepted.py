"""`accepted`: what people with write access have agreed to of one commit of a pull request, as they wrote it there.

    accept 0123456789abcdef0123456789abcdef01234567
    accept 0123456789abcdef0123456789abcdef01234567 ReadJobsQueue 'role reader/ReadJobsQueue'

The whole hash, since one that begins with the same digits is soon found. Without a name, all is agreed to.
"""

import json
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import click

from pulumicheck.errors import CheckError

_LINE = re.compile(r"accept ([0-9a-f]{40})(?: +(.*))?")
_MAY_ACCEPT = {"admin", "write"}  # GitHub, "Get repository permissions for a user": `maintain` counts as `write`
_PAGE = 100
_SECONDS = 30


@dataclass(frozen=True)
class Acceptance:
    """One line of one comment.

    Attributes:
        login: who wrote it.
        names: what is agreed to; none is everything.
    """

    login: str
    names: tuple[str, ...]


def acceptances(comments: Sequence[Any], commit: str) -> Iterator[Acceptance]:
    """What comments agree to of a commit.

    Args:
        comments: as GitHub's API lists comments and reviews.
        commit: its full hash.
    """
    for comment in comments:
        user = comment.get("user") or {}
        if user.get("type") != "User":
            continue  # a bot repeats what others wrote
        for line in (comment.get("body") or "").splitlines():
            found = _LINE.fullmatch(line.strip().strip("`"))
            if found and found[1] == commit and (names := _words(found[2])) is not None:
                yield Acceptance(str(user.get("login")), names)


def _words(text: str | None) -> tuple[str, ...] | None:
    try:
        return tuple(shlex.split(text or ""))
    except ValueError:
        return None  # a quote that does not end: nobody can tell what was meant


class GitHub:
    """GitHub's API for one repository, with a token that may read."""

    def __init__(self, url: str, repository: str, token: str) -> None:
        self._base, self._token = f"{url}/repos/{repository}", token

    def comments(self, number: int) -> list[Any]:
        """The comments on a pull request, and the reviews of it."""
        return [*self._all(f"issues/{number}/comments"), *self._all(f"pulls/{number}/reviews")]

    @cache  # noqa: B019 - it lives as long as the command
    def may_write(self, login: str) -> bool:
        """Whether someone may push to the repository."""
        found = self._get(f"collaborators/{quote(login, safe='')}/permission")
        return bool(found) and found.get("permission") in _MAY_ACCEPT

    def _all(self, path: str) -> Iterator[Any]:
        page = 1
        while found := self._get(f"{path}?per_page={_PAGE}&page={page}"):
            yield from found
            if len(found) < _PAGE:
                return
            page += 1

    def _get(self, path: str) -> Any:
        """None where there is no such thing."""
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/vnd.github+json"}
        try:
            with urlopen(Request(f"{self._base}/{path}", headers=headers), timeout=_SECONDS) as answer:  # noqa: S310
                return json.load(answer)
        except HTTPError as error:
            error.close()
            if error.code == 404:  # noqa: PLR2004
                return None
            raise CheckError(f"GitHub answered {error.code} to {path}: give the job `pull-requests: read`.") from error
        except (OSError, ValueError) as error:
            raise CheckError(f"GitHub could not be asked for {path}: {error}.") from error


@click.command(hidden=True)
@click.option("--repository", envvar="GITHUB_REPOSITORY", required=True, help="Such as ada/shop.")
@click.option("--number", type=int, required=True, help="The pull request's.")
@click.option("--commit", required=True, help="The commit that is under review; its full hash.")
def accepted(*, repository: str, number: int, commit: str) -> None:
    """Print the options that accept what comments on a pull request accept of a commit, one word a line.

    Only lines `accept COMMIT [NAME]...` count, of people who may write to the repository. GITHUB_TOKEN may read it.
    """
    github = GitHub(
        os.environ.get("GITHUB_API_URL", "https://api.github.com"), repository, os.environ.get("GITHUB_TOKEN", "")
    )
    for each in acceptances(github.comments(number), commit):
        if not github.may_write(each.login):
            click.echo(f"Note: {each.login} may not write to {repository}, and so accepts nothing.", err=True)
        elif not each.names:
            click.echo("--accept-all")
        else:
            click.echo("".join(f"--accept\n{' '.join(name.split())}\n" for name in each.names), nl=False)
