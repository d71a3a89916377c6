"""The store that all processes share: a Redis, which may be slow, full, gone, restarted, or hold anything."""

import logging
import os
import time
from binascii import crc_hqx
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from service.cache.bounded_call import BoundedClients
from service.cache.circuit_breaker import CircuitBreaker
from service.cache.redis_client import connector
from service.cache.signed_entries import HEAD, LARGEST, SignedEntries
from service.cache.stats import Counters
from service.settings.redis_url import RedisAddress

if TYPE_CHECKING:
    from redis import Redis

logger = logging.getLogger("service.cache")

A = TypeVar("A")

#: Bytes that each of many values may have that are asked for at once.
SMALL = 1024

# A cluster fails in parts, by ranges of its 16,384 slots: as many breakers as that, over equal ranges.
_SLOTS, _PARTS = 1 << 14, 16


class RedisStore:
    """The Redis at `address`. Nobody waits for it longer than `timeout` seconds, and an entry lives for `ttl` seconds.

    Threads and connections are made by the process that first asks, and made anew in one that was forked from it.
    """

    def __init__(
        self,
        address: RedisAddress,
        *,
        timeout: float,
        ttl: int,
        secret: str = "",
        counters: Counters | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        from redis import exceptions

        cluster = address.topology == "cluster"
        self._orderly = (exceptions.ResponseError,)  # a reply that is an error is a reply: who gives it is alive
        # The client of a cluster is dear to make, and goes on with the nodes that are left.
        parts_fail = (exceptions.ConnectionError, exceptions.TimeoutError)
        self._kept_after = (*self._orderly, *parts_fail) if cluster else self._orderly
        self._connect = connector(address, timeout)
        self.timeout, self.ttl = timeout, ttl
        self.entries, self.counters = SignedEntries(secret), counters or Counters()
        self._breakers = [CircuitBreaker(clock=clock) for _ in range(_PARTS if cluster else 1)]
        self._lock = Lock()
        self._lines: tuple[int, BoundedClients[Redis] | None] = 0, None  # and the process that made them

    def session(self) -> "Session":
        """The store, for one caller and once."""
        return Session(self)

    def answers(self) -> bool:
        """Whether all of it is asked, and it (some node of a cluster) answers now."""
        try:
            answered = self._own_clients().call(lambda redis: redis.ping(), 3 * self.timeout)
        except Exception:
            return False
        return bool(answered) and all(breaker.closed for breaker in self._breakers)

    def call(self, key: bytes, command: Callable[["Redis"], A], seconds: float) -> A | None:
        """What `command` gives, which is about `key`. Raises `Unavailable` if there is no answer after `seconds`; None
        if the answer is a refusal."""
        breaker = self._breakers[crc_hqx(key, 0) % _SLOTS * len(self._breakers) // _SLOTS]
        if not breaker.allows():
            self.counters.add("skipped")
            raise Unavailable
        try:
            answer = self._own_clients().call(command, seconds)
        except self._orderly:
            self.counters.add("refused")
            answer = None
        except Exception as error:
            self.counters.add("errors")
            if breaker.failed():
                logger.warning("the Redis does not answer (%s) and is not asked for a while", type(error).__name__)
            raise Unavailable from None
        breaker.succeeded()
        return answer

    def close(self) -> None:
        """Ends threads and connections; the next question makes new ones."""
        with self._lock:
            _, lines = self._lines
            self._lines = 0, None
        if lines is not None:
            lines.close()

    def _own_clients(self) -> "BoundedClients[Redis]":
        """Those of this process."""
        made_by, lines = self._lines
        if lines is not None and made_by == os.getpid():
            return lines
        with self._lock:
            made_by, lines = self._lines
            if lines is None or made_by != os.getpid():
                lines = BoundedClients(self._connect, kept_after=self._kept_after)
                self._lines = os.getpid(), lines
            return lines


class Unavailable(Exception):
    """The Redis has not answered, or was not asked because it did not."""


class Session:
    """A `Store` for one caller and once: all that is asked through it takes the time-out together, and after the first
    question without an answer none is asked."""

    def __init__(self, redis: RedisStore) -> None:
        self._redis, self._left = redis, redis.timeout

    def get(self, key: bytes) -> bytes | None:
        # By range, so that a giant that somebody has put there is not read; a key that is not there reads as empty.
        found: object = self._ask(key, lambda redis: redis.getrange(key, 0, HEAD + LARGEST - 1), b"")
        if found == b"":
            return None
        return self._opened(key, found, LARGEST)

    def put(self, key: bytes, value: bytes) -> None:
        entry = self._redis.entries.encode(key, value)
        if entry is None:
            self.release(key)
        else:
            self._ask(key, lambda redis: redis.set(key, entry, ex=self._redis.ttl), None)

    def get_many(self, keys: Sequence[bytes]) -> list[bytes | None]:
        # A range of each, as in `get`, would keep a giant from being read, but so many commands take longer than to
        # compute what is kept so. The time-out bounds what is read; what is longer than any entry of these is no entry.
        def mget(redis: Any) -> object:
            return getattr(redis, "mget_nonatomic", redis.mget)(keys)  # of a cluster: slot by slot

        found: object = self._ask(keys[0], mget, None)
        if not isinstance(found, list) or len(found) != len(keys):
            return [None] * len(keys)
        return [
            None if entry is None else self._opened(key, entry, SMALL) for key, entry in zip(keys, found, strict=True)
        ]

    def _opened(self, key: bytes, entry: object, limit: int) -> bytes | None:
        value = None
        if isinstance(entry, bytes) and len(entry) <= HEAD + limit:
            value = self._redis.entries.decode(key, entry, limit)
        if value is None:
            self._redis.counters.add("rejected")
        return value

    def put_many(self, values: Mapping[bytes, bytes]) -> None:
        def set_all(redis: Any) -> None:
            pipeline = redis.pipeline(transaction=False)
            for key, value in values.items():
                pipeline.set(key, self._redis.entries.encode(key, value), ex=self._redis.ttl)
            pipeline.execute()

        self._ask(next(iter(values)), set_all, None)

    def claim(self, key: bytes, seconds: float) -> bool:
        # Who cannot ask computes. A claim that is never released ends by itself, and soon.
        px = max(1, round(seconds * 1000))
        return bool(self._ask(key, lambda redis: redis.set(_claim(key), b"1", nx=True, px=px) is not None, True))

    def release(self, key: bytes) -> None:
        self._ask(key, lambda redis: redis.delete(_claim(key)), None)

    def _ask(self, key: bytes, command: Callable[["Redis"], Any], otherwise: A) -> A:
        """What `command` gives, or `otherwise` whatever may be wrong."""
        if self._left <= 0:
            return otherwise
        began = time.monotonic()
        try:
            answer = self._redis.call(key, command, self._left)
        except Unavailable:
            self._left = 0.0
            return otherwise
        self._left -= time.monotonic() - began
        return otherwise if answer is None else answer


def _claim(key: bytes) -> bytes:
    return b"{%b}:claim" % key  # in braces, so that a cluster keeps it where it keeps the entry
