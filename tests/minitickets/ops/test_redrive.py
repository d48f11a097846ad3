"""A redrive against an SQS that is as unhelpful as the real one may be."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from minitickets.ops.redrive import Redrive

DLQ, QUEUE = "dlq", "queue"


@dataclass
class Letter:
    id: str
    body: str
    visible_at: float = 0
    deleted: bool = False
    attributes: dict[str, Any] = field(default_factory=dict[str, Any])


class HostileSqs:
    """Two queues in virtual time. Each call takes a while, in which things happen.

    Args:
        seed: repeats all that is drawn.
        poison: bodies that come back as dead letters, by a consumer that is quick.
        arriving: how many newer letters come in while somebody looks.
        refuses: bodies that the queue does not take.
        counts: what SQS makes of a true count.
        loses_deletes: how many deletes are without effect.
    """

    def __init__(
        self,
        seed: int,
        *,
        poison: frozenset[str] = frozenset(),
        arriving: int = 0,
        refuses: frozenset[str] = frozenset(),
        counts: Callable[[int], int] = lambda true: true,
        loses_deletes: int = 0,
    ) -> None:
        self.now = 0.0
        self.calls = 0
        self.queues: dict[str, list[Letter]] = {DLQ: [], QUEUE: []}
        self._chance = random.Random(seed)  # noqa: S311 - it repeats a test
        self._poison, self._refuses, self._counts = poison, refuses, counts
        self._arriving, self._loses_deletes = arriving, loses_deletes
        self._ids = iter(range(10**9))

    def bury(self, *bodies: str, hidden_for: float = 0) -> None:
        self.queues[DLQ] += [Letter(self._id(), body, self.now + hidden_for) for body in bodies]

    def bodies(self, queue: str) -> list[str]:
        return sorted(letter.body for letter in self.queues[queue] if not letter.deleted)

    def receive_message(self, **request: Any) -> dict[str, Any]:
        self._turn()
        there = [each for each in self.queues[request["QueueUrl"]] if self._is_visible(each)]
        self._chance.shuffle(there)
        given = there[: self._chance.randint(0, request["MaxNumberOfMessages"])]  # fewer than there are, even none
        for letter in given:
            letter.visible_at = self.now + request["VisibilityTimeout"]
        return {
            "Messages": [
                {
                    "MessageId": letter.id,
                    "Body": letter.body,
                    "ReceiptHandle": letter.id,
                    "Attributes": {"SentTimestamp": "1", "ApproximateReceiveCount": "7"},
                }
                for letter in given
            ]
        }

    def send_message_batch(self, **request: Any) -> dict[str, Any]:
        self._turn()
        assert sum(len(entry["MessageBody"]) for entry in request["Entries"]) <= 1_048_576
        answer: dict[str, Any] = {"Successful": [], "Failed": []}
        for entry in request["Entries"]:
            if entry["MessageBody"] in self._refuses:
                answer["Failed"].append({"Id": entry["Id"], "Code": "InvalidMessageContents"})
                continue
            copy = Letter(self._id(), entry["MessageBody"])
            self.queues[DLQ if copy.body in self._poison else QUEUE].append(copy)
            answer["Successful"].append({"Id": entry["Id"], "MessageId": copy.id})
        return answer

    def delete_message_batch(self, **request: Any) -> dict[str, Any]:
        self._turn()
        answer: dict[str, Any] = {"Successful": []}
        for entry in request["Entries"]:
            answer["Successful"].append({"Id": entry["Id"]})
            if self._loses_deletes:
                self._loses_deletes -= 1
                continue
            (letter,) = [each for each in self.queues[DLQ] if each.id == entry["ReceiptHandle"]]
            letter.deleted = True
        return answer

    def change_message_visibility_batch(self, **request: Any) -> dict[str, Any]:
        assert 1 <= len(request["Entries"]) <= 10
        for letter in self.queues[DLQ]:
            if letter.id in {entry["ReceiptHandle"] for entry in request["Entries"]}:
                letter.visible_at = self.now
        return {}

    def get_queue_attributes(self, **request: Any) -> dict[str, Any]:
        there = [each for each in self.queues[request["QueueUrl"]] if not each.deleted]
        visible = sum(map(self._is_visible, there))
        figures = (visible, len(there) - visible)
        return {
            "Attributes": {
                name: str(self._counts(true)) for name, true in zip(request["AttributeNames"], figures, strict=True)
            }
        }

    def _is_visible(self, letter: Letter) -> bool:
        return not letter.deleted and letter.visible_at <= self.now

    def _turn(self) -> None:
        self.calls += 1
        assert self.calls < 20_000, "it never ends"
        self.now += self._chance.uniform(0, 9)  # so that hidden letters come back while others are moved
        if self._arriving and self._chance.random() < 0.5:
            self._arriving -= 1
            self.bury(f"newer {self._arriving}")

    def _id(self) -> str:
        return f"m-{next(self._ids)}"


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minitickets.ops.redrive.time.sleep", lambda _seconds: None)


def _redriven(sqs: HostileSqs, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], Redrive]:
    monkeypatch.setattr("minitickets.ops.redrive.time.monotonic", lambda: sqs.now)
    redrive = Redrive(sqs, DLQ, QUEUE)  # pyright: ignore[reportArgumentType]
    return [letter.body for letter in redrive.run()], redrive


OLD = [f"old {number}" for number in range(60)]


@pytest.mark.parametrize("seed", range(20))
def test_all_that_was_there_is_moved_once_in_whatever_order_it_comes(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqs = HostileSqs(seed, arriving=200)
    sqs.bury(*OLD)

    moved, redrive = _redriven(sqs, monkeypatch)

    assert [each for each in sqs.bodies(QUEUE) if each.startswith("old")] == sorted(OLD)
    assert len(moved) == len(set(moved))
    assert redrive.is_whole


@pytest.mark.parametrize("seed", range(20))
def test_poison_that_comes_back_at_once_is_moved_once_stays_and_is_told(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison = frozenset(OLD[::3])
    sqs = HostileSqs(seed, poison=poison, arriving=30)
    sqs.bury(*OLD)

    moved, redrive = _redriven(sqs, monkeypatch)

    assert sorted(each for each in moved if each.startswith("old")) == sorted(OLD)
    assert [each for each in sqs.bodies(DLQ) if each.startswith("old")] == sorted(poison)
    assert redrive.stayed() == ["20 dead letters came back: what `dlq why` says of them is not mended"]
    assert redrive.is_whole
    assert all(letter.visible_at <= sqs.now for letter in sqs.queues[DLQ] if not letter.deleted)


@pytest.mark.parametrize("counts", [lambda _true: 0, lambda true: true // 3, lambda true: 3 * true + 5])
@pytest.mark.parametrize("seed", range(5))
def test_counts_that_are_wrong_lose_nothing_or_say_that_something_stayed(
    seed: int, counts: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    sqs = HostileSqs(seed, counts=counts)
    sqs.bury(*OLD)

    _, redrive = _redriven(sqs, monkeypatch)

    assert sorted(sqs.bodies(QUEUE) + sqs.bodies(DLQ)) == sorted(OLD)
    assert not sqs.bodies(DLQ) or not redrive.is_whole or counts(1) == 0


def test_a_flood_of_newer_letters_does_not_keep_it_for_ever_and_what_stays_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("minitickets.ops.redrive._SLACK", 50)
    sqs = HostileSqs(1, arriving=10**6)
    sqs.bury(*OLD)
    sqs._turn = lambda turn=sqs._turn: (turn(), sqs.bury(*[f"flood {sqs.calls} {n}" for n in range(5)]))[0]

    _, redrive = _redriven(sqs, monkeypatch)

    (told,) = redrive.stayed()
    assert "dead letters stayed, or came in since it began: run it again" in told
    assert not redrive.is_whole


def test_what_a_killed_redrive_has_hidden_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    sqs = HostileSqs(2)
    sqs.bury(*OLD[:5], hidden_for=55)
    sqs.bury(*OLD[5:])

    _, redrive = _redriven(sqs, monkeypatch)

    assert sqs.bodies(QUEUE) == sorted(OLD)
    assert redrive.stayed() == []


def test_what_somebody_hides_for_longer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sqs = HostileSqs(2)
    sqs.bury(*OLD[:5], hidden_for=10_000)
    sqs.bury(*OLD[5:])

    _, redrive = _redriven(sqs, monkeypatch)

    assert redrive.stayed() == [
        "5 dead letters stayed, hidden by whoever looks at them: run it again in a minute",
    ]
    assert not redrive.is_whole


def test_what_sqs_refuses_stays_and_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    sqs = HostileSqs(3, refuses=frozenset(OLD[:1]))
    sqs.bury(*OLD)

    _, redrive = _redriven(sqs, monkeypatch)

    assert sqs.bodies(DLQ) == OLD[:1]
    assert redrive.stayed() == ["SQS refused 1 dead letter (InvalidMessageContents)"]


def test_what_sqs_gives_again_after_it_was_deleted_is_sent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sqs = HostileSqs(4, loses_deletes=15)
    sqs.bury(*OLD)

    moved, _ = _redriven(sqs, monkeypatch)

    assert sorted(moved) == sqs.bodies(QUEUE) == sorted(OLD)


def test_large_letters_are_split_as_sqs_demands(monkeypatch: pytest.MonkeyPatch) -> None:
    sqs = HostileSqs(5)
    bodies = [f"{number}" * 400_000 for number in range(7)]
    sqs.bury(*bodies)

    _redriven(sqs, monkeypatch)

    assert sqs.bodies(QUEUE) == sorted(bodies)
