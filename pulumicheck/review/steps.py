"""What the engine would do to each resource: its step generator in small.

The authority is Pulumi's pkg/resource/deploy/step_generator.go. A registration is found in the state by its URN or an
alias, and then it stays, is updated, or is replaced; what is not registered again is deleted. Where the engine asks the
provider, the table of types answers, and whatever it does not know is taken for the worse.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import UNKNOWN, has_unknowns
from pulumicheck.review.differences import Difference, differences
from pulumicheck.review.identity import former_urns
from pulumicheck.review.property_paths import with_ignored
from pulumicheck.review.providers import DEFAULT_TAGS, Providers, may_have_tags, package_of, replacing_settings
from pulumicheck.review.replacing import cannot_stand_beside, forces, is_pulled, replaced_on_changes
from pulumicheck.types.table import is_provider

OTHER_PROVIDER = "its provider's "
"""What a reason for a replacement begins with where another provider, or its settings, are the reason."""

Op = Literal["same", "update", "replace", "create", "delete", "import", "read", "discard"]
"""As the engine calls them; a *read* only looks at what another manages, a *discard* forgets that."""


@dataclass(frozen=True)
class Step:
    """What becomes of one resource.

    Attributes:
        op: what the engine does.
        resource: as the program registers it, or, if it does not, as it was.
        before: as it was; None if it is new.
        properties: what differs of its inputs, but for what is ignored.
        because: what makes it be replaced.
        deletes_first: whether the old one goes before the new one comes.
    """

    op: Op
    resource: Resource
    before: Resource | None = None
    properties: tuple[Difference, ...] = ()
    because: tuple[str, ...] = ()
    deletes_first: bool = False


class StepGenerator:
    """Registrations, one after the other, on a state."""

    def __init__(
        self,
        before: Sequence[Resource],
        providers: tuple[Providers, Providers] = (Providers(), Providers()),
        *,
        tells_unknowns: bool = False,
    ) -> None:
        """Begins with nothing registered.

        Args:
            before: the state, in the order of registration.
            providers: the providers as they were and as they are.
            tells_unknowns: whether registrations have unknowns where the engine's have; if not, whatever is made of a
                new resource is taken for unknown.
        """
        self._olds = {each.urn: each for each in before}
        self._old_providers, self._new_providers = providers
        self._tells_unknowns = tells_unknowns
        self._registered: dict[str, Resource] = {}
        self._former: dict[str, str] = {}  # of what is registered under another URN
        self._taken: set[str] = set()  # URNs of the state that are registered
        self._condemned: dict[str, str] = {}  # URNs of the state that go with what is replaced, and that one's name
        self._steps: dict[str, Step] = {}

    def register(self, new: Resource) -> Step:
        """What the engine does when the program registers this."""
        old = self._find(new)
        step = self._step(old, new)
        self._steps[new.urn] = step
        if step.deletes_first and old:
            self._condemn_dependents(old)
        return step

    def end(self) -> tuple[Step, ...]:
        """All steps, when the program has registered everything."""
        return *self._steps.values(), *self._deletions()

    def _find(self, new: Resource) -> Resource | None:
        self._registered[new.urn] = new
        parent = new.parent or ""
        for urn in former_urns(new, self._registered.get(parent), self._former.get(parent)):
            if urn in self._olds and urn not in self._taken:
                self._taken.add(urn)
                if urn != new.urn:
                    self._former[new.urn] = urn
                return self._olds[urn]
        return None

    def _step(self, old: Resource | None, new: Resource) -> Step:
        if new.external:
            return self._read(old, new)
        if new.custom and new.import_id and (old is None or old.external or _import_id(old) != new.import_id):
            return Step("replace" if old else "import", new, old, because=("import",) if old else ())
        if old is None:
            return Step("create", new)
        if root := self._condemned.pop(old.urn, None):
            return Step("replace", new, old, self._changes(old, new), (f"{root}, which it goes with",))
        if old.external or old.custom != new.custom:
            return Step("replace", new, old, because=("it was only read before",))
        return self._compared(old, new)

    @staticmethod
    def _read(old: Resource | None, new: Resource) -> Step:
        if old and not old.external and old.id != new.id:
            return Step("replace", new, old, because=("id",))
        return Step("read", new, old)

    def _compared(self, old: Resource, new: Resource) -> Step:
        properties = self._changes(old, new)
        by_provider = tuple(dict.fromkeys(each.top for each in properties if forces(new, each, old)))
        otherwise = tuple(self._otherwise(old, new, properties))
        if new.custom and (by_provider or otherwise):
            wanted = new.delete_before_replace
            deletes_first = bool(by_provider) and cannot_stand_beside(new) if wanted is None else wanted
            because = tuple(dict.fromkeys([*by_provider, *otherwise]))
            return Step("replace", new, old, properties, because, deletes_first)
        properties += tuple(self._tags(old, new))
        return Step("update" if properties else "same", new, old, properties)

    def _tags(self, old: Resource, new: Resource) -> Iterator[Difference]:
        """What its provider gives to all that can have tags."""
        if new.custom and not is_provider(new.type) and may_have_tags(new.type):
            was, is_ = self._old_providers.inputs(old), self._new_providers.inputs(new)
            yield from differences({"tagsAll": was.get(DEFAULT_TAGS)}, {"tagsAll": is_.get(DEFAULT_TAGS)})

    def _otherwise(self, old: Resource, new: Resource, properties: Sequence[Difference]) -> Iterator[str]:
        """Why it is replaced, but for what the provider says."""
        if is_pulled(old.replacement_trigger, new.replacement_trigger):
            yield "replacement_trigger"
        for urn in (*new.replace_with, new.deleted_with):
            if urn in self._steps and self._steps[urn].op == "replace":
                yield f"{self._steps[urn].resource.name}, which it goes with"
        if not is_provider(new.type):
            was, is_ = self._old_providers.inputs(old), self._new_providers.inputs(new)
            yield from (f"{OTHER_PROVIDER}{key}" for key in replacing_settings(package_of(new), was, is_))
        if properties:
            yield from replaced_on_changes(old, self._inputs(old, new), new.replace_on_changes)

    def _changes(self, old: Resource, new: Resource) -> tuple[Difference, ...]:
        inputs = self._inputs(old, new)
        told = tuple(differences(old.inputs, inputs))
        known = {each.top for each in told}
        anew = (
            Difference(key, old.inputs.get(key), UNKNOWN)
            for key, value in inputs.items()
            if key not in known and has_unknowns(value) and self._is_anew(new.property_dependencies.get(key, ()))
        )
        return *told, *anew

    def _inputs(self, old: Resource, new: Resource) -> Mapping[str, Any]:
        """The inputs as the provider gets them in a preview."""
        inputs = new.inputs
        if not self._tells_unknowns:
            unknown = (key for key, urns in new.property_dependencies.items() if key in inputs and self._is_anew(urns))
            inputs = inputs | dict.fromkeys(unknown, UNKNOWN)
        return with_ignored(old.inputs, inputs, new.ignore_changes)

    def _is_anew(self, urns: Iterable[str]) -> bool:
        """Whether something of these is known only when it is deployed, and not the same as before."""
        steps = (self._steps[urn] for urn in urns if urn in self._steps)
        return any(
            step.resource.custom
            and not step.resource.external
            and (step.op in ("create", "replace", "import") or (self._tells_unknowns and _is_unknown(step)))
            for step in steps
        )

    def _condemn_dependents(self, root: Resource) -> None:
        """What has to go before a resource goes that is deleted before it is made anew.

        Only what would be replaced if it did not know what the resource is. (calculateDependentReplacements)
        """
        condemned = {root.urn}
        for old in list(self._olds.values())[list(self._olds).index(root.urn) :]:
            if old.urn not in self._taken and self._goes_with(old, condemned):
                condemned.add(old.urn)
                self._condemned.setdefault(old.urn, root.name)

    @staticmethod
    def _goes_with(old: Resource, gone: set[str]) -> bool:
        if not old.custom or old.external:
            return False
        if old.provider in gone or old.deleted_with in gone or not gone.isdisjoint(old.replace_with):
            return True
        unknown = {key for key, urns in old.property_dependencies.items() if not gone.isdisjoint(urns)}
        inputs = with_ignored(old.inputs, old.inputs | dict.fromkeys(unknown, UNKNOWN), old.ignore_changes)
        changed = tuple(differences(old.inputs, inputs))
        forced = any(forces(old, each, old) for each in changed)
        return forced or any(replaced_on_changes(old, inputs, old.replace_on_changes))

    def _deletions(self) -> Iterator[Step]:
        for urn, old in self._olds.items():
            if urn not in self._taken:
                yield Step("discard" if old.external else "delete", old, old)


def steps(
    before: Sequence[Resource],
    after: Sequence[Resource],
    settings: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {}),
    *,
    tells_unknowns: bool = False,
) -> tuple[Step, ...]:
    """What the engine would do, where the one recording is deployed and the other is to be.

    Args:
        before: all resources of the stack as they are, in the order of registration.
        after: the same as they are to be.
        settings: the stack's settings of both sides.
        tells_unknowns: whether `after` was recorded as a preview on top of `before`, with unknowns.
    """
    providers = Providers.of(before, settings[0]), Providers.of(after, settings[1])
    generator = StepGenerator(before, providers, tells_unknowns=tells_unknowns)
    for resource in after:
        generator.register(resource)
    return generator.end()


def as_deployed(after: Sequence[Resource], made: Iterable[Step]) -> tuple[Resource, ...]:
    """Resources as AWS has them after some steps: an input whose changes are ignored stays as it was.

    What is made anew gets all that the program gives. (step_generator.go, continueStepsFromDiff)

    Args:
        after: as the program registers them.
        made: what becomes of them.
    """
    kept = {
        step.resource.urn: with_ignored(step.before.inputs, step.resource.inputs, step.resource.ignore_changes)
        for step in made
        if step.before is not None and step.resource.ignore_changes and step.op in ("same", "update")
    }
    return tuple(replace(each, inputs=dict(kept.get(each.urn, each.inputs))) for each in after)


def _import_id(old: Resource) -> str:
    return old.import_id or old.id


def _is_unknown(step: Step) -> bool:
    return step.op == "update" and any(has_unknowns(each.after) for each in step.properties)
