"""What the checks of the contract take from npm: installed once, and run.

    python -m tools.node_tools install     # what tools/node/package-lock.json pins
    python -m tools.node_tools lint        # openapi.yaml, by tools/node/redocly.yaml

Where there is no Node.js, or npm cannot install, both say so and succeed: what needs them is skipped.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOME = ROOT / "tools" / "node"
MODULES = HOME / "node_modules"
# npm writes it when all is installed.
INSTALLED = MODULES / ".package-lock.json"
LEAST = 20

# Nothing is told to anybody, nor asked whether there is a newer version.
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_UPDATE_NOTIFIER": "1"}


def no_node() -> str | None:
    """Why Node.js cannot be used, if it cannot."""
    node = shutil.which("node")
    if node is None:
        return "there is no Node.js here"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    number = version.removeprefix("v").partition(".")[0]
    if not number.isdigit() or int(number) < LEAST:
        return f"Node.js is {version}, and {LEAST} or later is needed"
    return None


def missing() -> str | None:
    """Why the tools cannot be used, if they cannot."""
    return no_node() or (None if INSTALLED.exists() else "npm has not installed tools/node: see `make node`")


def run(tool: str, *arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a tool of tools/node. What it prints is in `stdout`, all of it."""
    return subprocess.run(
        [MODULES / ".bin" / tool, *arguments],
        cwd=cwd,
        env={**os.environ, **QUIET},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )


def lint() -> subprocess.CompletedProcess[str]:
    """The linter on the contract."""
    return run("redocly", "lint", "--config", HOME / "redocly.yaml", "openapi.yaml")


def install() -> str | None:
    """Install what is pinned; why not, if that failed."""
    npm, reason = shutil.which("npm"), no_node()
    if reason or npm is None:
        return reason or "there is no npm here"
    done = subprocess.run([npm, "ci", "--ignore-scripts", "--silent"], cwd=HOME, check=False)
    return None if done.returncode == 0 else "npm could not install tools/node (is there a network?)"


def main(task: str) -> int:
    if task == "install":
        reason = install()
        if reason:
            print(f"Checks that need Node.js will be skipped: {reason}.")
        return bool(reason)
    if reason := missing():
        print(f"The contract is not linted: {reason}.")
        return 0
    done = lint()
    print(done.stdout)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
