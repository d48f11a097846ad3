"""Tags as condition keys (IAM user guide, "Controlling access to AWS resources using tags")."""

from collections.abc import Mapping, Sequence

from embeddedaws.call import ContextValue

Tags = Mapping[str, str] | Sequence[Mapping[str, str]]
"""As one service or another has them: an object, or a list of objects with Key and Value."""


def tags_of(whose: str, tags: Mapping[str, str]) -> dict[str, ContextValue]:
    """The keys `aws:PrincipalTag/…`, `aws:ResourceTag/…` or `aws:RequestTag/…`."""
    return {f"aws:{whose}Tag/{key}": value for key, value in tags.items()}


def request_tags(tags: Tags | None, taken_away: Sequence[str] = ()) -> dict[str, ContextValue]:
    """The keys of a request that gives a resource tags, or takes some away."""
    given = tags or {}
    plain = given if isinstance(given, Mapping) else {tag["Key"]: tag.get("Value", "") for tag in given}
    keys = [*plain, *taken_away]
    return {**tags_of("Request", plain), **({"aws:TagKeys": keys} if keys else {})}
