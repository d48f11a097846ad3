"""The picture as the document tells it: places, and arrows as SVG paths."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pulumicheck.map.flows import Flow
from pulumicheck.map.geometry import HEADING, INDENT, Point, Rectangle, heading_width, label_size
from pulumicheck.map.labels import place_labels
from pulumicheck.map.layout import Layout, lay_out
from pulumicheck.map.nodes import Group, Node
from pulumicheck.map.routing import Router

_CORNER = 6


@dataclass(frozen=True)
class Picture:
    """All places of the map."""

    layout: Layout
    flows: list[dict[str, Any]]


def draw(groups: Sequence[Group], nodes: Sequence[Node], flows: Sequence[Flow]) -> Picture:
    """Lays everything out."""
    layout = lay_out(groups, nodes, flows)
    titles = [_title(group, layout.groups[group.id]) for group in groups]
    ways = Router(layout, titles, nodes, flows).ways()
    labels = {flow.id: flow.label for flow in flows}
    spots = place_labels(labels, ways, [*layout.boxes.values(), *titles], list(layout.groups.values()))
    return Picture(layout, [_flow(flow, ways[flow.id], spots[flow.id]) for flow in flows])


def place(rectangle: Rectangle) -> dict[str, float]:
    """A rectangle as the document tells it."""
    return {key: _rounded(value) for key, value in asdict(rectangle).items()}


def _title(group: Group, frame: Rectangle) -> Rectangle:
    """Where the words of a group's title are."""
    return Rectangle(frame.x + INDENT, frame.y, min(frame.width, heading_width(group.title)) - 2 * INDENT, HEADING)


def _flow(flow: Flow, way: Sequence[Point], spot: Point) -> dict[str, Any]:
    return {
        "id": flow.id,
        "from": flow.source,
        "to": flow.target,
        "label": flow.label,
        "points": path(way),
        "labelX": _rounded(spot[0]),
        "labelY": _rounded(spot[1]),
        "labelWidth": _rounded(label_size(flow.label)[0]),
        "kind": "data",
    }


def path(way: Sequence[Point]) -> str:
    """An SVG path with round corners."""
    parts = [f"M{_at(way[0])}"]
    for before, corner, after in zip(way, way[1:], way[2:], strict=False):
        parts.append(f"L{_at(_towards(corner, before))}Q{_at(corner)} {_at(_towards(corner, after))}")
    return "".join([*parts, f"L{_at(way[-1])}"])


def _towards(corner: Point, end: Point) -> Point:
    """A point near a corner on the way to its neighbour, half-way at most."""
    length = abs(end[0] - corner[0]) + abs(end[1] - corner[1])
    share = min(_CORNER, length / 2) / length if length else 0
    return corner[0] + (end[0] - corner[0]) * share, corner[1] + (end[1] - corner[1]) * share


def _at(point: Point) -> str:
    return f"{_rounded(point[0])} {_rounded(point[1])}"


def _rounded(value: float) -> float:
    return int(value) if value == int(value) else round(value, 1)
