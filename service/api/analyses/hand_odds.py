"""Cache in Redis for the odds of hands, and the decision whether a request uses it.

One round trip serves all hands of a request, so Redis is faster from some number of hands on, and only if it has most
of them (docs/adr/0005-what-goes-to-redis.md). An entry has the odds of one hand; hands that differ only in the names of
suits share it. Everything else of an evaluation is computed faster than it is fetched.
"""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Literal

from service.analysis.odds import Odds
from service.analysis.suit_symmetry import canonical, question
from service.cache import Batch, Cache, Region
from service.piquet.rulesets.parameters import Ruleset
from service.tasks.hand_evaluation import Seen, decode_odds, encode_odds

Mode = Literal["auto", "on", "off"]

#: In the mode `auto` requests of at least `LEAST_HANDS` hands use Redis, as long as it recently had `LEAST_SHARE` of
#: the hands. Below this share one request in `PROBE` uses it and stores its results (benchmarks/hand_odds.py).
LEAST_HANDS, LEAST_SHARE, PROBE = 40, 0.8, 8

_WEIGHT = 0.1  # of the last request in the moving average of the share

_REGION: Region[list[Odds]] = Region("odds", 1, encode_odds, decode_odds)


class HandOdds:
    """The odds of hands in Redis."""

    def __init__(self, cache: Cache, mode: Mode) -> None:
        self._cache = cache
        self._mode = mode if cache.is_shared else "off"
        self._lock = Lock()
        self._share, self._skipped = 1.0, 0

    def asks(self, hands: int) -> bool:
        """Whether a request of this number of hands uses Redis."""
        if self._mode != "auto" or hands < LEAST_HANDS:
            return self._mode == "on"
        with self._lock:
            if self._share >= LEAST_SHARE:
                return True
            self._skipped = (self._skipped + 1) % PROBE
            return self._skipped == 0

    def batch(self, rules: Ruleset, hands: Sequence[Seen]) -> Batch:
        """Return the entries of these hands in Redis."""
        asked = [question(rules, canonical(each.cards, each.held, each.unseen).sets) for each in hands]
        return self._cache.batch([_REGION.key(each) for each in asked])

    def keep(self, batch: Batch, computed: Mapping[int, bytes]) -> None:
        """Store the `computed` odds, by the index of the hand in the batch, and update the share of hits."""
        found = batch.keep(computed)
        with self._lock:
            self._share += _WEIGHT * (found - self._share)
