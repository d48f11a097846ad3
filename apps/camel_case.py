"""Names of attributes as data has them; pydantic's own function compiles four patterns, at each first start."""


def to_camel(name: str) -> str:
    """Such as `bookingId` of `booking_id`."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))
