"""The code of a dynamic resource's provider, which the SDK sends along as a pickle: recorded by what it does.

The pickle has in it where the program lies. It is only looked at, never loaded: that would run what it says.
"""

import pickletools
from base64 import b64decode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pulumicheck.plan.values import Secret, revealed

_TYPES = "pulumi-python:dynamic"
_CODE = "__provider"


def with_code_by_content(type_: str, inputs: Mapping[str, Any], root: str) -> dict[str, Any]:
    """The inputs of a resource; of a dynamic one, with a digest of its provider's code in the place of the pickle.

    Args:
        type_: its type.
        inputs: as the program gave them.
        root: the folder of the project.
    """
    code = revealed(inputs.get(_CODE))
    if not type_.startswith(_TYPES) or not isinstance(code, str):
        return dict(inputs)
    return {**inputs, _CODE: Secret(_digest(code, root))}


def _digest(code: str, root: str) -> str:
    try:
        operations = [
            (operation.name, argument.replace(root, "") if isinstance(argument, str) else argument)
            for operation, argument, _ in pickletools.genops(b64decode(code))
            if operation.name != "FRAME"  # how long the next part is
        ]
    except ValueError:  # no pickle: it stands for itself
        return code
    return f"sha256:{sha256(repr(operations).encode()).hexdigest()}"
