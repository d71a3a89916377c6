"""What a cache counts."""

from collections import Counter
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from service.request_context import record

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

# Each event as the metrics and the log have it: where, and what. `all` is what none of the tiers had.
_TOLD: dict[Event, str] = {
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
    """What one process has counted since it started.

    `hits_in_process`, `hits_redis`: answers found, by tier. `computed`, `failed`: computations that gave an answer, and
    those that raised. `joined`: callers who took the answer of another thread; `awaited`: that of another process.
    `rejected`: entries that were not what was put there. `refused`: replies of the Redis that were errors (out of
    memory, wrong type, …); `errors`: questions without a reply in time; `skipped`: questions not asked because it had
    not answered.
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
    """Counts from many threads."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def add(self, event: Event, times: int = 1) -> None:
        if times:
            with self._lock:
                self._counts[event] += times
            record("cache", _TOLD[event], times)

    def stats(self) -> Stats:
        with self._lock:
            return Stats(**self._counts)
