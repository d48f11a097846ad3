"""Calls back to functions of the program, such as transforms, in its own process."""

from typing import TypeVar

import grpc
from google.protobuf.message import Message

from pulumicheck.errors import CheckError
from pulumicheck.plan.protocol import callback_pb2, callback_pb2_grpc

Answer = TypeVar("Answer", bound=Message)

_LIMIT = 60  # seconds; the program as a whole has no more
_OPTIONS = [("grpc.max_receive_message_length", -1)]


def transformed(callback: callback_pb2.Callback, request: Message, answer: Answer) -> Answer:
    """What a function of the program answers.

    Args:
        callback: which.
        request: what it gets.
        answer: a message of the kind that it answers with, to be filled.

    Raises:
        CheckError: the function failed.
    """
    asked = callback_pb2.CallbackInvokeRequest(token=callback.token, request=request.SerializeToString())
    with grpc.insecure_channel(callback.target, options=_OPTIONS) as channel:
        try:
            said = callback_pb2_grpc.CallbacksStub(channel).Invoke(asked, timeout=_LIMIT)
        except grpc.RpcError as error:
            raise CheckError(f"a transform of the program failed: {_reason(error)}") from error
    answer.ParseFromString(said.response)
    return answer


def _reason(error: grpc.RpcError) -> str:
    """The SDK's message without the traceback that follows it."""
    said = error.details() if isinstance(error, grpc.Call) else str(error)
    return str(said).partition("\n")[0].partition(" error: ")[2].rstrip(":") or str(said)
