"""Reads a contract in YAML. A text is parsed once in a process, which takes more than a second for `openapi.yaml`."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

Json = Any

CONTRACT = Path(__file__).resolve().parents[1] / "openapi.yaml"

# The C loader, if it is installed, is about ten times as fast.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(path: Path = CONTRACT) -> Json:
    """The contract in a file, as a document that the caller may change."""
    return parse(path.read_text(encoding="utf-8"))


def parse(text: str) -> Json:
    """The contract in a text, as a document that the caller may change."""
    return msgspec.json.decode(_as_json(text))


@lru_cache(maxsize=4)
def _as_json(text: str) -> bytes:
    return msgspec.json.encode(yaml.load(text, Loader=_LOADER))
