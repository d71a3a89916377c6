"""The service with settings of a gateway's, and what it writes down."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.middleware.access_log import standard_output
from service.settings.service import Settings
from tests.api.conftest import assert_problem

KEY = "correct-horse-battery"
FIRST_DEAL = {"ruleset": "portland", "dealer": "B", "seed": "a gateway's table"}


@pytest.fixture
def service() -> Callable[..., FlaskClient]:
    """`service(METRICS="on")`: a client of the service as it is with these variables in its environment."""
    return lambda **environ: create_app(Settings.from_env(environ)).test_client()


@pytest.fixture
def problem() -> Any:
    """`problem(response, code)`: the problem document in `response`, seen to have this code and the right form."""
    return assert_problem


@pytest.fixture
def dealt(client: FlaskClient) -> Any:
    """The state after a deal."""
    return client.post("/v1/deals", json=FIRST_DEAL).json["state"]


@pytest.fixture
def lines(capfd: pytest.CaptureFixture[str]) -> Callable[[], list[dict[str, Any]]]:
    """The lines of JSON that were written to standard output since the last look."""

    def written() -> list[dict[str, Any]]:
        standard_output.flush()
        return [json.loads(line) for line in capfd.readouterr().out.splitlines()]

    written()
    return written
