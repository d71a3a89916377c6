"""In-memory cache of the outcomes of finished deals.

A state contains the earlier deals of its partie, so the same deals come with every action.
"""

from hashlib import blake2b
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

import msgspec
from cachetools import LRUCache

from service.piquet.law.misdeals import dealers_in_turn
from service.piquet.model.state import Pair, State
from service.piquet.scoring.settlement import by_seat

#: The memory for all entries, and the memory of one entry; all entries have the same size.
MEMORY_BYTES, ENTRY_BYTES = 1 << 20, 512

_encode = msgspec.msgpack.Encoder().encode


class Outcome(NamedTuple):
    """The outcome of a valid finished deal.

    `phase` is its last phase, `score` is by seat, `dealer` is a seat. `complete` says that the engine filled in nothing
    that the history left open. `annulled` is the law by which the deal was annulled; it counts for nothing then
    (docs/law.md, E1).
    """

    phase: str
    score: Pair
    complete: bool
    dealer: int
    annulled: str = ""


T = TypeVar("T")


class FinishedDeals(Generic[T]):
    """LRU cache of outcomes by the digests of deals. It keeps no invalid deals."""

    def __init__(self, memory_bytes: int = MEMORY_BYTES) -> None:
        self._kept: LRUCache[bytes, T] = LRUCache(memory_bytes // ENTRY_BYTES)
        self._lock = Lock()

    def get(self, key: bytes) -> T | None:
        with self._lock:
            return self._kept.get(key)

    def put(self, key: bytes, outcome: T) -> None:
        with self._lock:
            self._kept[key] = outcome


#: The scores of the deals before one, by seat, and who dealt them if not every deal was in turn.
Before = tuple[tuple[Pair, ...], tuple[int, ...]]


def outcome_of(state: State, *, complete: bool) -> Outcome:
    """Return the outcome of a deal that is over."""
    annulled = state.law.annulled if state.law else ""
    return Outcome(state.phase, by_seat(state.dealer, state.score), complete, state.dealer, annulled)


def with_deal(first_dealer: int, before: Before, due: int, outcome: Outcome) -> Before:
    """Return the deals before the next one; an annulled deal counts for nothing. It was the turn of `due` to deal."""
    finished, dealers = before
    if outcome.annulled:
        return before
    if dealers or outcome.dealer != due:
        dealers = (*(dealers or dealers_in_turn(first_dealer, len(finished))), outcome.dealer)
    return (*finished, outcome.score), dealers


def key_of(
    ruleset: object, first_dealer: object, before: object, dealer: object, cards: object, history: object
) -> bytes:
    """Return the digest of everything that the outcome of a deal depends on."""
    return blake2b(_encode((ruleset, first_dealer, before, dealer, cards, history)), digest_size=20).digest()


finished_deals: FinishedDeals[Outcome] = FinishedDeals()
