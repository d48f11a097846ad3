"""Cells that are drawn: resources of several types with settings, parents, options and dependents, then changed."""

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.engine.cells import TRUST, Cell, Json, cell, document, it, made_of

# Of each kind: the input that names it, the settings that it may have, and the paths that options may name.
_NAMES = {
    "queue": "name",
    "topic": "name",
    "role": "name",
    "table": "name",
    "bucket": "bucket",
    "logs": "name",
    "secret": "name",
}
_SETTINGS: dict[str, dict[str, list[Any]]] = {
    "queue": {
        "delay_seconds": [1, 2],
        "message_retention_seconds": [600, 700],
        "tags": [{"a": "1"}, {"a": "2", "b": "1"}],
    },
    "topic": {"tags": [{"a": "1"}, {"a": "2"}]},
    "role": {"description": ["x", "y"], "path": ["/x/", "/y/"], "max_session_duration": [3600, 7200]},
    "table": {"deletion_protection_enabled": [True, False], "tags": [{"a": "1"}, {"a": "2"}]},
    "bucket": {"force_destroy": [True, False], "tags": [{"a": "1"}, {"b": "2"}]},
    "logs": {"retention_in_days": [7, 14]},
    "secret": {"description": ["x", "y"], "recovery_window_in_days": [7, 8]},
}
_FIXED: dict[str, Json] = {
    "role": {"assume_role_policy": TRUST},
    "table": {"billing_mode": "PAY_PER_REQUEST", "hash_key": "k", "attributes": [{"name": "k", "type": "S"}]},
}
_ARNS = ("queue", "topic", "table", "bucket", "secret")
_PATHS = ("delaySeconds", "tags", "tags.a", "tags.*", "name", "*", "description", "path", "nothing", "retentionInDays")
_COMPONENTS = ("component:own:x:One", "component:own:x:Two")
_Change = Callable[[Random, Json, list[Json]], None]


def drawn(seed: int, number: int) -> Iterator[tuple[str, Cell]]:
    """So many cells of a seed, and what to call each."""
    random = Random(seed)  # noqa: S311 - which cells are drawn is no secret
    for index in range(number):
        yield f"drawn {seed}/{index}", _cell(random)


def _cell(random: Random) -> Cell:
    before = _declared(random)
    after = copy.deepcopy(before)
    for _ in range(random.choice((1, 1, 2, 3))):
        change = random.choice(_CHANGES)
        change(random, random.choice([each for each in after if "inputs" in each and not _is_component(each)]), after)
        if not any(not _is_component(each) for each in after):
            break
    return cell(before, after)


def _declared(random: Random) -> list[Json]:
    """Components, resources, and what is made of these."""
    found = [it(random.choice(_COMPONENTS), f"g{index}") for index in range(random.choice((0, 0, 1, 2)))]
    if random.random() < 0.2:
        found.append(it("provider", "p", region="ap-south-1"))
    things = [_thing(random, f"x{index}") for index in range(random.choice((1, 1, 2, 3)))]
    dependents = [each for thing in things for each in _dependents(random, thing)]
    for each in (*things, *dependents):
        _place(random, each, found)
    return [*found, *things, *dependents]


def _thing(random: Random, name: str) -> Json:
    kind = random.choice(list(_SETTINGS))
    settings: Json = {key: random.choice(values) for key, values in _SETTINGS[kind].items() if random.random() < 0.5}
    named: Json = {_NAMES[kind]: f"CELL-{name}"} if random.random() < 0.6 else {}
    return it(kind, name, **_FIXED.get(kind, {}), **settings, **named)


def _dependents(random: Random, thing: Json) -> Iterator[Json]:
    name, kind = thing["name"], thing["kind"]
    if random.random() < 0.4:
        return
    if kind == "queue":
        policy = document("sqs:SendMessage", made_of(name, "arn"), Principal={"Service": "sns.amazonaws.com"})
        yield it("queue-policy", f"{name}-p", queue_url=made_of(name, random.choice(("url", "id"))), policy=policy)
    elif kind == "role":
        role = made_of(name, random.choice(("id", "name")))
        yield it("role-policy", f"{name}-p", role=role, policy=document("sqs:SendMessage"))
    elif kind == "bucket":
        yield it(
            "bucket-block", f"{name}-b", bucket=made_of(name, random.choice(("id", "bucket"))), block_public_acls=True
        )
    elif kind in _ARNS:
        yield it("policy", f"{name}-i", policy=document("x:Y", made_of(name, "arn")))
    if random.random() < 0.3:
        tied: Json = random.choice(({"depends_on": [name]}, {"replace_with": [name]}, {"deleted_with": name}))
        yield it("topic", f"{name}-t", opts=tied)


def _place(random: Random, it_: Json, above: list[Json]) -> None:
    components = [each["name"] for each in above if _is_component(each)]
    if components and random.random() < 0.6:
        it_["opts"]["parent"] = random.choice(components)
    if any(each["kind"] == "provider" for each in above) and random.random() < 0.6:
        it_["opts"]["provider"] = "p"
    if random.random() < 0.1:
        it_["opts"]["retain_on_delete"] = True
    if random.random() < 0.15:
        it_["opts"]["replacement_trigger"] = "1"


def _is_component(it_: Json) -> bool:
    return it_["kind"].startswith("component:") or it_["kind"] == "provider"


def _another_setting(random: Random, it_: Json, _: list[Json]) -> None:
    settings = _SETTINGS.get(it_["kind"], {})
    if settings:
        key = random.choice(list(settings))
        it_["inputs"][key] = random.choice(settings[key])


def _no_setting(random: Random, it_: Json, _: list[Json]) -> None:
    settings = [key for key in _SETTINGS.get(it_["kind"], {}) if key in it_["inputs"]]
    if settings:
        del it_["inputs"][random.choice(settings)]


def _another_name(_random: Random, it_: Json, _: list[Json]) -> None:
    if key := _NAMES.get(it_["kind"]):
        it_["inputs"][key] = f"CELL-{it_['name']}-other"


def _no_name(_random: Random, it_: Json, _: list[Json]) -> None:
    it_["inputs"].pop(_NAMES.get(it_["kind"], ""), None)


def _called_otherwise(random: Random, it_: Json, _: list[Json]) -> None:
    it_["called"] = f"{it_['name']}-anew"
    if random.random() < 0.5:
        it_["opts"]["aliases"] = [{"name": it_["name"]}]


def _moved(random: Random, it_: Json, after: list[Json]) -> None:
    was = it_["opts"].pop("parent", None)
    components = [each["name"] for each in after if each["kind"].startswith("component:") and each["name"] != was]
    if components and random.random() < 0.7:
        it_["opts"]["parent"] = random.choice(components)
    if random.random() < 0.5:
        it_["opts"]["aliases"] = [{"parent": was}]


def _component_changed(random: Random, _: Json, after: list[Json]) -> None:
    components = [each for each in after if each["kind"].startswith("component:")]
    if components:
        one = random.choice(components)
        old = one["kind"].partition(":")[2]
        one["kind"] = "component:own:x:Three"
        if random.random() < 0.5:
            one["opts"]["aliases"] = [{"type_": old}]


def _option(random: Random, it_: Json, _: list[Json]) -> None:
    paths = random.sample(_PATHS, random.choice((1, 2)))
    option: Json = random.choice(
        (
            {"ignore_changes": paths},
            {"replace_on_changes": paths},
            {"delete_before_replace": random.random() < 0.5},
            {"retain_on_delete": True},
            {"protect": True},
            {"replacement_trigger": random.choice(("1", "2"))},
            {"provider": None},
        )
    )
    it_["opts"] |= option
    if option == {"provider": None}:
        it_["opts"].pop("provider")


def _secret(random: Random, it_: Json, _: list[Json]) -> None:
    plain = [
        key for key, value in it_["inputs"].items() if isinstance(value, str | int) and not isinstance(value, bool)
    ]
    if plain:
        key = random.choice(plain)
        it_["inputs"][key] = {"secret": it_["inputs"][key]}


def _gone(_random: Random, it_: Json, after: list[Json]) -> None:
    gone = {it_["name"]} | {each["name"] for each in after if it_["name"] in str(each["inputs"]) + str(each["opts"])}
    if len([each for each in after if not _is_component(each)]) > len(gone):
        after[:] = [each for each in after if each["name"] not in gone]


def _more(random: Random, _: Json, after: list[Json]) -> None:
    name = f"y{len(after)}"
    thing = _thing(random, name)
    after += [thing, *_dependents(random, thing)]


_CHANGES: tuple[_Change, ...] = (
    _another_setting,
    _another_setting,
    _no_setting,
    _another_name,
    _no_name,
    _called_otherwise,
    _moved,
    _component_changed,
    _option,
    _option,
    _option,
    _secret,
    _gone,
    _more,
)
