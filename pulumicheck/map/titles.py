"""What each box is called: names of the program as a person would say them."""

import re
from collections.abc import Iterable, Mapping, Sequence

from pulumicheck.plan.recording import Resource
from pulumicheck.types.table import is_provider

_ACRONYMS = {"api", "arn", "dkim", "dlq", "id", "kms", "ses", "sns", "sqs", "sse", "ttl", "uri", "url"}


def title(resource: Resource, above: Sequence[Resource], functions: Mapping[str, str]) -> str:
    """A box's or a chip's title: its Pulumi name in words, without what the picture says beside it already.

    Args:
        resource: what it is.
        above: the components that it is part of.
        functions: the Pulumi names of the program's functions, by their physical names.
    """
    if resource.row.kind == "metric":
        return str(resource.inputs.get("name") or resource.name)  # which is the event's, as the log has it
    if resource.row.kind == "mapping" and (called := functions.get(resource.inputs.get("functionName", ""))):
        return title_of(f"{called}-trigger")
    if is_provider(resource.type):
        return f"{resource.name} provider"
    if resource.row.is_minor:
        return in_words(_without(resource.name, _said(resource, above)))
    return title_of(resource.name)


def _said(resource: Resource, above: Sequence[Resource]) -> set[str]:
    """Its group is `taker-logs`, or is about `taker`; and what it watches is the `orders-queue`."""
    names = {each.name for each in above} - {resource.name}
    watched = {urn.rpartition("::")[2] for urn in resource.dependencies}
    return {*names, *(name.rpartition("-")[0] for name in names), *(name.partition("-")[0] for name in watched)}


def _without(name: str, said: Iterable[str]) -> str:
    fitting = [prefix for prefix in said if prefix and name.startswith(f"{prefix}-")]
    return name[len(max(fitting, key=len)) + 1 :] if fitting else name


def in_words(name: str) -> str:
    """Such as `keeps versions` for `keeps-versions`; sids and events stay as they are."""
    return " ".join(word.upper() if word in _ACRONYMS else word for word in name.split("-"))


def title_of(name: str) -> str:
    """Such as `Orders queue DLQ` for `orders-queue-dlq`."""
    words = in_words(name)
    return words[:1].upper() + words[1:]


def class_in_words(token: str) -> str:
    """Such as `Queue with DLQ` for the component type `shop:orders:QueueWithDlq`."""
    return title_of("-".join(camel_words(token.rpartition(":")[2])))


def property_in_words(key: str) -> str:
    """Such as `visibility timeout` for `visibilityTimeout`."""
    return in_words("-".join(camel_words(key)))


def camel_words(text: str) -> list[str]:
    """The words of a name in camel case, in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", text)]
