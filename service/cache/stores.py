"""Stores of the cache: the protocols, and the store in the process."""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Protocol

from cachetools import LRUCache

# The approximate size of an entry without its value: the key, the objects, the links of the cache.
_OVERHEAD = 300

# A value may take at most 1/8 of the memory, so that it does not evict all others.
_MAX_PART = 8


class Store(Protocol):
    """Values by key. A store may forget values at any time, and never raises: a fault counts as a miss."""

    def get(self, key: bytes) -> bytes | None:
        """Return the value that was last put under `key`, unchanged; or None."""
        ...

    def put(self, key: bytes, value: bytes) -> None:
        """Store `value` for a while, if there is room."""
        ...

    def claim(self, key: bytes, seconds: float) -> bool:
        """Whether the caller should compute the value of `key`.

        False if another process has claimed it within the last `seconds` and has not released it.
        """
        ...

    def release(self, key: bytes) -> None:
        """Release a claim: the caller will not put a value under `key`."""
        ...


class Session(Store, Protocol):
    """A remote store, used for one request, that can read and write many values at once."""

    def get_many(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """Return the value that was last put under each key, unchanged; or None."""
        ...

    def put_many(self, values: Mapping[bytes, bytes]) -> None:
        """Store these values for a while, if there is room."""
        ...


class Shared(Protocol):
    """A store that other processes use, too. Its calls never take longer than its timeout."""

    def session(self) -> Session:
        """Return a session for one request, whose calls together never take longer than the timeout."""
        ...

    def answers(self) -> bool:
        """Whether the store answers now."""
        ...


class InProcessStore:
    """An LRU store of at most `memory_bytes`, including an estimate of the overhead of each entry; 0 stores nothing."""

    def __init__(self, memory_bytes: int) -> None:
        self._values: LRUCache[bytes, bytes] = LRUCache(memory_bytes, getsizeof=_size_of_value)
        self._largest = memory_bytes // _MAX_PART
        self._lock = Lock()

    def get(self, key: bytes) -> bytes | None:
        with self._lock:
            return self._values.get(key)

    def put(self, key: bytes, value: bytes) -> None:
        if _size_of_value(value) <= self._largest:
            with self._lock:
                self._values[key] = value

    def claim(self, key: bytes, seconds: float) -> bool:
        return True  # no other process sees this store

    def release(self, key: bytes) -> None:
        pass


def _size_of_value(value: bytes) -> int:
    return len(value) + _OVERHEAD
