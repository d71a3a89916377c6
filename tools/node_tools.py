"""What the checks of the contract take from npm: installed once, and run.

    python -m tools.node_tools install     # what the lock files in tools/node and examples/node pin, or in FOLDERS
    python -m tools.node_tools lint        # openapi.yaml, by tools/node/redocly.yaml
    python -m tools.node_tools types       # clients/python, by pyright

Where there is no Node.js, or npm cannot install, both say so and succeed: what needs them is skipped.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOME = ROOT / "tools" / "node"
EXAMPLES = ROOT / "examples" / "node"
MODULES = HOME / "node_modules"
LEAST = 20

# npm writes it to its modules when all are installed.
INSTALLED = ".package-lock.json"

# Seconds that an installation may take: a network that stalls must not stall the tests.
PATIENCE = 300

# The compiler of TypeScript: version 7, which takes a fifth of the time of version 5. openapi-typescript needs that
# one, and both are `tsc` in `.bin`.
TSC = MODULES / "typescript-7" / "bin" / "tsc"

# How `tsc` checks a program, strictly, for Node.js.
STRICT = ("--strict", "--target", "es2022", "--lib", "es2022", "--module", "nodenext", "--types", "node")

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
    return no_node() or (
        None if (MODULES / INSTALLED).exists() else "npm has not installed tools/node: see `make node`"
    )


def run(tool: str | Path, *arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a tool of tools/node, by its name or its path. What it prints is in `stdout`, all of it."""
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


def lint(*files: str | Path) -> subprocess.CompletedProcess[str]:
    """The linter on the contract, or on other files."""
    return run("redocly", "lint", "--config", HOME / "redocly.yaml", *(files or ["openapi.yaml"]))


def respect(url: str, *workflows: str | Path) -> subprocess.CompletedProcess[str]:
    """The runner of Arazzo workflows, on files whose requests are sent to the service at `url`.

    The runner does not hold responses against the contract: its validator does not take the discriminators, and the
    tests do so with every response.
    """
    return run("redocly", "respect", *workflows, "--server", f"referee={url}", "--severity", "SCHEMA_CHECK=off")


def types() -> subprocess.CompletedProcess[str]:
    """pyright, strict, on the client in Python."""
    return run("pyright", "--project", ROOT / "clients" / "python")


def run_for(seconds: float, command: list[str], folder: Path, environ: dict[str, str] | None = None) -> tuple[int, str]:
    """Run a command for at most so many seconds, then end it and all that it has started. Returns its exit status,
    which is never 0 if it was ended, and what it printed."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        late = ""
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            late = f"it took more than {seconds:g} seconds"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        output.seek(0)
        return process.returncode, output.read() + late


def install(*folders: Path) -> str | None:
    """Install what is pinned in these folders and not there; why not, if that failed."""
    npm, reason = shutil.which("npm"), no_node()
    if reason or npm is None:
        return reason or "there is no npm here"
    for folder in folders or (HOME, EXAMPLES):
        if not is_installed(folder):
            status, told = run_for(PATIENCE, [npm, "ci", "--ignore-scripts", "--silent"], folder)
            if status:
                return f"npm could not install {folder.relative_to(ROOT)}: {told.strip() or f'exit status {status}'}"
    return None


def is_installed(folder: Path) -> bool:
    """Whether npm has installed what the lock file of a folder pins."""
    lock, done = folder / "package-lock.json", folder / "node_modules" / INSTALLED
    return done.exists() and done.stat().st_mtime > lock.stat().st_mtime


def main(task: str, *folders: str) -> int:
    if task == "install":
        reason = install(*(ROOT / folder for folder in folders))
        if reason:
            print(f"Checks that need Node.js will be skipped: {reason}.")
        return bool(reason)
    if reason := missing():
        print(f"{'The contract is not linted' if task == 'lint' else 'pyright is not run'}: {reason}.")
        return 0
    done = lint() if task == "lint" else types()
    print(done.stdout)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
