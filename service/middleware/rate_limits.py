"""Rate limits: quotas of each caller in fixed windows of time, counted in the process or in a Redis of all workers.

Responses report the quotas in the RateLimit header fields (IETF draft):

    RateLimit-Policy: "minute";q=600;w=60
    RateLimit: "minute";r=587;t=42

The quota is 600 units in 60 seconds; 587 units are left for the next 42 seconds. A request costs what `Operation.cost`
says. A request that is refused for its cost costs what was charged before: nothing, or what it took to read it.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from math import ceil
from threading import Lock
from typing import TYPE_CHECKING

from service.api.problems import Problem
from service.cache.outcomes import count
from service.cache.redis_store import RedisStore
from service.settings.service import Quota

if TYPE_CHECKING:
    from redis import Redis


# ---------------------------------------------------------------- counters


#: `count(caller, seconds, window, cost)` adds `cost` to what the caller has used in a window and returns the sum. A
#: window is identified by its length in seconds and its number since the epoch. A negative cost gives units back. A
#: counter may forget earlier windows.
Count = Callable[[str, int, int, int], int]


def make_counter(redis: RedisStore | None) -> Count:
    """Make the counter: in the Redis, if there is one. While it does not count, the process counts for itself."""
    local = InProcessCounter()
    return local if redis is None else RedisCounter(redis, local)


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


# ---------------------------------------------------------------- quotas


#: What a charge took of each quota: the length of the window in seconds, its number, and the units.
Charge = list[tuple[int, int, int]]


class RateLimits:
    """Quotas and their use. Windows begin with the clock, so that one call of `count` suffices for each quota."""

    def __init__(self, quotas: Sequence[Quota], count: Count, clock: Callable[[], float] = time.time) -> None:
        self._quotas, self._count, self._clock = quotas, count, clock
        self._policy = (
            "RateLimit-Policy",
            ", ".join(f'"{each.name}";q={each.amount};w={each.seconds}' for each in quotas),
        )

    @property
    def most_units(self) -> int:
        """The most units that a caller can be charged at once."""
        return max(each.amount for each in self._quotas)

    def charge(self, caller: str, cost: int, headers: list[tuple[str, str]], paid: int = 0) -> Charge:
        """Take `cost` units from each quota of `caller`, and write what is left to `headers`. `give_back` undoes it.

        A cost above a whole quota counts as the whole quota, with what was `paid` for the same request. If a quota has
        too few units left, nothing is taken, and the problem `too_many_requests` is raised.
        """
        fields: list[str] = []
        charge: Charge = []
        for name, amount, seconds, window, left_seconds in self._windows():
            price = min(paid + cost, amount) - min(paid, amount)
            left = amount - self._count(caller, seconds, window, price)
            charge.append((seconds, window, price))
            if left < 0:
                self.give_back(caller, charge)
                left = max(left + price, 0)
                self._set_headers(headers, f'"{name}";r={left};t={left_seconds}')
                whole = min(paid + cost, amount)
                what = "this request costs in all" if paid else "this operation costs at least"
                raise Problem(
                    "too_many_requests",
                    f"the quota of {amount} per {name} does not leave the {whole} that {what}",
                    headers={"Retry-After": str(left_seconds)},
                    params={"quota": name, "amount": amount, "left": left, "cost": whole, "seconds": left_seconds},
                )
            fields.append(f'"{name}";r={left};t={left_seconds}')
        self._set_headers(headers, ", ".join(fields))
        return charge

    def charge_done(self, caller: str, cost: int, headers: list[tuple[str, str]]) -> bool:
        """Take `cost` units for work that is done, and write what is left to `headers`.

        If a quota has fewer units left, they are all taken, and the result is False. Work whose amount is known only
        afterwards could otherwise be repeated with the last units of a quota.
        """
        if not cost:
            return True
        fields: list[str] = []
        covered = True
        for name, amount, seconds, window, left_seconds in self._windows():
            left = amount - self._count(caller, seconds, window, min(cost, amount))
            covered = covered and left >= 0
            fields.append(f'"{name}";r={max(left, 0)};t={left_seconds}')
        self._set_headers(headers, ", ".join(fields))
        return covered

    def give_back(self, caller: str, charge: Charge) -> None:
        """Give the units of a charge back to `caller`."""
        for seconds, window, price in charge:
            self._count(caller, seconds, window, -price)

    def _windows(self) -> Iterator[tuple[str, int, int, int, int]]:
        """Yield the name, amount and length of each quota, the number of its window now, and the seconds left of it."""
        now = self._clock()
        for name, amount, seconds in self._quotas:
            window = int(now // seconds)
            yield name, amount, seconds, window, ceil((window + 1) * seconds - now)

    def _set_headers(self, headers: list[tuple[str, str]], limits: str) -> None:
        """Set the header fields, replacing those of an earlier charge for the same request."""
        headers[:] = [header for header in headers if header[0] not in ("RateLimit", "RateLimit-Policy")]
        headers += [self._policy, ("RateLimit", limits)]
