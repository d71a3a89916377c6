"""Cache regions, and `get_or_create` with single flight: each result is computed once, even if many ask for it.

The values that were used last are kept in the process.
"""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Event as Signal, Lock, get_ident
from typing import Generic, TypeVar

from cachetools import LRUCache

from service.cache.outcomes import CacheOutcome, count
from service.cache.redis_store import RedisStore, Session
from service.piquet import ENGINE_VERSION
from service.pool import Decode, Pool

# ---------------------------------------------------------------- the store in the process


# The approximate size of an entry without its value: the key, the objects, the links of the cache.
_OVERHEAD = 300

# A value may take at most 1/8 of the memory, so that it does not evict all others.
_MAX_PART = 8


class InProcessStore:
    """An LRU store of at most `memory_bytes`, including an estimate of the overhead of each entry; 0 stores nothing."""

    def __init__(self, memory_bytes: int) -> None:
        self._values: LRUCache[bytes, bytes] = LRUCache(memory_bytes, getsizeof=_size_of_value)
        self._largest = memory_bytes // _MAX_PART
        self._lock = Lock()

    def get(self, key: bytes) -> bytes | None:
        """Return the value that was last put under `key`, unchanged; or None."""
        with self._lock:
            return self._values.get(key)

    def put(self, key: bytes, value: bytes) -> None:
        """Store `value` while there is room."""
        if _size_of_value(value) <= self._largest:
            with self._lock:
                self._values[key] = value


def _size_of_value(value: bytes) -> int:
    return len(value) + _OVERHEAD


# ---------------------------------------------------------------- regions


T = TypeVar("T")


def _always(result: object) -> bool:
    return True


# Seconds between two lookups of a result that another process computes: at first, and at most.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.005, 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Region(Generic[T]):
    """A kind of result, with its encoding.

    - `name`: lower-case letters and underscores.
    - `version`: increase it when the encoding of questions or results changes.
    - `encode`, `decode`: turn a result into bytes and back, without loss. If `decode` raises an exception, the result
      is computed.
    - `shared`: whether results are stored in the Redis, too. That is worth it if computing takes longer than fetching.
    - `patience`: how many seconds to wait for another process that computes the same result; 0 to compute at once.
    - `fits`: whether an entry can be a result at all, because it may be forged. If it returns False or raises an
      exception, the result is computed.
    """

    name: str
    version: int
    encode: Callable[[T], bytes]
    decode: Decode[T]
    shared: bool = True
    patience: float = 0.0
    fits: Callable[[T], bool] = _always
    _prefix: bytes = field(init=False)

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z_]+", self.name):
            raise ValueError(f"{self.name!r} is not a name of a region")
        object.__setattr__(self, "_prefix", f"piquet:{ENGINE_VERSION}:{self.name}:{self.version}:".encode())

    def key(self, question: bytes) -> bytes:
        """Return the key for `question`. Equal questions must have equal bytes."""
        return self._prefix + blake2b(question, digest_size=20).hexdigest().encode()


@dataclass(eq=False, slots=True)
class _Flight:
    """A computation in progress, for which other threads wait. `value` stays None if it fails."""

    thread: int = field(default_factory=get_ident)
    landed: Signal = field(default_factory=Signal)
    value: bytes | None = None


class Cache:
    """A cache in two tiers: the store of the process (`local`) and, optionally, a store that all processes share.

    A fault of a store neither changes a result nor raises an exception. A result that is in no store is computed in a
    slot of the pool. Threads that ask for the same result meanwhile wait for it and take no slot.
    """

    def __init__(
        self,
        local: InProcessStore,
        shared: RedisStore | None = None,
        *,
        pool: Pool | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._local, self._shared = local, shared
        self._pool = pool or Pool()
        self._clock, self._sleep = clock, sleep
        self._flights: dict[bytes, _Flight] = {}

    def get_or_create(
        self, region: Region[T], question: bytes, compute: Callable[[], T], session: Session | None = None
    ) -> T:
        """Return the cached result for `question`, or compute it with `compute`.

        `session` is needed only if there are more calls for the same request.

        Raises what `compute` raises, and `Overloaded` or `DeadlineExceeded` of the pool. If a pool process may compute
        it, `compute` must be picklable, and `region.decode` must read MessagePack. Threads that ask for the same result
        at the same time wait for the first of them. If that one fails, each computes for itself.
        """
        key = region.key(question)
        shared = (session or self.session()) if region.shared else None
        found = self._lookup(region, key, shared)
        if found is not None:
            return found[0]
        mine = _Flight()
        flight = self._flights.setdefault(key, mine)
        if flight is not mine and flight.thread != mine.thread:
            with self._pool.join():
                flight.landed.wait()
            found = self._read(region, flight.value, "in_process joined")
            if found is not None:
                return found[0]
        try:
            # Another thread may have stored it since the first lookup.
            found = self._read(region, self._local.get(key), "in_process hit") or self._compute(
                region, key, shared, compute
            )
            result, mine.value = found
        finally:
            if flight is mine:
                del self._flights[key]
                mine.landed.set()
        return result

    def get(self, region: Region[T], question: bytes, session: Session | None = None) -> T | None:
        """Return the cached result for `question`, or None.

        It is looked up in the shared store, too, if there is a session and the region is shared.
        """
        found = self._lookup(region, region.key(question), session if region.shared else None)
        return None if found is None else found[0]

    def put(self, region: Region[T], question: bytes, result: T, session: Session | None = None) -> None:
        """Store a result that was made of others; in the shared store, too, as `get` looks it up."""
        key, value = region.key(question), region.encode(result)
        self._local.put(key, value)
        if session is not None and region.shared:
            session.put(key, value)

    def session(self) -> Session | None:
        """Return a session with the shared store, for several calls with one time limit.

        None if there is no shared store.
        """
        return None if self._shared is None else self._shared.session()

    @property
    def is_shared(self) -> bool:
        """Whether there is a shared store."""
        return self._shared is not None

    @property
    def redis(self) -> RedisStore | None:
        """The shared store, in which the rate limit counts, too."""
        return self._shared

    def batch(self, keys: Sequence[bytes]) -> "Batch":
        """Look up many keys of a region in the shared store with one call. Raises `ValueError` without a shared store.

        The store of the process is not used: many small results would evict the expensive ones.
        """
        if self._shared is None:
            raise ValueError("there is no shared store")
        return Batch(self._shared.session(), keys)

    def report(self) -> dict[str, str]:
        """Return the status of the cache: `{"kind": "in_process" | "redis", "status": "ok" | "degraded"}`."""
        if self._shared is None:
            return {"kind": "in_process", "status": "ok"}
        return {"kind": "redis", "status": "ok" if self._shared.works() else "degraded"}

    def _lookup(self, region: Region[T], key: bytes, shared: Session | None) -> tuple[T, bytes] | None:
        """Return the result and its encoding from a store. A result that is found needs no slot."""
        found = self._read(region, self._local.get(key), "in_process hit")
        if found is None and shared is not None:
            found = self._read(region, shared.get(key), "redis hit")
            if found is not None:
                self._local.put(key, found[1])
        return found

    def _compute(
        self, region: Region[T], key: bytes, shared: Session | None, compute: Callable[[], T]
    ) -> tuple[T, bytes]:
        """Return the result and its encoding, from another process that computes it, or computed here and stored."""
        with self._pool.acquire() as slot:
            found = None if shared is None else self._await(region, key, shared)
            if found is not None:
                self._local.put(key, found[1])
                return found
            try:
                result = slot.run(compute, region.decode)
                count("all miss")
                value = region.encode(result)
                self._local.put(key, value)
                if shared is not None:
                    shared.put(key, value)
            except BaseException:
                count("all failed")
                raise
            finally:
                # With or without a result, other processes need not wait any longer.
                if shared is not None and region.patience:
                    shared.release(key)
            return result, value

    def _await(self, region: Region[T], key: bytes, shared: Session) -> tuple[T, bytes] | None:
        """Return the result that another process computes.

        None if this process must compute it, or patience has ended.
        """
        if not region.patience:
            return None
        until = self._clock() + region.patience
        pause = _FIRST_PAUSE
        while True:
            claimed = shared.claim(key, region.patience)
            # Even with the claim: another process may have stored the result, and released its claim, since the lookup.
            found = self._read(region, shared.get(key), "redis awaited")
            if found is not None and claimed:
                shared.release(key)
            left = until - self._clock()
            if found is not None or claimed or left <= 0:
                return found
            self._sleep(min(pause, left))
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _read(self, region: Region[T], value: bytes | None, event: CacheOutcome) -> tuple[T, bytes] | None:
        """Decode `value` and count `event`. None if there is no value, or if it cannot be a result."""
        if value is None:
            return None
        try:
            result = region.decode(value)
            fits = region.fits(result)
        except Exception:
            fits = False
        if not fits:
            count("redis rejected")
            return None
        count(event)
        return result, value


class Batch:
    """Many small results, looked up in the shared store with one call and stored with another, within one timeout.

    `values` contains the value of each key, or None.
    """

    def __init__(self, session: Session, keys: Sequence[bytes]) -> None:
        self._session, self._keys = session, keys
        self.values = session.get_many(keys)

    def keep(self, computed: Mapping[int, bytes]) -> float:
        """Store the results that had to be computed, by the index of their keys. Returns the share that was found."""
        hits = len(self._keys) - len(computed)
        count("redis hit", hits)
        count("all miss", len(computed))
        count("redis rejected", sum(self.values[at] is not None for at in computed))
        if computed:
            self._session.put_many({self._keys[at]: value for at, value in computed.items()})
        return hits / len(self._keys)
