import time
from dataclasses import replace

from embeddedaws.mapping.configuration import MappingConfiguration
from embeddedaws.mapping.mapping import EventSourceMapping
from tests.fixtures.servers import wait_until

from .conftest import World

CONFIGURATION = MappingConfiguration(
    queue_arn="arn:aws:sqs:ap-south-1:123456789012:jobs",
    function_name="worker",
    maximum_concurrency=2,
    report_batch_item_failures=True,
)


def test_an_update_takes_effect_on_what_is_received_after_it(world: World) -> None:
    mapping = EventSourceMapping("uuid", CONFIGURATION, world.surroundings)
    mapping.update(replace(CONFIGURATION, batch_size=1))
    world.queue.send("one", "two")
    wait_until(lambda: len(world.queue.deleted) == 2)
    mapping.stop()
    mapping.join()

    assert sorted(world.function.batches) == [["one"], ["two"]]


def test_a_mapping_that_was_stopped_does_not_poll_again_even_if_it_is_updated(world: World) -> None:
    mapping = EventSourceMapping("uuid", CONFIGURATION, world.surroundings)
    mapping.stop()
    mapping.update(replace(CONFIGURATION, batch_size=1))
    world.queue.send("one")
    time.sleep(0.1)
    mapping.join()

    assert world.function.batches == []
