"""The newest snapshot, pushed to every browser that looks.

Nobody is sent what is out of date: each reader takes the newest snapshot when it is ready for one, so that a slow one
costs no memory and holds up no other.
"""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from starlette.concurrency import run_in_threadpool

from minitickets.local.embedded_system import EmbeddedSystem
from minitickets.local.system import snapshot

_INTERVAL = 0.25  # seconds between two looks
_HEARTBEAT = 15.0  # seconds of silence after which a comment is sent, so that a dead connection is noticed
_RETRY = 1000  # milliseconds after which a browser connects again


class Feed:
    """Looks while anybody reads, and tells them when something has changed."""

    def __init__(self, system: EmbeddedSystem) -> None:
        self._system = system
        self._changed = asyncio.Condition()
        self._seen: dict[str, Any] | None = None
        self._sequence = 0
        self._readers = 0
        self._wanted = asyncio.Event()
        self._closed = False

    async def run(self) -> None:
        """Looks, until it is cancelled."""
        while True:
            await self._wanted.wait()
            look = await run_in_threadpool(self._look)
            if look != self._seen:
                self._seen = look
                self._sequence += 1
                await self._tell()
            await asyncio.sleep(_INTERVAL)

    async def events(self) -> AsyncGenerator[bytes]:
        """The snapshots, as server-sent events, until the feed is closed."""
        yield f"retry: {_RETRY}\n\n".encode()
        sent = 0
        if not self._readers:
            self._seen = None  # what the last reader saw is out of date
        self._readers += 1
        self._wanted.set()
        try:
            while await self._newer_than(sent):
                look = self._seen
                if look is None or self._sequence == sent:
                    yield b": still here\n\n"
                else:
                    sent = self._sequence
                    yield self._event(look)
        finally:
            self._readers -= 1
            if not self._readers:
                self._wanted.clear()

    async def close(self) -> None:
        """Ends the stream of every reader."""
        self._closed = True
        await self._tell()

    def _look(self) -> dict[str, Any]:
        try:
            return self._system.look()
        except Exception as error:  # noqa: BLE001 - one failed look must not end the page; it says so and looks again
            return {"problem": f"The system could not be looked at ({type(error).__name__})."}

    def _event(self, look: dict[str, Any]) -> bytes:
        event, data = "problem", look
        if "problem" not in look:
            event, data = "snapshot", snapshot(look, self._system.now(), self._sequence)
        return f"event: {event}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _newer_than(self, sequence: int) -> bool:
        """Waits for a newer look, or until it is time for a sign of life; False when the feed is closed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_HEARTBEAT), self._changed:
                await self._changed.wait_for(
                    lambda: self._closed or (self._seen is not None and self._sequence > sequence)
                )
        return not self._closed
