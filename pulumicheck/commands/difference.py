"""The review behind `plan --diff` and `--diff-from`."""

import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote

import click

from pulumicheck.errors import CheckError
from pulumicheck.options import console, print_json
from pulumicheck.plan.plan import planning
from pulumicheck.plan.process import ProgramError
from pulumicheck.plan.project import Project
from pulumicheck.review.as_json import json_of
from pulumicheck.review.as_markdown import markdown
from pulumicheck.review.as_sarif import sarif_of
from pulumicheck.review.as_text import print_review
from pulumicheck.review.engine import contradictions, engine_changes
from pulumicheck.review.gate import gate_changes, gate_of
from pulumicheck.review.git import Git
from pulumicheck.review.names import Accepted
from pulumicheck.review.on_top import recorded_on_top
from pulumicheck.review.preview import read_preview
from pulumicheck.review.preview_text import text_of
from pulumicheck.review.review import Review, review_plans, review_preview
from pulumicheck.review.revision import Revision, revision_of
from pulumicheck.shown import visible_json
from pulumicheck.streams import print_document


def review_revision(
    project: Project,
    stack: str,
    settings: Mapping[str, str],
    name: str,
    accepted: Accepted,
    gate: Sequence[str] = (),
) -> Review:
    """Compares the working tree with a revision.

    Args:
        project: the working tree's project.
        stack: a stack of both.
        settings: settings that stand in for those of the files, on both sides.
        name: the revision.
        accepted: what was agreed to.
        gate: patterns of files that belong to the gate, besides those that the revision names.

    Raises:
        CheckError: there is no such revision, or one of the programs refused its settings or failed.
    """
    with revision_of(project.root, name) as revision, ExitStack() as programs:
        with _about(revision):
            planned_before = programs.enter_context(planning(revision.project, stack, settings))
        after = programs.enter_context(planning(project, stack, settings))()
        with _about(revision):
            before = planned_before()
        both = revision.project.config(stack, settings), project.config(stack, settings)
        on_top = partial(recorded_on_top, project, stack, both[1])
        review = review_plans(before, after, (str(revision), "working tree"), accepted, both, on_top)
        changed = Git(project.top).changed(revision.commit)
        return replace(review, gate=gate_changes(changed, [*gate, *gate_of(revision.project)]))


@contextmanager
def _about(revision: Revision) -> Generator[None]:
    """Whatever is the matter in the block, it is said of the revision."""
    try:
        yield
    except CheckError as error:
        problem = " ".join(error.message.split())
        printed = error.printed if isinstance(error, ProgramError) else ""
        raise ProgramError(f"the program of {revision} cannot be compared with: {problem}", printed) from error


def review_file(path: Path, accepted: Accepted) -> Review:
    """Reviews what the Pulumi engine would do.

    Args:
        path: a file with the output of `pulumi preview --json`; `-` is standard input.
        accepted: what was agreed to.

    Raises:
        CheckError: it cannot be read, is something else, or the preview itself failed.
    """
    return review_preview(read_preview(_text_of(path)), accepted)


def beside_the_engine(review: Review, path: Path) -> Review:
    """A review with where the engine says otherwise.

    Args:
        review: what was found without it.
        path: a file with the output of `pulumi preview --json`; `-` is standard input.

    Raises:
        CheckError: it cannot be read, is something else, or the preview itself failed.
    """
    preview = read_preview(_text_of(path))
    found = contradictions(review.resources, engine_changes(preview))
    return replace(review, contradictions=found, doubts=[*review.doubts, *preview.doubts])


def _text_of(path: Path) -> str:
    try:
        return text_of(sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes())
    except (OSError, UnicodeDecodeError) as error:
        raise CheckError(f"{path} cannot be read: {error}.") from error


def tell(review: Review, *, as_json: bool, as_markdown: bool, sarif: Path | None) -> int:
    """Prints the review in the form that was asked for, and gives the exit status."""
    for note in _notes(review):
        click.echo(f"Note: {note}", err=True)
    if sarif:
        _write(sarif, visible_json(sarif_of(review)) + "\n")
    if as_json:
        print_json(json_of(review))
    elif as_markdown:
        print_document(markdown(review))
    else:
        print_review(review, console())
    return review.exit_status


def _notes(review: Review) -> Iterator[str]:
    for name in review.needless_names:
        yield f"nothing that has to be accepted is called {name!r}."
    for name, names in review.ambiguous_names.items():
        yield f"{name!r} is not accepted, since it may be any of: {' '.join(map(quote, names))}."
    yield from review.notes


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CheckError(f"{path} cannot be written: {error.strerror}; name another file with --sarif.") from error
