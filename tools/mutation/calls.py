"""Recorder of calls: which functions of the service a test executes, in its process and in those that it starts.

The file `number` of a recording has the number of the test that runs, for all processes. Each process appends its calls
to the file `calls` at once, because many are ended by a signal.
"""

import fcntl
import mmap
import os
import sys
import threading
import types
from collections.abc import Iterator
from math import inf
from pathlib import Path

#: The environment variable that names the directory of a recording, which is in the root of a checkout.
DIRECTORY = "RECORDED_CALLS"

_IMPORTS = "<frozen importlib._bootstrap>"  # the code that imports modules


def make_recording(directory: Path) -> None:
    """Make the files of a recording."""
    directory.mkdir()
    (directory / "number").write_bytes(bytes(4))
    (directory / "calls").touch()


def recorded_calls(directory: Path) -> Iterator[tuple[int, str]]:
    """The numbers of tests, each with a function that the test executed, as `path::function`."""
    for line in (directory / "calls").read_text().splitlines():
        test, _, function = line.partition(" ")
        yield int(test), function


class CallRecorder:
    """Records the calls of one process. The item of `number` is the number of the test that runs."""

    def __init__(self, directory: str) -> None:
        self._root = f"{Path(directory).parent}/"
        opened = os.open(f"{directory}/calls", os.O_WRONLY | os.O_APPEND)
        self._calls = fcntl.fcntl(opened, fcntl.F_DUPFD_CLOEXEC, 200)  # systemd passes listeners from 3 on
        os.close(opened)
        with open(f"{directory}/number", "r+b") as file:
            self.number = memoryview(mmap.mmap(file.fileno(), 4)).cast("I")

    def start(self, most: float = inf) -> None:
        """Record the calls from now on, in this thread and in those that begin later. Stops after `most` calls."""
        number, service, left = self.number, f"{self._root}service/", most
        latest, seen = -1, dict[int, types.CodeType]()

        def trace(frame: types.FrameType, event: str, _: object) -> None:
            nonlocal latest, left
            code = frame.f_code
            if number[0] != latest:
                seen.clear()
                latest = number[0]
            if id(code) not in seen and code.co_filename.startswith(service) and not _runs_at_import(frame):
                seen[id(code)] = code
                os.write(self._calls, f"{latest} {self._name(code)}\n".encode())
            left -= 1
            if left < 0:
                sys.settrace(None)

        threading.settrace(trace)
        sys.settrace(trace)

    def stop(self) -> None:
        """Record no more calls in this thread."""
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]

    def _name(self, code: types.CodeType) -> str:
        name = code.co_qualname.partition(".<locals>")[0]
        return f"{code.co_filename.removeprefix(self._root)}::{'' if '<' in name else name}"


def _runs_at_import(frame: types.FrameType | None) -> bool:
    """Whether an import executes it: the body of a module, or what that calls. Every process does so."""
    while frame and frame.f_code.co_filename != _IMPORTS:
        frame = frame.f_back
    return frame is not None
