"""Proves that the stack's policies grant what is needed and nothing besides.

First everything that the stack does is done once, and each grant must have been used. Then each policy is changed in
one point at a time, and each change must show: in what fails, or in what is let through.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from embeddedaws.authorization.layer import Authorized
from minitickets.prove.ground import ProvingGround
from minitickets.prove.limits import LIMITS
from minitickets.prove.mutants import Mutant, held_policies, mutants_of
from minitickets.prove.probes import PROBES, Probe, Symptoms
from pulumicheck.plan.statements import PlannedStatement, statements_of


@dataclass(frozen=True)
class UsedGrant:
    """One action or one resource of a statement that allows, and how often it was used."""

    statement: PlannedStatement
    what: str
    uses: int


@dataclass(frozen=True)
class Killed:
    """A mutant and the symptoms that it showed; one without symptoms has survived."""

    mutant: Mutant
    symptoms: Symptoms
    refused: tuple[str, ...]
    """The actions that were refused while its statement's purpose was tried."""


@dataclass(frozen=True)
class Proof:
    """What was found."""

    symptoms: Symptoms
    """Of the policies as they are; none if nothing that is needed is missing."""
    grants: list[UsedGrant]
    mutants: list[Killed]

    @property
    def unused(self) -> list[UsedGrant]:
        """Grants that nothing needed."""
        return [grant for grant in self.grants if not grant.uses]

    @property
    def survivors(self) -> list[Mutant]:
        """Changes that nothing noticed."""
        return [killed.mutant for killed in self.mutants if not killed.symptoms]

    @property
    def holds(self) -> bool:
        """Whether the policies are least and enough."""
        return not (self.symptoms or self.unused or self.survivors)


def prove(ground: ProvingGround, tell: Callable[[str], None]) -> Proof:
    """Runs the whole proof; `tell` hears of each step."""
    tell("Doing all that the stack does")
    symptoms = [symptom for probe in _all_probes() for symptom in probe(ground)]
    grants = list(_grants(ground))
    mutants: list[Killed] = []
    for policy in held_policies(ground.recording):
        for mutant in mutants_of(policy):
            mutants.append(try_mutant(ground, mutant))
            tell(f"{len(mutants)} changes tried: {mutant.sid} {mutant.change}")
    return Proof(symptoms, grants, mutants)


def _all_probes() -> list[Callable[[ProvingGround], Symptoms]]:
    return list(dict.fromkeys(probe for table in (PROBES, LIMITS) for probes in table.values() for probe in probes))


def try_mutant(ground: ProvingGround, mutant: Mutant) -> Killed:
    """Puts the mutant in its policy's place and tries what its statement must not let through, then what it is for."""
    with ground.with_policy(mutant.policy, mutant.document):
        symptoms = _tried(LIMITS, mutant.sid, ground)
        before = len(ground.calls)
        symptoms = symptoms or _tried(PROBES, mutant.sid, ground)
    refused = {call.call.action for call in ground.calls[before:] if not call.decision.allowed}
    return Killed(mutant, symptoms, tuple(sorted(refused)))


def _tried(table: Mapping[str, tuple[Probe, ...]], sid: str, ground: ProvingGround) -> Symptoms:
    return [symptom for probe in table.get(sid, ()) for symptom in probe(ground)]


def _grants(ground: ProvingGround) -> Iterator[UsedGrant]:
    allowed = [each for each in ground.calls if each.decision.allowed]
    names = {policy.holder.urn: policy.name for policy in held_policies(ground.recording)}
    for statement in statements_of(ground.recording):
        if statement.effect == "Allow":
            used = [each for each in allowed if _decided(each, names[statement.attached_to], statement.sid)]
            for action in statement.actions:
                yield UsedGrant(statement, action, sum(each.call.action.lower() == action.lower() for each in used))
            for resource in statement.resources:
                yield UsedGrant(statement, resource, sum(fnmatchcase(each.call.resource, resource) for each in used))


def _decided(authorized: Authorized, policy: str, sid: str) -> bool:
    """Whether it was this statement of this policy that allowed the call."""
    by = authorized.decision.decided_by
    return by is not None and (by.policy, by.sid) == (policy, sid)
