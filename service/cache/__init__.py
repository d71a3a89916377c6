"""Answers that are dear to compute, remembered: in the process and, if there is one, in a Redis.

A `Region` says what is asked and how answers are written; `Cache.fetch` gives the answer. Keys are made of the question
itself and the version of the engine, so that nothing ever needs to be invalidated, and a store may forget anything: it
saves time and decides nothing.
"""

from typing import TYPE_CHECKING

from service.cache.region import Batch, Cache, Region
from service.cache.stats import Counters, Stats
from service.cache.stores import InProcessStore, Store
from service.pool import Pool
from service.settings.redis_url import parse_redis_url

if TYPE_CHECKING:
    from service.settings.service import Settings

__all__ = ["Batch", "Cache", "Region", "Stats", "Store", "make_cache"]


def make_cache(settings: "Settings", pool: Pool | None = None) -> Cache:
    """The cache that `settings` describe; what it does not know is computed in one of the `pool`. No Redis is asked
    for anything before the first question."""
    counters = Counters()
    local = InProcessStore(settings.cache_memory_bytes)
    if settings.redis_url is None:
        return Cache(local, pool=pool, counters=counters)
    # Imported only where a Redis is used: the client takes longer than the rest of the service.
    from service.cache.redis_store import RedisStore

    shared = RedisStore(
        parse_redis_url(settings.redis_url),
        timeout=settings.redis_timeout,
        ttl=settings.cache_ttl,
        secret=settings.cache_secret,
        counters=counters,
    )
    return Cache(local, shared, pool=pool, counters=counters)
