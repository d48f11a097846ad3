"""Names of the program as a person would say them."""

import re

_ACRONYMS = {"api", "arn", "dkim", "dlq", "id", "kms", "ses", "sns", "sqs", "sse", "ttl", "uri", "url"}


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
