"""The packages are built, installed into empty environments, and used as their READMEs show."""

import base64
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.version import Version

from tests.clients import installed
from tests.helpers.prerequisites import path_of, requires
from tests.helpers.running_service import running
from tests.helpers.shared import made_once
from tools import contract_file, node_tools
from tools.clients.contract_operations import CLIENTS

PYTHON = installed.programs("python")
TYPESCRIPT = installed.programs("typescript")
GAME = "A game"

#: The first answer of a player in these games: six cards, of which elder may exchange five (R4.1).
SIX_CARDS = "AxSKJD98C87"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    key = "one:" + base64.b64encode(b"1" * 32).decode()
    with running(tmp_path_factory.mktemp("server") / "log", LOG_LEVEL="error", SEAL_KEYS=key) as server:
        yield server.url


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an npm project that has the package and the programs of its README."""
    return made_once("typescript_package", installed.make_typescript, tmp_path_factory)


def shown(programs: list[installed.Program]) -> list[object]:
    """The programs that say what they print."""
    return [pytest.param(each, id=each.heading) for each in programs if each.output is not None]


@pytest.mark.parametrize("programs", [PYTHON, TYPESCRIPT], ids=["python", "typescript"])
def test_a_readme_shows_a_deal_in_ten_lines_and_a_game_in_twenty_five(programs: list[installed.Program]) -> None:
    lines = {each.heading: len(each.source.splitlines()) for each in programs}
    assert lines["A deal in ten lines"] <= 10
    assert 0 < lines[GAME] <= 25
    assert 0 < lines["A concealed game"] <= 20


def test_every_program_but_the_game_says_what_it_prints() -> None:
    for programs in (PYTHON, TYPESCRIPT):
        assert [each.heading for each in programs if each.output is None] == [GAME]
        assert len(programs) > 3


@pytest.mark.rule("R5.3", "R7.1")
@pytest.mark.parametrize("program", shown(PYTHON))
def test_the_readme_in_python_works_as_printed(program: installed.Program, python: Path, address: str) -> None:
    source = program.source.replace(installed.ADDRESS, address)
    assert installed.done(*installed.python_command(python, source), folder=python) == program.output


@requires("node-tools")
@pytest.mark.rule("R5.3", "R7.1")
def test_the_readme_in_typescript_works_as_printed(typescript: Path, compiled: Path, address: str) -> None:
    assert shown(TYPESCRIPT)
    for number, program in enumerate(TYPESCRIPT):
        if program.output is not None:
            source = (compiled / f"program_{number}.js").read_text().replace(installed.ADDRESS, address)
            command = ("node", "--input-type=module", "--eval", source)
            assert installed.done(*command, folder=typescript) == program.output, program.heading


@pytest.fixture(scope="module")
def compiled(typescript: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the programs of the README in TypeScript as JavaScript, if their types hold."""

    def make(place: Path) -> None:
        (typescript / "program_types.ts").write_text(TYPES_IN_TYPESCRIPT)
        programs = [str(path) for path in sorted(typescript.glob("program_*.ts"))]
        assert len(programs) > 4
        run = node_tools.run(node_tools.TSC, *installed.STRICTEST, "--outDir", place, *programs, cwd=typescript)
        assert run.returncode == 0, run.stdout

    return made_once("typescript_programs", make, tmp_path_factory)


def at(address: str, game: str, seed: str) -> str:
    """The game with the service at this address, and with the same cards in each run, for which advice is quick."""
    assert game.count(".table()") == 1
    return game.replace(installed.ADDRESS, address).replace(".table()", f".table({seed})")


def assert_game_was_played(printed: str) -> None:
    assert "R4.1: 6 cards are more than 5" in printed
    assert "409 malformed_notation" in printed
    assert re.search(r"^(A|B) last_trick \d$", printed, re.MULTILINE)
    assert re.fullmatch(r"You \d+, the house \d+", printed.splitlines()[-1])


@pytest.mark.rule("R4.1")
def test_the_game_in_python_is_played_to_its_end(python: Path, address: str) -> None:
    (game,) = (each.source for each in PYTHON if each.heading == GAME)
    command = installed.python_command(python, at(address, game, 'seed="9"'))
    assert_game_was_played(installed.converse(command, python, [SIX_CARDS, "hello"]))


@requires("node-tools")
@pytest.mark.rule("R4.1")
def test_the_game_in_typescript_is_played_to_its_end(typescript: Path, compiled: Path, address: str) -> None:
    (number,) = (number for number, each in enumerate(TYPESCRIPT) if each.heading == GAME)
    program = typescript / f"game_{number}.js"
    program.write_text(at(address, (compiled / f"program_{number}.js").read_text(), '{ seed: "9" }'))
    assert_game_was_played(installed.converse(["node", str(program)], typescript, [SIX_CARDS, "hello"]))


@requires("node-tools")
def test_the_package_in_typescript_does_what_its_tests_say(typescript: Path) -> None:
    """`client.test.mjs` says what is repeated, and what is thrown."""
    shutil.copy(Path(__file__).with_name("client.test.mjs"), typescript)
    told = installed.done("node", "--test", "--test-reporter=tap", "client.test.mjs", folder=typescript)
    assert re.search(r"^# pass (\d\d)$", told, re.MULTILINE), told


# ---------------------------------------------------------------- building them


@requires("node-tools")
@pytest.mark.parametrize(
    ("tools", "python", "built", "said"),
    [
        ((), sys.executable, "piquet_referee_client-*.whl", "clients/typescript is not built: npm was not found."),
        (("node", "npm"), "", "piquet-referee-client-*.tgz", "clients/python is not built: Python 3.11 or later"),
    ],
    ids=["python", "typescript"],
)
def test_each_package_is_built_without_the_tools_of_the_other(
    tools: tuple[str, ...], python: str, built: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = path_of("make")
    (folder := tmp_path / "bin").mkdir()
    for tool in ("sh", "mkdir", "rm", *tools):
        (folder / tool).symlink_to(path_of(tool))
    monkeypatch.setenv("PATH", str(folder))
    told = installed.done(make, "packages", f"PYTHON={python}", f"DIST={tmp_path / 'dist'}", folder=CLIENTS.parent)
    assert said in told
    (package,) = (tmp_path / "dist").iterdir()
    assert package.match(built)


# ---------------------------------------------------------------- types


#: What has to be accepted, and what must not be: each of the marks is an error if there is nothing to be marked.
TYPES_IN_TYPESCRIPT = """
import { type Action, type Event, Referee } from "piquet-referee-client";

const referee = new Referee("http://127.0.0.1:8000");
export const begun = [referee.startPartie({ first_dealer: "A" }), referee.startPartie({ cut: { A: "AS", B: "7H" } })];
// @ts-expect-error There is neither a first dealer nor a cut.
export const unknown = referee.startPartie({ ruleset: "portland" });
// @ts-expect-error It is true or false.
export const asked = referee.listOptions({ state: "1~portland@1~A", expand: "yes" });
export async function why(): Promise<string[]> {
  const judgement = await referee.checkAction({ state: "1~portland@1~A", action: "AxSA" });
  // @ts-expect-error It may be illegal, and then there are none.
  judgement.events.length;
  return judgement.legal ? judgement.events.map(({ kind }) => kind) : judgement.violations.map(({ rule }) => rule);
}

export async function recorded(): Promise<[string, unknown, string]> {
  const table = await referee.table();
  const record = await table.record({ A: "Anne" });
  const { record: text } = await referee.convertRecord({ record });
  const again = await referee.convertRecord({ record: text });
  const { record: written } = await referee.convertRecord({ state: table.state, to: "text" });
  return [text, again.record["event"], written];
}

export const irregular: Action = { seat: "A", type: "play", card: "AS", irregular: true };

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


# ---------------------------------------------------------------- versions


def test_each_package_has_the_version_of_the_contract(python: Path) -> None:
    version = contract_file.read()["info"]["version"]
    source = "import piquet_referee_client; print(piquet_referee_client.__version__)"
    assert installed.done(*installed.python_command(python, source), folder=python) == f"{version}\n"
    assert [path.name for path in (python / "wheel").glob("*.whl")] == [
        f"piquet_referee_client-{Version(version)}-py3-none-any.whl"
    ]
    manifest = json.loads((installed.CLIENTS / "typescript" / "package.json").read_text())
    assert manifest["version"] == version
    assert not manifest.keys() & {"dependencies", "peerDependencies", "optionalDependencies"}
