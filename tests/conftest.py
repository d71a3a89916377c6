"""What tests of every kind begin with. Answers are validated against the contract (tests/contract/validation.py)."""

import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.settings.service import Settings
from tests.contract.validation import CheckedClient

pytest_plugins = [
    "tests.helpers.compiled_rules",
    "tests.helpers.preloaded",
    "tests.helpers.prerequisites",
    "tests.helpers.random_cases",
]

Flask.test_client_class = CheckedClient


@pytest.hookimpl(optionalhook=True)  # some runs are without pytest-xdist
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: many tests wait for servers and browsers."""
    return (os.cpu_count() or 1) + 1


# Tests keep most of what they make: the contract, its validators, what schemathesis and hypothesis cache. With the
# thresholds of Python, the garbage collector takes a fifth of the time of the tests to look at it again and again.
gc.set_threshold(400_000, 20, 10)

#: Files with tests that take longest. They go first: one that began last would keep only one processor busy.
LONGEST = {"test_code_blocks.py", "test_installed_packages.py", "test_schemathesis.py"}

TESTS = Path(__file__).resolve().parent

TOLD = pytest.StashKey[list[str]]()


@pytest.fixture(scope="session")
def app() -> Flask:
    """The whole service with settings of its own, whatever the environment says."""
    return create_app(Settings())


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Sends requests to the service in process."""
    return app.test_client()


@pytest.fixture
def directory() -> Iterator[Path]:
    """A directory with a short name: that of a socket in it may have a hundred bytes."""
    with tempfile.TemporaryDirectory(prefix="piquet-") as path:
        yield Path(path)


# ---------------------------------------------------------------- what tests tell, from every process they run in


@pytest.fixture(scope="session")
def tell(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Takes a line that is printed when the tests have ended, whether they passed or not: how much was tried."""
    return pytestconfig.stash[TOLD].append


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TOLD] = []
    if hasattr(config, "workerinput") and [Path(arg).resolve() for arg in config.args] == [TESTS]:
        config.args = _from_its_share_on(config)


def _from_its_share_on(config: pytest.Config) -> list[str]:
    """The files of tests, from the first one of this worker's share on.

    Each worker of pytest-xdist collects all tests. In a new checkout, workers that begin with the same file would all
    compile it, and then the next one. So each begins elsewhere, and finds most of the other files compiled.
    """
    files = sorted({str(path) for pattern in config.getini("python_files") for path in TESTS.rglob(pattern)})
    worker, workers = int(config.workerinput["workerid"].removeprefix("gw")), config.workerinput["workercount"]
    first = worker % workers * len(files) // workers
    return files[first:] + files[:first]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    gc.disable()  # almost nothing that is made now is garbage
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests into the same order in each worker, the longest first."""
    items.sort(key=lambda item: (item.path.name not in LONGEST, item.path))


def pytest_collection_finish() -> None:
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """In a worker, report of a test how its call ended, and what did not pass before and after it.

    pytest-xdist also reports that a test begins and ends, and its keywords. To send and read that takes longer than
    many a test.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.passed:
            report.keywords = {}
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["told"] = session.config.stash[TOLD]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[TOLD] += getattr(node, "workeroutput", {}).get("told", [])


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for line in sorted(config.stash[TOLD]):
        terminalreporter.write_line(line)
