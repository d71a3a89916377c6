"""Clients that are generated from the contract as it is committed play the deal of the ninth Britannica (W1).

What they do is in examples/clients: there are no addresses and no JSON in it, but for what the generators made.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.helpers.prerequisites import requires
from tests.helpers.running_service import running
from tests.helpers.shared import made_once
from tools import contract_file, node_tools

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "examples" / "clients"

# The totals of A and B after each score, as the Britannica prints them (W1); the last ten are the cards.
PRINTED = [
    (5, 0), (9, 0), (10, 0), (10, 14), (10, 17), (11, 17), (12, 17), (13, 17), (14, 17), (15, 17), (15, 18), (15, 19),
    (15, 20), (15, 21), (15, 22), (15, 23), (16, 23), (17, 23), (18, 23), (28, 23),
]  # fmt: skip

# The totals after each score of VW3 and NW3, by hand; tests/multiplayer/worked_deals.txt has them for each trick.
# Of VW3 only the second trick is taken from the side that led it (V6.2). In NW3 the leads 7S, 8S and 7H do not count
# (N6.2), and C has no trick (N6.5).
VOLEUR = [
    (0, 5), (15, 5), (18, 5), (21, 5), (22, 5), (23, 5), (23, 6), (23, 7), (23, 8), (23, 9), (23, 10), (23, 11),
    (23, 12), (23, 13), (23, 23),
]  # fmt: skip
NORMAND = [
    (0, 3, 0), (0, 4, 0), (0, 5, 0), (0, 6, 0), (1, 6, 0), (2, 6, 0), (3, 6, 0), (4, 6, 0), (5, 6, 0), (6, 6, 0),
    (7, 6, 0), (27, 6, 0), (27, 26, 0),
]  # fmt: skip

# What has to be accepted, and what must not be: each of the marks is an error if there is nothing to be marked.
TYPES_IN_PYTHON = """
from piquet_client import Client
from piquet_client.api.dealing import start_partie
from piquet_client.models import Cut, Judgement, PartieByCut, PartieByDealer, PointEvent

client = Client(base_url="")
start_partie.sync(client=client, body=PartieByDealer(first_dealer="A"))
start_partie.sync(client=client, body=PartieByCut(cut=Cut(a="AS", b="7H")))
start_partie.sync(client=client, body={"first_dealer": "A"})  # type: ignore[arg-type]
PartieByDealer()  # type: ignore[call-arg]


def value(answer: Judgement) -> float:
    events = answer.events or []
    return sum(event.value for event in events if isinstance(event, PointEvent))
"""
TYPES_IN_TYPESCRIPT = """
import type { Event, OptionsRequest, PartieRequest } from "./piquet.js";

export const begun: PartieRequest[] = [{ first_dealer: "A" }, { cut: { A: "AS", B: "7H" } }];
// @ts-expect-error There is neither a first dealer nor a cut.
export const unknown: PartieRequest = { ruleset: "portland" };
export const asked: OptionsRequest = { state: "1~portland@1~A" };

export function value(event: Event): number {
  switch (event.kind) {
    case "point":
      return event.value;
    case "partie_ended":
      return event.totals.A;
    default:
      // @ts-expect-error Other events have no totals.
      return event.totals.A;
  }
}
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("server") / "log", LOG_LEVEL="error") as server:
        yield server.url


def done(*command: str | Path, cwd: Path) -> str:
    """Run a command that has to succeed, and give what it prints."""
    environment = {**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", "PYTHONPATH": ".", "MYPYPATH": "."}
    run = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    return run.stdout


def assert_w1_was_played(printed: str) -> None:
    totals = [(int(a), int(b)) for a, b in re.findall(r"^(\d+) (\d+) [AB] \w+ \d+$", printed, re.MULTILINE)]
    assert totals == PRINTED
    assert printed.splitlines()[-1] == "A 28, B 23"


def assert_voleur_and_normand_were_played(printed: str) -> None:
    for game, totals in (("voleur", VOLEUR), ("normand", NORMAND)):
        lines = re.findall(rf"^{game} ((?:\d+ )+)[A-D]+ \w+ \d+$", printed, re.MULTILINE)
        assert [tuple(map(int, line.split())) for line in lines] == totals
    assert len(printed.splitlines()) == len(VOLEUR) + len(NORMAND)


def generate_in_python(place: Path) -> None:
    """Fill a directory with the client in Python, what plays with it, and what the generator said."""
    place.mkdir()
    for program in ("w1.py", "multiplayer.py"):
        shutil.copy(CLIENTS / program, place)
    # The generator takes three quarters of its time to parse YAML.
    (place / "openapi.json").write_text(json.dumps(contract_file.read()))
    said = done(
        sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json", "--meta", "none",
        "--config", CLIENTS / "python.yaml", "--output-path", "piquet_client", cwd=place,
    )  # fmt: skip
    (place / "said.txt").write_text(said)


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The directory of the client in Python, and what the generator said."""
    place = made_once("python_client", generate_in_python, tmp_path_factory)
    return place, (place / "said.txt").read_text()


@pytest.mark.rule("R5.12", "R6.2", "R6.3")
def test_a_generated_client_in_python_plays_w1(python_client: tuple[Path, str], address: str) -> None:
    place, _ = python_client
    assert_w1_was_played(done(sys.executable, "w1.py", address, cwd=place))


@pytest.mark.rule("V4.5", "V4.8", "V6.2", "N4.5", "N6.2", "N6.5")
def test_a_generated_client_in_python_plays_voleur_and_normand(python_client: tuple[Path, str], address: str) -> None:
    place, _ = python_client
    assert_voleur_and_normand_were_played(done(sys.executable, "multiplayer.py", address, cwd=place))


def test_the_generated_client_in_python_is_complete_and_its_types_hold(python_client: tuple[Path, str]) -> None:
    """No schema is left out; of bodies that are not JSON the generator knows nothing."""
    place, said = python_client
    (place / "types_hold.py").write_text(TYPES_IN_PYTHON)
    assert "removal" not in said and "Unable to process" not in said, said
    models = {path.stem for path in (place / "piquet_client" / "models").iterdir()}
    assert [name for name in models if re.search(r"_type_\d|any_of|all_of|one_of|_item$", name)] == []
    done(
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "w1.py",
        "multiplayer.py",
        "types_hold.py",
        cwd=place,
    )


def test_a_generated_client_in_python_takes_events_of_kinds_to_come(python_client: tuple[Path, str]) -> None:
    """As docs/versions.md has them expect."""
    event = {"seat": "A", "kind": "trumped", "points": 1, "cards": [], "rule": "R1", "deal_score": {"A": 1, "B": 0}}
    answer = {"legal": True, "violations": [], "ruleset": "portland@1", "engine_version": "1.0.0", "events": [event]}
    program = f"from piquet_client.models import Judgement; print(Judgement.from_dict({answer}).events[0].kind)"
    assert done(sys.executable, "-c", program, cwd=python_client[0]) == "trumped\n"


def test_a_generated_client_in_python_keeps_what_is_irregular(python_client: tuple[Path, str]) -> None:
    """Its models ignore members that they do not know: a regular model would lose the mark."""
    members: list[dict[str, object]] = [
        {"type": "claim_carte_blanche", "mixed": True},
        {"type": "exchange", "cards": ["AS"], "taken": [2], "mixed": [], "leaves": None},
        {"type": "call", "category": "point", "length": 6, "shown": ["AS"]},
        {"type": "call", "category": "sequence", "length": 4, "shown": ["AS"]},
        {"type": "call", "category": "set", "count": 4, "rank": "A", "shown": ["AS"]},
        {"type": "reckon", "shown": ["AS"]},
        {"type": "play", "card": "AS"},
    ]
    bodies = [{"state": "1~portland@1~A", "action": {"seat": "A", "irregular": True, **each}} for each in members]
    program = f"""from piquet_client.models import CheckRequest
for body in {bodies}:
    assert CheckRequest.from_dict(body).to_dict() == body, body
"""
    done(sys.executable, "-c", program, cwd=python_client[0])


@requires("node-tools")
@pytest.mark.rule("R5.12", "R6.2", "R6.3", "V4.5", "V4.8", "V6.2", "N4.5", "N6.2", "N6.5")
def test_a_generated_client_in_typescript_plays_every_game(tmp_path: Path, address: str) -> None:
    (tmp_path / "node_modules").symlink_to(node_tools.MODULES)
    (tmp_path / "package.json").write_text(json.dumps({"type": "module"}))
    for program in ("w1.ts", "multiplayer.ts"):
        shutil.copy(CLIENTS / program, tmp_path)
    (tmp_path / "types_hold.ts").write_text(TYPES_IN_TYPESCRIPT)
    for tool, *arguments in (
        (
            "openapi-typescript",
            contract_file.CONTRACT,
            "--output",
            "piquet.d.ts",
            "--root-types",
            "--root-types-no-schema-prefix",
        ),
        ("tsc", *node_tools.STRICT, "w1.ts", "multiplayer.ts", "types_hold.ts"),
    ):
        run = node_tools.run(tool, *arguments, cwd=tmp_path)
        assert run.returncode == 0, run.stdout
        assert "⚠" not in run.stdout, run.stdout
    assert_w1_was_played(done("node", "w1.js", address, cwd=tmp_path))
    assert_voleur_and_normand_were_played(done("node", "multiplayer.js", address, cwd=tmp_path))


def test_the_documents_name_the_versions_that_are_tested() -> None:
    told = (ROOT / "examples" / "README.md").read_text().partition("## Clients")[2].partition("## ")[0]
    packages = json.loads((node_tools.HOME / "package.json").read_text())["devDependencies"]
    tested = {name: packages[name] for name in ("openapi-typescript", "openapi-fetch", "typescript")}
    tested["openapi-python-client"] = version("openapi-python-client")
    assert dict(re.findall(r"`([\w-]+)` ([0-9.]+[0-9])", told)) == tested
