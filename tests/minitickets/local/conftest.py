"""WSGI applications behind a real server on loopback, moto among them."""

import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from moto.core.base_backend import BackendDict
from moto.core.model_instances import reset_model_data
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app

from minitickets.clients import Clients
from minitickets.local.server import OneAtATime, Server
from minitickets.ops.target import DEPLOYER


class Stage:
    """A server whose application changes from test to test; clients and servers are what takes time to make."""

    def __init__(self) -> None:
        self.app: WSGIApplication
        self.server = Server(self)
        self.server.start()
        self.clients = cache(lambda region: Clients(region, self.server.url, DEPLOYER))

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self.app(environ, start_response)

    def serve(self, app: WSGIApplication, region: str = "ap-south-1") -> Clients:
        self.app = app
        return self.clients(region)


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.server.stop()


@pytest.fixture
def serve(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Clients]:
    """Serves an application until the test is over; gives clients of it that ask once."""
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    return stage.serve


@pytest.fixture(scope="session")
def moto_app() -> WSGIApplication:
    return OneAtATime(DomainDispatcherApplication(create_backend_app))


@pytest.fixture
def moto(moto_app: WSGIApplication) -> WSGIApplication:
    """All of AWS that moto knows, with nothing in it."""
    BackendDict.reset()
    reset_model_data()
    return moto_app


@pytest.fixture
def seconds() -> Callable[[], float]:
    """The time since the test began."""
    started = time.monotonic()
    return lambda: time.monotonic() - started


@pytest.fixture
def until() -> Callable[..., None]:
    """Waits until a condition holds, for some seconds at most."""

    def wait(condition: Callable[[], object], seconds: float = 10) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "it never came to pass"
            time.sleep(0.005)

    return wait
