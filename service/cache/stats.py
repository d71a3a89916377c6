"""Statistics of the cache: counters of its events."""

from collections import Counter
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from service.runtime.request_context import record

Event = Literal[
    "hits_in_process",
    "hits_redis",
    "computed",
    "failed",
    "joined",
    "awaited",
    "rejected",
    "refused",
    "errors",
    "skipped",
]

# The tier and outcome of each event, for the metrics and the log. The tier `all` is for misses in every tier.
_RECORDED: dict[Event, str] = {
    "hits_in_process": "in_process hit",
    "joined": "in_process joined",
    "hits_redis": "redis hit",
    "awaited": "redis awaited",
    "rejected": "redis rejected",
    "refused": "redis refused",
    "errors": "redis error",
    "skipped": "redis skipped",
    "computed": "all miss",
    "failed": "all failed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """The counts of one process since it started.

    - `hits_in_process`, `hits_redis`: results found, by tier.
    - `computed`, `failed`: computations that returned a result, and those that raised an exception.
    - `joined`, `awaited`: results computed by another thread, and by another process.
    - `rejected`: entries in the Redis that were damaged or forged.
    - `refused`: replies of the Redis that were errors (out of memory, wrong type, …).
    - `errors`: calls without a reply in time.
    - `skipped`: calls not made because the Redis had not answered before.
    """

    hits_in_process: int = 0
    hits_redis: int = 0
    computed: int = 0
    failed: int = 0
    joined: int = 0
    awaited: int = 0
    rejected: int = 0
    refused: int = 0
    errors: int = 0
    skipped: int = 0


class Counters:
    """Thread-safe counters of cache events."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def add(self, event: Event, times: int = 1) -> None:
        if times:
            with self._lock:
                self._counts[event] += times
            record("cache", _RECORDED[event], times)

    def stats(self) -> Stats:
        with self._lock:
            return Stats(**self._counts)
