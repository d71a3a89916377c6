"""Map of tests to the functions that they execute, with their times. Cached in `build/mutants`."""

import hashlib
import json
import sys
import threading
import types
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tools.mutation.runner import ROOT, Control, Copy, preload

KEPT = ROOT / "build" / "mutants"
CALLS = 2_000_000  # traced in each test; longer tests repeat the same calls
SECONDS = 900  # time limit for the tests of a file
# The tests of the mutated modules. Others start servers for each case, or run for minutes.
CONCERNED = (
    "tests/records/", "tests/piquet/", "tests/golden/", "tests/properties/", "tests/cache/",
    "tests/api/test_seals", "tests/api/test_tokens", "tests/api/test_concealed_table", "tests/api/test_states_as_text",
    "tests/api/test_records", "tests/api/test_long_states", "tests/api/test_messages", "tests/api/test_acts",
    "tests/api/law/", "tests/contract/test_every_code", "tests/contract/test_examples",
    "tests/contract/test_contract_matches_code", "tests/test_documents_and_code_agree",
)  # fmt: skip
LEFT_OUT = ("tests/records/test_fuzz",)


class TimedTest(NamedTuple):
    """A test: its pytest node id, the seconds that it took, and the functions that it executed, as `path::function`."""

    name: str
    seconds: float
    functions: frozenset[str]

    def modules(self) -> set[str]:
        """The paths of the modules with these functions."""
        return {function.partition("::")[0] for function in self.functions}


def tests_of(copy: Copy) -> list[TimedTest]:
    """The passing tests of the mutated modules, fastest first."""
    KEPT.mkdir(parents=True, exist_ok=True)
    found: list[TimedTest] = []
    for path in sorted(path.relative_to(copy.root).as_posix() for path in (copy.root / "tests").rglob("test_*.py")):
        if not path.startswith(CONCERNED) or path.startswith(LEFT_OUT):
            continue
        kept = _recorded(copy, path)
        preload(kept["imported"])
        found += [TimedTest(name, seconds, frozenset(functions)) for name, seconds, functions in kept["tests"]]
    return sorted(found, key=lambda test: (test.seconds, test.name))


def reliable(copy: Copy, tests: Sequence[TimedTest]) -> list[TimedTest]:
    """The tests that pass on the unchanged program when run one after another. Others would detect any mutant."""
    print(f"running {len(tests)} tests on the unchanged program", file=sys.stderr, flush=True)
    names, output = [test.name for test in tests], copy.root / "failed.json"
    files = dict.fromkeys(name.partition("::")[0] for name in names)
    copy.run(files, Control(names, output), 600 + 5 * sum(test.seconds for test in tests))
    failed = set(json.loads(output.read_text()))
    for name in sorted(failed):
        print(f"left out because it fails: {name}", file=sys.stderr, flush=True)
    return [test for test in tests if test.name not in failed]


def _recorded(copy: Copy, path: str) -> dict[str, Any]:
    """What the tests of a file execute, recorded again when the file or the service has changed."""
    digest = hashlib.sha256((copy.root / path).read_bytes())
    for source in sorted((copy.root / "service").rglob("*.py")):
        digest.update(source.read_bytes())
    kept = KEPT / f"{path.removesuffix('.py').replace('/', '.')}.json"
    if kept.exists() and (known := json.loads(kept.read_text()))["digest"] == digest.hexdigest():
        return dict(known)
    print(f"recording what {path} executes", file=sys.stderr, flush=True)
    output = copy.root / "recorded.json"
    output.unlink(missing_ok=True)
    copy.run([path], _Recorder(copy.root, output), SECONDS)
    recorded = json.loads(output.read_text()) if output.exists() else {"imported": [], "tests": []}
    kept.write_text(json.dumps({"digest": digest.hexdigest(), **recorded}))
    return dict(recorded)


class _Recorder:
    """A pytest plugin that records the functions that each test executes."""

    def __init__(self, root: Path, path: Path) -> None:
        self._root, self._path = f"{root}/", path
        self._tests: list[tuple[str, float, Sequence[str]]] = []
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Record the functions that are called in all threads, for the first `CALLS` calls."""
        seen: dict[int, types.CodeType] = {}
        calls = 0

        def trace(frame: types.FrameType, event: str, _: object) -> None:
            nonlocal calls
            seen[id(frame.f_code)] = frame.f_code
            calls += 1
            if calls > CALLS:
                sys.settrace(None)

        threading.settrace(trace)
        sys.settrace(trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
            if item.nodeid not in self._failed:
                functions = sorted(set(self._functions(seen.values())))
                self._tests.append((item.nodeid, self._seconds[item.nodeid], functions))

    def _functions(self, codes: Any) -> Iterator[str]:
        for code in codes:
            if code.co_filename.startswith(f"{self._root}service/"):
                name = code.co_qualname.partition(".<locals>")[0]
                yield f"{code.co_filename.removeprefix(self._root)}::{'' if '<' in name else name}"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time of a phase of a test."""
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0) + report.duration
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the record."""
        modules = [name for name in sys.modules if name.partition(".")[0] != "__main__"]
        self._path.write_text(json.dumps({"imported": modules, "tests": self._tests}))
