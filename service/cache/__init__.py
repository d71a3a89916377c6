"""Answers that are dear to compute, remembered: in the process and, if there is one, in a Redis.

A `Kind` says what is asked and how answers are written; `Memo.fetch` gives the answer. Keys are made of the question
itself and the version of the engine, so that nothing ever needs to be invalidated, and a store may forget anything: it
saves time and decides nothing.
"""

from typing import TYPE_CHECKING

from service.cache.region import Batch, Kind, Memo
from service.cache.stats import Stats, Tally
from service.cache.stores import InProcess, Store
from service.pool import Turns
from service.settings.redis_url import parse_address

if TYPE_CHECKING:
    from service.settings.service import Settings

__all__ = ["Batch", "Kind", "Memo", "Stats", "Store", "make_memo"]


def make_memo(settings: "Settings", turns: Turns | None = None) -> Memo:
    """The cache that `settings` describe; what it does not know is computed in one of the `turns`. No Redis is asked
    for anything before the first question."""
    tally = Tally()
    local = InProcess(settings.cache_memory_bytes)
    if settings.redis_url is None:
        return Memo(local, turns=turns, tally=tally)
    # Imported only where a Redis is used: the client takes longer than the rest of the service.
    from service.cache.redis_store import SharedRedis

    shared = SharedRedis(
        parse_address(settings.redis_url),
        timeout=settings.redis_timeout,
        ttl=settings.cache_ttl,
        secret=settings.cache_secret,
        tally=tally,
    )
    return Memo(local, shared, turns=turns, tally=tally)
