"""Reads the contract in YAML, and its examples beside it.

A text is parsed once in a process, which takes half a second for `openapi.yaml`.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

Json = Any

ROOT = Path(__file__).resolve().parents[1]
CONTRACT = ROOT / "openapi.yaml"
EXAMPLES = ROOT / "docs" / "examples"

# The C loader, if it is installed, is about ten times as fast.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(path: Path = CONTRACT) -> Json:
    """The contract in a file, as a document that the caller may change."""
    return parse(path.read_text(encoding="utf-8"))


def parse(text: str) -> Json:
    """The contract in a text, as a document that the caller may change."""
    return msgspec.json.decode(_as_json(text))


@lru_cache(maxsize=4)
def _as_json(text: str) -> bytes:
    return msgspec.json.encode(yaml.load(text, Loader=LOADER))


@cache
def beside() -> dict[str, dict[str, Json]]:
    """The examples in `docs/examples`, by operation and name. Not to be changed.

    Each has `summary`, the request as `x-request`, sometimes `x-settings`, and the response as `value`.
    """
    return {path.stem: msgspec.json.decode(path.read_bytes()) for path in sorted(EXAMPLES.glob("*.json"))}


@cache
def examples() -> dict[str, Json]:
    """All examples, by names as in the contract: `deal.seed` and its response `deal.seed.200`. Not to be changed."""
    found: dict[str, Json] = dict(read()["components"]["examples"])
    for operation, shown in beside().items():
        for name, example in shown.items():
            summary = {"summary": example["summary"]}
            if "json" in example["x-request"]:
                found[f"{operation}.{name}"] = {**summary, "value": example["x-request"]["json"]}
            found[f"{operation}.{name}.200"] = {**summary, "value": example["value"]}
    return found
