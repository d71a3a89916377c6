"""In-memory cache of the outcomes of finished deals.

A state contains the earlier deals of its partie, so the same deals come with every action.
"""

from hashlib import blake2b
from threading import Lock
from typing import NamedTuple

import msgspec
from cachetools import LRUCache

from service.piquet.model.state import Pair

#: The memory for all entries, and the memory of one entry; all entries have the same size.
MEMORY_BYTES, ENTRY_BYTES = 1 << 20, 512

_encode = msgspec.msgpack.Encoder().encode


class Outcome(NamedTuple):
    """The outcome of a valid finished deal.

    `phase` is its last phase, `score` is by seat. `complete` says that the engine filled in nothing that the history
    left open.
    """

    phase: str
    score: Pair
    complete: bool


class FinishedDeals:
    """LRU cache of outcomes by the digests of deals. It keeps no invalid deals."""

    def __init__(self, memory_bytes: int = MEMORY_BYTES) -> None:
        self._kept: LRUCache[bytes, Outcome] = LRUCache(memory_bytes // ENTRY_BYTES)
        self._lock = Lock()

    def get(self, key: bytes) -> Outcome | None:
        with self._lock:
            return self._kept.get(key)

    def put(self, key: bytes, outcome: Outcome) -> None:
        with self._lock:
            self._kept[key] = outcome


def key_of(ruleset: object, first_dealer: object, before: tuple[Pair, ...], cards: object, history: object) -> bytes:
    """The digest of everything that the outcome of a deal depends on; `before` has the scores of the earlier deals."""
    return blake2b(_encode((ruleset, first_dealer, before, cards, history)), digest_size=20).digest()


finished_deals = FinishedDeals()
