"""The contract tests: a checked client, a running server, and what they have counted."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from flask import Flask

from tests.contract.validation import CheckedClient
from tests.server import running

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


class Session:
    """A running service, and a session of requests to it."""

    def __init__(self, url: str, session: requests.Session) -> None:
        self.url, self.session = url, session


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """The service on a port of its own, ended when the tests are."""
    log = tmp_path_factory.mktemp("server") / "log"
    with requests.Session() as session, running(log, LOG_LEVEL="error") as started:
        session.trust_env = False  # no proxy stands between
        yield Session(started.url, session)
