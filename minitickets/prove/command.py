"""`minitickets prove`."""

import sys

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from minitickets.home import find_project
from minitickets.prove.ground import proving_ground
from minitickets.prove.mutants import Mutant
from minitickets.prove.proof import Proof, prove
from pulumicheck.options import json_option, print_json_line, stack_option


@click.command(name="prove")
@stack_option
@json_option
def prove_command(*, stack: str, as_json: bool) -> None:
    """Prove that the stack's policies grant what is needed and nothing besides.

    Deploys the stack on an AWS of its own, does all that it does, and checks that each grant was used. Then it changes
    each policy in one point at a time, and checks that each change shows. Exit status 1 if one does not.
    """
    console = Console(stderr=True, highlight=False, emoji=False)
    with console.status("Deploying") as status, proving_ground(find_project(), stack) as ground:
        proof = prove(ground, lambda step: status.update(escape(step)))
    if as_json:
        print_json_line(_to_json(proof))
    else:
        _show(proof)
    if not proof.holds:
        sys.exit(1)


def _show(proof: Proof) -> None:
    console = Console(highlight=False, emoji=False)
    table = Table(title="One change at a time, and what it does", title_justify="left", expand=True)
    table.add_column("Statement", ratio=2, overflow="fold")
    table.add_column("Changed", ratio=4, overflow="fold")
    table.add_column("What one sees", ratio=4, overflow="fold")
    for killed in proof.mutants:
        seen = "\n".join(killed.symptoms) or "nothing"
        style = "" if killed.symptoms else "bold red"
        table.add_row(escape(killed.mutant.sid), escape(killed.mutant.change), escape(seen), style=style)
    console.print(table)
    for symptom in proof.symptoms:
        console.print(f"[bold red]As they are, the policies lack something:[/] {escape(symptom)}")
    for grant in proof.unused:
        console.print(f"[bold red]Nothing uses[/] {escape(grant.what)} of {escape(grant.statement.sid)}")
    console.print(
        f"{len(proof.grants)} grants, {len(proof.unused)} unused. "
        f"{len(proof.mutants)} changes, {len(proof.survivors)} unnoticed."
    )


def _to_json(proof: Proof) -> dict[str, object]:
    return {
        "holds": proof.holds,
        "symptoms": proof.symptoms,
        "grants": [
            {"sid": grant.statement.sid, "what": grant.what, "uses": grant.uses, "principal": grant.statement.principal}
            for grant in proof.grants
        ],
        "mutants": [
            {**_name(killed.mutant), "symptoms": killed.symptoms, "refused": list(killed.refused)}
            for killed in proof.mutants
        ],
        "survivors": [_name(mutant) for mutant in proof.survivors],
    }


def _name(mutant: Mutant) -> dict[str, str]:
    return {"policy": mutant.policy.holder.id, "sid": mutant.sid, "change": mutant.change}
