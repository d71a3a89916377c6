"""Results for short texts, which recur: a partie consists of a few hundred different actions."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

K = TypeVar("K", str, bytes)
T = TypeVar("T")

MOST = 4096  # results of each function
SHORT = 128  # characters or bytes of an argument whose result is cached


def cached_if_short(compute: Callable[[K], T]) -> Callable[[K], T]:
    """`compute` with a cache for short arguments. Its results must not be modified."""
    cached: Any = lru_cache(maxsize=MOST)(compute)

    def result(given: K) -> T:
        found: T = (cached if len(given) <= SHORT else compute)(given)
        return found

    return result
