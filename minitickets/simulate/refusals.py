"""Errors as a service answers them."""

from botocore.exceptions import ClientError

TOO_MANY = 429


def refusal(code: str, operation: str, status: int) -> ClientError:
    """What botocore raises for that answer; the message of a rejected email names no address."""
    error = {"Error": {"Code": code, "Message": ""}, "ResponseMetadata": {"HTTPStatusCode": status}}
    return ClientError(error, operation)  # pyright: ignore[reportArgumentType] - the other metadata is not looked at


def is_throttle(error: ClientError) -> bool:
    """Whether the service refused a call for being one too many."""
    return error.response.get("ResponseMetadata", {}).get("HTTPStatusCode") == TOO_MANY
