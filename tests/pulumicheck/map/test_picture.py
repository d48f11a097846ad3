"""The picture as a person sees it: nothing covers anything else, and everything is where it is in every state."""

import random
import re
from collections.abc import Sequence
from itertools import combinations, pairwise, product
from typing import Any, get_args

import pytest

from minitickets.particulars import PARTICULARS
from pulumicheck.map.document import make_document
from pulumicheck.map.flows import Flow
from pulumicheck.map.geometry import HEADING, INDENT, Rectangle, heading_width, label_size
from pulumicheck.map.nodes import Group, Node
from pulumicheck.map.picture import draw, path
from pulumicheck.plan.project import find_project
from pulumicheck.types.kinds import Kind
from pulumicheck.types.table import TABLE
from tests.fixtures.programs import declared, project_in

Document = dict[str, Any]
Places = dict[str, Rectangle]
KINDS: tuple[Kind, ...] = get_args(Kind)
LAPTOP = (1411, 696)
"""Units that fit on 1366 by 768 beside the page's own bars, with text of 11.5 units still 11 pixels high."""


def box(id_: str, title: str, kind: Kind, group: str, *, minor: bool = False) -> Node:
    row = next((row for row in TABLE.values() if row.kind == kind), None)
    return Node(id_, title, kind, group, minor, row and declared(row.token, id_, {}))


def rectangle(place: Document) -> Rectangle:
    return Rectangle(place["x"], place["y"], place["width"], place["height"])


def boxes(document: Document) -> Places:
    return {each["id"]: rectangle(each) for each in document["resources"]}


def frames(document: Document) -> Places:
    return {each["id"]: rectangle(each) for each in document["groups"]}


def labels(document: Document) -> Places:
    found: Places = {}
    for flow in document["flows"]:
        if flow["label"]:
            width, height = label_size(flow["label"])
            found[flow["id"]] = Rectangle(flow["labelX"] - width / 2, flow["labelY"] - height / 2, width, height)
    return found


def titles(document: Document) -> Places:
    """Where the words at the head of each frame are."""
    widths = {each["id"]: min(each["width"], heading_width(each["title"])) for each in document["groups"]}
    return {
        id_: Rectangle(place.x + INDENT, place.y, widths[id_] - 2 * INDENT, HEADING)
        for id_, place in frames(document).items()
    }


def lines(flow: Document) -> list[Rectangle]:
    """The straight parts of an arrow."""
    numbers = [float(each) for each in re.findall(r"[\d.]+", flow["points"])]
    corners = list(zip(numbers[::2], numbers[1::2], strict=True))
    return [Rectangle(min(x, u), min(y, v), abs(x - u), abs(y - v)) for (x, y), (u, v) in pairwise(corners)]


def faults(document: Document) -> list[str]:
    """What covers what it should not."""
    of_arrow = {flow["id"]: (flow["from"], flow["to"]) for flow in document["flows"]}
    return [
        *(f"{one} and {other} overlap" for one, other in _overlapping(boxes(document))),
        *(f"groups {one} and {other} overlap" for one, other in _overlapping(frames(document))),
        *(f"labels {one} and {other} overlap" for one, other in _overlapping(labels(document))),
        *(f"label of {flow} covers {box}" for flow, box in _covered(labels(document), boxes(document))),
        *(f"{flow} crosses {box}" for flow, box in _crossed(document, boxes(document)) if box not in of_arrow[flow]),
        *(f"{flow} crosses the title of {group}" for flow, group in _crossed(document, titles(document), margin=2)),
        *(
            f"label of {flow} covers the title of {group}"
            for flow, group in _covered(labels(document), titles(document))
        ),
        *_outside(document),
    ]


def _overlapping(places: Places) -> list[tuple[str, str]]:
    return [
        (one, other) for (one, place), (other, another) in combinations(places.items(), 2) if place.overlaps(another)
    ]


def _covered(places: Places, others: Places) -> list[tuple[str, str]]:
    return [(one, other) for one, other in product(places, others) if places[one].overlaps(others[other])]


def _crossed(document: Document, places: Places, margin: float = 0) -> list[tuple[str, str]]:
    """Which arrow runs through which place."""
    return [
        (flow["id"], id_)
        for flow, (id_, place) in product(document["flows"], places.items())
        if any(line.overlaps(place, margin) for line in lines(flow))
    ]


def _outside(document: Document) -> list[str]:
    picture, by_group = Rectangle(0, 0, **document["size"]), frames(document)
    return [
        *(f"group {id_} is out of the picture" for id_, each in by_group.items() if not picture.holds(each)),
        *(f"label of {id_} is out of the picture" for id_, each in labels(document).items() if not picture.holds(each)),
        *(
            f"{each['id']} is out of its group"
            for each in document["resources"]
            if not by_group[each["group"]].holds(rectangle(each))
        ),
    ]


def test_nothing_in_the_picture_covers_anything_else(dev_document: Document) -> None:
    assert faults(dev_document) == []


def test_no_two_arrows_cross(dev_document: Document) -> None:
    crossing = [
        (one["id"], other["id"])
        for one, other in combinations(dev_document["flows"], 2)
        for line in lines(one)
        for another in lines(other)
        if line.overlaps(another, margin=0.5)
    ]

    assert crossing == []


def test_no_arrow_runs_through_the_words_of_another(dev_document: Document) -> None:
    assert [words for flow, words in _crossed(dev_document, labels(dev_document)) if words != flow] == []


@pytest.mark.parametrize(
    ("title", "is_straight"),
    [
        pytest.param("Logs", True, id="a short title"),
        pytest.param("Function logs", True, id="a title up to the arrow"),
        pytest.param("Logs of all of the functions together", False, id="a title across the frame"),
    ],
)
def test_an_arrow_down_a_lane_passes_the_title_of_the_frame_below(title: str, *, is_straight: bool) -> None:
    groups = [Group("function", "A function", "example:it:Group"), Group("logs", title, "example:it:Group")]
    nodes = [box("function", "Function", "function", "function"), box("log-group", "Log group", "log-group", "logs")]

    picture = draw(groups, nodes, [Flow("function", "log-group", "log lines")])

    frame = picture.layout.groups["logs"]
    words = Rectangle(frame.x + INDENT, frame.y, heading_width(title) - 2 * INDENT, HEADING)
    assert not any(line.overlaps(words, margin=2) for line in lines(picture.flows[0]))
    assert (len(lines(picture.flows[0])) == 1) == is_straight


def test_the_whole_picture_is_readable_on_a_laptop(dev_document: Document) -> None:
    assert Rectangle(0, 0, *LAPTOP).holds(Rectangle(0, 0, **dev_document["size"]))


def test_the_lanes_go_from_left_to_right_as_the_data_does(dev_document: Document) -> None:
    order = ["outbox-publisher", "jobs-queue", "queue-triggers-worker", "worker", "processed-jobs-table", "ses"]
    edges = [boxes(dev_document)[id_].x for id_ in order]

    assert edges == sorted(edges)


def test_the_jobs_row_is_above_the_tickets_row(dev_document: Document) -> None:
    places = boxes(dev_document)

    assert places["jobs-queue"].y < places["tickets-queue"].y
    assert places["jobs-queue"].y == places["queue-triggers-worker"].y == places["worker"].y


@pytest.mark.parametrize(("outsider", "inside"), [("ses", "sender-domain"), ("api", "tickets-table")])
def test_who_is_outside_stands_level_with_what_it_works_with(
    dev_document: Document, outsider: str, inside: str
) -> None:
    places = boxes(dev_document)

    assert places[outsider].center[1] == pytest.approx(places[inside].center[1], abs=0.2)


def test_a_stack_with_more_settings_is_drawn_by_the_same_rules() -> None:
    document = make_document(find_project(), "prod", {"alarmEmail": "ops@example.com", "lease": "true"}, PARTICULARS)

    assert faults(document) == []
    assert "alarms-sends-email" in boxes(document)


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        pytest.param([(0, 0), (10, 0)], "M0 0L10 0", id="straight"),
        pytest.param([(0, 0), (20, 0), (20, 20)], "M0 0L14 0Q20 0 20 6L20 20", id="round corner"),
        pytest.param([(0, 0), (4, 0), (4, 20)], "M0 0L2 0Q4 0 4 6L4 20", id="a short part has a small corner"),
    ],
)
def test_an_arrow_is_an_svg_path(corners: Sequence[tuple[float, float]], expected: str) -> None:
    assert path(corners) == expected


ANOTHER_PROGRAM = '''
import json
import pulumi
import pulumi_aws as aws

class Consumer(pulumi.ComponentResource):
    """Handles one queue."""

    def __init__(self, name, topic):
        super().__init__("example:it:Consumer", name)
        child = pulumi.ResourceOptions(parent=self)
        dead = aws.sqs.Queue(f"{name}-queue-dlq", name=f"{name}-dlq", opts=child)
        policy = pulumi.Output.json_dumps({"deadLetterTargetArn": dead.arn, "maxReceiveCount": 3})
        queue = aws.sqs.Queue(f"{name}-queue", name=name, redrive_policy=policy, opts=child)
        trust = json.dumps({"Statement": [
            {"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}]})
        role = aws.iam.Role(f"{name}-role", name=name, assume_role_policy=trust, opts=child)
        may = pulumi.Output.json_dumps({"Statement": [
            {"Effect": "Allow", "Action": ["sqs:ReceiveMessage", "sns:Publish"], "Resource": [queue.arn, topic.arn]}]})
        aws.iam.RolePolicy(f"{name}-may", role=role.id, policy=may, opts=child)
        function = aws.lambda_.Function(name, name=name, role=role.arn, opts=child)
        aws.lambda_.EventSourceMapping(
            f"{name}-mapping", event_source_arn=queue.arn, function_name=function.name, opts=child)

topic = aws.sns.Topic("news", name="news")
aws.kms.Key("key", description="Encrypts the news.")
for name in ("first", "second", "third"):
    Consumer(name, topic)
'''


@pytest.fixture(scope="module")
def another_document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    project = project_in(tmp_path_factory.mktemp("another"), ANOTHER_PROGRAM)
    return make_document(project, "dev", particulars=PARTICULARS)


def test_a_program_that_the_map_has_never_seen_is_drawn_by_the_same_rules(another_document: Document) -> None:
    assert faults(another_document) == []
    assert {"key", "news", "third-queue-dlq", "second-may"} <= boxes(another_document).keys()


def test_its_arrows_come_from_what_it_says(another_document: Document) -> None:
    flows = {(flow["from"], flow["to"]): flow["label"] for flow in another_document["flows"]}

    assert flows["first-queue", "first-queue-dlq"] == "after 3 receives"
    assert flows["first-mapping", "first"] == "batch 10"
    assert flows["first", "news"] == "ReceiveMessage, Publish"


@pytest.mark.parametrize("seed", range(20))
def test_any_resources_and_any_arrows_have_their_places(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - the same pictures each time
    groups = [Group(f"group-{number}", "A group", "example:it:Group") for number in range(chance.randint(1, 14))]
    nodes = [
        box(f"{group.id}-{number}", title, chance.choice(KINDS), group.id, minor=chance.random() < 0.3)
        for group in groups
        for number in range(chance.randint(1, 5))
        for title in ["name " * chance.randint(1, 4)]
    ]
    boxes_only = [node.id for node in nodes if not node.minor]
    ends = {(chance.choice(boxes_only), chance.choice(boxes_only)) for _ in range(12)} if boxes_only else set()
    flows = [Flow(one, other, chance.choice(("", "poll", "GetItem, PutItem"))) for one, other in ends if one != other]

    layout = draw(groups, nodes, sorted(flows, key=lambda flow: flow.id)).layout

    assert _overlapping(dict(layout.boxes)) == []
    assert _overlapping(dict(layout.groups)) == []
