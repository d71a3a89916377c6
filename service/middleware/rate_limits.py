"""How much a caller may ask for: quotas in windows of time, counted in the Redis that all workers share, or in each.

Answers tell where the caller stands, by the draft of RateLimit header fields for HTTP:

    RateLimit-Policy: "minute";q=600;w=60
    RateLimit: "minute";r=587;t=42

600 in each 60 seconds; 587 are left for the next 42. A request costs what `Operation.cost` says; one that is refused
costs nothing.
"""

import time
from collections.abc import Callable, Sequence
from math import ceil
from threading import Lock
from typing import TYPE_CHECKING

from service.api.problems import Problem
from service.settings.middleware import Quota
from service.settings.redis_url import parse_redis_url
from service.settings.service import Settings

if TYPE_CHECKING:
    from redis import Redis

    from service.cache.redis_store import RedisStore

#: Adds to what a caller has used in a window, told by how many seconds it has and how many such windows were before it;
#: gives how much it is then. What was counted in earlier windows may be forgotten. Less than 0 gives back.
Count = Callable[[str, int, int, int], int]

#: What a charge took: the seconds of each window, its number, and how much.
Taken = list[tuple[int, int, int]]


class RateLimits:
    """Quotas, and what of them is used. Windows begin with the clock, so that a Redis is asked once for each quota."""

    def __init__(self, quotas: Sequence[Quota], count: Count, clock: Callable[[], float] = time.time) -> None:
        self._quotas, self._count, self._clock = quotas, count, clock
        self._policy = (
            "RateLimit-Policy",
            ", ".join(f'"{each.name}";q={each.amount};w={each.seconds}' for each in quotas),
        )

    def charge(self, caller: str, cost: int, headers: list[tuple[str, str]]) -> Taken:
        """Takes `cost` from what `caller` has left of each quota, and says in `headers` what that is; or takes nothing
        and raises the problem `too_many_requests`. What is dearer than a whole quota costs the whole quota. The result
        is for `give_back`."""
        now = self._clock()
        told: list[str] = []
        taken: Taken = []
        for name, amount, seconds in self._quotas:
            window = int(now // seconds)
            left_seconds = ceil((window + 1) * seconds - now)
            price = min(cost, amount)
            left = amount - self._count(caller, seconds, window, price)
            taken.append((seconds, window, price))
            if left < 0:
                self.give_back(caller, taken)
                self._tell(headers, f'"{name}";r={max(left + price, 0)};t={left_seconds}')
                raise Problem(
                    "too_many_requests",
                    f"the quota of {amount} per {name} does not leave the {price} that this operation costs",
                    headers={"Retry-After": str(left_seconds)},
                )
            told.append(f'"{name}";r={left};t={left_seconds}')
        self._tell(headers, ", ".join(told))
        return taken

    def give_back(self, caller: str, taken: Taken) -> None:
        """Takes a charge back."""
        for seconds, window, price in taken:
            self._count(caller, seconds, window, -price)

    def _tell(self, headers: list[tuple[str, str]], told: str) -> None:
        """Says where the caller stands, in place of what was said before."""
        headers[:] = [header for header in headers if header[0] not in ("RateLimit", "RateLimit-Policy")]
        headers += [self._policy, ("RateLimit", told)]


def make_counter(settings: Settings) -> Count:
    """Counts in the Redis, or in this process while it does not answer; without one, in this process."""
    local = InProcessCounter()
    if settings.redis_url is None:
        return local
    # Imported only where a Redis is used: the client takes longer than the rest of the service.
    from service.cache.redis_store import RedisStore

    redis = RedisStore(parse_redis_url(settings.redis_url), timeout=settings.redis_timeout, ttl=1)
    return RedisCounter(redis, local)


class InProcessCounter:
    """Counts in this process, for so many callers in a window; of more, those that came first are forgotten."""

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
            counts[caller] = max(count, 0)  # what is given back may have been forgotten
        return count


class RedisCounter:
    """Counts in a Redis, together with all others who do, and alone while it does not answer."""

    def __init__(self, redis: "RedisStore", local: Count) -> None:
        self._redis, self._local = redis, local

    def __call__(self, caller: str, seconds: int, window: int, cost: int) -> int:
        name = f"piquet:limits:{caller}/{seconds}/{window}".encode()

        def add(client: "Redis") -> int:
            together = client.pipeline(transaction=False)
            together.incrby(name, cost)
            together.expire(name, seconds)
            count: int = together.execute()[0]
            return count

        try:
            count = self._redis.call(name, add, self._redis.timeout)
        except Exception:  # whatever is wrong with it, requests are answered
            count = None
        return self._local(caller, seconds, window, cost) if count is None else count
