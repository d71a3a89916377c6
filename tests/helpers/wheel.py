"""The wheel, built once for a run of the tests, and what pip installs of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.shared import made_once

#: Warnings are errors for a program on the installed wheel, apart from the one that it is pure Python.
WARNINGS = ("-W", "error", "-W", "ignore:double dummy is not compiled")

ROOT = Path(__file__).resolve().parents[2]


def build(folder: Path, *, target: str = "wheel", **settings: str) -> tuple[Path, str]:
    """What is built into a folder, the wheel or the sources, and what is said meanwhile."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("HATCH_")} | settings
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=environ, check=True, capture_output=True, text=True, timeout=600)
    (made,) = folder.iterdir()
    return made, done.stdout + done.stderr


def installed_wheel(factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the pure wheel, without the packages that it needs."""

    def install(folder: Path) -> None:
        wheel, _ = build(folder / "dist", HATCH_BUILD_HOOK_ENABLE_CUSTOM="false")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
        subprocess.run([*pip, "--target", str(folder / "packages"), str(wheel)], check=True, timeout=600)

    return made_once("wheel", install, factory) / "packages"
