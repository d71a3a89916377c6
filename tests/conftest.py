"""What tests of every kind begin with. Every answer that a test is given is held against the contract."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.contract.validation import CheckedClient

Flask.test_client_class = CheckedClient


@pytest.fixture(scope="session")
def app() -> Flask:
    """The whole service with settings of its own, whatever the environment says."""
    return create_app(Settings())


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Sends requests to the service in process."""
    return app.test_client()
