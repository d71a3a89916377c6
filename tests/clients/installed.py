"""The packages of clients/ in empty environments, and the programs that their READMEs show."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import threading
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

from tools import node_tools
from tools.clients.contract_operations import CLIENTS

#: The address in the READMEs.
ADDRESS = "http://127.0.0.1:8000"

_BLOCK = re.compile(r"^```(\w+) installed\n(.*?)^```\n(?:\n```text output\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


class Program(NamedTuple):
    """A program that a README shows, and what it prints; None if that is not said."""

    heading: str
    source: str
    output: str | None


def programs(folder: str) -> list[Program]:
    """The programs of a README below clients/, each with the heading above it."""
    found = []
    for section in (CLIENTS / folder / "README.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        for _, source, output in _BLOCK.findall(section):
            found.append(Program(section.partition("\n")[0], source, output or None))
    return found


def package(language: str, place: Path, **settings: str) -> Path:
    """Build the package of a language in an empty folder as `make packages` does, and return its path."""
    settings = {"PYTHON": sys.executable, "DIST": str(place), **settings}
    done("make", f"package-{language}", *(f"{name}={value}" for name, value in settings.items()), folder=CLIENTS.parent)
    (built,) = place.iterdir()
    return built


# ---------------------------------------------------------------- Python


def make_python(place: Path) -> None:
    """Fill a folder with an environment that has the built wheel and its dependencies, and nothing else.

    The dependencies are those that the lock file has installed here: nothing is downloaded.
    """
    place.mkdir()
    built = place / "wheel"
    built.mkdir()
    venv.create(place / "env", with_pip=False, symlinks=True)
    wheel = package("python", built)
    (site,) = (place / "env").glob("lib/python3*/site-packages")
    for name in dependencies(re.findall(r"^Requires-Dist: (.+)$", metadata_in(wheel), re.MULTILINE)):
        distribution = importlib.metadata.distribution(name)
        for file in distribution.files or ():
            if ".." not in file.parts and file.suffix != ".pyc":
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(distribution.locate_file(file), site / file)
    # pip fails if a dependency is missing. It runs in this environment: the other one has no pip.
    environment = str(place / "env" / "bin" / "python")
    pip = (sys.executable, "-m", "pip", "--python", environment, "--quiet")
    done(*pip, "install", "--no-index", "--no-compile", str(wheel), folder=place)


def metadata_in(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as packed:
        (metadata,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        return packed.read(metadata).decode()


def dependencies(requirements: Iterable[str]) -> set[str]:
    """The names of the distributions that are required, and of those that they require."""
    found: set[str] = set()
    waiting = [Requirement(each) for each in requirements]
    while waiting:
        requirement = waiting.pop()
        if requirement.name in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        found.add(requirement.name)
        waiting += map(Requirement, importlib.metadata.requires(requirement.name) or ())
    return found


def python_command(place: Path, source: str) -> list[str]:
    """A program in the environment of a folder, which sees nothing else and turns warnings into errors."""
    return [str(place / "env" / "bin" / "python"), "-I", "-W", "error", "-c", source]


# ---------------------------------------------------------------- TypeScript


def make_typescript(place: Path) -> None:
    """Fill a folder with an npm project that has the packed package and nothing else, and the programs, compiled."""
    place.mkdir()
    packed = place / "packed"
    packed.mkdir()
    (place / "package.json").write_text('{"private": true, "type": "module"}')
    built = package("typescript", packed)
    done("npm", "install", "--offline", "--ignore-scripts", "--silent", str(built), folder=place)
    for number, program in enumerate(programs("typescript")):
        (place / f"program_{number}.ts").write_text(program.source, encoding="utf-8")


#: The strictest that tsc has for programs. The declarations of Node.js are not checked again.
STRICTEST = (
    *node_tools.STRICT, "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--noImplicitOverride",
    "--noImplicitReturns", "--noFallthroughCasesInSwitch", "--noPropertyAccessFromIndexSignature", "--noUnusedLocals",
    "--noUnusedParameters", "--skipLibCheck", "--typeRoots", str(node_tools.MODULES / "@types"),
)  # fmt: skip


# ---------------------------------------------------------------- running them


def done(*command: str, folder: Path) -> str:
    """Run a command that has to succeed, and return what it prints."""
    run = subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout
    return run.stdout


def converse(command: list[str], folder: Path, answers: list[str]) -> str:
    """Run a program that asks with `> ` at the end. After the answers it gets empty lines. Returns what it printed."""
    process = subprocess.Popen(
        command, cwd=folder, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdin and process.stdout
    late = threading.Timer(300, process.kill)
    late.start()
    try:
        printed = b""
        asked = 0
        while chunk := os.read(process.stdout.fileno(), 65536):
            printed += chunk
            if printed.endswith(b"> "):
                assert asked < 200, printed
                process.stdin.write(answers[asked].encode() + b"\n" if asked < len(answers) else b"\n")
                process.stdin.flush()
                asked += 1
        assert process.wait() == 0, printed
        return printed.decode()
    finally:
        late.cancel()
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def environment() -> dict[str, str]:
    """The environment of the programs: nothing of this project, and no proxy."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MAKE", "MFLAGS"))}
    # Nothing is downloaded: the tools that build the wheel are those of the environment of the tests.
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_BUILD_ISOLATION": "0", "PYTHONUNBUFFERED": "1"}
    quiet |= node_tools.QUIET
    return {**kept, **quiet, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
