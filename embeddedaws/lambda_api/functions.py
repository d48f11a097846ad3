"""Functions, in the words of Lambda's API reference."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from werkzeug.wrappers import Request

from embeddedaws.errors import InvalidParameterValueException, ResourceNotFoundException, ValidationException
from embeddedaws.functions.configuration import FunctionConfiguration, now
from embeddedaws.lambda_api.parameters import Answer, refuse_unknown
from embeddedaws.lambda_service import LambdaService

# What CreateFunction and UpdateFunctionConfiguration say of a function: the name in `FunctionConfiguration`, and how
# the value there is read.
_CONFIGURATION: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "Role": ("role_arn", str),
    "Description": ("description", str),
    "Timeout": ("timeout", int),
    "MemorySize": ("memory_size", int),
    "Environment": ("environment", lambda given: given.get("Variables") or {}),
    "ImageConfig": ("handler", lambda given: (given.get("Command") or ["lambda.handler"])[0]),
}
# What is taken as long as it says what is so anyway.
_FIXED: Mapping[str, Any] = {
    "DeadLetterConfig": {},
    "DryRun": False,
    "EphemeralStorage": {"Size": 512},
    "FileSystemConfigs": [],
    "KMSKeyArn": "",
    "Layers": [],
    "Publish": False,
    "SnapStart": {"ApplyOn": "None"},
    "TracingConfig": {"Mode": "PassThrough"},
    "VpcConfig": {},
}
_ROLE = re.compile(r"arn:aws[a-z-]*:iam::[0-9]{12}:role/?[a-zA-Z_0-9+=,.@/-]+")  # CreateFunction
_IMAGE_CONFIG = {"Command", "EntryPoint", "WorkingDirectory"}


@dataclass(frozen=True)
class Guards:
    """What AWS asks of other services before it makes or changes a function; by default, all is well.

    Attributes:
        may_pull: whether Lambda may pull an image, by its URI, for the function with that ARN.
        may_assume: whether Lambda may assume the role with that ARN.
    """

    may_pull: Callable[[str, str], bool] = lambda _image, _function: True
    may_assume: Callable[[str], bool] = lambda _role: True


class FunctionsApi:
    """Each method answers one operation.

    Args:
        service: the service, once it is there.
        arn_prefix: `arn:aws:lambda:<region>:<account>`.
        tags: those of each resource, by its ARN.
        guards: what is asked first.
    """

    def __init__(
        self, service: Callable[[], LambdaService], arn_prefix: str, tags: dict[str, dict[str, str]], guards: Guards
    ) -> None:
        self._service = service
        self._arn_prefix = arn_prefix
        self._tags = tags
        self._guards = guards

    def has(self, arn: str) -> bool:
        """Whether it is the ARN of a function here."""
        return any(self._arn(each.name) == arn for each in self._service().functions.list())

    def create(self, request: Request) -> Answer:
        """CreateFunction."""
        asked: dict[str, Any] = json.loads(request.get_data())
        if asked.get("PackageType") != "Image":
            raise InvalidParameterValueException(
                "The embedded AWS runs the handlers in apps/: PackageType must be Image."
            )
        name = asked["FunctionName"]
        code = {"Architectures", "Code", "FunctionName", "PackageType", "Tags"}
        refuse_unknown("CreateFunction", asked, {*_CONFIGURATION, "LoggingConfig", *code}, _FIXED)
        refuse_unknown("Code", asked.get("Code", {}), {"ImageUri"})
        image = asked.get("Code", {}).get("ImageUri", "")
        architectures = tuple(asked.get("Architectures") or ("x86_64",))
        self._check(name, image, asked["Role"])
        function = FunctionConfiguration(
            name=name,
            log_group=f"/aws/lambda/{name}",
            image_uri=image,
            architectures=architectures,
            handler="lambda.handler",
            role_arn=asked["Role"],
        )
        function = replace(function, **_configuration(asked), **_logging(asked, function))
        self._service().functions.create(function)
        self._tags[self._arn(name)] = dict(asked.get("Tags") or {})
        return 201, self._shown(function), {}

    def list_all(self, _: Request) -> Answer:
        """ListFunctions."""
        return 200, {"Functions": [self._shown(function) for function in self._service().functions.list()]}, {}

    def get(self, _: Request, name: str) -> Answer:
        """GetFunction."""
        function = self._find(name)
        code = {"RepositoryType": "ECR", "ImageUri": function.image_uri, "ResolvedImageUri": function.image_uri}
        tags = self._tags.get(self._arn(function.name)) or {}
        return 200, {"Configuration": self._shown(function), "Code": code, **({"Tags": tags} if tags else {})}, {}

    def get_configuration(self, _: Request, name: str) -> Answer:
        """GetFunctionConfiguration."""
        return 200, self._shown(self._find(name)), {}

    def configure(self, request: Request, name: str) -> Answer:
        """UpdateFunctionConfiguration; what it does not say stays."""
        asked: dict[str, Any] = json.loads(request.get_data())
        function = self._find(name)
        refuse_unknown("UpdateFunctionConfiguration", asked, {*_CONFIGURATION, "LoggingConfig"}, _FIXED)
        changed = replace(function, **_configuration(asked), **_logging(asked, function))
        if changed.role_arn != function.role_arn:
            self._check(function.name, function.image_uri, changed.role_arn)
        return self._changed(changed)

    def change_code(self, request: Request, name: str) -> Answer:
        """UpdateFunctionCode."""
        asked: dict[str, Any] = json.loads(request.get_data())
        function = self._find(name)
        refuse_unknown("UpdateFunctionCode", asked, {"ImageUri", "Architectures"}, _FIXED)
        image = asked.get("ImageUri", "")
        self._check(function.name, image, function.role_arn)
        architectures = tuple(asked.get("Architectures") or function.architectures)
        return self._changed(replace(function, image_uri=image, architectures=architectures))

    def delete(self, _: Request, name: str) -> Answer:
        """DeleteFunction."""
        function = self._find(name)
        self._service().functions.delete(function.name)
        self._tags.pop(self._arn(function.name), None)
        return 204, None, {}

    def list_versions(self, _: Request, name: str) -> Answer:
        """ListVersionsByFunction: nothing is published here, so there is the unpublished one."""
        return 200, {"Versions": [self._shown(self._find(name))]}, {}

    def invoke(self, request: Request, name: str) -> Answer:
        """Invoke."""
        result = self._service().functions.invoke(_function_name(name), request.get_data() or b"{}")
        failed = {"X-Amz-Function-Error": result.function_error} if result.function_error else {}
        return result.status_code, result.payload, failed

    def account_settings(self, _: Request) -> Answer:
        """GetAccountSettings."""
        concurrency = self._service().functions.concurrency.limit
        limits = {
            "TotalCodeSize": 80_530_636_800,
            "CodeSizeUnzipped": 262_144_000,
            "CodeSizeZipped": 52_428_800,
            "ConcurrentExecutions": concurrency,
            "UnreservedConcurrentExecutions": concurrency,
        }
        used = {"TotalCodeSize": 0, "FunctionCount": len(self._service().functions.list())}
        return 200, {"AccountLimit": limits, "AccountUsage": used}, {}

    def _changed(self, function: FunctionConfiguration) -> Answer:
        function = replace(function, last_modified=now())
        self._service().functions.update(function)
        return 200, self._shown(function), {}

    def _check(self, name: str, image: str, role: str) -> None:
        if not _ROLE.fullmatch(role):
            raise ValidationException(
                f"1 validation error detected: Value '{role}' at 'role' failed to satisfy constraint: "
                "Member must satisfy regular expression pattern"
            )
        if not self._guards.may_assume(role):
            raise InvalidParameterValueException("The role defined for the function cannot be assumed by Lambda.")
        if not self._guards.may_pull(image, self._arn(name)):
            raise InvalidParameterValueException(
                "Lambda does not have permission to access the ECR image. Check the ECR permissions."
            )

    def _find(self, name: str) -> FunctionConfiguration:
        try:
            return self._service().functions.get(_function_name(name))
        except ResourceNotFoundException:
            raise ResourceNotFoundException(f"Function not found: {self._arn(_function_name(name))}") from None

    def _arn(self, name: str) -> str:
        return f"{self._arn_prefix}:function:{name}"

    def _shown(self, function: FunctionConfiguration) -> dict[str, Any]:
        return {
            "FunctionName": function.name,
            "FunctionArn": self._arn(function.name),
            "Role": function.role_arn,
            "Timeout": function.timeout,
            "MemorySize": function.memory_size,
            "Description": function.description,
            "LastModified": function.last_modified,
            "CodeSha256": sha256(function.image_uri.encode()).hexdigest(),
            "CodeSize": 0,
            "Version": "$LATEST",
            "PackageType": "Image",
            "Architectures": list(function.architectures),
            "ImageConfigResponse": {"ImageConfig": {"Command": [function.handler]}},
            "Environment": {"Variables": dict(function.environment)},
            "EphemeralStorage": {"Size": 512},
            "TracingConfig": {"Mode": "PassThrough"},
            "LoggingConfig": {"LogFormat": function.log_format, "LogGroup": function.log_group},
            "State": "Active",
            "LastUpdateStatus": "Successful",
        }


def _function_name(name_or_arn: str) -> str:
    return name_or_arn.rpartition(":")[2]


def _configuration(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a request says of a function, under the names of `FunctionConfiguration`."""
    refuse_unknown("ImageConfig", asked.get("ImageConfig") or {}, _IMAGE_CONFIG)
    for key in ("EntryPoint", "WorkingDirectory"):
        if (asked.get("ImageConfig") or {}).get(key):
            raise InvalidParameterValueException(f"The embedded AWS has no image, and so no ImageConfig.{key}.")
    return {name: read(asked[key]) for key, (name, read) in _CONFIGURATION.items() if asked.get(key) is not None}


def _logging(asked: Mapping[str, Any], function: FunctionConfiguration) -> dict[str, str]:
    logging = asked.get("LoggingConfig") or {}
    refuse_unknown("LoggingConfig", logging, {"LogFormat", "LogGroup"})
    return {
        "log_format": logging.get("LogFormat", function.log_format),
        "log_group": logging.get("LogGroup", function.log_group),
    }
