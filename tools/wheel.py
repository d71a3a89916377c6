"""Build hook of hatchling: the package `service` as `piquet_referee` in the wheel, with the kernel if it can be built.

In the wheel, `service` would collide with the package of that name that many projects have. The folder keeps its name
in the repository, and its modules import each other by full names; so the imports are rewritten when the wheel is made.
No module names another in a string (tests/test_architecture.py), and nothing else has to be rewritten.
"""

import os
import platform
import re
import runpy
import shutil
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER, NAME = "service", "piquet_referee"
KERNEL = Path("analysis", "double_dummy")
#: Outside the package in a checkout, inside it in the wheel.
BESIDE = {"openapi.yaml": "openapi.yaml", "docs": "docs", "deploy/gunicorn.conf.py": "gunicorn.conf.py"}

# An import at the beginning of a line, or of a line of an example in a docstring.
_IMPORT = re.compile(rf"^(\s*(?:>>> )?(?:from|import) ){FOLDER}(?=[.\s])", re.MULTILINE)


def renamed(source: str) -> str:
    """The source of a module with its imports as the wheel has them."""
    return _IMPORT.sub(rf"\g<1>{NAME}", source)


def files(root: Path) -> Iterator[tuple[Path, Path]]:
    """The files of the package, each with its place in the wheel: no byte code, and no kernel."""
    places = [(root / FOLDER, Path(NAME)), *((root / name, Path(NAME, inside)) for name, inside in BESIDE.items())]
    for path, place in places:
        for found in sorted(path.rglob("*")) if path.is_dir() else [path]:
            inside = found.relative_to(path)
            if found.is_file() and "__pycache__" not in inside.parts and KERNEL / "build" not in inside.parents:
                yield found, place / inside


def make_package(root: Path, folder: Path) -> None:
    """Make the package in a folder, as the wheel has it."""
    for path, place in files(root):
        made = folder / place
        made.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".py":
            made.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            shutil.copyfile(path, made)


class Wheel(BuildHookInterface):
    """Makes the package, and compiles the kernel.

    If there is no compiler, or it fails, the wheel is pure Python, with a warning. HATCH_BUILD_HOOK_ENABLE_CUSTOM=true
    makes that an error, and false compiles nothing.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            raise RuntimeError("an editable installation is not possible: the imports of the package are rewritten")
        self._folder = tempfile.TemporaryDirectory(prefix="piquet-referee-")
        made = Path(self._folder.name)
        make_package(Path(self.root), made)
        build_data["force_include"][str(made / NAME)] = NAME
        wanted = os.environ.get("HATCH_BUILD_HOOK_ENABLE_CUSTOM", "").lower()
        if wanted not in ("0", "false", "no", "off"):
            self._with_kernel(made, build_data, required=wanted in ("1", "true", "yes", "on"))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._folder.cleanup()

    def _with_kernel(self, made: Path, build_data: dict[str, Any], *, required: bool) -> None:
        kernel_build = runpy.run_path(str(made / NAME / KERNEL / "kernel_build.py"))
        try:
            kernel_build["build"]()
        except kernel_build["NotBuiltError"] as error:
            if required:
                raise
            self.app.display_warning(f"the wheel has no compiled kernel, and is slower in double dummy: {error}")
            return
        # The compiler compiles for this machine, even if Python is one for two.
        name = sysconfig.get_platform().replace("universal2", platform.machine())
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{re.sub('[-.]', '_', name)}"
