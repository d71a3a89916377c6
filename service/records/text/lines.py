"""Bytes as lines, in bounded memory: a line that is too long is cut and the rest of it skipped, however long it is."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

LINE = 10_000  # the longest line of a text, in bytes


class Line(NamedTuple):
    """A line without its end, and its number; `whole` is False where it was cut."""

    number: int
    content: bytes
    whole: bool


def lines(chunks: Iterable[bytes], limit: int = LINE, first: int = 1) -> Iterator[Line]:
    """The lines of a text that comes in chunks of any size; `first` is the number of the first."""
    number = first
    pending = bytearray()
    size = 0  # of the line, with what was cut
    for chunk in chunks:
        start = 0
        while start < len(chunk):
            end = chunk.find(b"\n", start)
            stop = len(chunk) if end < 0 else end
            pending += chunk[start : min(stop, start + limit - len(pending))]
            size += stop - start
            if end < 0:
                break
            yield Line(number, bytes(pending), size <= limit)
            number += 1
            pending.clear()
            size = 0
            start = end + 1
    if size:
        yield Line(number, bytes(pending), size <= limit)
