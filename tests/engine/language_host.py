"""A language host for Python, which Pulumi's engine asks to run a program: `pulumi-language-python` on the PATH.

The CLI that people install brings one along. The one that is built from its Go module here does not, and this is as
much of it as the engine needs. (Pulumi, proto/pulumi/language.proto.)
"""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from google.protobuf.empty_pb2 import Empty
from pulumi.runtime.proto import language_pb2, language_pb2_grpc, plugin_pb2

_SAID_ALREADY = 32  # the program's status when it has told what is wrong with it
_PROGRAM = """
import asyncio, json, os, runpy, sys
import pulumi, pulumi.runtime

at = json.loads(os.environ.pop("PULUMI_RUN"))
config, secrets = (json.loads(os.environ[name]) for name in ("PULUMI_CONFIG", "PULUMI_CONFIG_SECRET_KEYS"))
pulumi.runtime.set_all_config(config, secrets)
pulumi.runtime.configure(pulumi.runtime.Settings(**at["settings"]))
sys.path.insert(0, at["program"])
sys.path.insert(0, at["root"])
try:
    asyncio.run(pulumi.runtime.run_in_stack(lambda: runpy.run_path(at["program"], run_name="__main__")))
except pulumi.RunError as error:
    pulumi.log.error(str(error))
    sys.exit(32)
except Exception:
    import traceback
    pulumi.log.error(traceback.format_exc())
    sys.exit(32)
"""


class LanguageHost(language_pb2_grpc.LanguageRuntimeServicer):
    """Runs each program in an interpreter of its own, the one that this host runs in."""

    def __init__(self, engine: str) -> None:
        self._engine = engine

    def Handshake(self, request: Any, context: grpc.ServicerContext) -> language_pb2.LanguageHandshakeResponse:
        self._engine = request.engine_address
        return language_pb2.LanguageHandshakeResponse()

    def GetPluginInfo(self, request: Any, context: grpc.ServicerContext) -> plugin_pb2.PluginInfo:
        return plugin_pb2.PluginInfo(version="3.0.0")

    def GetRequiredPackages(self, request: Any, context: grpc.ServicerContext) -> Any:
        return language_pb2.GetRequiredPackagesResponse()

    def GetRequiredPlugins(self, request: Any, context: grpc.ServicerContext) -> Any:
        return language_pb2.GetRequiredPluginsResponse()

    def InstallDependencies(self, request: Any, context: grpc.ServicerContext) -> Any:
        return iter(())

    def Cancel(self, request: Any, context: grpc.ServicerContext) -> Empty:
        return Empty()

    def Run(self, request: language_pb2.RunRequest, context: grpc.ServicerContext) -> language_pb2.RunResponse:
        settings = {
            "project": request.project,
            "stack": request.stack,
            "parallel": request.parallel,
            "dry_run": request.dryRun,
            "organization": request.organization,
            "monitor": request.monitor_address,
            "engine": self._engine,
            "root_directory": request.info.root_directory,
        }
        at = {"settings": settings, "program": request.info.program_directory, "root": request.info.root_directory}
        environment = {
            **os.environ,
            "PULUMI_RUN": json.dumps(at),
            "PULUMI_CONFIG": json.dumps(dict(request.config)),
            "PULUMI_CONFIG_SECRET_KEYS": json.dumps(list(request.configSecretKeys)),
            "PULUMI_ERROR_OUTPUT_STRING": "true",
        }
        folder = request.pwd or request.info.program_directory
        ran = subprocess.run([sys.executable, "-c", _PROGRAM], cwd=folder, env=environment, check=False)
        if ran.returncode == _SAID_ALREADY:
            return language_pb2.RunResponse(bail=True)
        return language_pb2.RunResponse(error=f"the program ended with {ran.returncode}" if ran.returncode else "")


def main() -> None:
    """Serves until the engine ends this process; the first line says on which port."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})  # in the threads of the server, too
    server = grpc.server(ThreadPoolExecutor(4))
    language_pb2_grpc.add_LanguageRuntimeServicer_to_server(LanguageHost(sys.argv[-1]), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    signal.sigwait({signal.SIGINT, signal.SIGTERM})


if __name__ == "__main__":
    main()
