"""The packages of clients/, built with what this environment has installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools import node_tools
from tools.clients.contract_operations import CLIENTS

#: What a build or a dependency leaves in a folder.
_LEFT = shutil.ignore_patterns("__pycache__", "dist", "node_modules")


def wheel(place: Path) -> Path:
    """Build the wheel of clients/python in an empty folder, and return its path."""
    source = shutil.copytree(CLIENTS / "python", place / "source", ignore=_LEFT)
    _run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", place], source)
    (built,) = place.glob("*.whl")
    return built


def npm_package(place: Path) -> Path:
    """Compile and pack clients/typescript in an empty folder, and return the path. Needs tools/node."""
    source = shutil.copytree(CLIENTS / "typescript", place / "source", ignore=_LEFT)
    _run([node_tools.TSC, "--project", "tsconfig.json"], source)
    _run(["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", place], source)
    (packed,) = place.glob("*.tgz")
    return packed


def _run(command: list[str | Path], folder: Path) -> None:
    environment = {**os.environ, **node_tools.QUIET, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )
    if done.returncode:
        raise SystemExit(done.stdout)
