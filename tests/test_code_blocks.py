"""Every code block of the README and the documents says what it is, and is held to it.

The word after the language of a fence decides:

- `bash run`, `python run`, `ts run`: runs. The blocks of a page in one language run in order, as one program, against
  the service; `BASE` is its address.
- `python installed`, `ts installed`: runs with the built package in an empty environment (clients/*/README.md;
  tests/clients runs them).
- `text output`, `json output`: what the block before it prints, character by character.
- `json example`: an example of the contract or a part of one, which the tests of the contract execute.
- `json excerpt`: an example of `openapi.yaml` that a tool shortened (the API reference alone; a test writes it again).
- `skip="…"`: does not run, for the reason given.
- `text` alone claims nothing. Every other block has to have one of these words.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.helpers.prerequisites import requires, run_with_network
from tests.helpers.running_service import running
from tests.helpers.wheel import WARNINGS, installed_wheel
from tools import contract_file, node_tools

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("benchmarks/*.md"),
        *ROOT.glob("examples/*.md"),
        *ROOT.glob("clients/*.md"),
        *ROOT.glob("clients/*/*.md"),
    ]
)
FENCE = re.compile(r"^( *)```+(\S*)(?: +(.*?))?\n(.*?)^\1```+$", re.MULTILINE | re.DOTALL)
TOOLS = ROOT / "tools" / "node" / "node_modules"
NEXT = "--- next block ---"


class Block(NamedTuple):
    """A fenced block: its language, what is said after it, its lines."""

    language: str
    mark: str
    content: str


@cache
def blocks(page: str) -> list[Block]:
    found = FENCE.findall((ROOT / page).read_text(encoding="utf-8"))
    return [Block(language, mark, content) for _, language, mark, content in found]


# ---------------------------------------------------------------- what is said of them


def objection(block: Block, before: Block | None) -> str | None:
    """What is wrong with the mark of a block after `before`, if anything is."""
    if block.mark == "run":
        return None if block.language in LANGUAGES else f"nothing runs {block.language}"
    if block.mark == "installed":
        return None if block.language in ("python", "ts") else f"nothing is installed for {block.language}"
    if block.mark == "output":
        return None if before and before.mark in ("run", "installed") else "no block that runs comes before this output"
    if block.mark in ("example", "excerpt"):
        return None if block.language == "json" else "examples and excerpts are JSON"
    if re.fullmatch(r'skip="[^"]{10,}"', block.mark):
        return None
    return None if (block.language, block.mark) == ("text", "") else "neither run, nor output, nor skipped for a reason"


@pytest.mark.parametrize("page", PAGES)
def test_every_block_says_whether_it_runs(page: str) -> None:
    found = blocks(page)
    wrong = {
        f"{block.language} {block.mark}: {block.content[:60]!r}": reason
        for before, block in zip([None, *found], found, strict=False)
        if (reason := objection(block, before))
    }
    assert not wrong


@pytest.mark.parametrize("language", ["bash", "sh", "python", "ts", "json", "yaml", ""])
def test_a_block_that_says_nothing_is_found(language: str) -> None:
    assert objection(Block(language, "", "make test\n"), None)


def test_output_of_nothing_and_a_skip_without_a_reason_are_found() -> None:
    assert objection(Block("text", "output", "28\n"), None)
    assert objection(Block("text", "output", "28\n"), Block("bash", 'skip="needs a cluster"', ""))
    assert objection(Block("bash", "skip", ""), None)
    assert objection(Block("bash", 'skip=""', ""), None)


# ---------------------------------------------------------------- examples


@cache
def shown() -> set[str]:
    """Every value within the examples of the contract, each as JSON."""
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            found.add(json.dumps(value, sort_keys=True))
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(each)

    walk([example["value"] for example in contract_file.examples().values()])
    return found


@pytest.mark.parametrize("page", [page for page in PAGES if any(block.mark == "example" for block in blocks(page))])
def test_every_example_is_one_of_the_contract(page: str) -> None:
    for block in blocks(page):
        if block.mark == "example":
            assert json.dumps(json.loads(block.content), sort_keys=True) in shown(), block.content


def test_excerpts_are_only_on_generated_pages() -> None:
    """Another test writes these pages again, and compares them."""
    marked = [page for page in PAGES if any(block.mark == "excerpt" for block in blocks(page))]
    assert marked
    assert not [page for page in marked if not page.startswith("docs/reference/")]


# ---------------------------------------------------------------- running them


def bash(source: str, folder: Path) -> list[str]:
    (folder / "page.sh").write_text(source, encoding="utf-8")
    return ["bash", "-e", str(folder / "page.sh")]


def python(source: str, folder: Path) -> list[str]:
    (folder / "page.py").write_text(source, encoding="utf-8")
    return [sys.executable, *WARNINGS, str(folder / "page.py")]


def typescript(source: str, folder: Path) -> list[str]:
    """Checked by `tsc --strict`, without what it says of declarations of others, then run by Node."""
    (folder / "page.mts").write_text(source, encoding="utf-8")
    checks = [*node_tools.STRICT, "--skipLibCheck", "--typeRoots", TOOLS / "@types"]
    done = subprocess.run(
        [node_tools.TSC, *checks, "page.mts"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return ["node", str(folder / "page.mjs")]


#: What runs a language, how a program in it prints a line of its own, and what it needs.
LANGUAGES = {
    "bash": (bash, "echo '{}'\n", ["bash", "curl"]),
    "python": (python, "print('{}', flush=True)\n", []),
    "ts": (typescript, "console.log('{}');\n", ["node-tools"]),
}


def calls(line: str, program: str) -> bool:
    """Whether a line of bash calls a program."""
    return bool(re.search(rf"(^|[&|(] ?){program} ", line))


def needs(page: str, language: str) -> list[str]:
    """What the blocks of a page in a language need."""
    commands = [line for source, _ in program_of(page, language) for line in source.splitlines()]
    node = [name for name in ("npm", "node") if any(calls(line, name) for line in commands)]
    return LANGUAGES[language][2] + node


def program_of(page: str, language: str) -> list[tuple[str, str | None]]:
    """The blocks of a page in one language, each with the output that is printed after it, or None."""
    found: list[tuple[str, str | None]] = []
    before = None
    for block in blocks(page):
        if block.mark == "run" and block.language == language:
            found.append((block.content, None))
        elif block.mark == "output" and before and (before.mark, before.language) == ("run", language):
            found[-1] = (found[-1][0], block.content)
        before = block
    return found


PROGRAMS = [
    pytest.param(page, language, marks=requires(*needs(page, language)), id=f"{page}-{language}")
    for page in PAGES
    for language in LANGUAGES
    if program_of(page, language)
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the service under gunicorn, on a free port of this machine."""
    with running(tmp_path_factory.mktemp("server") / "log", ANALYSIS_PROCESSES="1") as started:
        yield started.url


@pytest.mark.parametrize(("page", "language"), PROGRAMS)
def test_the_blocks_of_a_page_work_as_printed(
    page: str, language: str, server: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    program = program_of(page, language)
    for source, _ in program:
        fetch(source)
    prepare, line, _ = LANGUAGES[language]
    command = prepare(line.format(NEXT).join(source for source, _ in program), tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as mock, socket.create_server(("127.0.0.1", 0)) as table:
        ports = {"MOCK_PORT": str(mock.getsockname()[1]), "TABLE_PORT": str(table.getsockname()[1])}
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(Path(sys.executable).resolve())  # a wrapper of another would start slowly
    here = {
        "BASE": server,
        "ANALYSIS_PROCESSES": "0",  # services that a block starts compute nothing
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # which take longer than the tests of an integrator
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
        **ports,
        **installed(program, tmp_path_factory),
        "TMPDIR": str(tmp_path),
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }
    with (tmp_path / "out").open("w+") as out, (tmp_path / "err").open("w+") as err:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **here}, stdout=out, stderr=err, start_new_session=True
        )
        try:
            status = process.wait(600)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # and what it has left running
            process.wait()
    assert status == 0, (tmp_path / "out").read_text()[-2000:] + (tmp_path / "err").read_text()
    printed = (tmp_path / "out").read_text().split(f"{NEXT}\n")
    assert len(printed) == len(program)
    for (source, expected), actual in zip(program, printed, strict=True):
        if expected is not None:
            assert actual == expected, source


def installed(program: list[tuple[str, str | None]], factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where the library is installed from the wheel, for a program that imports it."""
    imports = any("piquet_referee import" in source for source, _ in program)
    return {"PYTHONPATH": str(installed_wheel(factory))} if imports else {}


def fetch(source: str) -> None:
    """Installs what a block takes from npm. Where that fails or stalls, the test is skipped."""
    for line in source.splitlines():
        if calls(line, "npm"):
            run_with_network("npm", ["bash", "-c", line], ROOT)


def test_a_program_says_what_it_needs() -> None:
    assert needs("docs/testing.md", "bash") == ["bash", "curl", "npm", "node"]
    assert needs("README.md", "bash") == ["bash", "curl"]
    assert {page for page, language, *_ in (each.values for each in PROGRAMS) if language == "bash"} >= {
        "README.md",
        "docs/index.md",
        "docs/play.md",
        "docs/testing.md",
    }


# ---------------------------------------------------------------- what they come to


@pytest.mark.rule("R5.3", "R7.1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_deal_comes_to_28_to_23_in_every_language(language: str) -> None:
    printed = [output for _, output in program_of("docs/play.md", language) if output]
    assert any(output.endswith("A 28, B 23\n") for output in printed), "as the Britannica printed it (W1)"


# ---------------------------------------------------------------- their types


@pytest.fixture
def library_program(tmp_path: Path) -> Path:
    """The examples of docs/library.md as one program."""
    source = "\n".join(each.content for each in blocks("docs/library.md") if each[:2] == ("python", "run"))
    assert source.count("from piquet_referee import") >= 3
    path = tmp_path / "examples.py"
    path.write_text(source.replace("from piquet_referee import", "from service import"), encoding="utf-8")
    return path


def test_the_program_on_the_library_passes_mypy_as_strict_as_it_is(library_program: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", library_program]
    run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 0, run.stdout


@requires("node-tools")
def test_the_program_on_the_library_passes_pyright_as_strict_as_it_is(library_program: Path) -> None:
    environment, folder = Path(sys.prefix), library_program.parent
    settings = {"typeCheckingMode": "strict", "venvPath": str(environment.parent), "venv": environment.name}
    settings |= {"extraPaths": [str(ROOT)], "pythonVersion": "3.11"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    run = node_tools.run("pyright", "--project", folder, cwd=folder)
    assert run.returncode == 0 and "0 errors, 0 warnings" in run.stdout, run.stdout
