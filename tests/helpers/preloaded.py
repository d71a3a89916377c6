"""Processes of the service and of its command that begin with the modules of the service imported.

To import them takes most of a second of processor time, and the tests start hundreds of such processes. With this
plugin of pytest, `subprocess` asks a template, a process that has imported the modules, to fork when it is given a
command like `python -m service.server` in this checkout. What is forked is a child of this process and runs the module
as Python does. Other commands, and on systems other than Linux all of them, are started as ever. So are commands with
`executable=`, for a test of the start itself.
"""

import atexit
import ctypes
import gc
import mmap
import os
import pickle
import runpy
import socket
import subprocess
import sys
from functools import cache
from importlib import import_module
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from threading import Lock
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MODULES = {"service.server", "service.cli"}
PRELOADED = ("gunicorn.app.wsgiapp", "service.app", "service.cli.main", "service.server.worker")
#: What the names of variables begin with that Python or a library reads when it starts.
READ_AT_START = ("PYTHON", "LANG", "LC_", "LD_", "TZ", "MALLOC_", "OPENBLAS_")

_MESSAGE = 1 << 20  # bytes: a command and its environment have fewer
_PR_SET_CHILD_SUBREAPER = 36

#: Words, environment, and whether it leads a session of its own.
Command = tuple[list[str], dict[str, str], bool]

_started_by_python = subprocess.Popen
_ENVIRON = dict(os.environ)  # a test may change its own


class Popen(subprocess.Popen[Any]):
    """`subprocess.Popen`, with a fork of the template where that makes no difference."""

    def _execute_child(self, args: Any, *given: Any) -> None:
        executable, preexec, _, passed, folder, variables, _, _, shell, *pipes = given[:15]
        new_session, group = given[-2:]
        environ = dict(os.environ if variables is None else variables)
        usual = (executable, preexec, passed, shell, group) == (None, None, (), False, -1)
        command = [*map(os.fsdecode, args)] if usual and isinstance(args, list | tuple) else []
        if not _may_fork(command, folder, environ):
            super()._execute_child(args, *given)  # type: ignore[misc]
            return
        streams = [own if given == -1 else given for own, given in enumerate((pipes[0], pipes[3], pipes[5]))]
        self.pid = _template().fork((command, environ, new_session), streams)
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


def pytest_configure() -> None:
    if sys.platform == "linux":
        subprocess.Popen = Popen  # type: ignore[misc]


def _may_fork(command: list[str], folder: Any, environ: dict[str, str]) -> bool:
    return (
        command[:2] == [sys.executable, "-m"]
        and command[2] in MODULES
        and Path(folder or os.curdir).resolve() == ROOT
        and _read_at_start(environ) == _read_at_start(_ENVIRON)
    )


def _read_at_start(environ: dict[str, str]) -> dict[str, str]:
    """The variables that a forked process would read too late, but for the encoding, which it is given."""
    return {
        name: value for name, value in environ.items() if name.startswith(READ_AT_START) and name != "PYTHONIOENCODING"
    }


# ---------------------------------------------------------------- the template, seen from here


class _Template:
    def __init__(self) -> None:
        self._lock = Lock()
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-m", "tests.helpers.preloaded", str(theirs.fileno())]
            self._process = _started_by_python(command, cwd=ROOT, env=_ENVIRON, pass_fds=[theirs.fileno()])
        atexit.register(self._end)

    def _end(self) -> None:
        self._socket.close()
        self._process.wait()

    def fork(self, run: Command, streams: list[int]) -> int:
        """Have a command run with these standard streams. Return its process id, that of a child of this process."""
        with self._lock:
            _adopt(True)
            try:
                socket.send_fds(self._socket, [pickle.dumps(run)], streams)
                return int(self._socket.recv(_MESSAGE))
            finally:
                _adopt(False)


_template = cache(_Template)


def _adopt(whether: bool) -> None:
    """Whether a process whose parent has ended becomes a child of this one, if that was its parent's parent."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, int(whether), 0, 0, 0)


# ---------------------------------------------------------------- within the template


def _serve(requests: socket.socket) -> Command:
    """Fork whenever asked to. Return only in a forked process, with its command."""
    while True:
        message, streams, _, _ = socket.recv_fds(requests, _MESSAGE, 3)
        if not message:
            os._exit(0)
        ours, theirs = os.pipe()
        if parent := os.fork():
            os.close(theirs)
            os.waitpid(parent, 0)  # what it has forked is now a child of the process that asked
            requests.send(os.read(ours, 100))
            for descriptor in (ours, *streams):
                os.close(descriptor)
            continue
        if child := os.fork():
            os.write(theirs, str(child).encode())
            os._exit(0)
        requests.close()
        for descriptor in (ours, theirs):
            os.close(descriptor)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        return pickle.loads(message)  # type: ignore[no-any-return]


def _become(command: list[str], environ: dict[str, str], new_session: bool) -> None:
    """Run the module as Python does."""
    if new_session:
        os.setsid()
    os.environ.clear()
    os.environ.update(environ)
    sys.orig_argv, sys.argv = command, command[2:]
    encoding = environ.get("PYTHONIOENCODING") or sys.getdefaultencoding()
    sys.stdin = TextIOWrapper(BufferedReader(FileIO(0, closefd=False)), encoding)
    sys.stdout = TextIOWrapper(BufferedWriter(FileIO(1, "w", closefd=False)), encoding)
    sys.stderr = TextIOWrapper(
        BufferedWriter(FileIO(2, "w", closefd=False)), encoding, "backslashreplace", line_buffering=True
    )
    from service.runtime import shutdown

    shutdown._flag = mmap.mmap(-1, 1)  # the template's is shared with all that it forks
    runpy.run_module(command[2], run_name="__main__", alter_sys=True)


def _main() -> None:
    for name in PRELOADED:
        import_module(name)
    gc.collect()
    gc.freeze()
    _become(*_serve(socket.socket(fileno=int(sys.argv[1]))))


if __name__ == "__main__":
    _main()
