"""What the rest of the service asks: the answer to a question, computed once where it can be."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Event as Signal
from threading import get_ident
from typing import Generic, TypeVar

from service.cache.stats import Counters, Event, Stats
from service.cache.stores import Session, Shared, Store
from service.piquet import ENGINE_VERSION
from service.pool import InlinePool, Pool

T = TypeVar("T")


def _anything(answer: object) -> bool:
    return True


# Seconds between two looks for what another process is computing: the first, and the longest.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.005, 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Region(Generic[T]):
    """A kind of question, and how its answers are kept.

    `name` is of small letters and underscores; `version` is raised when questions or answers are written differently.
    `encode` and `decode` turn an answer into bytes and back: what comes back must be what went in. `decode` may raise
    any Exception, and the answer is computed. Where `shared`, answers go to the Redis, too, if there is one; that pays
    if to compute takes longer than to fetch. `patience` is how many seconds a process waits at most for another that
    computes the same; 0 computes at once. `fits` says whether what a store holds can be an answer at all, since
    somebody may have forged it; where it cannot, or that raises, the answer is computed.
    """

    name: str
    version: int
    encode: Callable[[T], bytes]
    decode: Callable[[bytes], T]
    shared: bool = True
    patience: float = 0.0
    fits: Callable[[T], bool] = _anything
    _prefix: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z_]+", self.name):
            raise ValueError(f"{self.name!r} is no name of a kind")
        object.__setattr__(self, "_prefix", f"piquet:{ENGINE_VERSION}:{self.name}:{self.version}:".encode())

    def key(self, question: bytes) -> bytes:
        """Where the answer to `question` is kept; it must be written the same whenever it means the same."""
        return self._prefix + blake2b(question, digest_size=20).hexdigest().encode()


@dataclass(eq=False, slots=True)
class _Flight:
    """A computation under way, for which others in the process wait. `value` stays None if it fails."""

    by: int = field(default_factory=get_ident)
    landed: Signal = field(default_factory=Signal)
    value: bytes | None = None


class Cache:
    """Answers that are remembered: in the process (`local`) and, where there is one, in the store that all processes
    share. Nothing that goes wrong with a store changes an answer or is raised. An answer that no store has is computed
    in one of the `pool`; threads that ask for the same meanwhile join the one that computes it, and take none."""

    def __init__(
        self,
        local: Store,
        shared: Shared | None = None,
        *,
        pool: Pool | None = None,
        counters: Counters | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._local, self._shared = local, shared
        self._pool = pool or InlinePool()
        self._counters = counters or Counters()
        self._clock, self._sleep = clock, sleep
        self._flights: dict[bytes, _Flight] = {}

    def get_or_create(self, region: Region[T], question: bytes, compute: Callable[[], T]) -> T:
        """The answer to `question`: remembered, or what `compute` returns. Raises what `compute` raises, and what
        taking a turn may. A `compute` that may run in a helper process can be pickled, and `region` reads MessagePack.

        Threads that ask the same at the same time wait for the first of them; if it fails, each computes for itself.
        """
        key = region.key(question)
        shared = self._shared.session() if region.shared and self._shared is not None else None
        found = self._stored(region, key, shared)
        if found is not None:
            return found[0]
        mine = _Flight()
        flight = self._flights.setdefault(key, mine)
        if flight is not mine and flight.by != mine.by:
            with self._pool.join():
                flight.landed.wait()
            found = self._read(region, flight.value, "joined")
            if found is not None:
                return found[0]
        try:
            # It may have come into the process between the first look and now.
            found = self._find(region, key, self._local, "hits_in_process") or self._computed(
                region, key, shared, compute
            )
            answer, mine.value = found
        finally:
            if flight is mine:
                del self._flights[key]
                mine.landed.set()
        return answer

    @property
    def is_shared(self) -> bool:
        """Whether there is a store that other processes use, too."""
        return self._shared is not None

    def batch(self, keys: Sequence[bytes]) -> "Batch":
        """What the shared store has under each of these keys of a kind, asked at once. The store in the process is not
        asked: many small answers would drive the dear ones out of it. ValueError where there is no shared store."""
        if self._shared is None:
            raise ValueError("there is no shared store")
        return Batch(self._shared.session(), keys, self._counters)

    def stats(self) -> Stats:
        """What this process has counted."""
        return self._counters.stats()

    def report(self) -> dict[str, str]:
        """What the cache is, and how it does now: `{"kind": "in_process" | "redis", "status": "ok" | "degraded"}`."""
        if self._shared is None:
            return {"kind": "in_process", "status": "ok"}
        return {"kind": "redis", "status": "ok" if self._shared.answers() else "degraded"}

    def _stored(self, region: Region[T], key: bytes, shared: Store | None) -> tuple[T, bytes] | None:
        """The answer and how it is written, from a store; nobody waits for a turn to be given it."""
        found = self._find(region, key, self._local, "hits_in_process")
        if found is None and shared is not None:
            found = self._find(region, key, shared, "hits_redis")
            if found is not None:
                self._local.put(key, found[1])
        return found

    def _computed(
        self, region: Region[T], key: bytes, shared: Store | None, compute: Callable[[], T]
    ) -> tuple[T, bytes]:
        """The answer and how it is written: in a turn, from another process that computes it, or computed and kept."""
        with self._pool.acquire() as slot:
            found = None if shared is None else self._await(region, key, shared)
            if found is not None:
                self._local.put(key, found[1])
                return found
            try:
                answer = slot.run(compute, region.decode)
                self._counters.add("computed")
                value = region.encode(answer)
                self._local.put(key, value)
                if shared is not None:
                    shared.put(key, value)
            except BaseException:
                self._counters.add("failed")
                raise
            finally:
                # With or without an answer nobody need wait any longer.
                if shared is not None and region.patience:
                    shared.release(key)
            return answer, value

    def _await(self, region: Region[T], key: bytes, shared: Store) -> tuple[T, bytes] | None:
        """What another process computes in the meantime; None if it is this one's turn, or patience has ended."""
        until = self._clock() + region.patience
        pause = _FIRST_PAUSE
        while region.patience and not shared.claim(key, region.patience):
            left = until - self._clock()
            if left <= 0:
                return None
            self._sleep(min(pause, left))
            pause = min(2 * pause, _LONGEST_PAUSE)
            found = self._find(region, key, shared, "awaited")
            if found is not None:
                return found
        return None

    def _find(self, region: Region[T], key: bytes, store: Store, event: Event) -> tuple[T, bytes] | None:
        return self._read(region, store.get(key), event)

    def _read(self, region: Region[T], value: bytes | None, event: Event) -> tuple[T, bytes] | None:
        """`value` read, counted as `event`; None if there is none, or none that can be read."""
        if value is None:
            return None
        try:
            answer = region.decode(value)
            fits = region.fits(answer)
        except Exception:
            fits = False
        if not fits:
            self._counters.add("rejected")
            return None
        self._counters.add(event)
        return answer, value


class Batch:
    """Many small answers, which one question to a shared store finds and another one keeps, within its time-out
    together. `values` has what was found under each key, or None."""

    def __init__(self, session: Session, keys: Sequence[bytes], counters: Counters) -> None:
        self._session, self._keys, self._counters = session, keys, counters
        self.values = session.get_many(keys)

    def keep(self, computed: Mapping[int, bytes]) -> float:
        """Keeps what had to be computed, by the places of its keys. Gives the share of the others: those found."""
        hits = len(self._keys) - len(computed)
        self._counters.add("hits_redis", hits)
        self._counters.add("computed", len(computed))
        self._counters.add("rejected", sum(self.values[at] is not None for at in computed))
        if computed:
            self._session.put_many({self._keys[at]: value for at, value in computed.items()})
        return hits / len(self._keys)
