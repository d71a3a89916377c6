"""Whether a Redis is asked for the odds of many hands at once, and what it has of them.

It answers for a whole request in one go, so it pays from some hands on, and only if it has most of them
(docs/adr/0005-what-goes-to-redis.md). What is kept is the odds of one hand, under the hand up to the names of the
suits. All else of an evaluation is computed faster than it is fetched.
"""

from collections.abc import Mapping, Sequence
from math import comb
from threading import Lock
from typing import Literal, NamedTuple

import msgspec

from service.analysis.hand_value import Evaluation, holdings_odds
from service.analysis.odds import Odds
from service.analysis.suit_symmetry import canonical, question
from service.cache import Batch, Cache, Region
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.rulesets.parameters import Ruleset

Mode = Literal["auto", "on", "off"]

#: With `auto` a Redis is asked for requests of so many hands, while it has had this share of them lately; below that
#: one request in so many still asks, and brings what it has computed (benchmarks/hand_odds.py).
LEAST_HANDS, LEAST_SHARE, PROBE = 40, 0.8, 8

_WEIGHT = 0.1  # of the last request in the share

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Odds]).decode
_REGION: Region[list[Odds]] = Region("odds", 1, _encode, _decode)


class Seen(NamedTuple):
    """A hand and what its holder knows, as sets of cards, and the cards of which nothing is known."""

    cards: int
    discards: int
    held: int
    unseen: int


def odds_of(rules: Ruleset, seen: Seen, found: Evaluation, known: bytes | None = None) -> tuple[list[Odds], bool]:
    """The odds of the holdings of a hand, and whether they are those that are `known`: what a Redis had, if it can be
    that. Somebody may have forged it."""
    if known is not None:
        try:
            read = _decode(known)
        except (msgspec.MsgspecError, RecursionError):
            read = []
        drawn = HAND_SIZE - seen.held.bit_count()
        hands = comb(seen.unseen.bit_count(), drawn)
        if len(read) == len(found.holdings) and all(min(odds) >= 0 and odds.of == hands for odds in read):
            return read, True
    return list(holdings_odds(rules, found, seen.unseen, seen.held)), False


def packed(odds: Sequence[Odds]) -> bytes:
    """The odds of a hand as they are kept."""
    return _encode(odds)


class HandOdds:
    """The odds that a Redis has of many hands."""

    def __init__(self, cache: Cache, mode: Mode) -> None:
        self._cache = cache
        self._mode = mode if cache.is_shared else "off"
        self._lock = Lock()
        self._share, self._unasked = 1.0, 0

    def asks(self, hands: int) -> bool:
        """Whether a Redis is to be asked for a request of so many hands."""
        if self._mode != "auto" or hands < LEAST_HANDS:
            return self._mode == "on"
        with self._lock:
            if self._share >= LEAST_SHARE:
                return True
            self._unasked = (self._unasked + 1) % PROBE
            return self._unasked == 0

    def batch(self, rules: Ruleset, hands: Sequence[Seen]) -> Batch:
        """What the Redis has of these hands."""
        asked = [question(rules, canonical(each.cards, each.held, each.unseen).sets) for each in hands]
        return self._cache.batch([_REGION.key(each) for each in asked])

    def keep(self, batch: Batch, computed: Mapping[int, bytes]) -> None:
        """Keeps what was computed of these hands, by its place, and learns from how much that was."""
        found = batch.keep(computed)
        with self._lock:
            self._share += _WEIGHT * (found - self._share)
