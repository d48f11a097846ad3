"""Drills as a person sees them."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from minitickets.drill.drilled import Drilled
from minitickets.home import how_to_call
from pulumicheck.particulars import Symptom


def tell_drill(symptom: Symptom) -> None:
    """Says on standard error that a drill begins."""
    _console(stderr=True).print(f"\n[bold]{symptom.name}[/]: {escape(symptom.symptom)}")


def tell_step(sentence: str) -> None:
    """Tells its next step there."""
    _console(stderr=True).print(f"  » {escape(sentence)}", soft_wrap=True)


def show_list(symptoms: Iterable[Symptom]) -> None:
    """Prints what can be drilled."""
    table = Table(title="Drills", title_justify="left", expand=True)
    table.add_column("Name", no_wrap=True)
    table.add_column("Symptom", ratio=4, overflow="fold")
    table.add_column("Cause", ratio=5, overflow="fold")
    for symptom in symptoms:
        table.add_row(symptom.name, escape(symptom.symptom), escape(symptom.cause))
    console = _console()
    console.print(table)
    console.print(
        f"{escape(how_to_call())} drill NAME, or `all`, makes it happen on an AWS of its own.", soft_wrap=True
    )


def show_outcome(symptom: Symptom, drilled: Drilled) -> None:
    """Prints what was seen, where to look in a real stack, and what to do.

    Lines are not folded, so that they can be copied from a terminal as they are.
    """
    console = _console()
    for title, lines in _parts(symptom, drilled):
        console.print(f"\n  [bold]{escape(title)}[/]")
        for line in lines:
            console.print(f"    {escape(line)}", soft_wrap=True)
    console.print(f"\n  {_verdict(drilled)} [dim]{drilled.seconds:.1f} s[/]", soft_wrap=True)


def _parts(symptom: Symptom, drilled: Drilled) -> Iterator[tuple[str, Sequence[str]]]:
    yield "Seen", drilled.evidence
    for where in dict.fromkeys(each.where for each in drilled.lines):
        yield where, [each.shown for each in drilled.lines if each.where == where]
    if drilled.find:
        yield "What finds these lines", drilled.find
    yield "Cause", [symptom.cause]
    yield "Where to look", symptom.where
    yield "What to do", [symptom.cure]


def _verdict(drilled: Drilled) -> str:
    seen = "[green]Reproduced[/]" if drilled.reproduced else "[bold red]Not reproduced[/]"
    if drilled.undone:
        return f"{seen}, [green]undone[/]; the next booking was handled normally."
    return f"{seen}, [bold red]not undone[/]: {escape(' '.join(drilled.left_over))}"


def _console(*, stderr: bool = False) -> Console:
    return Console(stderr=stderr, highlight=False, emoji=False)
