"""Counters of the rate limits: in the process, or in the Redis that all workers share."""

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from service.cache.events import count
from service.cache.redis_store import RedisStore
from service.settings.redis_url import parse_redis_url
from service.settings.service import Settings

if TYPE_CHECKING:
    from redis import Redis

#: `count(caller, seconds, window, cost)` adds `cost` to what the caller has used in a window and returns the sum. A
#: window is identified by its length in seconds and its number since the epoch. A negative cost gives units back. A
#: counter may forget earlier windows.
Count = Callable[[str, int, int, int], int]


def make_counter(settings: Settings) -> Count:
    """Make the counter that `settings` describe. While the Redis does not count, the process counts for itself."""
    local = InProcessCounter()
    if settings.redis_url is None:
        return local
    redis = RedisStore(parse_redis_url(settings.redis_url), timeout=settings.redis_timeout, ttl=1, purpose="rate limit")
    return RedisCounter(redis, local)


class InProcessCounter:
    """Counts in this process, for up to `callers` in each window; beyond that, the earliest callers are forgotten."""

    def __init__(self, callers: int = 100_000) -> None:
        self._callers = callers
        self._windows: dict[int, tuple[int, dict[str, int]]] = {}
        self._lock = Lock()

    def __call__(self, caller: str, seconds: int, window: int, cost: int) -> int:
        with self._lock:
            latest, counts = self._windows.get(seconds, (-1, {}))
            if window > latest:
                counts = {}
                self._windows[seconds] = window, counts
            count = counts.get(caller, 0) + cost
            if len(counts) >= self._callers and caller not in counts:
                del counts[next(iter(counts))]
            counts[caller] = max(count, 0)  # the units that are given back may have been forgotten
        return count


class RedisCounter:
    """Counts in a Redis, shared by all workers; in this process (`local`) while the Redis does not count."""

    def __init__(self, redis: RedisStore, local: Count) -> None:
        self._redis, self._local = redis, local

    def __call__(self, caller: str, seconds: int, window: int, cost: int) -> int:
        name = f"piquet:limits:{caller}/{seconds}/{window}".encode()

        def add(client: "Redis") -> int:
            pipeline = client.pipeline(transaction=False)
            pipeline.incrby(name, cost)
            pipeline.expire(name, seconds)
            added: int = pipeline.execute()[0]
            return added

        try:
            added = self._redis.call(add, self._redis.timeout)
        except Exception:  # requests are answered whatever is wrong with the Redis
            added = None
        if added is None:
            count("limits local")
            return self._local(caller, seconds, window, cost)
        return added
