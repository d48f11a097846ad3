"""Which transport carries the functions' calls."""

from collections.abc import Mapping

from aws.calls import Aws


def connect(environ: Mapping[str, str]) -> Aws:
    """The transport that the environment names.

    Args:
        environ: the function's environment variables.

    Raises:
        KeyError: the region is missing.
    """
    from aws.reference import BotocoreTransport  # noqa: PLC0415 # botocore takes a while to import

    return BotocoreTransport(environ["AWS_REGION"])
