"""All resource types of the installed pulumi-aws, read from its source: importing all of it takes half a minute."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import distribution
from pathlib import Path

_CLASS = re.compile(r"^class (\w+)\b.*?(?=^class |\Z)", re.MULTILINE | re.DOTALL)
_TOKEN = re.compile(r'^@pulumi\.type_token\("(aws:[^"]+)"\)\nclass (\w+)\(pulumi\.CustomResource\)', re.MULTILINE)
_PROPERTY = re.compile(
    r"    @pulumi\.getter(?:\(name=\"(\w+)\"\))?\n"
    r"(?:    @_utilities.*?\n)?"
    r"    def (\w+)\(self\) -> (.+?):\n"
    r"(?:        \"\"\"\n(.*?)\n        \"\"\"\n)?",
    re.DOTALL,
)
_SUMMARY = re.compile(r'__props__=None\):\n        """\n(.*?)\n        """', re.DOTALL)
_EXAMPLES = re.compile(r"^## Example Usage.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"'_?(?:(\w+)\.)?(\w+Args)'")


@dataclass(frozen=True)
class Property:
    """An input of a type, or of a block within one.

    Attributes:
        name: in camelCase.
        type: as its getter is annotated.
        about: its documentation.
    """

    name: str
    type: str
    about: str

    @property
    def is_list(self) -> bool:
        """Whether it holds several of something."""
        return "Sequence[" in self.type


@dataclass(frozen=True)
class PulumiType:
    """A type of resource as pulumi-aws documents it.

    Attributes:
        token: package:service/module:Type.
        about: its documentation without the examples.
        inputs: by name.
        package: what it is a type of.
    """

    token: str
    about: str
    inputs: Mapping[str, Property]
    package: "Package"

    @property
    def service(self) -> str:
        """As Pulumi calls it, such as `ec2`."""
        return self.token.partition(":")[2].partition("/")[0]

    @property
    def noun(self) -> str:
        """Its last word, such as `Queue`."""
        return self.token.rpartition(":")[2]

    def within(self, property_: Property, above: tuple[str, ...] = ()) -> Iterator[tuple[str, Property]]:
        """All that a block holds at any depth, by its path below the block; nothing for what is none."""
        for module, name in _BLOCK.findall(property_.type):
            key = (module or self.service, name)
            if name not in above:  # some blocks of WAF hold themselves
                for inner in self.package.blocks.get(key, {}).values():
                    yield inner.name, inner
                    yield from ((f"{inner.name}.{path}", each) for path, each in self.within(inner, (*above, name)))


@dataclass(frozen=True)
class Package:
    """The package, wherever it is installed."""

    root: Path

    @cached_property
    def types(self) -> Mapping[str, PulumiType]:
        """All types, by token."""
        sources = (path.read_text(encoding="utf-8") for path in sorted(self.root.rglob("*.py")))
        found = [each for source in sources if "@pulumi.type_token(" in source for each in self._types_in(source)]
        return {each.token: each for each in sorted(found, key=lambda each: each.token)}

    @cached_property
    def blocks(self) -> Mapping[tuple[str, str], Mapping[str, Property]]:
        """The properties of all blocks, by service and class."""
        return {
            (_service(path.parent.name), name): properties
            for path in self.root.glob("*/_inputs.py")
            for name, properties in _classes(path.read_text(encoding="utf-8"), "Args:").items()
        }

    def _types_in(self, source: str) -> Iterator[PulumiType]:
        arguments = _classes(source, "Args:")
        for token, name in _TOKEN.findall(source):
            summary = _SUMMARY.search(source)
            about = _EXAMPLES.sub("", _flush_left(summary[1])) if summary else ""
            inputs = arguments.get(f"{name}InitArgs") or arguments.get(f"{name}Args", {})  # a block may have the name
            yield PulumiType(token, about, inputs, self)


@cache
def installed() -> Package:
    """The package that is installed here."""
    return Package(Path(str(distribution("pulumi-aws").locate_file("pulumi_aws"))))


def _service(folder: str) -> str:
    return folder.rstrip("_")


def _classes(source: str, ending: str) -> dict[str, dict[str, Property]]:
    return {
        found[1]: {each.name: each for each in _properties(found[0])}
        for found in _CLASS.finditer(source)
        if found[0].partition("\n")[0].endswith(ending)
    }


def _properties(source: str) -> Iterator[Property]:
    for camel, snake, type_, about in _PROPERTY.findall(source):
        yield Property(camel or snake, type_, " ".join(about.split()))


def _flush_left(text: str) -> str:
    return re.sub(r"^ {8}", "", text, flags=re.MULTILINE).strip()
