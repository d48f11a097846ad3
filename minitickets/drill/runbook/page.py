"""`docs/runbook.md`: what can go wrong, how it looks and what helps, with log lines that drills have shown."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template

from infra.settings import Settings
from infra.settings_times import BACKOFF
from minitickets.books.outage import OUTAGE, dead_letters, hidden_seconds, receives_to_outlast
from minitickets.drill.runbook.evidence import Evidence, normalised
from minitickets.drill.runbook.where import Command, Typed
from pulumicheck.particulars import Symptom

_PAGE = Template(Path(__file__).with_name("runbook.md.txt").read_text(encoding="utf-8"))
_DAY = 86_400  # seconds


def runbook_page(settings: Settings, symptoms: Sequence[Symptom], lines: Mapping[str, Sequence[Evidence]]) -> str:
    """The page in Markdown.

    Args:
        settings: the stack's.
        symptoms: what can go wrong in that stack, in the page's order.
        lines: what each drill showed, by its name.
    """
    receives, enough = settings.max_receive_count, receives_to_outlast(OUTAGE)
    return _PAGE.substitute(
        project=settings.project,
        stack=settings.stack,
        table="\n".join(_row(symptom) for symptom in symptoms),
        sections="\n".join(_section(symptom, lines[symptom.name]) for symptom in symptoms),
        backoff=" s, ".join(str(seconds) for seconds in BACKOFF[:-1]) + f" s, then {BACKOFF[-1]}",
        receives=receives,
        last_try=hidden_seconds(receives - 1),
        moved=hidden_seconds(receives),
        minutes=f"about {hidden_seconds(receives) / 60:.0f}",
        dead=dead_letters(1000, receives),
        window=OUTAGE - hidden_seconds(receives - 1),
        enough=enough,
        lasting=f"{hidden_seconds(enough - 1):,}",
        retention=settings.dead_letter_retention_period // _DAY,
    )


def _row(symptom: Symptom) -> str:
    drill = f"[`{symptom.name}`](#{symptom.name})"
    cells = (symptom.symptom, symptom.cause, _place(symptom.where[0]), symptom.cure, drill)
    return f"| {' | '.join(cells)} |"


def _section(symptom: Symptom, lines: Sequence[Evidence]) -> str:
    parts = [f"## {symptom.name}\n", f"{symptom.symptom}. {symptom.cause}.\n"]
    for where in dict.fromkeys(each.where for each in lines):
        shown = "\n".join(normalised(each for each in lines if each.where == where))
        parts.append(f"In {_place(where)}:\n\n```\n{shown}\n```\n")
    parts += _looks(symptom)
    return "\n".join([*parts, "", f"What to do: {symptom.cure}", ""])


def _looks(symptom: Symptom) -> list[str]:
    commands = [where for where in symptom.where if isinstance(where, Command)]
    looked = [f"- {_place(where)}" for where in symptom.where if where not in commands]
    return ["Where to look:\n", *looked, "", *(["```", *commands, "```"] if commands else [])]


def _place(where: str) -> str:
    return f"`{where}`" if isinstance(where, Typed) else where
