"""Progress bars on standard error, if that is a terminal."""

import sys
from collections.abc import Sequence
from typing import Any

from tqdm import tqdm

from service.cli.record_files import Source, sources


def of_files(names: Sequence[str]) -> "tqdm[Any]":
    """Return the bar of a command that reads record files, in bytes."""
    found = [each for each in sources(names) if isinstance(each, Source)]
    total = None if any(each.piped for each in found) else sum(each.size for each in found)
    return tqdm(total=total or None, unit="B", unit_scale=True, leave=False, disable=None)


def of_tables(event: Any) -> "tqdm[Any]":
    """Return the bar of the tables of an event, which is decoded and may be anything."""
    rounds = event.get("rounds") if isinstance(event, dict) else None
    tables = [each.get("tables") for each in rounds if isinstance(each, dict)] if isinstance(rounds, list) else []
    total = sum(len(each) for each in tables if isinstance(each, list))
    return tqdm(total=total or None, unit=" tables", leave=False, disable=None)


class Above:
    """Standard output that writes above a bar."""

    def __init__(self, bar: "tqdm[Any]") -> None:
        self._bar = bar

    def write(self, text: str) -> None:
        """Write text."""
        self._bar.clear()
        sys.stdout.write(text)
