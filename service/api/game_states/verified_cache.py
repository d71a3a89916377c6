"""In-memory LRU cache of verified states, by the bytes in which they were sent."""

from collections.abc import Sized
from threading import Lock
from typing import Generic, Protocol, TypeVar

from cachetools import LRUCache

from service.api.schemas.ruleset_choice import RulesetName, record_ruleset
from service.runtime.request_context import record

# Bytes of memory of an entry in addition to its key (tests/api/test_long_states.py): for each byte of a state as JSON;
# for each character and each event of a state as a line; and the least.
_PER_BYTE, _PER_CHARACTER, _PER_EVENT, _LEAST = 4, 30, 480, 4096

# The largest entry that is kept, so that a caller cannot fill the cache with a few states.
_LARGEST = 1 << 18


class Cacheable(Protocol):
    """A verified state: its ruleset, and the events of its deal."""

    @property
    def choice(self) -> RulesetName: ...
    @property
    def events(self) -> Sized: ...


V = TypeVar("V", bound=Cacheable)


def _size(entry: tuple[int, object]) -> int:
    return entry[0]


class VerifiedStateCache(Generic[V]):
    """Verified states by what was sent: JSON, a quoted line, or a token.

    The entries take at most about `memory_bytes`; the least recently used is evicted first. 0 keeps none.
    """

    def __init__(self, memory_bytes: int) -> None:
        self._entries: LRUCache[bytes, tuple[int, V]] = LRUCache(memory_bytes, getsizeof=_size)
        self._lock = Lock()
        self._largest = min(_LARGEST, memory_bytes)

    def get(self, sent: bytes) -> V | None:
        """Return the state for these bytes, if it is cached. Records the hit or miss, and the ruleset of a hit."""
        found = self.find(sent)
        if found is None:
            self.record_miss()
        return found

    def find(self, sent: bytes) -> V | None:
        """Do the same as `get`, but record no miss, since the state may be cached under other bytes."""
        with self._lock:
            entry = self._entries.get(sent)
        if entry is None:
            return None
        record("cache", "states hit")
        record_ruleset(entry[1].choice)
        return entry[1]

    def record_miss(self) -> None:
        """Record that the state of a request is not cached."""
        record("cache", "states miss")

    def put(self, sent: bytes, verified: V, line: str = "") -> None:
        """Cache a state, unless its entry is too large. `line` is what a quoted line or a token holds."""
        content = _PER_CHARACTER * len(line) + _PER_EVENT * len(verified.events) if line else _PER_BYTE * len(sent)
        size = len(sent) + content + _LEAST
        if size <= self._largest:
            with self._lock:
                self._entries[sent] = (size, verified)
