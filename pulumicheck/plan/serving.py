"""Serves a monitor to a program, on loopback."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import grpc

from pulumicheck.plan.monitor import Monitor
from pulumicheck.plan.protocol import engine_pb2_grpc, resource_pb2_grpc

_HANDLERS = 32  # a registration waits for the callbacks of its transforms, and these may ask for something themselves


@contextmanager
def served(monitor: Monitor) -> Generator[str]:
    """Serves a monitor on loopback as long as the block lasts; the block gets its address."""
    server = grpc.server(ThreadPoolExecutor(_HANDLERS), options=[("grpc.max_receive_message_length", -1)])
    resource_pb2_grpc.add_ResourceMonitorServicer_to_server(monitor, server)
    engine_pb2_grpc.add_EngineServicer_to_server(monitor, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(None).wait()
