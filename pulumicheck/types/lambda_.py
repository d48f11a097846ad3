"""Lambda: functions, what calls them, and who may."""

from collections.abc import Iterator, Mapping

from pulumicheck.types.arns import made_up_uuid
from pulumicheck.types.inputs import Inputs, at
from pulumicheck.types.prices import SQS_REQUEST
from pulumicheck.types.resource_type import AccessSetting, ResourceType, Target, Wire

# Five connections, each a long poll of 20 seconds (Lambda Developer Guide, "Using Lambda with Amazon SQS"; SQS,
# WaitTimeSeconds), in a month.
_POLLS = 5 * 30 * 24 * 60 * 60 // 20


def _about(inputs: Inputs) -> str:
    return f"A Lambda function from {'a container image' if inputs.get('imageUri') else 'an archive of its code'}."


def _logs(inputs: Inputs) -> Iterator[Wire]:
    yield Wire(at(inputs, "loggingConfig.logGroup"), "log lines", named="log-group")


FUNCTION = ResourceType(
    "aws:lambda/function:Function",
    about=_about,
    console="Lambda → Functions → {name} → Monitor",
    cli="aws lambda get-function --function-name {name}",
    kind="function",
    arn="arn:{partition}:lambda:{region}:{account}:function:{name}",
    outputs={
        "version": "$LATEST",
        "invokeArn": "arn:{partition}:apigateway:{region}:lambda:path/2015-03-31/functions/{arn}/invocations",
    },
    telling=("imageConfig.commands", "architectures", "memorySize", "timeout"),
    is_acted_on=True,
    wires=_logs,
)


def _uuid(inputs: Inputs) -> Mapping[str, str]:
    return {"uuid": made_up_uuid(inputs.get("functionName"), inputs.get("eventSourceArn"))}


def _polls(inputs: Inputs) -> Iterator[Wire]:
    at_once = at(inputs, "scalingConfig.maximumConcurrency")
    batch = f"batch {inputs.get('batchSize', 10)}"
    yield Wire(inputs.get("eventSourceArn"), "poll", inward=True)
    yield Wire(inputs.get("functionName"), f"{batch}, max {at_once} at once" if at_once else batch, named="function")


EVENT_SOURCE_MAPPING = ResourceType(
    "aws:lambda/eventSourceMapping:EventSourceMapping",
    about="The part of Lambda that polls a queue or a stream and calls a function with batches of what it holds.",
    console="Lambda → Functions → {functionName} → Configuration → Triggers",
    cli="aws lambda list-event-source-mappings --function-name {functionName}",
    kind="mapping",
    named_by=(),
    arn="arn:{partition}:lambda:{region}:{account}:event-source-mapping:{uuid}",
    id="{uuid}",
    made_up=_uuid,
    telling=("batchSize", "scalingConfig.maximumConcurrency", "functionResponseTypes"),
    wires=_polls,
    idle=f"Its pollers ask an empty queue too: about {_POLLS:,} receives a month, "
    f"{_POLLS * SQS_REQUEST:.2f} $ after the free million.",
)


_LIMITS = ("sourceArn", "sourceAccount", "principalOrgId", "functionUrlAuthType", "qualifier")


def _permitted(name: str, inputs: Inputs) -> Iterator[AccessSetting]:
    """One statement of a function's policy, in the resource's own words."""
    limits = [f" if {key} is {inputs[key]}" for key in _LIMITS if inputs.get(key)]
    text = f"a permission by which {inputs.get('principal')} may {inputs.get('action')}{''.join(limits)}"
    yield AccessSetting(name, text)


PERMISSION = ResourceType(
    "aws:lambda/permission:Permission",
    about="Lets a service or an account call the function.",
    console="Lambda → Functions → {function} → Configuration → Permissions",
    cli="aws lambda get-policy --function-name {function}",
    kind="policy",
    named_by=(),
    target=Target("function", FUNCTION.token),
    changed_by="lambda:AddPermission",
    access=_permitted,
    reads=("action", "function", "principal", "statementId", "statementIdPrefix", *_LIMITS),
)


def _open_to_all(name: str, inputs: Inputs) -> Iterator[AccessSetting]:
    if inputs.get("authorizationType") == "NONE":
        yield AccessSetting(name, "a URL that anyone may call")


FUNCTION_URL = ResourceType(
    "aws:lambda/functionUrl:FunctionUrl",
    about="An address by which the function is called over HTTPS.",
    console="Lambda → Functions → {functionName} → Configuration → Function URL",
    cli="aws lambda get-function-url-config --function-name {functionName}",
    named_by=(),
    made_up=lambda inputs: {"urlId": made_up_uuid(inputs["functionName"]).replace("-", "")},
    outputs={"functionUrl": "https://{urlId}.lambda-url.{region}.on.aws/"},
    telling=("authorizationType",),
    target=Target("functionName", FUNCTION.token),
    changed_by="lambda:UpdateFunctionUrlConfig",
    access=_open_to_all,
    reads=("authorizationType", "functionName", "qualifier"),
)

ROWS = (FUNCTION, EVENT_SOURCE_MAPPING, PERMISSION, FUNCTION_URL)
