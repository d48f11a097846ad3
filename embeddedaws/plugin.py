"""The embedded AWS as Pulumi's provider of AWS: what the engine asks a plugin for, over gRPC.

The engine of a real `pulumi up` is led here by `PULUMI_DEBUG_PROVIDERS=aws:<port>` instead of to a plugin of its own.
(Pulumi, proto/pulumi/provider.proto.)
"""

from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

import grpc
from botocore.exceptions import BotoCoreError, ClientError
from google.protobuf.empty_pb2 import Empty
from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct
from pulumi.runtime import rpc
from pulumi.runtime.proto import plugin_pb2, provider_pb2, provider_pb2_grpc

from embeddedaws.clients import Clients
from embeddedaws.errors import EmbeddedAwsError, PortTakenError, UnknownResourceError
from embeddedaws.resources.provider import InputDiff, Provider, default_tags
from pulumicheck.types.inputs import Inputs
from pulumicheck.types.table import DELETED_FIRST, resource_type

_LOOPBACK = "127.0.0.1"
_WORKERS = 8  # calls at once; the engine sends as many as its `--parallel`
_KINDS = provider_pb2.PropertyDiff.Kind
_Context = grpc.ServicerContext
_REGION = "region"
_DEFAULTS = "__defaults"  # of the inputs that the bridge keeps, the names of those that it made up


class _Refusals(grpc.ServerInterceptor):
    """What AWS, or this provider, refuses is the engine's to show, in AWS's words."""

    def intercept_service(self, continuation: Callable[[Any], Any], handler_call_details: Any) -> Any:
        """Wraps the method that is called."""
        handler = continuation(handler_call_details)

        def answer(request: Any, context: _Context) -> Any:
            try:
                return handler.unary_unary(request, context)
            except (BotoCoreError, ClientError, EmbeddedAwsError) as error:
                context.abort(grpc.StatusCode.UNKNOWN, str(error))

        return handler and handler._replace(unary_unary=answer)


class Plugin(provider_pb2_grpc.ResourceProviderServicer):
    """Answers the engine. Each of its connections is a provider of the program, with settings of its own."""

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self._providers: dict[str, Provider] = {}  # by the address that the engine calls from

    def Handshake(self, request: Any, context: _Context) -> provider_pb2.ProviderHandshakeResponse:
        return provider_pb2.ProviderHandshakeResponse()

    def Attach(self, request: Any, context: _Context) -> Empty:
        return Empty()

    def Cancel(self, request: Any, context: _Context) -> Empty:
        return Empty()

    def GetPluginInfo(self, request: Any, context: _Context) -> plugin_pb2.PluginInfo:
        return plugin_pb2.PluginInfo(version=version("pulumi-aws"))

    def CheckConfig(self, request: provider_pb2.CheckRequest, context: _Context) -> provider_pb2.CheckResponse:
        region = _values(request.news).get("region")
        if region in (None, rpc.UNKNOWN, self._clients.region):
            return provider_pb2.CheckResponse(inputs=request.news)
        reason = f"the embedded AWS is in {self._clients.region}: start it with --region {region}, or set aws:region."
        return provider_pb2.CheckResponse(failures=[provider_pb2.CheckFailure(property="region", reason=reason)])

    def DiffConfig(self, request: provider_pb2.DiffRequest, context: _Context) -> provider_pb2.DiffResponse:
        olds, news = _values(request.old_inputs), _values(request.news)
        changed = sorted(key for key in olds.keys() | news.keys() if olds.get(key) != news.get(key))
        # As the bridge does: what was not told before cannot be known to be another.
        return _diff_response(InputDiff(tuple(changed), tuple({_REGION}.intersection(changed, olds))), olds, news)

    def Configure(self, request: provider_pb2.ConfigureRequest, context: _Context) -> provider_pb2.ConfigureResponse:
        self._providers[context.peer()] = Provider(self._clients, default_tags(_values(request.args)))
        return provider_pb2.ConfigureResponse(supportsPreview=True)

    def Check(self, request: provider_pb2.CheckRequest, context: _Context) -> provider_pb2.CheckResponse:
        type_, name = _type_and_name(request.urn)
        news, olds = _values(request.news), _values(request.olds)
        made_up = _defaults(request.olds)
        kept = {key: value for key, value in olds.items() if made_up is None or key in made_up}
        try:
            checked = self._provider(context).check(type_, name, news, {**kept, **_prefixes(olds)})
        except UnknownResourceError as error:
            return provider_pb2.CheckResponse(failures=[provider_pb2.CheckFailure(reason=str(error))])
        return provider_pb2.CheckResponse(inputs=_struct({**checked, _DEFAULTS: sorted(checked.keys() - news.keys())}))

    def Diff(self, request: provider_pb2.DiffRequest, context: _Context) -> provider_pb2.DiffResponse:
        type_, _ = _type_and_name(request.urn)
        ignored = set(request.ignoreChanges)
        olds, news = _values(request.olds), _values(request.news)
        found = self._provider(context).diff(type_, olds, news)
        kept = (tuple(name for name in names if name not in ignored) for names in (found.changed, found.replaces))
        response = _diff_response(InputDiff(*kept), olds, news)
        response.deleteBeforeReplace = bool(response.replaces) and _cannot_stand_beside(type_, request.news)
        return response

    def Create(self, request: provider_pb2.CreateRequest, context: _Context) -> provider_pb2.CreateResponse:
        if request.preview:
            return provider_pb2.CreateResponse(properties=request.properties)
        type_, name = _type_and_name(request.urn)
        id_, outputs = self._provider(context).create(type_, name, _values(request.properties))
        return provider_pb2.CreateResponse(id=id_, properties=_struct(outputs))

    def Read(self, request: provider_pb2.ReadRequest, context: _Context) -> provider_pb2.ReadResponse:
        type_, _ = _type_and_name(request.urn)
        state, inputs = _values(request.properties), _values(request.inputs)
        found = self._provider(context).read(type_, request.id, state, inputs)
        if found is None:
            return provider_pb2.ReadResponse()
        made_up = _defaults(request.inputs)
        inputs = found[0] if made_up is None else {**found[0], _DEFAULTS: made_up}
        return provider_pb2.ReadResponse(id=request.id, inputs=_struct(inputs), properties=_struct(found[1]))

    def Update(self, request: provider_pb2.UpdateRequest, context: _Context) -> provider_pb2.UpdateResponse:
        type_, _ = _type_and_name(request.urn)
        state, inputs = _values(request.olds), _values(request.news)
        if request.preview:  # what AWS knows stays known, or all that depends on it would seem to change
            return provider_pb2.UpdateResponse(properties=_struct({**state, **inputs}))
        outputs = self._provider(context).update(type_, request.id, state, inputs)
        return provider_pb2.UpdateResponse(properties=_struct(outputs))

    def Delete(self, request: provider_pb2.DeleteRequest, context: _Context) -> Empty:
        type_, _ = _type_and_name(request.urn)
        self._provider(context).delete(type_, request.id, _values(request.properties))
        return Empty()

    def Invoke(self, request: Any, context: _Context) -> provider_pb2.InvokeResponse:
        raise UnknownResourceError(f"the embedded AWS does not answer {request.tok} yet.")

    def _provider(self, context: _Context) -> Provider:
        return self._providers.setdefault(context.peer(), Provider(self._clients))


@contextmanager
def serving(clients: Clients, port: int = 0, plugin: type[Plugin] = Plugin) -> Generator[int]:
    """Serves the plugin on loopback while the context lasts, and gives its port; 0 takes a free one.

    Raises:
        PortTakenError: the port is in use, or this user may not listen on it.
    """
    with ThreadPoolExecutor(_WORKERS, thread_name_prefix="plugin") as pool:
        server = grpc.server(pool, interceptors=[_Refusals()], options=[("grpc.so_reuseport", 0)])
        provider_pb2_grpc.add_ResourceProviderServicer_to_server(plugin(clients), server)
        try:
            bound = server.add_insecure_port(f"{_LOOPBACK}:{port}")
        except RuntimeError as error:
            raise PortTakenError(port) from error
        server.start()
        try:
            yield bound
        finally:
            server.stop(grace=None).wait()


def _type_and_name(urn: str) -> tuple[str, str]:
    _, _, types, name = urn.split("::", maxsplit=3)
    return types.rpartition("$")[2], name


def _values(properties: Struct) -> dict[str, Any]:
    """The properties as the engine sends them; what is not known yet is the text `rpc.UNKNOWN`."""
    return {key: value for key, value in _whole(MessageToDict(properties)).items() if key != _DEFAULTS}


def _defaults(properties: Struct) -> list[str] | None:
    """The inputs that this provider made up for the program; None of a state that does not say so."""
    return _whole(MessageToDict(properties)).get(_DEFAULTS)


def _prefixes(inputs: Inputs) -> Inputs:
    return {key: value for key, value in inputs.items() if key.endswith("Prefix")}


def _cannot_stand_beside(type_: str, news: Struct) -> bool:
    """Whether the old one has to go before the new one comes, since the program gave it its name.

    (pulumi-terraform-bridge, nameRequiresDeleteBeforeReplace; pulumi-aws, `DeleteBeforeReplace`.)
    """
    given, made_up = _values(news), _defaults(news) or []
    named = any(key in given and key not in made_up for key in resource_type(type_).named_by)
    return named or type_ in DELETED_FIRST


def _whole(value: Any) -> Any:
    """On the wire all numbers are floats."""
    if isinstance(value, Mapping):
        return {key: _whole(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _struct(values: Inputs) -> Struct:
    found = Struct()
    found.update(values)
    return found


def _diff_response(difference: InputDiff, olds: Inputs, news: Inputs) -> provider_pb2.DiffResponse:
    detailed = {
        path: provider_pb2.PropertyDiff(
            kind=_KINDS.UPDATE_REPLACE if name in difference.replaces else _KINDS.UPDATE, inputDiff=True
        )
        for name in difference.changed
        for path in _paths(name, olds.get(name), news.get(name))
    }
    return provider_pb2.DiffResponse(
        changes=provider_pb2.DiffResponse.DIFF_SOME if difference.changed else provider_pb2.DiffResponse.DIFF_NONE,
        diffs=difference.changed,
        replaces=difference.replaces,
        detailedDiff=detailed,
        hasDetailedDiff=bool(detailed),
    )


def _paths(name: str, old: Any, new: Any) -> list[str]:
    """What differs of a property, as the bridge tells it: of a map, its keys."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return [name]
    keys = [key for key in old.keys() | new.keys() if old.get(key) != new.get(key)]
    return [f"{name}.{key}" if key.isidentifier() else f'{name}["{key}"]' for key in keys] or [name]
