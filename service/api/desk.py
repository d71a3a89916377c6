"""Where states come in and go out: what came in is verified, and what holds is remembered for its next visit.

A game sends back the state that it was given, to have it viewed, asked for options and moved on. A state that is known,
byte for byte, needs no second verification. Nothing else hangs on the memory: it changes no answer.
"""

from threading import Lock

import msgspec
from cachetools import LRUCache

from service.api import models as m
from service.api.consistency import Impossible, Verified, verify
from service.api.envelope import Decoded
from service.api.problems import Problem
from service.api.reading import note_ruleset
from service.trail import note

# What one state may take of the memory, so that no caller can fill it with a few.
_LARGEST = 1 << 16

_STATE = Decoded(m.State)
_encode = msgspec.json.Encoder().encode


def _size(entry: tuple[int, Verified]) -> int:
    return entry[0]


class Desk:
    """States in and out. `memory_bytes` bounds the JSON of the states that are remembered, the least recently used
    going first; 0 remembers none."""

    def __init__(self, memory_bytes: int) -> None:
        self._known: LRUCache[bytes, tuple[int, Verified]] = LRUCache(memory_bytes, getsizeof=_size)
        self._lock = Lock()
        self._largest = min(_LARGEST, memory_bytes)
        self._hits = self._misses = 0

    def read(self, raw: msgspec.Raw, *place: str | int) -> Verified:
        """The state in `raw`, which stands at `place` in the request. Raises `Impossible`, or a `Problem` if it is
        none."""
        sent = bytes(raw)
        with self._lock:
            known = self._known.get(sent)
            if known is None:
                self._misses += 1
            else:
                self._hits += 1
        if known is not None:
            note("cache", "states hit")
            note_ruleset(known[1].choice)
            return known[1]
        note("cache", "states miss")
        holds = verify(_STATE.read(raw, *place), *place)
        self._remember(sent, holds)
        return holds

    def read_possible(self, raw: msgspec.Raw, *place: str | int) -> Verified:
        """The same for an operation that has nothing else to say of a state that contradicts itself."""
        try:
            return self.read(raw, *place)
        except Impossible as impossible:
            raise Problem("impossible_state", violations=impossible.violations) from None

    def write(self, holds: Verified) -> msgspec.Raw:
        """The state as JSON, for an answer."""
        written = _encode(holds.written())
        self._remember(written, holds)
        return msgspec.Raw(written)

    def counts(self) -> dict[tuple[str, str], int]:
        """How often a state was known, and not, as the metrics of caches have it."""
        return {("states", "hit"): self._hits, ("states", "miss"): self._misses}

    def _remember(self, written: bytes, holds: Verified) -> None:
        if len(written) <= self._largest:
            with self._lock:
                self._known[written] = (len(written), holds)
