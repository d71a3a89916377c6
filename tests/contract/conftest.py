"""The contract tests: a checked client, a running server, and what they have counted."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
import requests
from flask import Flask

from tests.contract.validation import CheckedClient
from tests.helpers.running_service import running


@pytest.fixture(scope="session")
def counted(tell: Callable[[str], None]) -> Iterator[Counter[str]]:
    """What the contract tests have done so often, told at the end."""
    counts: Counter[str] = Counter()
    yield counts
    tell(f"The contract: {', '.join(f'{count:,} {what}' for what, count in counts.items())}.")


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
    # The session goes first: a service that stops waits two seconds for connections that are kept.
    with running(log, LOG_LEVEL="error") as started, requests.Session() as session:
        session.trust_env = False  # no proxy stands between
        yield Session(started.url, session)
