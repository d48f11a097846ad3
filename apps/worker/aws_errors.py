"""What an error says that may go to the log: its AWS code, and nothing else of its text."""

from botocore.exceptions import ClientError

from worker.failures import JobFailed


def code_of(error: ClientError) -> str:
    """The error code that the service answered, such as `ThrottlingException`, or "" when it gave none."""
    return error.response.get("Error", {}).get("Code", "")


def is_failed_condition(error: ClientError) -> bool:
    """Whether DynamoDB refused a write only because its condition did not hold."""
    return code_of(error) == "ConditionalCheckFailedException"


def reason_of(error: Exception) -> str | None:
    """The part of an error that helps an operator and holds no personal data; other texts may quote the message."""
    if isinstance(error, JobFailed):
        return str(error) or None
    if isinstance(error, ClientError):
        return f"{error.operation_name}: {code_of(error)}"
    return None
