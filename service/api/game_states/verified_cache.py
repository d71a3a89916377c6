"""In-memory LRU cache of verified states, by the bytes in which they were sent."""

from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from cachetools import LRUCache

from service.api.schemas.ruleset_choice import RulesetName, record_ruleset
from service.request_context import record

# Memory of an entry in addition to its key: for each byte of the state's JSON, and the least
# (tests/api/test_long_states.py).
_PER_BYTE, _LEAST = 4, 4096

# The largest entry that is kept, so that a caller cannot fill the cache with a few states.
_LARGEST = 1 << 18

_encode = msgspec.json.Encoder().encode


class Cacheable(Protocol):
    """A verified state: its ruleset, and the parts that weigh most."""

    @property
    def choice(self) -> RulesetName: ...
    @property
    def events(self) -> Any: ...
    @property
    def history(self) -> Any: ...
    @property
    def deals(self) -> Any: ...


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
        """The state for these bytes, if it is cached. Records the hit or miss, and the ruleset of a hit."""
        with self._lock:
            entry = self._entries.get(sent)
        record("cache", "states miss" if entry is None else "states hit")
        if entry is None:
            return None
        record_ruleset(entry[1].choice)
        return entry[1]

    def put(self, sent: bytes, verified: V) -> None:
        """Caches a state, unless its entry is too large."""
        if len(sent) > self._largest:
            return
        # The size of the JSON is known only if the state was sent as JSON, not for a line or a token.
        json = len(sent) if sent[:1] == b"{" else len(_encode((verified.events, verified.history, verified.deals)))
        size = len(sent) + _PER_BYTE * json + _LEAST
        if size <= self._largest:
            with self._lock:
                self._entries[sent] = (size, verified)
