"""The codec of the states of a game: from the cache of verified ones, or replayed in the worker or in the pool."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from service.api.game_states.given_states import json_size
from service.api.game_states.verification import Impossible
from service.api.game_states.verified_cache import Cacheable, VerifiedStateCache
from service.api.problems import Problem
from service.piquet.model.violations import Path
from service.pool import Pool
from service.runtime.request_context import surcharge

#: The most bytes of JSON that are replayed in the worker, which takes about 5 ms. More are replayed in the pool. A
#: partie of six deals has 20,000.
IN_PLACE = 32_768

# Bytes of JSON whose replay costs one unit of the caller's quota.
_PER_UNIT = 8192

_replays_of = msgspec.msgpack.Decoder(list[bytes]).decode

T = TypeVar("T")
V = TypeVar("V", bound=Cacheable)
V_co = TypeVar("V_co", covariant=True)


class Replayable(Protocol[V_co]):
    """A state to replay. `line` is what a quoted line or a token holds."""

    @property
    def line(self) -> str: ...

    def packed(self) -> str | bytes:
        """Return the finished deals, as they are sent to the pool."""

    def verified(self, replayed: bytes = b"") -> V_co:
        """Return the verified state; `replayed` is what the pool returned. Raises `Impossible`, or a `Problem`."""


@dataclass(slots=True)
class Pending(Generic[V]):
    """A state that must be replayed.

    `key` is its key in the cache, `work` the equivalent bytes of JSON, `unsent` how many of them were not sent.
    """

    key: bytes
    replay: Replayable[V]
    work: int
    unsent: int


class Codec(ABC, Generic[V]):
    """Decoder and encoder of the states of a game, whose finished deals `replay` replays in the `pool`."""

    def __init__(self, cache: VerifiedStateCache[V], pool: Pool, replay: Callable[[list[Any]], list[bytes]]) -> None:
        self._cache, self._pool, self._replay = cache, pool, replay

    def read(self, raw: msgspec.Raw, *path: str | int) -> V:
        """Return the verified state in `raw`; `path` is its place in the request.

        Raises `Impossible`, or a `Problem` if it is not a state. Nothing of a state with a `viewer` may be shown to
        anybody else.
        """
        (found,) = self.read_many([(raw, path)])
        if isinstance(found, Exception):
            raise found
        return found

    def read_many(self, given: Iterable[tuple[msgspec.Raw, Path]]) -> list[V | Impossible | Problem]:
        """Do the same as `read` for many states: each result is a state or the exception for it."""
        given = list(given)
        if len(given) > 1 and sum(json_size(raw) for raw, _ in given) <= IN_PLACE:
            return [attempt(self.read, raw, *path) for raw, path in given]  # a repeated state is in the cache by then
        found = [attempt(self._cached_or_pending, raw, *path) for raw, path in given]
        replayed = iter(self._replayed([each for each in found if isinstance(each, Pending)]))
        return [attempt(self._finish, each, next(replayed)) if isinstance(each, Pending) else each for each in found]

    def read_possible(self, raw: msgspec.Raw, *path: str | int) -> V:
        """Do the same as `read`, but a state that contradicts itself raises the `Problem` `impossible_state`."""
        try:
            return self.read(raw, *path)
        except Impossible as impossible:
            raise Problem("impossible_state", violations=impossible.violations) from None

    @abstractmethod
    def _cached_or_pending(self, raw: msgspec.Raw, *path: str | int) -> V | Pending[V]:
        """Return the state in `raw` if it need not be replayed, otherwise a pending replay."""

    def _replayed(self, pending: list[Pending[V]]) -> list[Callable[[], V]]:
        """Replay in the worker, or in the pool for a surcharge if they are long together.

        Calling a result returns the verified state or raises `Impossible` or a `Problem`.
        """
        if sum(each.work for each in pending) <= IN_PLACE:
            return [each.replay.verified for each in pending]
        surcharge(ceil(sum(each.unsent for each in pending) / _PER_UNIT))
        replays = [each.replay.packed() for each in pending]
        with self._pool.acquire() as slot:
            found = slot.run(partial(self._replay, replays), _replays_of)
        return [partial(each.replay.verified, done) for each, done in zip(pending, found, strict=True)]

    def _finish(self, pending: Pending[V], replayed: Callable[[], V]) -> V:
        verified = replayed()
        self._cache.put(pending.key, verified, pending.replay.line)
        return verified

    @abstractmethod
    def write(self, verified: V) -> dict[str, Any]:
        """Return the member of a response with the state, which is cached."""

    def text_like(self, raw: msgspec.Raw, verified: V) -> str | msgspec.UnsetType:
        """Return the state in one line if `raw`, which led to it, is one."""
        return msgspec.UNSET


def attempt(read: Callable[..., T], *given: Any) -> T | Impossible | Problem:
    """Return the result of `read`, or the `Impossible` or `Problem` that it raises."""
    try:
        return read(*given)
    except (Impossible, Problem) as reason:
        return reason
