"""The few messages of Terraform's plugin protocol 5 that asking a provider takes, by HashiCorp's `tfplugin5.proto`.

A field that is not named here is skipped, as gRPC has it.
"""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from operator import methodcaller
from typing import Any

import grpc
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorProto

_PACKAGE = "tfplugin5"
_SCALARS = {
    "bytes": FieldDescriptorProto.TYPE_BYTES,
    "string": FieldDescriptorProto.TYPE_STRING,
    "int": FieldDescriptorProto.TYPE_INT64,
    "bool": FieldDescriptorProto.TYPE_BOOL,
}
_MESSAGES: Mapping[str, Mapping[str, tuple[int, str]]] = {
    "Nothing": {},
    "DynamicValue": {"msgpack": (1, "bytes")},
    "Step": {"attribute_name": (1, "string")},
    "AttributePath": {"steps": (1, "Step*")},
    "Diagnostic": {"severity": (1, "int"), "summary": (2, "string"), "detail": (3, "string")},
    "Attribute": {
        "name": (1, "string"),
        "type": (2, "bytes"),
        "required": (4, "bool"),
        "optional": (5, "bool"),
        "computed": (6, "bool"),
    },
    "NestedBlock": {
        "type_name": (1, "string"),
        "block": (2, "Block"),
        "nesting": (3, "int"),
        "min_items": (4, "int"),
        "max_items": (5, "int"),
    },
    "Block": {"attributes": (2, "Attribute*"), "block_types": (3, "NestedBlock*")},
    "Schema": {"version": (1, "int"), "block": (2, "Block")},
    "NamedSchema": {"key": (1, "string"), "value": (2, "Schema")},  # an entry of a map is such a message
    "Schemas": {"provider": (1, "Schema"), "resource_schemas": (2, "NamedSchema*")},
    "Configuration": {"terraform_version": (1, "string"), "config": (2, "DynamicValue")},
    "Configured": {"diagnostics": (1, "Diagnostic*")},
    "Change": {
        "type_name": (1, "string"),
        "prior_state": (2, "DynamicValue"),
        "proposed_new_state": (3, "DynamicValue"),
        "config": (4, "DynamicValue"),
        "prior_private": (5, "bytes"),
    },
    "PlannedChange": {
        "planned_state": (1, "DynamicValue"),
        "requires_replace": (2, "AttributePath*"),
        "diagnostics": (4, "Diagnostic*"),
    },
}
_LARGEST = 1 << 30  # bytes of the schemas of all types together


def _described() -> FileDescriptorProto:
    file = FileDescriptorProto(name="tfplugin5.proto", package=_PACKAGE, syntax="proto3")
    for name, fields in _MESSAGES.items():
        message: DescriptorProto = file.message_type.add(name=name)
        for field, (number, type_) in fields.items():
            added = message.field.add(name=field, number=number)
            added.label = added.LABEL_REPEATED if type_.endswith("*") else added.LABEL_OPTIONAL
            scalar = _SCALARS.get(type_)
            added.type = added.TYPE_MESSAGE if scalar is None else scalar
            if scalar is None:
                added.type_name = f".{_PACKAGE}.{type_.rstrip('*')}"
    return file


_POOL = descriptor_pool.DescriptorPool()
_POOL.Add(_described())


def message(name: str, **fields: Any) -> Any:
    """A message of one of these kinds."""
    return _kind(name)(**fields)


def _kind(name: str) -> Any:
    return message_factory.GetMessageClass(_POOL.FindMessageTypeByName(f"{_PACKAGE}.{name}"))


class Calls:
    """The three calls that asking takes."""

    def __init__(self, channel: grpc.Channel) -> None:
        self.schemas = _call(channel, "GetSchema", "Schemas")
        self.configure = _call(channel, "Configure", "Configured")
        self.plan = _call(channel, "PlanResourceChange", "PlannedChange")


def _call(channel: grpc.Channel, method: str, answer: str) -> Any:
    return channel.unary_unary(
        f"/{_PACKAGE}.Provider/{method}",
        request_serializer=methodcaller("SerializeToString"),
        response_deserializer=_kind(answer).FromString,
    )


@contextmanager
def calls_to(socket: str) -> Generator[Calls]:
    """A provider that listens at a Unix socket."""
    with grpc.insecure_channel(f"unix:{socket}", options=[("grpc.max_receive_message_length", _LARGEST)]) as channel:
        yield Calls(channel)
