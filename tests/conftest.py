"""What tests of every kind begin with."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings


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
