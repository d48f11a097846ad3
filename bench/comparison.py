"""How long the comparison of two policies takes, with AWS's managed policies and with policies made to be hard.

    .venv/bin/python -m bench.comparison

Each of AWS's managed policies within the limit of 6,144 characters (as moto has them) is compared with itself
rewritten, with one statement more, and with one action less; each hard policy with itself with another action. What is
told is the slowest of each kind, in seconds of one core and in steps, of which a comparison gets so many that it ends
within two seconds.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import click

from pulumicheck.iam.effort import STEPS
from tests.pulumicheck.review.comparisons import (
    MANAGED,
    REWRITTEN,
    Comparison,
    compare,
    one_action_less,
    one_statement_more,
)
from tests.pulumicheck.review.hard_comparisons import HARD


def main() -> None:
    """Prints the slowest of each kind."""
    click.echo(f"{len(MANAGED)} managed policies, {len(HARD)} hard ones; {STEPS:,} steps are the limit")
    for kind, make in {
        **REWRITTEN,
        "one statement more": one_statement_more,
        "one action less": one_action_less,
    }.items():
        _tell(kind, ((name, document, make(document)) for name, document in MANAGED.items()))
    for name, make in HARD.items():
        _tell(name, iter([("", *make())]))


def _tell(kind: str, pairs: Iterator[tuple[str, *tuple[Any, ...]]]) -> None:
    found = [(*_timed(compare, *asked), name) for name, *asked in pairs]
    seconds, compared, name = max(found, key=lambda each: each[0])
    spent = sum(each.too_complex for _, each, _ in found)
    told = f"{kind:42} {seconds:6.3f} s {compared.steps:10,} steps  {compared.verdict:9} {name}"
    click.echo(f"{told}{f' too complex: {spent}' if spent else ''}")


def _timed(ask: Callable[[Any, Any], Comparison], *asked: Any) -> tuple[float, Comparison]:
    started = time.process_time()
    answer = ask(*asked)
    return time.process_time() - started, answer


if __name__ == "__main__":
    main()
