"""The contract tests: a checked client, a running server, and what they have counted."""

import os
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from flask import Flask

from tests.contract.validation import CheckedClient

COUNTED = pytest.StashKey[Counter[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[COUNTED] = Counter()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    counted = config.stash.get(COUNTED, Counter())
    if counted:
        told = ", ".join(f"{count:,} {what}" for what, count in counted.items())
        terminalreporter.write_line(f"The contract: {told}.")


@pytest.fixture(scope="session")
def counted(pytestconfig: pytest.Config) -> Counter[str]:
    """What the contract tests have done so often, told at the end."""
    return pytestconfig.stash[COUNTED]


@pytest.fixture
def checked(app: Flask) -> CheckedClient:
    """Sends requests to the service in process, and holds every answer against the contract."""
    return CheckedClient(app)


class Server:
    """The service under gunicorn, as `make run` starts it."""

    def __init__(self, url: str, session: requests.Session) -> None:
        self.url, self.session = url, session


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The service on a port of its own, ended when the tests are."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environ = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    environ |= {"HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "1", "LOG_LEVEL": "error"}
    command = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "service.wsgi:app"]
    log = tmp_path_factory.mktemp("server") / "log"
    with log.open("w") as output, requests.Session() as session:
        session.trust_env = False  # no proxy stands between
        process = subprocess.Popen(
            command, cwd=Path(__file__).parents[2], env=environ, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            yield _when_ready(Server(f"http://127.0.0.1:{port}", session), process, log)
        finally:
            process.terminate()
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _when_ready(server: Server, process: subprocess.Popen[bytes], log: Path) -> Server:
    for _ in range(300):
        assert process.poll() is None, log.read_text()
        try:
            if server.session.get(f"{server.url}/readyz", timeout=5).ok:
                return server
        except requests.ConnectionError:
            time.sleep(0.1)
    raise AssertionError(log.read_text())
