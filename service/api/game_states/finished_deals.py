"""What finished deals came to, remembered: a partie sends its earlier deals again with every action."""

from hashlib import blake2b
from threading import Lock
from typing import NamedTuple

import msgspec
from cachetools import LRUCache

from service.api.schemas import actions as am
from service.api.schemas import state as m
from service.api.schemas.ruleset_choice import RulesetName
from service.piquet.model.state import Pair

#: What all entries may take together, and what one takes: each is as long as any other.
MEMORY_BYTES, ENTRY_BYTES = 1 << 20, 512

_encode = msgspec.msgpack.Encoder().encode


class Outcome(NamedTuple):
    """The phase in which a deal that may be played ended, its score by seat, and whether its history says all that was
    done, with nothing left open."""

    phase: str
    score: Pair
    complete: bool


class FinishedDeals:
    """Outcomes by digests of deals. Deals that cannot be are not kept."""

    def __init__(self, memory_bytes: int = MEMORY_BYTES) -> None:
        self._kept: LRUCache[bytes, Outcome] = LRUCache(memory_bytes // ENTRY_BYTES)
        self._lock = Lock()

    def get(self, key: bytes) -> Outcome | None:
        with self._lock:
            return self._kept.get(key)

    def put(self, key: bytes, outcome: Outcome) -> None:
        with self._lock:
            self._kept[key] = outcome


def key_of(
    named: RulesetName, first_dealer: int, before: tuple[Pair, ...], dealt: m.Dealt, history: list[am.Action]
) -> bytes:
    """The digest of all that the outcome of a deal depends on; `before` are the scores of the deals before it."""
    return blake2b(_encode((named, first_dealer, before, dealt, history)), digest_size=20).digest()


finished_deals = FinishedDeals()
