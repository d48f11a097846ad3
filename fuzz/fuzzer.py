"""One target in libFuzzer's hands; `run.py` starts it.

python fuzz/fuzzer.py TARGET [libFuzzer's options] [folders]
"""

import importlib
import shlex
import sys
from typing import Any

# What is not listed runs at full speed, and would lead the fuzzer into libraries. The oracle is in it since its steps
# show the fuzzer the way where the code under test has one regular expression.
_GUIDING = ["bookings", "logs", "worker", "tickets", "minitickets", "fuzz.token_oracle"]

_atheris: Any = importlib.import_module("atheris")  # has no types, and most machines do without it

with _atheris.instrument_imports(include=_GUIDING):
    from fuzz.targets import TARGETS

if __name__ == "__main__":
    program, name, *options = sys.argv
    # To merge, libFuzzer starts itself again through a shell, by the first word that it was given.
    _atheris.Setup([shlex.join([sys.executable, program, name]), *options], TARGETS[name].check)
    _atheris.Fuzz()
