"""moto as the embedded AWS uses it: one request at a time, with nothing in it, mended and made faster."""

from collections.abc import Generator
from contextlib import contextmanager
from wsgiref.types import WSGIApplication

from moto.core.base_backend import BackendDict
from moto.core.model_instances import reset_model_data
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app

from embeddedaws.moto.faster import faster
from embeddedaws.moto.mended import mended
from embeddedaws.moto.queue_time import QueueClock
from embeddedaws.server import OneAtATime


def moto_app() -> WSGIApplication:
    """All services that moto knows."""
    return OneAtATime(DomainDispatcherApplication(create_backend_app))


@contextmanager
def emptied(clock: QueueClock) -> Generator[None]:
    """Forgets what earlier contexts left in moto's globals; its queues and log groups go by the clock."""
    BackendDict.reset()
    reset_model_data()
    with mended(), faster(), clock.installed():
        yield
