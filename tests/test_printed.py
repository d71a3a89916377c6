"""README and docs/integrating.md are executed, and print what they say that they print."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.contract.validation import operations
from tests.printed import EXECUTED, ROOT, blocks, execute
from tests.server import running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of the service under gunicorn, on a free port of this machine."""
    with running(tmp_path / "log") as started:
        yield started.url


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return str(free.getsockname()[1])


def missing(*programs: str) -> str:
    """Which of these programs this machine has not got."""
    return ", ".join(program for program in programs if not shutil.which(program))


@pytest.fixture(scope="session")
def packages_from_npm() -> None:
    """What the mock is made of. It comes from a registry, which a machine may not reach."""
    lacks = missing("bash", "curl", "node", "npm")
    if lacks:
        pytest.skip(f"docs/integrating.md shows how to use a mock, which needs {lacks}")
    install = next(line for line in blocks("docs/integrating.md")[0][0].splitlines() if line.startswith("npm "))
    run = subprocess.run(["bash", "-c", install], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    if run.returncode:
        pytest.skip(f"npm cannot install the mock that docs/integrating.md shows: {run.stderr.strip()[-300:]}")


@pytest.mark.skipif(bool(missing("bash", "curl")), reason="the README needs bash and curl")
def test_the_readme_works_as_printed(server: str, tmp_path: Path) -> None:
    assert len(blocks("README.md")) > 3
    execute("README.md", tmp_path, BASE=server)


def test_the_readme_ends_its_deal_at_28_to_23() -> None:
    assert ('echo "$state" | pick score\n', '{"A": 28, "B": 23}\n') in blocks("README.md")


@pytest.mark.usefixtures("packages_from_npm")
def test_what_is_shown_to_integrators_works_as_printed(server: str, tmp_path: Path) -> None:
    execute("docs/integrating.md", tmp_path, BASE=server, MOCK_PORT=free_port())


def test_only_what_is_executed_is_written_as_bash() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
    claiming = {str(path.relative_to(ROOT)) for path in documents if re.search(r"^ *```bash", path.read_text(), re.M)}
    assert claiming == set(EXECUTED)


# ---------------------------------------------------------------- the files for integrators


@pytest.mark.parametrize(
    ("folder", "command"), [("pytest", (sys.executable, "-m", "pytest", "-q")), ("node", ("node", "--test"))]
)
def test_the_tests_of_a_program_pass_against_a_referee_that_runs_already(
    server: str, folder: str, command: tuple[str, ...]
) -> None:
    """The fixtures take the one that REFEREE_URL names, and start none: there is nothing where they would look."""
    if not shutil.which(command[0]):
        pytest.skip(f"examples/{folder} needs {command[0]}")
    environ = {**os.environ, "REFEREE_URL": f"{server}/", "REFEREE_HOME": "/nowhere"}
    folder_of_it = ROOT / "examples" / folder
    run = subprocess.run(
        command, cwd=folder_of_it, env=environ, capture_output=True, text=True, timeout=60, check=False
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
