"""How changes reach the browsers."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from minitickets.local.feed import Feed
from minitickets.local.server import LiveServer
from minitickets.local.system import snapshot

Event = tuple[str, dict[str, Any]]


def _events(lines: Iterator[str]) -> Iterator[Event]:
    name = ""
    for line in lines:
        key, _, value = line.partition(": ")
        if key == "event":
            name = value
        elif key == "data":
            yield name, json.loads(value)


@pytest.fixture
def reader(client: httpx.Client) -> Iterator[Callable[[], Iterator[Event]]]:
    """Opens one more stream of events."""
    streams: list[Any] = []

    def read() -> Iterator[Event]:
        stream = client.stream("GET", "/live/events", timeout=10)
        streams.append(stream)
        return _events(stream.__enter__().iter_lines())

    yield read
    for stream in streams:
        stream.__exit__(None, None, None)


def test_a_reader_gets_the_present_state_at_once_and_then_each_change(system: Any, reader: Any) -> None:
    events = reader()

    assert next(events)[1]["users"] == ["usr_7"]
    system.change(users=["usr_8"])
    assert next(events)[1]["users"] == ["usr_8"]


def test_nothing_is_sent_when_nothing_has_changed(system: Any, reader: Any) -> None:
    events = reader()
    first = next(events)[1]
    looks = system.looks
    while system.looks < looks + 3:
        time.sleep(0.01)
    system.change(users=[])
    changed = next(event for _, event in events if not event["users"])

    assert changed["sequence"] == first["sequence"] + 1


def test_all_readers_see_the_same(system: Any, reader: Any) -> None:
    readers = [reader() for _ in range(3)]
    for events in readers:
        next(events)

    system.change(users=["usr_9"])

    assert [next(events)[1]["users"] for events in readers] == [["usr_9"]] * 3


def test_nobody_looks_while_nobody_reads(system: Any, serve: Callable[..., LiveServer]) -> None:
    httpx.get(serve(system).url, trust_env=False)

    assert system.looks == 0


def test_who_comes_back_gets_the_state_of_now_and_not_of_then(system: Any) -> None:
    async def users() -> list[str]:
        events = feed.events()
        told = [await anext(events) for _ in range(2)][1]
        await events.aclose()
        return next(event["users"] for _, event in _events(iter(told.decode().splitlines())))

    async def come_and_go() -> list[list[str]]:
        looking = asyncio.create_task(feed.run())
        seen = [await users()]
        system.change(users=["usr_2"])
        seen.append(await users())
        looking.cancel()
        return seen

    feed = Feed(system)

    assert asyncio.run(come_and_go()) == [["usr_7"], ["usr_2"]]


def test_a_look_that_fails_is_told_and_the_next_one_is_taken(system: Any, reader: Any) -> None:
    events = reader()
    next(events)

    system.fails = KeyError("x")
    assert next(events) == ("problem", {"problem": "The system could not be looked at (KeyError)."})
    system.fails = None
    assert next(events)[0] == "snapshot"


def test_a_browser_that_does_not_read_holds_up_no_other(client: httpx.Client, system: Any, reader: Any) -> None:
    port = client.base_url.port or 0
    with socket.create_connection(("127.0.0.1", port)) as deaf:
        deaf.sendall(f"GET /live/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        events = reader()
        next(events)
        for number in range(4):
            system.change(users=[f"usr_{number}" + "x" * 4_000_000])
            assert next(events)[1]["users"][0].startswith(f"usr_{number}")


def test_streams_end_when_the_server_stops(system: Any) -> None:
    ended = threading.Event()
    begun = threading.Event()

    def read(url: str) -> None:
        with httpx.stream("GET", f"{url}live/events", timeout=10, trust_env=False) as stream:
            for _ in stream.iter_lines():
                begun.set()
        ended.set()

    with LiveServer(system, lambda _: "") as server:
        thread = threading.Thread(target=read, args=(server.url,))
        thread.start()
        assert begun.wait(10)
    thread.join(10)

    assert ended.is_set()


def test_moments_become_seconds_from_now(system: Any) -> None:
    queue = system.queue(
        "jobs-queue",
        hidden=2,
        nextVisibleAt=1010.04,
        messages=[system.message(1, "hidden", 1010.04), system.message(2, "hidden", 990.0), system.message(3)],
    )
    system.change(queues=[queue])

    (seen,) = snapshot(system.look(), 1000.0, 5)["queues"]

    assert seen["nextVisibleIn"] == 10.0
    assert [message["visibleIn"] for message in seen["messages"]] == [10.0, 0.0, None]
    assert "nextVisibleAt" not in seen
