"""Progress bars on standard error, if that is a terminal."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from service.cli.record_files import Source, sources

if TYPE_CHECKING:
    from tqdm import tqdm


class NoBar:
    """The bar where standard error is no terminal."""

    disable = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def _nothing(self, *_: object, **__: object) -> None:
        pass

    clear = refresh = set_postfix = update = _nothing


def _bar(**options: Any) -> "tqdm[Any] | NoBar":
    if not sys.stderr.isatty():
        return NoBar()
    from tqdm import tqdm  # its import takes a sixth of the time that a command takes to start

    return tqdm(leave=False, **options)


def of_files(names: Sequence[str]) -> "tqdm[Any] | NoBar":
    """Return the bar of a command that reads record files, in bytes."""
    if not sys.stderr.isatty():
        return NoBar()
    found = [each for each in sources(names) if isinstance(each, Source)]
    total = None if any(each.piped for each in found) else sum(each.size for each in found)
    return _bar(total=total or None, unit="B", unit_scale=True)


def of_tables(event: Any) -> "tqdm[Any] | NoBar":
    """Return the bar of the tables of an event, which is decoded and may be anything."""
    rounds = event.get("rounds") if isinstance(event, dict) else None
    tables = [each.get("tables") for each in rounds if isinstance(each, dict)] if isinstance(rounds, list) else []
    total = sum(len(each) for each in tables if isinstance(each, list))
    return _bar(total=total or None, unit=" tables")


class Above:
    """Standard output that writes above a bar."""

    def __init__(self, bar: "tqdm[Any] | NoBar") -> None:
        self._bar = bar

    def write(self, text: str) -> None:
        """Write text."""
        self._bar.clear()
        sys.stdout.write(text)
