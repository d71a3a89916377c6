"""The wheel, built once for a run of the tests, and what pip installs of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.shared import made_once

ROOT = Path(__file__).resolve().parents[2]


def build_wheel(folder: Path, *, kernel: bool = False) -> Path:
    """The wheel, built into a folder: pure, or with the compiled kernel."""
    environ = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": str(kernel).lower()}
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, env=environ, check=True, capture_output=True, text=True, timeout=600)
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed_wheel(factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the pure wheel, without the packages that it needs."""

    def install(folder: Path) -> None:
        wheel = build_wheel(folder / "dist")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
        subprocess.run([*pip, "--target", str(folder / "packages"), str(wheel)], check=True, timeout=600)

    return made_once("wheel", install, factory) / "packages"
