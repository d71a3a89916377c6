"""Run other people's tools on the contract, and print what each says.

python -m tools.contract_tools              # all that are installed; the others are skipped, with the reason
python -m tools.contract_tools --require    # what cannot be run is a fault
python -m tools.contract_tools --check      # those of `make check`
python -m tools.contract_tools --only orval --only hey-api
"""

import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path

from tests.helpers.running_service import running
from tools import node_tools
from tools.contract_tools.table import TOOLS, Command, Tool

ROOT = node_tools.ROOT
HOME = Path(__file__).parent
NPM = HOME / "node"

#: The folders of programs, by the names that the table gives them.
PROGRAMS = {
    "here": Path(sys.executable).parent,
    "python": ROOT / ".venv" / "contract-tools" / "bin",
    "npm": NPM / "node_modules" / ".bin",
    "node": node_tools.MODULES / ".bin",
    "mock": node_tools.EXAMPLES / "node_modules" / ".bin",
}

#: Where versions are pinned: the requirements of Python, and the folders of npm.
REQUIREMENTS = {"here": "dev.txt", "python": "contract-tools.txt"}
FOLDERS = {"npm": NPM, "node": node_tools.HOME, "mock": node_tools.EXAMPLES}

#: The lines of a fault that are printed: the first ones say what it is.
LINES = 20

#: Seconds that a command may take. schemathesis sends some ten thousand requests.
PATIENCE = 7200


class Fault(Exception):
    """What a tool said, where it should have said nothing."""


def version(tool: Tool) -> str:
    """Return the version that the lock file of a tool pins."""
    if tool.source in REQUIREMENTS:
        pinned = (ROOT / "requirements" / REQUIREMENTS[tool.source]).read_text()
        found = re.search(rf"^{re.escape(tool.package)}==(\S+)", pinned, re.MULTILINE)
        assert found, f"no lock file has {tool.package}"
        return found[1]
    lock = json.loads((FOLDERS[tool.source] / "package-lock.json").read_text())
    pinned_version: str = lock["packages"][f"node_modules/{tool.package}"]["version"]
    return pinned_version


def missing(tool: Tool) -> str | None:
    """Return why a tool cannot be run; None if it can."""
    if tool.source in FOLDERS:
        if reason := node_tools.no_node():
            return reason
        if not (FOLDERS[tool.source] / "node_modules" / node_tools.INSTALLED).exists():
            return f"npm has not installed {FOLDERS[tool.source].relative_to(ROOT)}"
    elif tool.source == "python" and not (PROGRAMS["python"].parent / "made.stamp").exists():
        return f"pip has not installed requirements/{REQUIREMENTS[tool.source]}"
    return None


def run(tool: Tool, contract: Path, url: str, out: Path, more: Command) -> None:
    """Run a tool in an empty folder, and let its client play. Raises `Fault` with what it said."""
    places = {name: str(folder) for name, folder in PROGRAMS.items()}
    places |= {"contract": str(contract), "url": url, "out": str(out), "drivers": str(HOME / "drivers")}
    path = os.pathsep.join([places["python"], os.environ["PATH"]])
    environ = {**os.environ, **node_tools.QUIET, "PATH": path, "PYTHONPATH": str(out), "CONTRACT": str(contract)}
    output = ""
    for command in (tool.command + more, *tool.plays):
        filled = [part.format(**places) for part in command]
        status, output = node_tools.run_for(PATIENCE, filled, out, environ)
        if status:
            raise Fault(f"{' '.join(filled)} ended with status {status}\n{output}")
        if command not in tool.plays and (complaints := tool.complaints(output)):
            raise Fault("\n".join(complaints))
    if tool.writes and not ((out / tool.writes).is_file() and (out / tool.writes).stat().st_size):
        raise Fault(f"{tool.writes} is not there, or empty\n{output}")
    if tool.plays and "deal_over" not in output:
        raise Fault(f"no deal was finished\n{output}")


def main() -> int:
    """Run the tools that the arguments name; the status is 1 if one of them finds fault."""
    parser = argparse.ArgumentParser(prog="python -m tools.contract_tools", description="Run tools on the contract.")
    parser.add_argument("--check", action="store_true", help="only those of `make check`")
    parser.add_argument("--only", action="append", metavar="NAME", help="only the tools whose names have this in them")
    parser.add_argument("--require", action="store_true", help="fail where a tool cannot be run")
    parser.add_argument(
        "--contract", type=Path, default=ROOT / "openapi.yaml", help="another contract than openapi.yaml"
    )
    asked = parser.parse_args()
    tools = [tool for tool in TOOLS if tool.in_check or not asked.check]
    tools = [tool for tool in tools if asked.only is None or any(name in tool.name for name in asked.only)]
    failed = False
    with tempfile.TemporaryDirectory() as scratch, running(Path(scratch) / "log") as service:
        for number, tool in enumerate(tools):
            out = Path(scratch) / str(number)
            out.mkdir()
            said = ""
            if reason := missing(tool):
                result = f"skipped: {reason}"
                failed |= asked.require
            else:
                try:
                    run(tool, asked.contract.resolve(), service.url, out, tool.shorter if asked.check else ())
                    result = tool.result
                except Fault as fault:
                    result, said = "FAULT", str(fault)
                    failed = True
            print(f"{tool.name:36} {version(tool):10} {result}", flush=True)
            print(*said.splitlines()[:LINES], sep="\n", end="\n" if said else "", file=sys.stderr, flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
