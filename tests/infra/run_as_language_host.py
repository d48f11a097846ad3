"""Runs the program of the working directory as the Pulumi CLI's language host for Python does.

Arguments: project, stack, address of the monitor, address of the engine. The config comes by PULUMI_CONFIG.
"""

import asyncio
import runpy
import sys
import traceback

import pulumi
import pulumi.runtime


def main(project: str, stack: str, monitor: str, engine: str) -> int:
    pulumi.runtime.set_all_config(pulumi.runtime.get_config_env(), pulumi.runtime.get_config_secret_keys_env())
    pulumi.runtime.configure(
        pulumi.runtime.Settings(
            project=project, stack=stack, monitor=monitor, engine=engine, parallel=4, dry_run=False, organization="test"
        )
    )
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(pulumi.runtime.run_in_stack(_run))
    except pulumi.RunError as error:
        pulumi.log.error(str(error))
        return 1
    except Exception:  # noqa: BLE001 - whatever the program raises is shown, and fails the deployment
        pulumi.log.error(traceback.format_exc())
        return 1
    finally:
        loop.close()
    return 0


def _run() -> None:
    runpy.run_path(".", run_name="__main__")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
