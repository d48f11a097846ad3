"""One type of resource: all that plan, review, map and the embedded AWS have to know of it."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any

from pulumicheck.iam.statement import PolicyType
from pulumicheck.types.arns import Location
from pulumicheck.types.classes import makes_a_new_one, meets
from pulumicheck.types.inputs import Inputs, fill, with_json_texts
from pulumicheck.types.kinds import Kind


@dataclass(frozen=True)
class Target:
    """What a setting or a policy belongs to: the input that names it by id, ARN or physical name, and its type."""

    input: str
    token: str


@dataclass(frozen=True)
class Wire:
    """Where data goes, as a resource's inputs say it.

    Attributes:
        end: the ARN or the physical name of the other end.
        label: what goes there.
        named: if the end may be a physical name, of which kind.
        inward: whether it comes from the other end.
        dead_letters: whether that is where messages go that failed.
    """

    end: Any
    label: str
    named: Kind | None = None
    inward: bool = False
    dead_letters: bool = False


@dataclass(frozen=True)
class AccessSetting:
    """What lets more or less happen to a resource without a statement of its own, such as a public block.

    Attributes:
        name: what `--accept` calls it.
        text: what, for people.
        closes: whether it takes rather than gives.
    """

    name: str
    text: str
    closes: bool = False


@dataclass(frozen=True, eq=False)
class ResourceType:
    """A row of the table, there once. In texts, `{…}` is an input, an output, or `name`, the physical name.

    Attributes:
        token: as Pulumi writes it, package:service/module:Type.
        about: what such a resource is, in one sentence.
        console: the path to it in the AWS console of 2025.
        cli: the line of the AWS CLI, version 2, that shows it.
        kind: how the map draws it.
        minor: whether it is a small part of its group, as what has a target always is.
        named_by: the inputs that may hold its physical name; beside each may stand another with `Prefix`.
        arn: its ARN (`{partition}`, `{region}`, `{account}`); "" if AWS gives it none.
        id: what Pulumi knows it by; "" for its name or, without one, that of its target.
        outputs: others of its outputs, as texts; `{domain}` is that of AWS's hosts.
        made_up: outputs that stand for what only AWS can tell, from inputs and `name`.
        telling: paths to the inputs that a reader of a plan looks for.
        document: the input that holds a policy document; "" if none does.
        policy_type: of what kind that policy is.
        target: what it belongs to; None if it stands for itself.
        changed_by: for a setting of its target, the action on that one by which it is changed.
        acts: whether policies let it do something.
        is_acted_on: whether policies name it as what something is done to.
        access: what it lets happen without a statement.
        wires: where data goes.
        reads: the inputs, beside the document, that the permission model understands; `*` if it reads the whole.
        regional: whether another region means another resource.
        lost: what is lost with it, for people; "" if it holds nothing.
        idle: why it costs money though nothing uses it; "" if it does not.
        is_known: whether it is in the table.
    """

    token: str
    _: KW_ONLY
    about: str | Callable[[Inputs], str]
    console: str
    cli: str
    kind: Kind = "setting"
    minor: bool = False
    named_by: tuple[str, ...] = ("name",)
    arn: str = ""
    id: str = ""
    outputs: Mapping[str, str] = field(default_factory=dict[str, str])
    made_up: Callable[[Inputs], Mapping[str, Any]] = lambda _: {}
    telling: tuple[str, ...] = ()
    document: str = ""
    policy_type: PolicyType = "identity"
    target: Target | None = None
    changed_by: str = ""
    acts: bool = False
    is_acted_on: bool = False
    access: Callable[[str, Inputs], Iterator[AccessSetting]] = lambda _name, _inputs: iter(())
    wires: Callable[[Inputs], Iterator[Wire]] = lambda _: iter(())
    reads: tuple[str, ...] = ()
    regional: bool = True
    lost: str = ""
    idle: str | Callable[[Inputs], str] = ""
    is_known: bool = True

    @property
    def noun(self) -> str:
        """Its last word, such as `Queue`."""
        return self.token.rpartition(":")[2]

    @property
    def service(self) -> str:
        """As Pulumi names it, such as `sqs`; "" for a provider."""
        return self.token.partition(":")[2].partition("/")[0] if "/" in self.token else ""

    @property
    def is_minor(self) -> bool:
        """Whether it is a small part of its group."""
        return self.minor or self.target is not None

    @property
    def stands_for_itself(self) -> bool:
        """Whether it has an ARN by which policies could name it, and is no setting of another resource."""
        return self.is_known and bool(self.arn) and not self.changed_by

    def forces_replacement(self, path: str) -> bool:
        """Whether a change there makes Pulumi create a new resource and delete the old, as far as is known."""
        return makes_a_new_one(self.token, path) == "yes"

    def may_force_replacement(self, path: str) -> bool:
        """Whether nobody could tell what a change there makes Pulumi do."""
        return makes_a_new_one(self.token, path) == "unknown"

    def is_read(self, path: str) -> bool:
        """Whether the permission model understands what stands there; it knows what the document is attached to."""
        target = (self.target.input,) if self.target and self.document else ()
        return meets(path, (*self.reads, *target, *((self.document,) if self.document else ())))

    def about_one(self, inputs: Inputs) -> str:
        """What one with these inputs is, in one sentence."""
        return self.about if isinstance(self.about, str) else self.about(inputs)

    def idle_cost(self, inputs: Inputs) -> str:
        """Why one costs money though nothing uses it; "" if it does not."""
        return self.idle if isinstance(self.idle, str) else self.idle(inputs)

    def physical_name(self, inputs: Inputs) -> str:
        """The name that AWS knows it by, or what the name begins with; "" if it has none of its own."""
        return self.given_name(inputs) or (f"{prefix}…" if (prefix := self.given_name(inputs, "Prefix")) else "")

    def id_and_outputs(
        self, location: Location, name: str, inputs: Inputs, told: Mapping[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """What Pulumi knows it by, and all its outputs, its inputs among them.

        Args:
            location: where it is.
            name: what the program calls it.
            inputs: what the program gives it.
            told: outputs that AWS told; the others are made up, in the form that AWS gives them.
        """
        outputs = {**self.with_name(name, inputs), "name": self._full_name(name, inputs)}
        known = {**location.values, **outputs}
        told = {**self.made_up(known), **(told or {})}
        for key, text in {**({"arn": self.arn} if self.arn else {}), **self.outputs}.items():
            told = {key: fill(text, {**known, **told}), **told}
        return fill(self._id_text, {**known, **told}), {**outputs, **told}

    def named_by_id(self, id_: str) -> dict[str, str]:
        """What an id says, such as the role and the name in `role:name`; nothing if it is not such an id."""
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(self._id_text))
        found = re.fullmatch(pattern, id_)
        said = found.groupdict() if found else {}
        return said | dict.fromkeys(self.named_by[:1] if "name" in said else (), said.get("name", ""))

    @property
    def _id_text(self) -> str:
        return self.id or (f"{{{self.target.input}}}" if self.target and not self.named_by else "{name}")

    def with_name(self, name: str, inputs: Inputs) -> dict[str, Any]:
        """The inputs as the provider would send them: a physical name always, where the type has one."""
        return {**with_json_texts(inputs), **dict.fromkeys(self.named_by[:1], self._full_name(name, inputs))}

    def _full_name(self, name: str, inputs: Inputs) -> str:
        """The physical name, with a suffix in the place of the random one that Pulumi or AWS would add."""
        prefix = self.given_name(inputs, "Prefix")
        made = f"{prefix}{sha256(prefix.encode()).hexdigest()[:8]}" if prefix else f"{name}-0000000"
        return self.given_name(inputs) or made

    def given_name(self, inputs: Inputs, ending: str = "") -> str:
        """What the program gives as its physical name; with the ending `Prefix`, as what that begins with; else ""."""
        return next((str(inputs[f"{key}{ending}"]) for key in self.named_by if inputs.get(f"{key}{ending}")), "")


resource_policy = partial(ResourceType, kind="policy", named_by=(), document="policy", policy_type="resource")
"""The row of a type that is nothing but the resource policy of its target."""
