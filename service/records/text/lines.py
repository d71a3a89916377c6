"""Lines of bytes, read in bounded memory. A line that is too long is cut, and the rest of it is skipped."""

from collections.abc import Iterator
from itertools import count
from typing import BinaryIO, NamedTuple

LINE = 10_000  # the most bytes of a line of text


class Line(NamedTuple):
    """A line without its end, and its number. `whole` is False if the line was cut."""

    number: int
    content: bytes
    whole: bool


def lines(file: BinaryIO, limit: int, first: int = 1, end: int | None = None) -> Iterator[Line]:
    """Yield the lines of a file from its current position on, up to the position `end`.

    `first` is the number of the first line.
    """
    for number in count(first):
        if end is not None and file.tell() >= end:
            return
        read = file.readline(limit + 1)
        if not read:
            return
        content = read.removesuffix(b"\n")
        while len(read) > limit and not read.endswith(b"\n"):
            read = file.readline(limit + 1)
        yield Line(number, content[:limit], len(content) <= limit)
