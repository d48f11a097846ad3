"""Why one of the same URN has to be made anew, and whether the old one has to go before the new one comes."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import has_unknowns, revealed
from pulumicheck.review.differences import Difference, differences
from pulumicheck.review.property_paths import path_of, values_at
from pulumicheck.review.providers import package_of, replacing_settings
from pulumicheck.types.table import DELETED_FIRST, is_provider


def is_pulled(old: Any, new: Any) -> bool:
    """Whether a replacement trigger asks for a new one; without one before or now it does not."""
    old, new = revealed(old), revealed(new)
    return has_unknowns(old) or has_unknowns(new) or (old is not None and new is not None and old != new)


def forces(new: Resource, changed: Difference, old: Resource) -> bool:
    """Whether the provider cannot make this change in place."""
    if is_provider(new.type):
        both = ({key: each.inputs[key] for key in {changed.top} & each.inputs.keys()} for each in (old, new))
        return bool(replacing_settings(package_of(new), *both))
    return new.row.forces_replacement(changed.path)


def replaced_on_changes(old: Resource, inputs: Mapping[str, Any], paths: Iterable[str]) -> Iterator[str]:
    """The paths at which something differs of those that the option `replace_on_changes` names."""
    for text in paths:
        path = path_of(text)
        if path is not None:
            was, is_ = (dict(values_at(path, revealed(dict(each)))) for each in (old.inputs, inputs))
            if was.keys() != is_.keys() or any(any(differences(was[at], is_[at])) for at in was):
                yield text


def cannot_stand_beside(new: Resource) -> bool:
    """Whether the old one has to go first, since there cannot be two.

    AWS's provider asks for that where the program gives a name of those that it would make up otherwise, and of some
    types always. (pulumi-terraform-bridge, nameRequiresDeleteBeforeReplace)
    """
    return new.type in DELETED_FIRST or bool(new.row.given_name(new.inputs))
