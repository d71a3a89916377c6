"""The compilation of `kernel.c` to a shared library, if this machine has a C compiler.

It also runs as a program, without the rest of the service: `python -P kernel_build.py [--require]`. The name of the
library contains a hash of the source, so a library of another source is never loaded. It is written to another name
first and then moved, so several processes may build at once. The service only loads the library; it never builds one.
"""

import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_name("kernel.c")
FOLDER = SOURCE.with_name("build")

_FLAGS = ("-std=c99", "-O2", "-shared", "-fPIC")
_SECONDS = 120
_NAMES = ("dd_solve", "dd_courses", "dd_thrown", "dd_open", "dd_close", "dd_abi", "dd_source")
_CHECK = f"import ctypes, sys; lib = ctypes.CDLL(sys.argv[1]); {', '.join(f'lib.{name}' for name in _NAMES)}"


class NotBuiltError(Exception):
    """The library could not be built. The text is the reason."""


def source_hash() -> str:
    """Return a hash of the source and of the way in which it is compiled. Raises `OSError`."""
    return hashlib.sha256(SOURCE.read_bytes() + " ".join(_FLAGS).encode()).hexdigest()[:16]


def compiled_file(folder: Path = FOLDER) -> Path:
    """Return the file of the library for this source and this platform. Raises `OSError`."""
    return folder / f"kernel-{source_hash()}-{sys.platform}-{platform.machine()}.so"


def compiler() -> list[str] | None:
    """Return the command of the C compiler: that of the variable CC, or the first that is installed."""
    if command := shlex.split(os.environ.get("CC", "")):
        return command if shutil.which(command[0]) else None
    return next(([found] for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)


def build(folder: Path = FOLDER) -> Path:
    """Build the library if it is not there, and remove those of other sources. Raises `NotBuiltError`."""
    try:
        path = compiled_file(folder)
        if path.exists():
            return path
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as unfinished:
            made = Path(unfinished) / path.name
            _compile(made)
            made.replace(path)
        for other in folder.glob("kernel-*.so"):
            if other != path:
                other.unlink(missing_ok=True)
    except OSError as error:
        raise NotBuiltError(str(error)) from error
    return path


def _compile(made: Path) -> None:
    command = compiler()
    if command is None:
        raise NotBuiltError("there is no C compiler")
    define = f'-DDD_SOURCE="{source_hash()}"'
    _run([*command, *_FLAGS, define, "-o", str(made), str(SOURCE)])
    _run([sys.executable, "-I", "-c", _CHECK, str(made)])  # in another process, which may crash


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=_SECONDS, check=False)  # noqa: S603
    except subprocess.TimeoutExpired as error:
        raise NotBuiltError(f"{command[0]} took longer than {_SECONDS} s") from error
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise NotBuiltError(f"{command[0]} ended with status {done.returncode}: {lines[-1]}")


def main() -> int:
    """Build the library, or say why there is none, which is an error only with `--require`."""
    try:
        build()
    except NotBuiltError as error:
        sys.stderr.write(f"Double dummy runs in Python, which is slower: its C library was not built ({error}).\n")
        return int("--require" in sys.argv[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
