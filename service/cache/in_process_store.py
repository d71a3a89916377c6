"""Store in the process: the values that were used last."""

from threading import Lock

from cachetools import LRUCache

# The approximate size of an entry without its value: the key, the objects, the links of the cache.
_OVERHEAD = 300

# A value may take at most 1/8 of the memory, so that it does not evict all others.
_MAX_PART = 8


class InProcessStore:
    """An LRU store of at most `memory_bytes`, including an estimate of the overhead of each entry; 0 stores nothing."""

    def __init__(self, memory_bytes: int) -> None:
        self._values: LRUCache[bytes, bytes] = LRUCache(memory_bytes, getsizeof=_size_of_value)
        self._largest = memory_bytes // _MAX_PART
        self._lock = Lock()

    def get(self, key: bytes) -> bytes | None:
        """Return the value that was last put under `key`, unchanged; or None."""
        with self._lock:
            return self._values.get(key)

    def put(self, key: bytes, value: bytes) -> None:
        """Store `value` while there is room."""
        if _size_of_value(value) <= self._largest:
            with self._lock:
                self._values[key] = value


def _size_of_value(value: bytes) -> int:
    return len(value) + _OVERHEAD
