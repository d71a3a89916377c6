"""The servers of the tests of the cache."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cache.servers import Server, cluster
from tests.helpers.request_contexts import in_request


@pytest.fixture(autouse=True)
def recording() -> Iterator[None]:
    """The context of a request, which has the events of the cache in this test."""
    with in_request():
        yield


@pytest.fixture
def server(directory: Path) -> Iterator[Server]:
    """A server for this test alone, to be treated badly."""
    with Server(directory / "one") as started:
        yield started


@pytest.fixture
def kept_server(session_server: Server) -> Server:
    """A server for tests that leave it as it is, but for what it holds. It is empty when a test begins."""
    session_server.client.flushall()
    return session_server


@pytest.fixture(scope="session")
def session_server() -> Iterator[Server]:
    """The server behind `kept_server`."""
    with tempfile.TemporaryDirectory(prefix="piquet-") as path, Server(Path(path) / "one") as started:
        yield started


@pytest.fixture(scope="module")
def masters() -> Iterator[list[Server]]:
    """A cluster of three masters."""
    with tempfile.TemporaryDirectory(prefix="piquet-") as path, cluster(Path(path)) as started:
        yield started
