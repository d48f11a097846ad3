"""The engine's end of the protocol: answers a program's registrations, and remembers them.

It lives in this process, so that nothing that a program does in its own can take back what it has registered.
(Pulumi, proto/pulumi/resource.proto and engine.proto; pkg/resource/deploy/source_eval.go.)
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.empty_pb2 import Empty

from pulumicheck.errors import CheckError
from pulumicheck.plan.callbacks import transformed
from pulumicheck.plan.family import Family
from pulumicheck.plan.protocol import (
    callback_pb2,
    engine_pb2,
    engine_pb2_grpc,
    provider_pb2,
    resource_pb2,
    resource_pb2_grpc,
)
from pulumicheck.plan.recording import Create, Resource
from pulumicheck.plan.registration import hidden, read_resource, registration_of, type_in, urn_of
from pulumicheck.plan.stand_ins import Outside
from pulumicheck.plan.values import UNKNOWN
from pulumicheck.plan.wire import from_wire, to_wire
from pulumicheck.types.table import STACK, STACK_REFERENCE

_FEATURES = {
    "secrets": "SECRETS",
    "resourceReferences": "RESOURCE_REFERENCES",
    "outputValues": "OUTPUT_VALUES",
    "aliasSpecs": "ALIAS_SPECS",
    "replacementTrigger": "REPLACEMENT_TRIGGER",
    "deletedWith": "DELETED_WITH",
    "replaceWith": "REPLACE_WITH",
    "transforms": "TRANSFORMS",
    "invokeTransforms": "INVOKE_TRANSFORMS",
    "parameterization": "PARAMETERIZATION",
    "resourceHooks": "RESOURCE_HOOKS",
    "errorHooks": "ERROR_HOOKS",
    "sendsOptionsToHooks": "SENDS_OPTIONS_TO_HOOKS",
    "invokeDependsOn": "INVOKE_DEPENDS_ON",
}
"""What this monitor understands: by the names of old SDKs, and by those of newer ones."""


class Monitor(resource_pb2_grpc.ResourceMonitorServicer, engine_pb2_grpc.EngineServicer):
    """One run's."""

    def __init__(self, project: str, stack: str, create: Create, folder: Path, top: Path, outside: Outside) -> None:
        """Starts with nothing.

        Args:
            project: its name.
            stack: its name.
            create: where a resource's outputs come from.
            folder: the program's working directory.
            top: the root of the repository.
            outside: who answers what is asked of the world outside of the program.
        """
        self._project, self._stack, self._create, self._folder, self._top = project, stack, create, folder, top
        self._outside = outside
        self._lock = threading.Lock()
        self._family = Family()
        self._invoke_transforms: list[callback_pb2.Callback] = []
        self._resources: dict[str, Resource] = {}
        self.outputs: dict[str, Any] | None = None
        """The stack's exports; None as long as the program has not registered them."""
        self.problem: Exception | None = None
        """What was the matter with the first registration that was refused."""
        self.logged: list[str] = []
        """What the program says by `pulumi.log`."""

    @property
    def resources(self) -> tuple[Resource, ...]:
        """All that was registered, in that order."""
        with self._lock:
            return tuple(self._resources.values())

    def GetDeploymentInfo(self, request: Empty, context: grpc.ServicerContext) -> Any:
        return resource_pb2.DeploymentInfo(
            project=self._project,
            stack=self._stack,
            supportedFeatures=[
                resource_pb2.ResourceMonitorFeature.Value(f"RESOURCE_MONITOR_FEATURE_{name}")
                for name in _FEATURES.values()
            ],
        )

    def SupportsFeature(self, request: Any, context: grpc.ServicerContext) -> Any:
        return resource_pb2.SupportsFeatureResponse(hasSupport=request.id in _FEATURES)

    def RegisterResource(self, request: Any, context: grpc.ServicerContext) -> Any:
        return self._answered(context, lambda: self._registered(request))

    def _registered(self, request: Any) -> Any:
        urn = urn_of(request, self._stack, self._project)
        if request.type == STACK:
            return resource_pb2.RegisterResourceResponse(urn=urn)
        self._family.complete(request)
        registration = registration_of(request, urn, self._folder, self._top, self._with_aliases)
        self._keep(registration)  # what waits for it finds it, and the order is that of the program
        self._family.remember(urn, request)
        id_, outputs = self._create(registration) if request.custom else ("", {})
        outputs = {
            key: hidden(value) if key in request.additionalSecretOutputs else value for key, value in outputs.items()
        }
        self._keep(replace(registration, id=id_, outputs=outputs), again=True)
        return resource_pb2.RegisterResourceResponse(urn=urn, id=id_, object=to_wire(outputs))

    def _keep(self, resource: Resource, *, again: bool = False) -> None:
        with self._lock:
            if resource.urn in self._resources and not again:
                raise CheckError(
                    f"the program declares {resource.type} {resource.name!r} twice at one place: "
                    "give one of them another name."
                )
            self._resources[resource.urn] = resource

    def _with_aliases(self, urn: str) -> list[str]:
        """A resource's URN and all that it had before; none for the stack."""
        with self._lock:
            found = self._resources.get(urn)
        return [urn, *found.aliases] if found else []

    def RegisterResourceOutputs(self, request: Any, context: grpc.ServicerContext) -> Empty:
        outputs = from_wire(request.outputs, self._folder)
        with self._lock:
            if type_in(request.urn) == STACK:
                self.outputs = outputs
            elif request.urn in self._resources:
                self._resources[request.urn] = replace(self._resources[request.urn], outputs=outputs)
        return Empty()

    def Invoke(self, request: Any, context: grpc.ServicerContext) -> Any:
        return self._answered(context, lambda: self._invoked(request))

    def _invoked(self, request: Any) -> Any:
        for callback in list(self._invoke_transforms):
            asked = resource_pb2.TransformInvokeRequest(token=request.tok, args=request.args)
            answer = transformed(callback, asked, resource_pb2.TransformInvokeResponse())
            if answer.HasField("args"):
                request.args.CopyFrom(answer.args)
        arguments = from_wire(request.args, self._folder)
        if request.tok == "pulumi:pulumi:getResource":
            return _returned(self._known(str(arguments["urn"])))
        found = self._outside.data_source(request.tok, arguments)
        if found is None:
            return resource_pb2.ResourceInvokeResponse(unknown=True)
        return _returned(found)

    def _known(self, urn: str) -> dict[str, Any]:
        with self._lock:
            found = self._resources.get(urn)
        if found is None:
            raise CheckError(f"the program asks for the resource {urn}, which it does not declare.")
        return {"urn": urn, "id": found.id, "state": found.outputs}

    def Call(self, request: Any, context: grpc.ServicerContext) -> Any:
        """A method of a component that a provider makes: what it gives is unknown."""
        response = provider_pb2.CallResponse()
        getattr(response, "return").CopyFrom(to_wire({"result": UNKNOWN}))
        return response

    def ReadResource(self, request: Any, context: grpc.ServicerContext) -> Any:
        return self._answered(context, lambda: self._read(request))

    def _read(self, request: Any) -> Any:
        urn = urn_of(request, self._stack, self._project)
        read = read_resource(request, urn, self._folder)
        stack = self._outside.stack(read.id) if read.type == STACK_REFERENCE else None
        id_, outputs = (read.id, stack) if stack is not None else self._create(read)
        self._keep(replace(read, outputs=outputs))
        return resource_pb2.ReadResourceResponse(urn=urn, id=id_, properties=to_wire(outputs))

    def _answered(self, context: grpc.ServicerContext, answer: Callable[[], Any]) -> Any:
        """The answer; the first that fails is why the recording does."""
        try:
            return answer()
        except Exception as error:  # noqa: BLE001 - it is raised where the recording is made
            self.problem = self.problem or error
            context.abort(grpc.StatusCode.UNKNOWN, str(error))

    def RegisterStackTransform(self, request: callback_pb2.Callback, context: grpc.ServicerContext) -> Empty:
        self._family.of_stack.append(request)
        return Empty()

    def RegisterStackInvokeTransform(self, request: callback_pb2.Callback, context: grpc.ServicerContext) -> Empty:
        self._invoke_transforms.append(request)
        return Empty()

    def RegisterResourceHook(self, request: Any, context: grpc.ServicerContext) -> Empty:
        """A hook runs in a deployment only."""
        return Empty()

    def RegisterErrorHook(self, request: Any, context: grpc.ServicerContext) -> Empty:
        """Likewise."""
        return Empty()

    def RegisterPackage(self, request: Any, context: grpc.ServicerContext) -> Any:
        return resource_pb2.RegisterPackageResponse(ref=sha256(request.SerializeToString()).hexdigest())

    def SignalAndWaitForShutdown(self, request: Empty, context: grpc.ServicerContext) -> Empty:
        return Empty()

    def Log(self, request: Any, context: grpc.ServicerContext) -> Empty:
        if request.severity != engine_pb2.DEBUG:
            self.logged.append(request.message)
        return Empty()

    def RequirePulumiVersion(self, request: Any, context: grpc.ServicerContext) -> Any:
        return engine_pb2.RequirePulumiVersionResponse()


def _returned(answer: Mapping[str, Any]) -> Any:
    response = resource_pb2.ResourceInvokeResponse()
    getattr(response, "return").CopyFrom(to_wire(answer))
    return response
