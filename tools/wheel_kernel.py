"""Build hook of hatchling: compiles the kernel of double dummy into the wheel, which is then for one platform."""

import runpy
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILD = Path("service", "analysis", "double_dummy", "kernel_build.py")


class WheelKernel(BuildHookInterface):
    """Off by default; without a C compiler, the build of the wheel fails."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        library = runpy.run_path(str(Path(self.root, BUILD)))["build"]()
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["artifacts"].append(library.relative_to(self.root).as_posix())
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
