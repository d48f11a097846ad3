"""What the figures of scale rest on: the stack's settings, and what is assumed."""

from minitickets.scale.assumptions import Assumptions
from minitickets.scale.ceilings import outage_seconds
from minitickets.scale.function_load import FunctionLoad
from minitickets.scale.load import Model
from minitickets.scale.markdown import Row, markdown_table
from minitickets.scale.numbers import plain


def basis_table(model: Model) -> str:
    """One row for each number; an assumption is named as `--assume` takes it."""
    return markdown_table(("", "is", "what it is, and where from"), [*_settings(model), *_assumptions(model)])


def _settings(model: Model) -> list[Row]:
    spent = f"seconds hidden until the {model.settings.max_receive_count} receives of maxReceiveCount are used up"
    return [*map(_function, model.functions), ("SES down", plain(outage_seconds(model)), spent)]


def _function(function: FunctionLoad) -> Row:
    messages = "1 message" if function.batch == 1 else f"{function.batch} messages"
    what = f"seconds of an invocation with {messages}, {function.memory} MB; {function.allowed} at once"
    return function.name, plain(function.duration(function.batch)), what


def _assumptions(model: Model) -> list[Row]:
    return [
        (f"`{field.alias}`", plain(getattr(model.assumed, name)), str(field.description))
        for name, field in Assumptions.model_fields.items()
    ]
