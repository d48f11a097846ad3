"""One validator for a model and the models in it, made of pydantic-core alone.

pydantic itself makes one for each model, and to do so imports all that finds plugins: `importlib.metadata`, with what
reads zip files and emails. That is a sixth of what the models cost at a first start. The models' annotations stay the
only word on what a message is; a test holds what is made of them here against what pydantic makes of them.
"""

from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from pydantic import AfterValidator, BaseModel
from pydantic_core import CoreSchema, SchemaValidator
from pydantic_core import core_schema as core

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

_BOUNDS = ("ge", "le")


def validator_of(model: type[BaseModel]) -> SchemaValidator:
    """Makes the validator; the model itself may be one with `defer_build`.

    Raises:
        TypeError: a field is annotated with what is not known here.
    """
    return SchemaValidator(schema_of(model))


def schema_of(model: type[BaseModel]) -> CoreSchema:
    """What pydantic-core is told of a model."""
    fields = {
        name: core.model_field(_field(name, info), validation_alias=info.alias)
        for name, info in model.model_fields.items()
    }
    config = core.CoreConfig(
        title=model.__name__,
        strict=model.model_config.get("strict", False),
        extra_fields_behavior=model.model_config.get("extra") or "ignore",
    )
    return core.model_schema(model, core.model_fields_schema(fields, model_name=model.__name__), config=config)


def _field(name: str, info: "FieldInfo") -> CoreSchema:
    if not info.is_required():
        raise TypeError(f"{name}: one_validator.py knows no default: teach it")
    schema: Any = _plain(name, info.annotation)
    for what in info.metadata:
        bounds = {bound: getattr(what, bound) for bound in _BOUNDS if hasattr(what, bound)}
        if isinstance(what, AfterValidator):
            check: Any = what.func
            schema = core.no_info_after_validator_function(check, schema)
        elif bounds:
            schema = {**schema, **bounds}
        else:
            raise TypeError(f"{name}: one_validator.py does not know {what!r}: teach it")
    return schema


def _plain(name: str, annotation: Any) -> CoreSchema:
    if get_origin(annotation) is Literal:
        return core.literal_schema(list(get_args(annotation)))
    if annotation is str:
        return core.str_schema()
    if annotation is int:
        return core.int_schema()
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return schema_of(annotation)
    raise TypeError(f"{name}: one_validator.py does not know {annotation!r}: teach it")
