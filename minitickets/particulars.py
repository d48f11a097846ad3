"""What this project tells pulumicheck of itself."""

from minitickets.home import HOME
from pulumicheck.particulars import Combination, Outsider, Particulars, Reproduction, Symptom

_PUBLISHER = Outsider(
    "outbox-publisher",
    "Outbox publisher",
    "The api's outbox: sends one message for each confirmed booking to both queues, each at least once.",
    "none: it runs with the api, outside of this stack",
    "minitickets publish bookings.jsonl --stack {stack}",
    sends=("queue", "SendMessage"),
)
_SES = Outsider(
    "ses",
    "Amazon SES",
    "Takes the emails that the worker sends and delivers them. In its sandbox, to verified addresses only.",
    "SES → Account dashboard",
    "aws sesv2 get-account",
    receives=("identity", "delivers"),
)
_API = Outsider(
    "api",
    "API",
    "Shows a signed-in user their tickets. It is deployed elsewhere, and its role has this stack's policy attached.",
    "IAM → Roles → the api's role → Permissions",
    "minitickets access what-can api --stack {stack}",
    has_policies=True,
)
_PERMISSIONS = """\
Written by `minitickets access page --stack {stack}` from the plan of that stack; a test fails when this page is not
what the program says. That each line is needed, and that none is missing, is what `minitickets prove` shows."""


_COMBINATIONS = tuple(
    Combination(id_, title, {"computeEnabled": compute, "dataEnabled": data})
    for id_, compute, data, title in (
        ("compute-and-data", True, True, "Both switches are on: the whole stack is there."),
        ("data-only", False, True, "Compute is off: messages wait in the queues, and nothing runs."),
        ("storage-only", False, False, "Both switches are off: nothing waits and nothing runs; the tickets stay."),
        ("compute-without-data", True, False, "Compute is on and data is off."),
    )
)


def _symptoms(project: str, stack: str, region: str) -> tuple[Symptom, ...]:
    # Once imported, this project's `infra` would stand in the way of another program's, which may be called so too.
    from infra.naming import Names  # noqa: PLC0415
    from minitickets.drill.runbook.symptoms import symptoms_of  # noqa: PLC0415

    return symptoms_of(Names(project, stack, region))


PARTICULARS = Particulars(
    package="minitickets",
    home=HOME,
    combinations=_COMBINATIONS,
    outsiders=(_PUBLISHER, _SES, _API),
    symptoms=_symptoms,
    reproduction=Reproduction("Make it happen on the embedded AWS", "minitickets drill {name}"),
    permissions=_PERMISSIONS,
)
"""Of every program whose components are of the package `minitickets`, whatever its project is called."""
