"""Outcomes of the cache, which the log and the metrics of a request show."""

from typing import Literal

from service.runtime.request_context import record

#: The tier and the outcome of an event.
#:
#: - `hit`: a result was found.
#: - `all miss`, `all failed`: no tier had it, and computing it returned a result, or raised an exception.
#: - `joined`, `awaited`: another thread, or another process, computed it.
#: - `rejected`: an entry in the Redis was damaged or forged.
#: - `refused`: the reply of the Redis was an error (out of memory, wrong type, …).
#: - `error`: a call had no reply in time.
#: - `skipped`: a call was not made because the Redis had not answered before.
#: - `limits local`: a quota was counted in this process alone, because the Redis did not count it.
CacheOutcome = Literal[
    "in_process hit",
    "in_process joined",
    "redis hit",
    "redis awaited",
    "redis rejected",
    "redis refused",
    "redis error",
    "redis skipped",
    "limits local",
    "all miss",
    "all failed",
]


def count(event: CacheOutcome, times: int = 1) -> None:
    """Record an event of the current request, `times` times."""
    if times:
        record("cache", event, times)
