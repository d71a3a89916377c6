"""Processes of the service and of its command that begin with the modules of the service imported.

To import them takes most of a second of processor time, and the tests start hundreds of such processes. With this
plugin of pytest, `subprocess` asks a template, a process that has imported the modules, to fork when it is given a
command like `python -m service.server` in this checkout. What is forked is a child of this process and runs the module
as Python does; `tests.helpers.program` runs a program of a test. Other commands, and on systems other than Linux all of
them, are started as ever. So are commands with `executable=`, for a test of the start itself.
"""

import atexit
import ctypes
import fcntl
import gc
import mmap
import os
import pickle
import runpy
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
MODULES = {"service.server", "service.cli", "service.pool.worker", "gunicorn", "tests.helpers.program"}
PRELOADED = (
    "gunicorn.app.wsgiapp", "service.app", "service.cli.main", "service.server.worker", "service.analysis.exchange"
)  # fmt: skip
#: What the names of variables begin with that Python or a library reads when it starts.
READ_AT_START = ("PYTHON", "LANG", "LC_", "LD_", "TZ", "MALLOC_", "OPENBLAS_")
#: numpy reads it when it is imported. The service sets it for its own processes.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}

_MESSAGE = 1 << 20  # bytes: a command and its environment have fewer
_PR_SET_CHILD_SUBREAPER = 36


class Command(NamedTuple):
    """A command: its words, its environment, and what else becomes of the process before it runs.

    `signals` is whether it takes the signals that this process ignores, and `descriptors` are the numbers of those that
    it is given.
    """

    words: list[str]
    environ: dict[str, str]
    new_session: bool
    signals: bool
    descriptors: list[int]


_started_by_python = subprocess.Popen
_ENVIRON = ONE_THREAD | os.environ  # a test may change its own


class Popen(subprocess.Popen[Any]):
    """`subprocess.Popen`, with a fork of the template where that makes no difference."""

    def _execute_child(self, args: Any, *given: Any) -> None:
        executable, preexec, _, passed, folder, variables, _, _, shell, *pipes = given[:15]
        new_session, group = given[-2:]
        environ = dict(os.environ if variables is None else variables)
        usual = (executable, shell, group) == (None, False, -1) and preexec in (None, take_signals)
        command = [*map(os.fsdecode, args)] if usual and isinstance(args, list | tuple) else []
        if not _may_fork(command, folder, environ):
            super()._execute_child(args, *given)  # type: ignore[misc]
            return
        streams = [own if given == -1 else given for own, given in enumerate((pipes[0], pipes[3], pipes[5]))]
        descriptors = [0, 1, 2, *passed]
        run = Command(command, environ, new_session, preexec is not None, descriptors)
        self.pid = _template().fork(run, [*streams, *passed])
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


def pytest_configure() -> None:
    if sys.platform == "linux":
        subprocess.Popen = Popen  # type: ignore[misc]


def take_signals() -> None:
    """Undo what nohup, or a shell that starts a command in the background, has the tests ignore: a `preexec_fn`."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


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
        name: value
        for name, value in (ONE_THREAD | environ).items()
        if name.startswith(READ_AT_START) and name != "PYTHONIOENCODING"
    }


# ---------------------------------------------------------------- the template, seen from here


class _Template:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-m", "tests.helpers.preloaded", str(theirs.fileno())]
            self._process = _started_by_python(command, cwd=ROOT, env=_ENVIRON, pass_fds=[theirs.fileno()])
        atexit.register(self._end)

    def _end(self) -> None:
        self._socket.close()
        self._process.wait()

    def fork(self, run: Command, files: list[int]) -> int:
        """Have a command run with these files as its descriptors. Return the id of the process, a child of this one."""
        with self._lock:
            _adopt(True)
            try:
                socket.send_fds(self._socket, [pickle.dumps(tuple(run))], files)
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
        message, files, _, _ = socket.recv_fds(requests, _MESSAGE, 100)
        if not message:
            os._exit(0)
        ours, theirs = os.pipe()
        if parent := os.fork():
            os.close(theirs)
            os.waitpid(parent, 0)  # what it has forked is now a child of the process that asked
            requests.send(os.read(ours, 100))
            for descriptor in (ours, *files):
                os.close(descriptor)
            continue
        if child := os.fork():
            os.write(theirs, str(child).encode())
            os._exit(0)
        requests.close()
        command = Command(*pickle.loads(message))
        free = max(command.descriptors) + 1
        moved = [fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, free) for file in files]
        for descriptor in (ours, theirs, *files):
            os.close(descriptor)
        for file, number in zip(moved, command.descriptors, strict=True):
            os.dup2(file, number)
            os.close(file)
        return command


def _become(command: Command) -> None:
    """Run the module as Python does."""
    if command.new_session:
        os.setsid()
    if command.signals:
        take_signals()
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(command.environ)
    sys.orig_argv, sys.argv = command.words, command.words[2:]
    encoding = command.environ.get("PYTHONIOENCODING") or sys.getdefaultencoding()
    sys.stdin = TextIOWrapper(BufferedReader(FileIO(0, closefd=False)), encoding)
    sys.stdout = TextIOWrapper(BufferedWriter(FileIO(1, "w", closefd=False)), encoding)
    sys.stderr = TextIOWrapper(
        BufferedWriter(FileIO(2, "w", closefd=False)), encoding, "backslashreplace", line_buffering=True
    )
    from service.runtime import shutdown

    shutdown._flag = mmap.mmap(-1, 1)  # the template's is shared with all that it forks
    try:
        runpy.run_module(command.words[2], run_name="__main__", alter_sys=True)
    except SystemExit as ending:
        if isinstance(ending.code, int | None):
            _end(ending.code or 0)
        raise
    _end(0)


def _end(status: int) -> None:
    """End this process as Python does, but without freeing its modules first, which takes 60 ms."""
    threading._shutdown()
    atexit._run_exitfuncs()
    with suppress(OSError, ValueError):  # which Python tells in its own way
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _compile_rules() -> None:
    """Compile the rules of addresses for all applications of the forked processes."""
    from service.app import create_app
    from service.settings.service import Settings
    from tests.helpers import compiled_rules

    compiled_rules.pytest_configure()
    create_app(Settings())


def _main() -> None:
    for name in PRELOADED:
        import_module(name)
    _compile_rules()
    gc.collect()
    gc.freeze()
    _become(_serve(socket.socket(fileno=int(sys.argv[1]))))


if __name__ == "__main__":
    _main()
