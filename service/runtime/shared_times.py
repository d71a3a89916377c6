"""Times that the processes of a service share, so that one of them logs what each finds out."""

import mmap
from array import array
from math import inf

#: How many times there are.
SLOTS = 256

_shared: "memoryview[float] | None" = None


def share() -> None:
    """Share the times with the processes that are forked later."""
    global _shared
    if _shared is None:
        _shared = memoryview(mmap.mmap(-1, 8 * SLOTS)).cast("d")
        _shared[:] = memoryview(_never())


def times() -> "array[float] | memoryview[float]":
    """Return the times that are shared or, where none are, new ones: each is -inf at first."""
    return _never() if _shared is None else _shared


def _never() -> "array[float]":
    return array("d", [-inf] * SLOTS)
