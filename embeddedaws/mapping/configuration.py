"""An event source mapping as the Lambda service knows it."""

from dataclasses import dataclass

from embeddedaws.errors import InvalidParameterValueException, ValidationException

_MAXIMUM_CONCURRENCY = range(2, 1001)  # CreateEventSourceMapping, ScalingConfig
_BATCH_SIZE = range(1, 10_001)  # CreateEventSourceMapping, standard queues
_BATCHING_WINDOW = range(301)  # seconds
_BATCH_SIZE_WITHOUT_WINDOW = 10


@dataclass(frozen=True, kw_only=True)
class MappingConfiguration:
    """One queue whose messages one function handles.

    Args:
        queue_arn: the queue.
        function_name: the function.
        batch_size: messages in an invocation at most.
        maximum_concurrency: invocations at once at most; None for no limit but the account's.
        report_batch_item_failures: whether the function's answer names the messages that failed.
        batching_window: seconds to wait for a batch to fill.
        enabled: whether the queue is polled.

    Raises:
        ValidationException: a number is outside what AWS allows.
        InvalidParameterValueException: a batch above 10 messages has no batching window.
    """

    queue_arn: str
    function_name: str
    batch_size: int = 10
    maximum_concurrency: int | None = None
    report_batch_item_failures: bool = False
    batching_window: int = 0
    enabled: bool = True

    def __post_init__(self) -> None:
        if self.maximum_concurrency is not None:
            _require("scalingConfig.maximumConcurrency", self.maximum_concurrency, _MAXIMUM_CONCURRENCY)
        _require("batchSize", self.batch_size, _BATCH_SIZE)
        _require("maximumBatchingWindowInSeconds", self.batching_window, _BATCHING_WINDOW)
        if self.batch_size > _BATCH_SIZE_WITHOUT_WINDOW and not self.batching_window:
            raise InvalidParameterValueException(
                "Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than 10"
            )


def _require(parameter: str, value: int, allowed: range) -> None:
    if value in allowed:
        return
    low = value < allowed.start
    bound = f"greater than or equal to {allowed.start}" if low else f"less than or equal to {allowed.stop - 1}"
    raise ValidationException(
        f"1 validation error detected: Value '{value}' at '{parameter}' failed to satisfy constraint: "
        f"Member must have value {bound}"
    )
