"""Runs in the program's own process, and does there what Pulumi's language host for Python does.

It is started by its path, imports nothing of ours, and gets one JSON object on its standard input:

- `project`, `stack`, `root`, `program`, `monitor`, `dryRun`: as the language host is told them; the config comes in
  `PULUMI_CONFIG`;
- `secrets`: settings whose values nobody can read here;
- `trees`: pairs of folders; modules that Python would take from the first come from the second, and none if it is "";
- `report`: the file descriptor for the outcome: `{"done": true}`, or under `refused`, `missing` or `failed` why not;
- `seconds`: of CPU, after which the system ends it, whoever still waits.
"""

import asyncio
import gc
import json
import os
import resource
import runpy
import site
import sys
import sysconfig
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import NoneType, TracebackType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pulumi
import pulumi.runtime
from pulumi.runtime import config, rpc
from pulumi.runtime.invoke import InvokeResult

Trees = Sequence[tuple[str, str]]


def main() -> None:
    """Runs the program once, and leaves no word to whatever it has hung onto the end of the process."""
    gc.set_threshold(100_000)  # the SDK and its providers are a million objects that stay
    told = json.load(sys.stdin)
    os.set_inheritable(told["report"], False)
    resource.setrlimit(resource.RLIMIT_CPU, (told["seconds"], told["seconds"]))
    nothing, end = os.pipe()
    os.close(end)
    os.dup2(nothing, 0)
    outcome = run(told)
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(told["report"], json.dumps(outcome).encode())
    os._exit(0)


def run(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """Runs the program, and says how it ended."""
    program = Path(told["program"])
    here = program if program.is_dir() else program.parent
    os.chdir(here)
    sys.path[:] = [str(here), told["root"], *_moved(sys.path, told["trees"])]
    _move_editable_installs(told["trees"])
    _leave_no_bytecode([told["root"], *(tree for _, tree in told["trees"])])
    pulumi.log.debug = lambda *_, **__: None  # five calls for each resource, which nobody reads
    _stand_in_for_answers()
    config.set_all_config(config.get_config_env(), told["secrets"])
    _hide_secrets(frozenset(told["secrets"]))
    try:
        asyncio.run(_run_in_stack(program, told))
    except SystemExit as error:
        return {"refused": f"the program ends itself with sys.exit({error.code!r}): leave the end of it to Pulumi."}
    except BaseException as error:  # noqa: BLE001 - whatever it raises, it is the outcome
        return _problem(error, told["root"])
    return {"done": True}


async def _run_in_stack(program: Path, told: Mapping[str, Any]) -> None:
    pulumi.runtime.configure(
        pulumi.runtime.Settings(
            project=told["project"],
            stack=told["stack"],
            monitor=told["monitor"],
            engine=told["monitor"],
            parallel=16,
            dry_run=told["dryRun"],
            organization="organization",
            root_directory=told["root"],
        )
    )
    # The first failure is the outcome; asyncio would print those of all that wait for it.
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    await pulumi.runtime.run_in_stack(lambda: _run_program(program))


def _run_program(program: Path) -> None:
    # By a relative path, which gets into what a dynamic resource keeps of its provider's code.
    runpy.run_path("." if program.is_dir() else program.name, run_name="__main__")


def _problem(error: BaseException, root: str) -> dict[str, str]:
    if isinstance(error, pulumi.ConfigMissingError):
        key = error.key
        return {"refused": f"the setting {key} is missing: `pulumi config set {key} …`, or `-c {key}=…` here."}
    if isinstance(error, pulumi.RunError):
        return {"refused": str(error)}
    traceback.print_exception(error.with_traceback(_own_part(error.__traceback__, root)))
    if isinstance(error, ModuleNotFoundError) and error.name:
        return {"missing": error.name}
    return {"failed": f"{type(error).__name__}: {error}"}


def _own_part(frames: TracebackType | None, root: str) -> TracebackType | None:
    """What of a traceback begins in the program."""
    rest = frames
    while rest and not Path(rest.tb_frame.f_code.co_filename).absolute().is_relative_to(root):
        rest = rest.tb_next
    return rest or frames


def _moved(entries: Sequence[str], trees: Trees) -> Iterator[str]:
    """The search path without what belongs to another tree of the program; of that, the same place in this one."""
    for entry in entries:
        if found := _in_tree(entry, trees):
            yield found


def _in_tree(path: str, trees: Trees) -> str:
    real = Path(path).resolve()
    if any(real.is_relative_to(library) for library in _libraries()):
        return path
    for old, new in trees:
        if real.is_relative_to(old):
            return str(new / real.relative_to(old)) if new else ""
    return path


def _libraries() -> list[Path]:
    """Where packages are installed, which may well be inside a program's tree."""
    return [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")] + [
        Path(each).resolve() for each in [*site.getsitepackages(), site.getusersitepackages()]
    ]


def _move_editable_installs(trees: Trees) -> None:
    """Those of setuptools that are no entries of the search path but tables of packages and their folders."""
    for finder in sys.meta_path:
        name = getattr(finder, "__module__", "")
        if name.startswith("__editable__"):
            mapping: dict[str, str] = getattr(sys.modules[name], "MAPPING", {})
            found = {package: _in_tree(path, trees) for package, path in mapping.items()}
            mapping.clear()
            mapping.update({package: path for package, path in found.items() if path})


def _leave_no_bytecode(trees: Sequence[str]) -> None:
    """Nothing is written into a program's tree. What Python compiles of packages is kept, since it takes seconds."""
    write: Callable[..., None] = SourceFileLoader.set_data

    def set_data(self: SourceFileLoader, path: str, data: bytes, *, _mode: int = 0o666) -> None:
        is_library = any(Path(path).is_relative_to(library) for library in _libraries())
        if is_library or not any(tree and Path(path).is_relative_to(tree) for tree in trees):
            write(self, path, data, _mode=_mode)

    SourceFileLoader.set_data = set_data  # type: ignore[method-assign]


def _hide_secrets(keys: frozenset[str]) -> None:
    """What is asked for as a secret, and cannot be read, is an unknown secret, whatever type it is asked for as."""
    if keys:
        for name in (name for name in vars(pulumi.Config) if name.startswith(("get_secret", "require_secret"))):
            setattr(pulumi.Config, name, _hiding(getattr(pulumi.Config, name), keys))


def _hiding(method: Callable[..., Any], keys: frozenset[str]) -> Callable[..., Any]:
    def ask(self: pulumi.Config, key: str, *rest: Any, **others: Any) -> Any:
        return _unknown_secret() if self.full_key(key) in keys else method(self, key, *rest, **others)

    return ask


def _stand_in_for_answers() -> None:
    """Gives a program plain values where it asks a data source in the direct form, and nobody knows the answer.

    All texts in them hold the mark of what is unknown, by which whatever is made of them is recorded as unknown.
    """
    ask = pulumi.runtime.invoke

    def invoke(tok: str, props: Any, opts: Any = None, typ: type | None = None, **others: Any) -> Any:
        found = ask(tok, props, opts, typ, **others)
        return InvokeResult(_made_up(typ)) if found.value is None and typ else found

    pulumi.runtime.invoke = invoke


def _made_up(type_: Any) -> Any:
    """A value of a type: a list has one item, and what is neither text nor object is false or nought."""
    origin, arguments = get_origin(type_), get_args(type_)
    if origin in {Union, UnionType}:
        return _made_up(next(each for each in arguments if each is not NoneType))
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return [_made_up(arguments[0])]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {}
    members = {name: each for name, each in vars(type_).items() if isinstance(each, property)} if origin is None else {}
    if members:
        made = type_.__new__(type_)
        for name, member in members.items():
            pulumi.set(made, name, _made_up(get_type_hints(member.fget).get("return", str)))
        return made
    return type_() if type_ in {bool, int, float} else f"({rpc.UNKNOWN})"


def _unknown_secret() -> "pulumi.Output[Any]":
    def resolved(value: Any) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        future.set_result(value)
        return future

    return pulumi.Output(resolved(set()), resolved(None), resolved(False), resolved(True))


if __name__ == "__main__":
    main()
