"""Lines of bytes, split in bounded memory. A line that is too long is cut, and the rest of it is skipped."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

LINE = 10_000  # the most bytes of a line of text


class Line(NamedTuple):
    """A line without its end, and its number. `whole` is False if the line was cut."""

    number: int
    content: bytes
    whole: bool


def lines(chunks: Iterable[bytes], limit: int = LINE, first: int = 1) -> Iterator[Line]:
    """Yield the lines of a text that comes in chunks of any size. `first` is the number of the first line."""
    number = first
    pending = bytearray()
    size = 0  # of the line, including what was cut
    for chunk in chunks:
        start = 0
        while start < len(chunk):
            end = chunk.find(b"\n", start)
            if not size and 0 <= end <= start + limit:
                yield Line(number, chunk[start:end], True)
                number += 1
                start = end + 1
                continue
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
