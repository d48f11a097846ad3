import time

from embeddedaws.mapping.mapping import EventSourceMapping
from tests.fixtures.lambdas import a_mapping
from tests.fixtures.servers import wait_until

from .conftest import World


def test_an_update_takes_effect_on_what_is_received_after_it(world: World) -> None:
    mapping = EventSourceMapping("uuid", a_mapping(), world.surroundings)
    mapping.update(a_mapping(batch_size=1))
    world.queue.send("one", "two")
    wait_until(lambda: len(world.queue.deleted) == 2)
    mapping.stop()
    mapping.join()

    assert sorted(world.function.batches) == [["one"], ["two"]]


def test_a_mapping_that_was_stopped_does_not_poll_again_even_if_it_is_updated(world: World) -> None:
    mapping = EventSourceMapping("uuid", a_mapping(), world.surroundings)
    mapping.stop()
    mapping.update(a_mapping(batch_size=1))
    world.queue.send("one")
    time.sleep(0.1)
    mapping.join()

    assert world.function.batches == []
