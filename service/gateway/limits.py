"""How much a caller may ask for: quotas in windows of time, counted in the Redis that all workers share, or in each.

Answers tell where the caller stands, by the draft of RateLimit header fields for HTTP:

    RateLimit-Policy: "minute";q=600;w=60
    RateLimit: "minute";r=587;t=42

600 in each 60 seconds; 587 are left for the next 42. An operation costs what `Operation.cost` says; a request that is
refused costs nothing.
"""

import logging
import time
from collections.abc import Callable, Sequence
from math import ceil
from typing import Any

from service.api.problems import Problem
from service.gateway.settings import Quota

logger = logging.getLogger("service.gateway")

#: Adds to what is counted under a key, which is forgotten after so many seconds, and tells how much it is then.
Count = Callable[[str, int, int], int]

_REDIS_SECONDS = 0.05
_PAUSE = 2.0


class RateLimits:
    """Quotas, and what of them is used. Windows begin with the clock, so that a Redis is asked once for each quota."""

    def __init__(self, quotas: Sequence[Quota], count: Count, clock: Callable[[], float] = time.time) -> None:
        self._quotas, self._count, self._clock = quotas, count, clock
        self._policy = (
            "RateLimit-Policy",
            ", ".join(f'"{each.name}";q={each.amount};w={each.seconds}' for each in quotas),
        )

    def charge(self, caller: str, cost: int, headers: list[tuple[str, str]]) -> None:
        """Takes `cost` from what `caller` has left, and adds to `headers` what that is; or the problem
        `too_many_requests`. What is dearer than a whole quota costs the whole quota."""
        now = self._clock()
        told = []
        for name, amount, seconds in self._quotas:
            window, gone = divmod(now, seconds)
            key, left_seconds = f"{caller}/{name}/{window:.0f}", ceil(seconds - gone)
            price = min(cost, amount)
            left = amount - self._count(key, seconds, price)
            if left < 0:
                left += price
                self._count(key, seconds, -price)
                headers += [self._policy, ("RateLimit", f'"{name}";r={max(left, 0)};t={left_seconds}')]
                raise Problem(
                    "too_many_requests",
                    f"the quota of {amount} per {name} does not leave the {price} that this operation costs",
                    headers={"Retry-After": str(left_seconds)},
                )
            told.append(f'"{name}";r={left};t={left_seconds}')
        headers += [self._policy, ("RateLimit", ", ".join(told))]


def counter(redis_url: str | None) -> Count:
    """Counts in the Redis, or in this process while it does not answer; without one, in this process."""
    from limits.storage import MemoryStorage

    local = _counting(MemoryStorage())
    return SharedFirst(lambda: _connected(redis_url), local) if redis_url else local


class SharedFirst:
    """Counts together with the others; alone for a `pause` after that has failed. `connect` makes what counts together,
    as soon as it is needed."""

    def __init__(
        self,
        connect: Callable[[], Count],
        local: Count,
        pause: float = _PAUSE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connect, self._local, self._pause, self._clock = connect, local, pause, clock
        self._shared: Count | None = None
        self._again = 0.0

    def __call__(self, key: str, seconds: int, cost: int) -> int:
        if self._clock() >= self._again:
            try:
                self._shared = self._shared or self._connect()
                return self._shared(key, seconds, cost)
            except Exception as error:  # whatever is wrong with it, requests are answered
                self._again = self._clock() + self._pause
                logger.warning("the Redis does not count for the rate limit (%s)", type(error).__name__)
        return self._local(key, seconds, cost)


def _counting(storage: Any) -> Count:
    return lambda key, seconds, cost: storage.incr(key, seconds, amount=cost)


def _connected(redis_url: str) -> Count:
    """What counts in a Redis. It is given little time, and asked once."""
    from limits.storage import storage_from_string
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    place = f"redis+{redis_url}" if redis_url.startswith("unix:") else redis_url
    patience: dict[str, Any] = {
        "socket_timeout": _REDIS_SECONDS,
        "socket_connect_timeout": _REDIS_SECONDS,
        "retry": Retry(NoBackoff(), 0),
    }
    return _counting(storage_from_string(place, key_prefix="piquet:limits", **patience))
