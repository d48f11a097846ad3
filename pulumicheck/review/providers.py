"""Whether another provider, or the same with other settings, means another resource.

The engine asks the new provider (step_generator.go, providerChanged). AWS's answers by its region alone
(pulumi-terraform-bridge, DiffConfig; pulumi-aws, `ForcesProviderReplace`); what others answer is not known here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import has_unknowns, revealed
from pulumicheck.review.differences import differences
from pulumicheck.review.doubts import Doubt
from pulumicheck.types.classes import is_input
from pulumicheck.types.table import is_provider

DEFAULT_TAGS = "defaultTags"
_AWS = "aws"
# What changes nothing of whose account it is, or of what is asked of AWS there.
_HARMLESS = {DEFAULT_TAGS, "ignoreTags", "maxRetries", "region", "retryMode", "version", "pluginDownloadURL"}


@dataclass(frozen=True)
class Providers:
    """The providers of one side.

    Attributes:
        explicit: the inputs of those that the program declares, by URN.
        settings: the stack's settings, which default providers get theirs from, such as `aws:region`.
    """

    explicit: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    settings: Mapping[str, str] = field(default_factory=dict[str, str])

    @staticmethod
    def of(resources: Sequence[Resource], settings: Mapping[str, str]) -> "Providers":
        """Those among the resources."""
        return Providers({each.urn: each.inputs for each in resources if is_provider(each.type)}, settings)

    def inputs(self, resource: Resource) -> Mapping[str, Any]:
        """The settings of a resource's provider."""
        if resource.provider in self.explicit:
            return revealed(dict(self.explicit[resource.provider]))
        prefix = f"{package_of(resource)}:"
        return {key.removeprefix(prefix): value for key, value in self.settings.items() if key.startswith(prefix)}


def package_of(resource: Resource) -> str:
    """The package of a resource or a provider, such as `aws`."""
    token = resource.type
    return token.rpartition(":")[2] if is_provider(token) else token.partition(":")[0]


def may_have_tags(token: str) -> bool:
    """Whether a type may have the tags that its provider gives to all."""
    return token.startswith(f"{_AWS}:") and is_input(token, "tags")


def replacing_settings(package: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[str, ...]:
    """The settings of a provider whose change makes a new resource of each that it manages."""
    changed = dict.fromkeys(each.top for each in differences(dict(old), dict(new)))
    changed |= {key: None for key, value in new.items() if has_unknowns(value)}
    return tuple(key for key in changed if key == "region" or (package != _AWS and key not in _HARMLESS))


def elsewhere(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[str, ...]:
    """The settings by which a provider may act in another account than it did."""
    tops = dict.fromkeys(each.top for each in differences(dict(old), dict(new)))
    return tuple(top for top in tops if top not in _HARMLESS and not top.startswith("skip"))


def provider_doubts(pairs: Sequence[tuple[Resource, Resource]], old: Providers, new: Providers) -> Iterator[Doubt]:
    """What may be looked for in another account, where the engine goes on as if it were the same; one for a provider.

    Args:
        pairs: what stays, as it was and as it is.
        old: the providers as they were.
        new: the providers as they are.
    """
    told: set[tuple[str, str]] = set()
    for before, after in pairs:
        changed = elsewhere(old.inputs(before), new.inputs(after))
        if changed and (before.provider, after.provider) not in told:
            told.add((before.provider, after.provider))
            yield Doubt(
                after.provider or after.urn,
                ", ".join(changed),
                "its resources may be looked for in another account, where they are not",
            )
