"""Which transport carries the functions' calls."""

from collections.abc import Mapping

from aws.calls import Transport

TRANSPORT = "TRANSPORT"
"""The variable that names it: `direct`, which is the default, or `boto3`."""


def connect(environ: Mapping[str, str]) -> Transport:
    """The transport that the environment names; what another needs is not even imported.

    Args:
        environ: the function's environment variables.

    Raises:
        KeyError: the region is missing.
        ValueError: there is no such transport, or it cannot do what the environment asks for.
    """
    match environ.get(TRANSPORT, "direct"):
        case "direct":
            from aws.direct import DirectTransport  # noqa: PLC0415

            return DirectTransport(environ)
        case "boto3":
            try:
                from aws.reference import BotocoreTransport  # noqa: PLC0415
            except ModuleNotFoundError as missing:
                raise ValueError(f"{TRANSPORT} is boto3, so build the image with --transport boto3") from missing
            return BotocoreTransport(environ["AWS_REGION"])
        case _:
            raise ValueError(f"{TRANSPORT} has to be direct or boto3")
