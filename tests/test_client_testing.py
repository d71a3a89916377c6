"""The files that docs/testing.md gives to integrators (its blocks are run by test_code_blocks)."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.contract.validation import operations
from tests.helpers.prerequisites import requires
from tests.helpers.running_service import running

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of the service under gunicorn, on a free port of this machine."""
    with running(tmp_path / "log") as started:
        yield started.url


@pytest.mark.parametrize(
    ("folder", "command"),
    [
        ("pytest", (sys.executable, "-m", "pytest", "-q")),
        pytest.param("node", ("node", "--test"), marks=requires("node")),
    ],
)
def test_the_tests_of_a_program_pass_against_a_referee_that_runs_already(
    server: str, folder: str, command: tuple[str, ...]
) -> None:
    """The fixtures take the one that REFEREE_URL names, and start none: there is nothing where they would look."""
    environ = {
        **os.environ,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "REFEREE_URL": f"{server}/",
        "REFEREE_HOME": "/nowhere",
    }
    folder_of_it = ROOT / "examples" / folder
    run = subprocess.run(
        command, cwd=folder_of_it, env=environ, capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_compose_file_for_tests_names_what_there_is() -> None:
    """The image and the port are those of deploy/compose.yaml; what waits for health finds a health check."""
    example, deployed = (
        yaml.safe_load((ROOT / path).read_text())["services"]
        for path in ("examples/ci/compose.yaml", "deploy/compose.yaml")
    )
    assert example["referee"]["image"] == f"${{REFEREE:-{deployed['referee']['image']}}}"
    port = deployed["referee"]["ports"][0].rpartition(":")[2]
    assert example["tests"]["environment"]["REFEREE_URL"] == f"http://referee:{port}"
    assert example["tests"]["depends_on"]["referee"] == {"condition": "service_healthy"}
    assert "HEALTHCHECK" in (ROOT / "Dockerfile").read_text()


def test_the_fixtures_wait_for_an_address_that_there_is() -> None:
    paths: set[Any] = {path for _, path, _ in operations().values()}
    for file in ("examples/pytest/conftest.py", "examples/node/referee.mjs"):
        assert "/readyz" in (ROOT / file).read_text() and "/readyz" in paths
