"""AWS's provider, as Terraform's CLI installs it."""

import os
import re
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

_PLACES = (
    os.environ.get("TF_PLUGIN_CACHE_DIR", ""),
    *map(str, Path.home().glob(".terraform.d/*")),
    *map(str, Path("/usr/local/share/terraform").glob("*")),
    *map(str, Path("/opt").glob("*")),
)


def find_provider() -> Path | None:
    """AWS's provider where Terraform's CLI would find it without a network, or under /opt; the newest."""
    under = "registry.terraform.io/hashicorp/aws/*/*/terraform-provider-aws*"
    found = [path for place in _PLACES if place for path in Path(place).glob(under)]
    return max(found, key=lambda path: list(map(int, re.findall("[0-9]+", version_of(path)))), default=None)


def version_of(provider: Path) -> str:
    """Such as 5.100.0."""
    return provider.parent.parent.name


@contextmanager
def attached(provider: Path, environment: Mapping[str, str]) -> Generator[str]:
    """One process of the provider for all lines of Terraform: to start it takes more CPU than all that it does."""
    with subprocess.Popen(  # noqa: S603 - the provider that was found
        [provider, "-debug"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            said = process.stdout or ()
            yield next(found[1] for line in said if (found := re.search(r"TF_REATTACH_PROVIDERS='(.*)'", line)))
        finally:
            process.terminate()
