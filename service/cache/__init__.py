"""Cache of expensive results: in the process and, if there is one, in a Redis.

A `Region` describes a kind of result; `Cache.get_or_create` returns one. A key is derived from the question and the
version of the engine, so that entries never need to be invalidated. A store may forget any entry, and never raises: a
fault counts as a miss. Imports `piquet`, `pool` and leaves only.
"""

from service.cache.redis_store import RedisStore, Session
from service.cache.single_flight import Batch, Cache, InProcessStore, Region
from service.pool import Pool
from service.settings.redis_url import parse_redis_url
from service.settings.service import Settings

__all__ = ["Batch", "Cache", "Region", "Session", "make_cache"]


def make_cache(settings: Settings, pool: Pool | None = None) -> Cache:
    """Make the cache that `settings` describe. Results are computed in `pool`.

    The Redis is not called before the first lookup.
    """
    shared = None
    if settings.redis_url is not None:
        address, timeout = parse_redis_url(settings.redis_url), settings.redis_timeout
        shared = RedisStore(address, timeout=timeout, ttl=settings.cache_ttl, secret=settings.cache_secret)
    return Cache(InProcessStore(settings.cache_memory_bytes), shared, pool=pool)
