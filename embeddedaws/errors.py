"""What can go wrong in the embedded AWS, in one tree; what Lambda refuses has the names of its API reference."""


class EmbeddedAwsError(Exception):
    """Whatever the embedded AWS raises by itself; the text is for people."""


class PortTakenError(EmbeddedAwsError):
    """The port is in use, or this user may not listen on it."""

    def __init__(self, port: int) -> None:
        super().__init__(f"port {port} is taken or not allowed")


class UnknownResourceError(EmbeddedAwsError):
    """A program declares what cannot be made here."""


class FilterPatternError(EmbeddedAwsError):
    """A filter pattern that CloudWatch Logs would refuse, or that nobody here understands."""


class LambdaServiceError(EmbeddedAwsError):
    """A request that the Lambda service refuses; the class's name is AWS's error code."""

    @property
    def code(self) -> str:
        """The error code, as botocore shows it in `Error.Code`."""
        return type(self).__name__


class InvalidParameterValueException(LambdaServiceError):  # noqa: N818 - AWS's names, here and below
    """A parameter, or the role or queue that it names, cannot be used."""


class ValidationException(LambdaServiceError):  # noqa: N818
    """A value lies outside the range that the API gives."""


class ResourceNotFoundException(LambdaServiceError):  # noqa: N818
    """There is no such function or mapping."""


class ResourceConflictException(LambdaServiceError):  # noqa: N818
    """There is one already."""


class RequestTooLargeException(LambdaServiceError):  # noqa: N818
    """The invocation's payload is above 6 MB."""


class TooManyRequestsException(LambdaServiceError):  # noqa: N818
    """The account's concurrency is used up."""
