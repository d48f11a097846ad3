"""A change as a reviewer sees it: what it lets whom do, and what becomes of each resource."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from pulumicheck.plan.plan import Plan
from pulumicheck.plan.recording import Recording, Resource
from pulumicheck.review.differences import Difference, differences
from pulumicheck.review.doubts import Doubt, doubts_of_settings
from pulumicheck.review.engine import Contradiction
from pulumicheck.review.gate import GateChange
from pulumicheck.review.names import Accepted, Asked, Question, ambiguous, asked, plain
from pulumicheck.review.not_understood import not_understood
from pulumicheck.review.on_top import is_worth_it
from pulumicheck.review.overlaps import made_and_taken_away
from pulumicheck.review.permission_change import VERDICTS, PermissionChange
from pulumicheck.review.permissions import permission_changes
from pulumicheck.review.preview import Preview
from pulumicheck.review.providers import Providers, provider_doubts
from pulumicheck.review.resource_changes import CHANGES, ResourceChange, resource_changes
from pulumicheck.review.steps import Step, as_deployed, steps

Settings = tuple[Mapping[str, str], Mapping[str, str]]
OnTop = Callable[[Sequence[Resource], tuple[Providers, Providers]], Recording | None]

BROADER = 3
"""Exit status: something has to be accepted, and nobody has accepted it."""

_UNTOLD = "only AWS can tell what the program asks for: {}; what is made of the answers is unknown here"
_UNSEEN = (
    "{} resources stay the same and are not in this preview. What they allow is not known here, so that a verdict may "
    "be worse than it should: `pulumi preview --json --show-sames` tells of them."
)


@dataclass(frozen=True)
class Review:
    """All that a change does to one stack.

    Attributes:
        project: the project's name.
        stack: the stack's name.
        before: what the change is compared with, for people.
        after: what it leads to, for people.
        permissions: what is not written as it was, the worst first.
        resources: what is not as it was, the worst first.
        outputs: what differs of the stack's outputs.
        accepted: what was agreed to.
        contradictions: where the engine, if it was asked, says otherwise.
        doubts: what is not understood.
        notes: what a reader has to know of how all this came about.
        gate: what is not as it was of what judges.
        declared: all resources as they are, and then as they were.
    """

    project: str
    stack: str
    before: str
    after: str
    permissions: list[PermissionChange]
    resources: list[ResourceChange]
    outputs: list[Difference]
    accepted: Accepted = field(default_factory=Accepted)
    contradictions: list[Contradiction] = field(default_factory=list[Contradiction])
    doubts: list[Doubt] = field(default_factory=list[Doubt])
    notes: list[str] = field(default_factory=list[str])
    gate: list[GateChange] = field(default_factory=list[GateChange])
    declared: list[Resource] = field(default_factory=list[Resource], repr=False)

    @cached_property
    def asked(self) -> list[Asked]:
        """What someone has to agree to, whether or not it is agreed to."""
        questions: list[Question] = [
            *self.gate,
            *self.contradictions,
            *self.doubts,
            *(change for change in self.permissions if change.is_broader),
            *(change for change in self.resources if change.is_dangerous),
        ]
        return asked(questions, self.accepted)

    @property
    def open_questions(self) -> list[Asked]:
        """What someone has to agree to, and nobody has."""
        return [each for each in self.asked if not each.accepted]

    def asked_of(self, change: Question) -> Asked | None:
        """The question that a change of this review is; None if it is none."""
        return self._by_change.get(id(change))

    @cached_property
    def _by_change(self) -> dict[int, Asked]:
        return {id(each.question): each for each in self.asked}

    @property
    def exit_status(self) -> int:
        """0, or 3 while there are open questions."""
        return BROADER if self.open_questions else 0

    @property
    def names_to_accept(self) -> list[str]:
        """What `--accept` would have to name."""
        return [each.name for each in self.open_questions]

    @property
    def needless_names(self) -> list[str]:
        """What was accepted and is not there to be accepted, such as a misspelt sid; sorted."""
        known = {name for each in self.asked for name in each.names}.union(self.ambiguous_names)
        return sorted(name for name in self.accepted.names if plain(name) not in known)

    @property
    def ambiguous_names(self) -> dict[str, list[str]]:
        """What was accepted by a name that fits several questions, and what each of these is called."""
        return ambiguous(self.asked, self.accepted)

    @property
    def verdicts(self) -> dict[str, int]:
        """How many permissions became what, the worst first."""
        counted = Counter(change.verdict for change in self.permissions)
        return {verdict: counted[verdict] for verdict in VERDICTS if counted[verdict]}

    @property
    def changes(self) -> dict[str, int]:
        """How many resources are what, the worst first."""
        counted = Counter(change.change for change in self.resources)
        return {change: counted[change] for change in CHANGES if counted[change]}


def review_plans(
    before: Plan,
    after: Plan,
    names: tuple[str, str],
    accepted: Accepted,
    settings: Settings = ({}, {}),
    on_top: OnTop = lambda _before, _providers: None,
) -> Review:
    """Compares two plans of one stack.

    Args:
        before: as it was.
        after: as it is.
        names: what to call both.
        accepted: what was agreed to.
        settings: the stack's settings of both sides.
        on_top: runs the program once more, on top of what is deployed; None if that cannot be.
    """
    was, is_ = before.recording, after.recording
    providers = Providers.of(was.resources, settings[0]), Providers.of(is_.resources, settings[1])
    made = _steps(was, is_, settings, lambda: on_top(was.resources, providers))
    stay = [(step.before, step.resource) for step in made if step.before and step.op in ("same", "update")]
    preview = Preview(
        is_.project,
        is_.stack,
        was.resources,
        as_deployed(is_.resources, made),
        (was.outputs, is_.outputs),
        made,
        [*provider_doubts(stay, *providers), *doubts_of_settings(was, is_)],
    )
    found = review_preview(preview, accepted, names)
    untold = sorted({*was.untold, *is_.untold})
    return replace(found, notes=[*found.notes, _UNTOLD.format(", ".join(untold))]) if untold else found


def _steps(
    was: Recording, is_: Recording, settings: Settings, run_on_top: Callable[[], Recording | None]
) -> Sequence[Step]:
    """What the engine would do; each resource as it is without unknowns, which a reader could do little with."""
    made = steps(was.resources, is_.resources, settings)
    if not is_worth_it(made):
        return made
    again = run_on_top()
    if again is None:
        return made
    known = {each.urn: each for each in is_.resources}
    found = steps(was.resources, again.resources, settings, tells_unknowns=True)
    return [replace(step, resource=known.get(step.resource.urn, step.resource)) for step in found]


def review_preview(preview: Preview, accepted: Accepted, names: tuple[str, str] = ("deployed", "preview")) -> Review:
    """The review of what the engine would do.

    Args:
        preview: the engine's word, or what stands in for it.
        accepted: what was agreed to.
        names: what to call both sides.
    """
    resources = resource_changes(preview.steps)
    unread = not_understood(preview.before, preview.after, resources)
    return Review(
        project=preview.project,
        stack=preview.stack,
        before=names[0],
        after=names[1],
        permissions=permission_changes(preview.before, preview.after),
        resources=resources,
        outputs=sorted(differences(*preview.outputs), key=lambda difference: difference.path),
        accepted=accepted,
        doubts=sorted({*preview.doubts, *made_and_taken_away(preview.steps), *unread}, key=_by_urn),
        notes=[_UNSEEN.format(preview.unseen)] if preview.unseen else [],
        declared=[*preview.after, *preview.before],
    )


def _by_urn(doubt: Doubt) -> tuple[str, str]:
    return doubt.urn, doubt.what
