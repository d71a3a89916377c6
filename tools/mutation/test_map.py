"""Map of tests to the functions that they execute, with their times. Cached in `build/mutants`."""

import hashlib
import json
import shutil
import sys
from collections.abc import Generator, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tools.mutation.calls import DIRECTORY, CallRecorder, make_recording, recorded_calls
from tools.mutation.runner import ROOT, Control, Copy, preload

KEPT = ROOT / "build" / "mutants"
CALLS = 2_000_000  # recorded in the process of each test; longer tests repeat the same calls
SECONDS = 900  # time limit for the tests of a file
# Tests that run for minutes, need what no copy has, or are about other things than the mutated modules.
LEFT_OUT = (
    "tests/analysis/", "tests/browser/", "tests/clients/", "tests/fuzz/", "tests/multiplayer/", "tests/pictures/",
    "tests/stress/", "tests/api/multiplayer/", "tests/api/test_fuzz", "tests/api/test_site", "tests/records/test_fuzz",
    "tests/contract/test_schemathesis", "tests/contract/test_pact", "tests/test_architecture", "tests/test_benchmarks",
    "tests/test_client_testing", "tests/test_code_blocks", "tests/test_deploy", "tests/test_mutation",
    "tests/test_packages", "tests/test_prerequisites", "tests/test_random_cases", "tests/test_reference_itself",
    "tests/test_table_page",
)  # fmt: skip


class TimedTest(NamedTuple):
    """A test: its pytest node id, the seconds that it took, and the functions that it executed, as `path::function`."""

    name: str
    seconds: float
    functions: frozenset[str]

    @property
    def file(self) -> str:
        """The path of the file of the test."""
        return self.name.partition("::")[0]

    def modules(self) -> frozenset[str]:
        """The paths of the modules with these functions."""
        return _modules(self.functions)


@cache
def _modules(functions: frozenset[str]) -> frozenset[str]:
    return frozenset(function.partition("::")[0] for function in functions)


def files_of(tests: Iterable[TimedTest]) -> list[str]:
    """The files of tests, in the order of their first tests."""
    return list(dict.fromkeys(test.file for test in tests))


def tests_of(copy: Copy) -> list[TimedTest]:
    """The passing tests of the mutated modules, fastest first."""
    KEPT.mkdir(parents=True, exist_ok=True)
    found: list[TimedTest] = []
    for path in sorted(path.relative_to(copy.root).as_posix() for path in (copy.root / "tests").rglob("test_*.py")):
        if not path.startswith(LEFT_OUT):
            kept = _recorded(copy, path)
            preload(kept["imported"])
            found += [TimedTest(name, seconds, frozenset(functions)) for name, seconds, functions in kept["tests"]]
    return sorted(found, key=lambda test: (test.seconds, test.name))


def reliable(copy: Copy, tests: Sequence[TimedTest]) -> list[TimedTest]:
    """The tests that pass on the unchanged program when run one after another, with the seconds that they then take.

    Others would detect any mutant.
    """
    print(f"running {len(tests)} tests on the unchanged program", file=sys.stderr, flush=True)
    names, output = [test.name for test in tests], copy.root / "passed.json"
    copy.run(files_of(tests), Control(names, output), 600 + 5 * sum(test.seconds for test in tests))
    passed = json.loads(output.read_text())
    for name in sorted(set(names) - passed.keys()):
        print(f"left out because it fails: {name}", file=sys.stderr, flush=True)
    return [test._replace(seconds=passed[test.name]) for test in tests if test.name in passed]


def _recorded(copy: Copy, path: str) -> dict[str, Any]:
    """What the tests of a file execute, recorded again when the file or a module that they execute has changed."""
    kept = KEPT / f"{path.removesuffix('.py').replace('/', '.')}.json"
    if kept.exists() and (known := json.loads(kept.read_text()))["digest"] == _digest(path, known["tests"]):
        return dict(known)
    print(f"recording what {path} executes", file=sys.stderr, flush=True)
    output = copy.root / "recorded.json"
    output.unlink(missing_ok=True)
    calls = copy.root / "calls"
    shutil.rmtree(calls, ignore_errors=True)
    make_recording(calls)
    variables = {DIRECTORY: str(calls), "PYTHONPATH": f"{copy.root / 'tools/mutation/startup'}:{copy.root}"}
    copy.run([path], _Recorder(calls, output), SECONDS, variables=variables)
    recorded = json.loads(output.read_text()) if output.exists() else {"imported": [], "tests": []}
    kept.write_text(json.dumps({"digest": _digest(path, recorded["tests"]), **recorded}))
    return dict(recorded)


def _digest(path: str, tests: Iterable[tuple[str, float, Sequence[str]]]) -> str:
    """The digest of a file of tests and of the modules that they execute."""
    executed = {function.partition("::")[0] for _, _, functions in tests for function in functions}
    digest = hashlib.sha256()
    for module in (path, *sorted(executed)):
        digest.update((ROOT / module).read_bytes() if (ROOT / module).exists() else b"")
    return digest.hexdigest()


class _Recorder:
    """A pytest plugin that records the functions that each test executes, in all processes."""

    def __init__(self, calls: Path, output: Path) -> None:
        self._directory, self._output = calls, output
        self._calls = CallRecorder(str(calls))
        self._tests: list[str] = []
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Record the functions that are called, in this process for the first `CALLS` calls."""
        self._calls.number[0] = len(self._tests)
        self._tests.append(item.nodeid)
        self._calls.start(CALLS)
        try:
            return (yield)
        finally:
            self._calls.stop()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time of a phase of a test."""
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0) + report.duration
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the record."""
        functions: dict[int, set[str]] = {}
        for number, function in recorded_calls(self._directory):
            functions.setdefault(number, set()).add(function)
        tests = [
            (name, self._seconds[name], sorted(functions.get(number, ())))
            for number, name in enumerate(self._tests)
            if name not in self._failed
        ]
        modules = [name for name in sys.modules if name.partition(".")[0] != "__main__"]
        self._output.write_text(json.dumps({"imported": modules, "tests": tests}))
