"""Run selected tests in a copy of the checkout, each time in a process of its own.

The process is forked from this one, which has imported pytest and the packages that the tests import. Only the service
and the tests are imported again.
"""

import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = ("service", "tests", "tools", "stress")  # packages of the checkout, which each process imports from the copy
COPIED = (*OURS, ".ci", "docs", "examples", "deploy", "benchmarks", "requirements")
MEMORY = 6 << 30  # bytes of address space for each process
OPTIONS = ("-q", "-o", "addopts=", "--import-mode=importlib", "--strict-markers", "-p", "no:cacheprovider")
# The same random cases each time, in the default number.
ENVIRONMENT = {"PROPERTY_SEED": "piquet", "PROPERTY_SCALE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


class Copy:
    """A copy of the checkout in a temporary directory, removed at the end of the `with` block."""

    def __enter__(self) -> "Copy":
        self._directory = tempfile.mkdtemp(prefix="mutants-")
        self.root = Path(self._directory) / "tree"
        self.root.mkdir()
        ignored = shutil.ignore_patterns("node_modules", "site")
        for name in COPIED:
            shutil.copytree(ROOT / name, self.root / name, ignore=ignored)
        for path in ROOT.iterdir():
            if path.is_file():
                shutil.copy(path, self.root)
        (self.root / ".venv").symlink_to(sys.prefix)
        (self.root.parent / "tmp").mkdir()
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._directory, ignore_errors=True)

    def write(self, path: str, source: bytes) -> None:
        """Write a module of the copy, and remove the bytecode of its previous version."""
        where = self.root / path
        where.write_bytes(source)
        for compiled in where.parent.glob(f"__pycache__/{where.stem}.*.pyc"):
            compiled.unlink()

    def run(
        self,
        files: Iterable[str],
        plugin: object,
        seconds: float,
        *options: str,
        variables: Mapping[str, str] | None = None,
    ) -> int | None:
        """Run the tests of `files` that `plugin` chooses, with these environment `variables`.

        Returns the exit status of pytest, or None if they took more than `seconds`. Processes that the tests started
        end with them.
        """
        process = os.fork()
        if not process:
            self._become_pytest([*OPTIONS, *options, *files], plugin, variables or {})
        try:
            return _wait(process, time.monotonic() + seconds)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)

    def _become_pytest(self, arguments: list[str], plugin: object, variables: Mapping[str, str]) -> Any:
        status = 1
        try:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            nothing = os.open(self.root.parent / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            for descriptor in (1, 2):
                os.dup2(nothing, descriptor)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            os.environ |= (
                ENVIRONMENT | {"TMPDIR": str(self.root.parent / "tmp"), "PYTHONPATH": str(self.root)} | variables
            )
            tempfile.tempdir = None
            os.chdir(self.root)
            for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
                del sys.modules[name]
            sys.path[:] = [str(self.root), *(path for path in sys.path if path not in ("", ".", str(ROOT)))]
            sys.dont_write_bytecode = False
            status = int(pytest.main(arguments, plugins=[plugin]))
        finally:
            with suppress(OSError, ValueError):
                sys.stdout.flush()
            os._exit(status)


def _wait(process: int, until: float) -> int | None:
    pause = 0.01
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > until:
            os.kill(process, signal.SIGKILL)  # its process group is killed at the end of the run
            os.waitpid(process, 0)
            return None
        time.sleep(pause)
        pause = min(pause * 1.2, 0.1)


def preload(names: Iterable[str]) -> None:
    """Import installed modules, so that forked processes have them. Modules that fail to import are skipped."""
    for name in names:
        if name.partition(".")[0] not in OURS:
            with suppress(Exception):
                importlib.import_module(name)


class Chosen:
    """A pytest plugin that runs the given tests in the given order, but all of a file at its first one.

    Tests of a file may share a server, which would otherwise be started again and again.
    """

    def __init__(self, tests: Sequence[str]) -> None:
        self._order = {test: number for number, test in enumerate(tests)}
        files: dict[str, int] = {}
        for test in tests:
            files.setdefault(test.partition("::")[0], len(files))
        self._files = files

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Select and sort the collected tests."""
        items[:] = sorted((item for item in items if item.nodeid in self._order), key=self._place)

    def _place(self, item: pytest.Item) -> tuple[int, int]:
        return self._files[item.nodeid.partition("::")[0]], self._order[item.nodeid]


class Control(Chosen):
    """A `Chosen` that writes the names of passed tests and the seconds that they took to a file, in JSON."""

    def __init__(self, tests: Sequence[str], path: Path) -> None:
        super().__init__(tests)
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()
        self._path = path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record the time or the failure of a phase of a test."""
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the file."""
        passed = {name: seconds for name, seconds in self._seconds.items() if name not in self._failed}
        self._path.write_text(json.dumps(passed))
