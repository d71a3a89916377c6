"""The table of tools and resources, `tools.toml`."""

import tomllib
from pathlib import Path
from typing import Any, Final

TABLE: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("tools.toml").read_text(encoding="utf-8"))
