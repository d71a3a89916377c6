"""What consumers rely on, as Pact files, held against the running service."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.helpers.running_service import running

FOLDER = Path(__file__).parents[2] / "examples" / "pact"
PACTS = sorted(FOLDER.glob("*.json"))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("pact") / "log") as server:
        yield server.url


def verified(base: str, pact: Path) -> subprocess.CompletedProcess[str]:
    """The verifier, as a consumer calls it. It is a process of its own, since its core keeps threads."""
    environ = {**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", "PACT_DO_NOT_TRACK": "true"}
    command = [sys.executable, str(FOLDER / "verify.py"), base, str(pact)]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def consumer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("consumer", FOLDER / "consumer.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def promised(path: Path) -> Any:
    """What a Pact file says, but for which version of the tool wrote it."""
    return {name: part for name, part in json.loads(path.read_text(encoding="utf-8")).items() if name != "metadata"}


def test_there_is_a_contract_of_a_consumer() -> None:
    assert PACTS


@pytest.mark.parametrize("pact", PACTS, ids=lambda path: path.stem)
def test_the_service_keeps_what_a_consumer_relies_on(base: str, pact: Path) -> None:
    run = verified(base, pact)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    ("at", "value"),
    [(("status",), 201), (("body", "settlement"), 131), (("body", "over"), False)],
    ids=["status", "number", "truth"],
)
def test_a_contract_that_the_service_does_not_keep_is_found_out(
    base: str, tmp_path: Path, at: tuple[str, ...], value: Any
) -> None:
    """The same file with one value spoiled in what six deals come to."""
    spoiled = json.loads(PACTS[0].read_text(encoding="utf-8"))
    (asked,) = (each for each in spoiled["interactions"] if each["request"]["path"] == "/v1/settlements")
    node = asked["response"]
    for name in at[:-1]:
        node = node[name]
    assert node[at[-1]] != value
    node[at[-1]] = value
    spoiled["interactions"] = [asked]
    path = tmp_path / "spoiled.json"
    path.write_text(json.dumps(spoiled))
    run = verified(base, path)
    assert run.returncode != 0 and "the settlement of six deals" in run.stdout + run.stderr


def test_the_file_is_what_the_consumer_writes(consumer: ModuleType, tmp_path: Path) -> None:
    assert promised(consumer.write(tmp_path)) == promised(FOLDER / "score-desk-piquet-referee.json")
