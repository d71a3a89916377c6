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
    """All examples by operation: `deal.seed`, its response `deal.seed.200`, and `problem.stopping`. Not to be changed.

    What two operations share has the name of each.
    """
    contract = read()
    found: dict[str, Json] = dict(contract["components"]["examples"])
    for operation in (each for item in contract["paths"].values() for each in item.values() if "responses" in each):
        for suffix, body in (("", operation.get("requestBody", {})), (".200", operation["responses"]["200"])):
            shown = [media.get("examples", {}) for media in body.get("content", {}).values()]
            for name, example in (one for some in shown for one in some.items() if "$ref" in one[1]):
                shared = contract["components"]["examples"][example["$ref"].rpartition("/")[2]]
                found[f"{operation['operationId']}.{name}{suffix}"] = shared
    for operation, shown in beside().items():
        for name, example in shown.items():
            summary = {"summary": example["summary"]}
            if "json" in example["x-request"]:
                found[f"{operation}.{name}"] = {**summary, "value": example["x-request"]["json"]}
            found[f"{operation}.{name}.200"] = {**summary, "value": example["value"]}
    return found
