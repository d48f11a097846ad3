"""Lambda: functions and event source mappings."""

from functools import partial
from typing import Any

from .rule import OK, Refused, Rule, World, codes

_INVALID, _OUT_OF_RANGE = "InvalidParameterValueException", "ValidationException"
_NOT_FOUND, _CONFLICT = "ResourceNotFoundException", "ResourceConflictException"
_UNKNOWN = "11111111-2222-3333-4444-555555555555"


def _functions(name: str, *values: Any) -> Any:
    """Tries to make a function with each of these values of one parameter."""
    return lambda world: codes(*(partial(world.function, **{name: value}) for value in values))


def _mappings(name: str, *values: Any, **others: Any) -> Any:
    """Tries to make a mapping with each of these values of one parameter."""

    def calls(world: World) -> list[str]:
        function = world.function()
        return codes(*(partial(world.mapping, function, world.queue(), **{name: value}, **others) for value in values))

    return calls


def _mapping_of_a_slow_function(world: World) -> Any:
    return world.mapping(world.function(Timeout=31), world.queue(VisibilityTimeout="30"))


def _mapping_twice(world: World) -> list[str]:
    create = partial(world.mapping, world.function(), world.queue())
    return codes(create, create)


def _mapping_of_one_queue_for_two_functions(world: World) -> list[str]:
    queue = world.queue()
    return codes(*(partial(world.mapping, world.function(), queue) for _ in range(2)))


def _update_mapping(world: World) -> list[Any]:
    uuid = world.mapping(world.function(), world.queue(), BatchSize=5)
    changed = world.aws.lambda_.update_event_source_mapping(UUID=uuid, ScalingConfig={"MaximumConcurrency": 7})
    return [changed["BatchSize"], changed["ScalingConfig"]["MaximumConcurrency"], changed["State"]]


def _update_mapping_out_of_range(world: World) -> Any:
    uuid = world.mapping(world.function(), world.queue())
    return world.aws.lambda_.update_event_source_mapping(UUID=uuid, BatchSize=10_001)


def _update_function(world: World) -> list[Any]:
    name = world.function(Timeout=9, MemorySize=256, Environment={"Variables": {"CITY": "Pune"}})
    world.aws.lambda_.update_function_configuration(FunctionName=name, MemorySize=512)
    shown = world.aws.lambda_.get_function_configuration(FunctionName=name)
    return [shown["Timeout"], shown["MemorySize"], shown["Environment"]["Variables"]]


def _create_twice(world: World) -> Any:
    return world.function(FunctionName=world.function())


def _no_function(world: World) -> list[str]:
    calls = world.aws.lambda_
    operations = (calls.get_function, calls.delete_function, calls.invoke, calls.list_versions_by_function)
    return codes(*(partial(operation, FunctionName="none") for operation in operations))


def _no_mapping(world: World) -> list[str]:
    calls = world.aws.lambda_
    operations = (
        calls.get_event_source_mapping,
        calls.update_event_source_mapping,
        calls.delete_event_source_mapping,
    )
    return codes(*(partial(operation, UUID=_UNKNOWN) for operation in operations))


def _too_large_request(world: World) -> Any:
    return world.aws.lambda_.invoke(FunctionName=world.function(), Payload=b'"' + b"x" * 6_291_455 + b'"')


def _defaults(world: World) -> list[Any]:
    shown = world.aws.lambda_.get_function_configuration(FunctionName=world.function())
    group = shown["LoggingConfig"]["LogGroup"].removesuffix(shown["FunctionName"])
    return [shown["Timeout"], shown["MemorySize"], shown["Architectures"], group]


def _deleted_role(world: World) -> Any:
    arn = world.role()
    name = arn.rpartition("/")[2]
    world.aws.iam.delete_role_policy(RoleName=name, PolicyName="own")
    world.aws.iam.delete_role(RoleName=name)
    return world.function(Role=arn)


RULES = [
    Rule(
        "Lambda",
        "A timeout is 1 to 900 seconds.",
        "CreateFunction",
        _functions("Timeout", 0, 1, 900, 901),
        [_OUT_OF_RANGE, OK, OK, _OUT_OF_RANGE],
    ),
    Rule(
        "Lambda",
        "A memory size is 128 to 10,240 MB.",
        "CreateFunction",
        _functions("MemorySize", 127, 128, 10_240, 10_241),
        [_OUT_OF_RANGE, OK, OK, _OUT_OF_RANGE],
    ),
    Rule(
        "Lambda",
        "A function has 3 seconds, 128 MB, x86_64 and a log group of its name unless it says otherwise.",
        "CreateFunction",
        _defaults,
        [3, 128, ["x86_64"], "/aws/lambda/"],
    ),
    Rule(
        "Lambda",
        "A function's name has letters, digits, hyphens and underscores.",
        "CreateFunction",
        _functions("FunctionName", "a b", "a.b", ""),
        [_OUT_OF_RANGE] * 3,
    ),
    Rule("Lambda", "A function's name is taken once.", "CreateFunction", _create_twice, Refused(_CONFLICT)),
    Rule(
        "Lambda",
        "A description has 256 characters at most.",
        "CreateFunction",
        _functions("Description", "x" * 257, "x" * 256),
        [_OUT_OF_RANGE, OK],
    ),
    Rule(
        "Lambda",
        "A function runs on arm64 or on x86_64.",
        "CreateFunction",
        _functions("Architectures", ["mips"], ["arm64", "x86_64"], ["arm64"]),
        [_OUT_OF_RANGE, _OUT_OF_RANGE, OK],
    ),
    Rule(
        "Lambda",
        "A function's variables have 4 KB together at most.",
        "Lambda quotas",
        _functions("Environment", {"Variables": {"CITY": "x" * 4090}}, {"Variables": {"CITY": "x" * 4000}}),
        [_INVALID, OK],
    ),
    Rule(
        "Lambda",
        "A function cannot set a variable that Lambda reserves.",
        "Defined runtime environment variables",
        _functions("Environment", {"Variables": {"AWS_REGION": "x"}}, {"Variables": {"TZ": "Asia/Kolkata"}}),
        [_INVALID, OK],
    ),
    Rule(
        "Lambda",
        "A variable's name begins with a letter and has two characters at least.",
        "Environment",
        _functions("Environment", {"Variables": {"1A": "x"}}, {"Variables": {"A": "x"}}, {"Variables": {"A-B": "x"}}),
        [_OUT_OF_RANGE] * 3,
    ),
    Rule(
        "Lambda",
        "A role must be there when a function is made.",
        "Defining Lambda function permissions with an execution role",
        _deleted_role,
        Refused(_INVALID),
    ),
    Rule(
        "Lambda",
        "A role must trust Lambda when a function is made.",
        "Defining Lambda function permissions with an execution role",
        lambda w: w.function(Role=w.role(service="ec2.amazonaws.com")),
        Refused(_INVALID),
    ),
    Rule("Lambda", "A role is named by an ARN.", "CreateFunction", _functions("Role", "worker"), [_OUT_OF_RANGE]),
    Rule(
        "Lambda",
        "An image must be in a repository that Lambda may pull from.",
        "Create a Lambda function using a container image",
        _functions("Code", {"ImageUri": "123456789012.dkr.ecr.ap-south-1.amazonaws.com/none:latest"}),
        [_INVALID],
    ),
    Rule(
        "Lambda",
        "A change of the configuration keeps what it does not say.",
        "UpdateFunctionConfiguration",
        _update_function,
        [9, 512, {"CITY": "Pune"}],
    ),
    Rule(
        "Lambda",
        "A function that is not there is not found.",
        "GetFunction, DeleteFunction, Invoke, ListVersionsByFunction",
        _no_function,
        [_NOT_FOUND] * 4,
    ),
    Rule(
        "Lambda",
        "A request has 6 MB at most.",
        "Lambda quotas",
        _too_large_request,
        Refused("RequestTooLargeException"),
    ),
    Rule(
        "Lambda",
        "A batch has 1 to 10,000 messages.",
        "CreateEventSourceMapping",
        _mappings("BatchSize", 0, 1, 10_000, 10_001, MaximumBatchingWindowInSeconds=1),
        [_OUT_OF_RANGE, OK, OK, _OUT_OF_RANGE],
    ),
    Rule(
        "Lambda",
        "A batch of more than 10 messages needs a batching window.",
        "CreateEventSourceMapping",
        _mappings("BatchSize", 11, 10),
        [_INVALID, OK],
    ),
    Rule(
        "Lambda",
        "A batching window is 0 to 300 seconds.",
        "CreateEventSourceMapping",
        _mappings("MaximumBatchingWindowInSeconds", -1, 0, 300, 301),
        [_OUT_OF_RANGE, OK, OK, _OUT_OF_RANGE],
    ),
    Rule(
        "Lambda",
        "A mapping's maximum concurrency is 2 to 1,000.",
        "ScalingConfig",
        _mappings("ScalingConfig", *({"MaximumConcurrency": number} for number in (1, 2, 1000, 1001))),
        [_OUT_OF_RANGE, OK, OK, _OUT_OF_RANGE],
    ),
    Rule(
        "Lambda",
        "A function's answer is of one type only.",
        "CreateEventSourceMapping",
        _mappings("FunctionResponseTypes", ["ReportNothing"], ["ReportBatchItemFailures"]),
        [_OUT_OF_RANGE, OK],
    ),
    Rule(
        "Lambda", "A function has one mapping of a queue.", "CreateEventSourceMapping", _mapping_twice, [OK, _CONFLICT]
    ),
    Rule(
        "Lambda",
        "A queue can have mappings to two functions.",
        "CreateEventSourceMapping",
        _mapping_of_one_queue_for_two_functions,
        [OK, OK],
    ),
    Rule(
        "Lambda",
        "A queue's visibility timeout is not below its function's timeout.",
        "Using Lambda with Amazon SQS",
        _mapping_of_a_slow_function,
        Refused(_INVALID),
    ),
    Rule(
        "Lambda",
        "A mapping needs a role that may receive and delete.",
        "Using Lambda with Amazon SQS",
        lambda w: w.mapping(w.function(Role=w.role(actions="sqs:ReceiveMessage")), w.queue()),
        Refused(_INVALID),
    ),
    Rule(
        "Lambda",
        "A mapping needs a queue that is there.",
        "CreateEventSourceMapping",
        lambda w: w.aws.lambda_.create_event_source_mapping(
            FunctionName=w.function(), EventSourceArn=w.arn(w.queue()) + "-not"
        ),
        Refused(_INVALID),
    ),
    Rule(
        "Lambda",
        "A change of a mapping keeps what it does not say.",
        "UpdateEventSourceMapping",
        _update_mapping,
        [5, 7, "Disabled"],
    ),
    Rule(
        "Lambda",
        "A change of a mapping keeps to the same ranges.",
        "UpdateEventSourceMapping",
        _update_mapping_out_of_range,
        Refused(_OUT_OF_RANGE),
    ),
    Rule(
        "Lambda",
        "A mapping that is not there is not found.",
        "GetEventSourceMapping, UpdateEventSourceMapping, DeleteEventSourceMapping",
        _no_mapping,
        [_NOT_FOUND] * 3,
    ),
]
