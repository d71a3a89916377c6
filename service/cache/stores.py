"""Where values may be kept: the protocol, and the store in the process."""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Protocol

from cachetools import LRUCache

# What an entry takes beside its value, roughly: the key, the objects, the links of the cache.
_OVERHEAD = 300

# No value takes more than this part of the memory, so that none drives out all others.
_PART = 8


class Store(Protocol):
    """Bytes under bytes. A store may forget anything at any time, and never raises: what is wrong with it is a miss."""

    def get(self, key: bytes) -> bytes | None:
        """What was last put under `key`, whole and unchanged, or None."""
        ...

    def put(self, key: bytes, value: bytes) -> None:
        """Keeps `value` for a while, if there is room."""
        ...

    def claim(self, key: bytes, seconds: float) -> bool:
        """Whether the caller should compute what belongs under `key`: False if another process has claimed it within
        the last `seconds` and has not released it."""
        ...

    def release(self, key: bytes) -> None:
        """Takes a claim back: the caller will not put anything under `key`."""
        ...


class Session(Store, Protocol):
    """A store that is far enough away to be asked for many at once."""

    def get_many(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """What was last put under each key, whole and unchanged, or None."""
        ...

    def put_many(self, values: Mapping[bytes, bytes]) -> None:
        """Keeps these values for a while, if there is room."""
        ...


class Shared(Protocol):
    """A store that other processes use, too. Being asked, it may take a while, but never longer than its time-out."""

    def session(self) -> Session:
        """The store for one caller, whose questions take no longer than the time-out together."""
        ...

    def answers(self) -> bool:
        """Whether it does its part now."""
        ...


class InProcessStore:
    """Keeps at most `memory_bytes`, an estimate of what it takes to keep them included; 0 keeps nothing. The least
    recently used goes first."""

    def __init__(self, memory_bytes: int) -> None:
        self._kept: LRUCache[bytes, bytes] = LRUCache(memory_bytes, getsizeof=_size_of_value)
        self._largest = memory_bytes // _PART
        self._lock = Lock()

    def get(self, key: bytes) -> bytes | None:
        with self._lock:
            return self._kept.get(key)

    def put(self, key: bytes, value: bytes) -> None:
        if _size_of_value(value) <= self._largest:
            with self._lock:
                self._kept[key] = value

    def claim(self, key: bytes, seconds: float) -> bool:
        return True  # no other process sees this store

    def release(self, key: bytes) -> None:
        pass


def _size_of_value(value: bytes) -> int:
    return len(value) + _OVERHEAD
