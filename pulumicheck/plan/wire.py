"""Values as Pulumi's protocol writes them: what is unknown, secret, a file or a resource is marked by a signature.

(Pulumi, sdk/go/common/resource/properties.go; the SDK has the same marks in `pulumi.runtime.rpc`.)
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from google.protobuf.struct_pb2 import NULL_VALUE, ListValue, Struct, Value

from pulumicheck.plan.assets import FileContent, content_of
from pulumicheck.plan.values import UNKNOWN, Secret, Unknown

UNKNOWN_TEXT: Final = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""Stands for what only a deployment can tell, alone or within a text that was made of it."""
SIGNATURE: Final = "4dabf18193072939515e22adb298388d"
SECRET_SIGNATURE: Final = "1b47061264138c4ac30d75fd1eb44270"  # noqa: S105 - a mark, not a secret
_ASSET = "c44067f5952c0a294b673a41bacd8c17"
_ARCHIVE = "0def7320c3a5731c473e5ecbe6d01bc7"
_RESOURCE = "5cf8f73096256a8f31e491e813e4eb8e"
_OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4"


def from_wire(properties: Struct, folder: Path) -> dict[str, Any]:
    """Properties as values of JSON, `Unknown`, `Secret` and `FileContent`, keys sorted: on the wire they have no order.

    Args:
        properties: as a program sent them.
        folder: where relative paths of files begin.
    """
    found = {key: value_from_wire(properties.fields[key], folder) for key in sorted(properties.fields)}
    return {key: value for key, value in found.items() if value is not None}  # as if it were not there


def value_from_wire(value: Value, folder: Path) -> Any:
    """One such value."""
    match value.WhichOneof("kind"):
        case "struct_value":
            return _from_struct(value.struct_value, folder)
        case "list_value":
            return [value_from_wire(each, folder) for each in value.list_value.values]
        case "string_value":
            return UNKNOWN if UNKNOWN_TEXT in value.string_value else value.string_value
        case "number_value":  # all numbers are floats there
            number = value.number_value
            return int(number) if number.is_integer() else number
        case "bool_value":
            return value.bool_value
        case _:
            return None


def _from_struct(struct: Struct, folder: Path) -> Any:
    read = _MARKED.get(struct.fields[SIGNATURE].string_value if SIGNATURE in struct.fields else "")
    return read(struct, folder) if read else from_wire(struct, folder)


def _secret(struct: Struct, folder: Path) -> Any:
    return Secret(value_from_wire(struct.fields["value"], folder))


def _output(struct: Struct, folder: Path) -> Any:
    value = value_from_wire(struct.fields["value"], folder) if "value" in struct.fields else UNKNOWN
    is_secret = "secret" in struct.fields and struct.fields["secret"].bool_value
    return Secret(value) if is_secret else value


def _resource(struct: Struct, folder: Path) -> Any:
    """Who expects no resource gets its id, of a component its URN: as the engine gives it to a provider."""
    if "id" not in struct.fields:
        return value_from_wire(struct.fields["urn"], folder)
    return value_from_wire(struct.fields["id"], folder) or UNKNOWN


_MARKED: Mapping[str, Callable[[Struct, Path], Any]] = {
    SECRET_SIGNATURE: _secret,
    _OUTPUT: _output,
    _RESOURCE: _resource,
    _ASSET: lambda struct, folder: content_of("asset", struct, folder),
    _ARCHIVE: lambda struct, folder: content_of("archive", struct, folder),
}


def to_wire(properties: Mapping[str, Any]) -> Struct:
    """The other way round."""
    return Struct(fields={key: value_to_wire(value) for key, value in properties.items()})


def value_to_wire(value: Any) -> Value:
    """One value."""
    if isinstance(value, Secret):
        marked = {SIGNATURE: Value(string_value=SECRET_SIGNATURE), "value": value_to_wire(value.value)}
        return Value(struct_value=Struct(fields=marked))
    if isinstance(value, FileContent):
        return Value(struct_value=value.wire)
    if isinstance(value, Mapping):
        return Value(struct_value=to_wire(value))
    if isinstance(value, list | tuple):
        return Value(list_value=ListValue(values=[value_to_wire(each) for each in value]))
    return _scalar(value)


def _scalar(value: Any) -> Value:
    if value is None:
        return Value(null_value=NULL_VALUE)
    if isinstance(value, bool):
        return Value(bool_value=value)
    if isinstance(value, int | float):
        return Value(number_value=value)
    return Value(string_value=UNKNOWN_TEXT if isinstance(value, Unknown) else str(value))
