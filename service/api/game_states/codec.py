"""The codec of game states: loading, verifying and serializing them, and the cache of verified ones.

A client sends back the state that it got, to view it, list its options or check an action. A state that is in the
cache, byte for byte, or that has a valid seal is not replayed, neither in the worker nor in the pool. Neither changes a
response.

A concealed state comes as a token with the key of one seat or the keys of both. With one key the verified state has a
`viewer`. A state with a viewer is serialized as a token.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sized
from dataclasses import dataclass
from functools import partial
from math import ceil
from operator import itemgetter
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from cachetools import LRUCache

from service.api.game_states import given_states
from service.api.game_states.seals import Seals
from service.api.game_states.text import pack_finished_deals, read_line, results_of, write_line
from service.api.game_states.tokens import Tokens, Viewer, hash_of
from service.api.game_states.verification import Impossible, Verified, verify
from service.api.problems import Problem, problem_at
from service.api.schemas.responses import write_violation
from service.api.schemas.ruleset_choice import RulesetName, record_ruleset, ruleset_of
from service.api.schemas.scalars import SEAT
from service.api.schemas.state import ConcealedState, HeldState, KeyHashes, Position, State
from service.piquet.model.violations import Path, violation
from service.piquet.partie_replay import replay_parties
from service.pool import Pool
from service.runtime.request_context import record, surcharge

# ---------------------------------------------------------------- verified states that are known


# Bytes of memory of an entry in addition to its key (tests/api/test_long_states.py): for each byte of a state as JSON;
# for each character and each event of a state as a line; and the least.
_PER_BYTE, _PER_CHARACTER, _PER_EVENT, _LEAST = 4, 30, 480, 4096

# The largest entry that is kept, so that a caller cannot fill the cache with a few states.
_LARGEST = 1 << 18


class Cacheable(Protocol):
    """A verified state: its ruleset, and the events of its deal."""

    @property
    def choice(self) -> RulesetName: ...
    @property
    def events(self) -> Sized: ...


V = TypeVar("V", bound=Cacheable)


class VerifiedStateCache(Generic[V]):
    """Verified states by what was sent: JSON, a quoted line, or a token.

    The entries take at most about `memory_bytes`; the least recently used is evicted first. 0 keeps none.
    """

    def __init__(self, memory_bytes: int) -> None:
        # Each with its size, and the name of its ruleset.
        self._entries: LRUCache[bytes, tuple[int, str, V]] = LRUCache(memory_bytes, getsizeof=itemgetter(0))
        self._lock = Lock()
        self._largest = min(_LARGEST, memory_bytes)

    def find(self, sent: bytes) -> V | None:
        """Return the state for these bytes, if it is cached, and record the hit and its ruleset."""
        with self._lock:
            entry = self._entries.get(sent)
        if entry is None:
            return None
        _, name, verified = entry
        record("cache", "states hit")
        record("ruleset", name)
        return verified

    def put(self, sent: bytes, verified: V, line: str = "") -> None:
        """Cache a state, unless its entry is too large. `line` is what a quoted line or a token holds."""
        content = _PER_CHARACTER * len(line) + _PER_EVENT * len(verified.events) if line else _PER_BYTE * len(sent)
        size = len(sent) + content + _LEAST
        if size <= self._largest:
            choice = verified.choice
            name = choice if isinstance(choice, str) else choice.name
            with self._lock:
                self._entries[sent] = (size, name, verified)


# ---------------------------------------------------------------- the states of any game


#: The most bytes of JSON that are replayed in the worker, which takes about 5 ms. More are replayed in the pool. A
#: partie of six deals has 20,000.
IN_PLACE = 32_768

# Bytes of JSON whose replay costs one unit of the caller's quota.
_PER_UNIT = 8192

_replays_of = msgspec.msgpack.Decoder(list[bytes]).decode

T = TypeVar("T")
V_co = TypeVar("V_co", covariant=True)


@dataclass(slots=True)
class Pending(ABC, Generic[V]):
    """A state that must be replayed.

    `key` is its key in the cache, `work` the equivalent bytes of JSON, `unsent` how many of them were not sent, and
    `line` what a quoted line or a token holds.
    """

    key: bytes
    work: int
    unsent: int
    line: str

    @abstractmethod
    def packed(self) -> str | bytes:
        """Return the finished deals, as they are sent to the pool."""

    @abstractmethod
    def verified(self, replayed: bytes = b"") -> V:
        """Return the verified state; `replayed` is what the pool returned. Raises `Impossible`, or a `Problem`."""

    def for_sender(self, verified: V) -> V:
        """Return the verified state for who sent it. Raises a `Problem`."""
        return verified


class Codec(ABC, Generic[V]):
    """Decoder and encoder of the states of a game, whose finished deals `replay` replays in the `pool`."""

    def __init__(self, cache: VerifiedStateCache[V], pool: Pool, replay: Callable[[list[Any]], list[bytes]]) -> None:
        self._cache, self._pool, self._replay = cache, pool, replay

    def read(self, raw: msgspec.Raw, *path: str | int) -> V:
        """Return the verified state in `raw`; `path` is its place in the request.

        Raises `Impossible`, or a `Problem` if it is not a state. Nothing of a state with a `viewer` may be shown to
        anybody else.
        """
        found = self._cached_or_pending(raw, *path)
        return self._finish(found, *self._replayed([found])) if isinstance(found, Pending) else found

    def read_many(self, given: list[tuple[msgspec.Raw, Path]]) -> list[V | Impossible | Problem]:
        """Return the state for each of many, or the exception that `read` raises for it."""
        if sum(given_states.json_size(raw) for raw, _ in given) <= IN_PLACE:
            return [attempt(self.read, raw, *path) for raw, path in given]  # a repeated state is in the cache by then
        found = [attempt(self._cached_or_pending, raw, *path) for raw, path in given]
        replayed = iter(self._replayed([each for each in found if isinstance(each, Pending)]))
        return [attempt(self._finish, each, next(replayed)) if isinstance(each, Pending) else each for each in found]

    def read_possible(self, raw: msgspec.Raw, *path: str | int) -> V:
        """Return the verified state. One that contradicts itself raises the `Problem` `impossible_state`."""
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
            return [each.verified for each in pending]
        surcharge(ceil(sum(each.unsent for each in pending) / _PER_UNIT))
        replays = [each.packed() for each in pending]
        with self._pool.acquire() as slot:
            found = slot.run(partial(self._replay, replays), _replays_of)
        return [partial(each.verified, done) for each, done in zip(pending, found, strict=True)]

    def _finish(self, pending: Pending[V], replayed: Callable[[], V]) -> V:
        verified = replayed()
        self._cache.put(pending.key, verified, pending.line)
        return pending.for_sender(verified)

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


# ---------------------------------------------------------------- the states of Piquet


_encode = msgspec.json.Encoder().encode


@dataclass(slots=True)
class _PendingLine(Pending[Verified]):
    path: Path

    def packed(self) -> str:
        return self.line

    def verified(self, replayed: bytes = b"") -> Verified:
        return read_line(self.line, *self.path, replayed=replayed)


@dataclass(slots=True)
class _PendingToken(_PendingLine):
    """A state that was sent as a token, with the token and the keys, and the viewer; `keep` as in `_checked_keys`."""

    held: HeldState
    viewer: Viewer
    keep: bool

    def verified(self, replayed: bytes = b"") -> Verified:
        try:
            found = read_line(self.line, *self.path, replayed=replayed)
        except (Impossible, Problem):  # the violations would reveal cards
            raise _invalid_token(
                "belongs to a partie that this version of the service cannot continue", *self.path
            ) from None
        return found._replace(viewer=self.viewer, line=self.line)

    def for_sender(self, verified: Verified) -> Verified:
        return _checked_keys(verified, self.held, self.keep, *self.path)


@dataclass(slots=True)
class _PendingJson(Pending[Verified]):
    """A state in JSON. `known` is the state that its history leads to, if that is known."""

    given: State
    path: Path
    known: Verified | None

    def packed(self) -> bytes:
        return pack_finished_deals(self.given)

    def verified(self, replayed: bytes = b"") -> Verified:
        return verify(self.given, *self.path, results=results_of(replayed), verified=self.known)


class StateCodec(Codec[Verified]):
    """Decoder and encoder of game states.

    `memory_bytes` bounds the cache of verified states; 0 turns it off. `seals` makes and verifies seals, `tokens` makes
    and reads concealed states. The finished deals of long states are replayed in the `pool`.
    """

    def __init__(
        self, memory_bytes: int, seals: Seals | None = None, tokens: Tokens | None = None, pool: Pool | None = None
    ) -> None:
        super().__init__(VerifiedStateCache(memory_bytes), pool or Pool(), replay_parties)
        self._seals = seals or Seals({})
        self._tokens = tokens or Tokens({})

    @property
    def cache(self) -> VerifiedStateCache[Any]:
        """The cache of verified states, which the codecs of other games share."""
        return self._cache

    def open(self, held: HeldState, *path: str | int) -> Verified:
        """Return a concealed state. Its viewer has the seat whose key was sent, or no seat if both keys were sent."""
        found = self._open_token(held, True, *path)
        return self._finish(found, *self._replayed([found])) if isinstance(found, Pending) else found

    def _cached_or_pending(self, raw: msgspec.Raw, *path: str | int) -> Verified | Pending[Verified]:
        sent = bytes(raw)
        known: Verified | None = self._cache.find(sent)
        if known is not None:
            return known
        if given_states.is_concealed(sent):  # cached under its token, because the keys vary
            return self._open_token(given_states.HELD.read(raw, *path), False, *path)
        if given_states.is_text(sent):
            record("cache", "states miss")
            if self._seals.required:
                raise problem_at("seal_required", "is text, which has no seal", *path)
            text = given_states.LINE.read(raw, *path)
            work = given_states.LINE_WEIGHT * len(text)
            return _PendingLine(sent, work, work - len(sent), text, path)
        led_to = None if self._seals.required or len(sent) > IN_PLACE else given_states.state_of_history(sent)
        if led_to is not None and _encode(led_to.written()) == sent:
            record("cache", "states miss")
            record_ruleset(led_to.choice)
            self._cache.put(sent, led_to)
            return led_to
        state = given_states.JSON_STATE.read(raw, *path)
        sealed, inner = self._seals.read(state)
        record("cache", "states miss" if inner is None else "states sealed")
        if inner is None and (sealed or not self._seals.required):
            return _PendingJson(sent, len(sent), 0, "", state, path, led_to)
        rules, named = ruleset_of(state.ruleset, *path, "ruleset")
        if inner is None:
            raise Impossible(named, [write_violation(violation("state.not_sealed"), *path, "seal")])
        verified = Verified(named, rules, inner, state.events, state.history, state.partie.deals)
        self._cache.put(sent, verified)
        return verified

    def _open_token(self, held: HeldState, keep: bool, *path: str | int) -> Verified | Pending[Verified]:
        sent = held.token.encode()
        known: Verified | None = self._cache.find(sent)
        if known is not None:
            return _checked_keys(known, held, keep, *path)
        record("cache", "states concealed")
        try:
            line, charter, agreed = self._tokens.read(held.token)
        except ValueError as error:
            raise _invalid_token(str(error), *path) from None
        work, viewer = given_states.TOKEN_WEIGHT * len(sent), Viewer(charter, None, agreed)
        return _PendingToken(sent, work, work - len(sent), line, path, held, viewer, keep)

    def conceal(self, begun: Verified, seats: KeyHashes, seed: str | None) -> Verified:
        """Return a partie before its first deal, concealed from now on.

        Raises a `Problem`: `contradictory_request` for equal key hashes, `cannot_conceal` without keys.
        """
        hashes = bytes.fromhex(seats.A), bytes.fromhex(seats.B)
        if hashes[0] == hashes[1]:
            raise problem_at("contradictory_request", "is the same as the key hash of A", "key_hashes", "B")
        charter = self._tokens.charter(hashes, write_line(begun), seed)
        if charter is None:
            raise problem_at("cannot_conceal", "require a service with SEAL_KEYS", "key_hashes")
        return begun._replace(viewer=Viewer(charter, None))

    def read_whole(self, raw: msgspec.Raw, *path: str | int) -> Verified:
        """Return the verified state as `read_possible` does; with one key only it raises the `Problem` `concealed`."""
        verified = self.read_possible(raw, *path)
        if verified.viewer is not None:
            raise problem_at("concealed", "was sent with one key, but this operation needs both", *path)
        return verified

    def write(self, verified: Verified) -> dict[str, Any]:
        """Return the member of a response with the state: `state` as JSON, or `concealed` for a state with a viewer."""
        viewer = verified.viewer
        if viewer is not None:
            verified = verified._replace(line=write_line(verified))
            token = self._tokens.write(verified.line, viewer.charter, viewer.agreed)
            self._cache.put(token.encode(), verified, verified.line)
            return {"concealed": ConcealedState(token, position(verified, token))}
        written = self._seals.write(verified.written(), verified.state)
        self._cache.put(written, verified)
        return {"state": msgspec.Raw(written)}

    def text_like(self, raw: msgspec.Raw, verified: Verified) -> str | msgspec.UnsetType:
        if bytes(raw)[:1] != b'"':
            return msgspec.UNSET
        text = write_line(verified)
        self._cache.put(b'"%b"' % text.encode(), verified._replace(line=text), text)
        return text


def _checked_keys(verified: Verified, held: HeldState, keep: bool, *path: str | int) -> Verified:
    """Return a concealed state for the holder of the keys. Raises a `Problem` for a wrong key or another position.

    To the holder of both keys nothing is concealed: the state has no viewer then, unless it is to `keep` it.
    """
    assert verified.viewer is not None
    if held.position is not msgspec.UNSET and held.position != position(verified, held.token):
        raise problem_at("stale_token", "is not the position of the token", *path, "position")
    keys = {seat: key for seat in SEAT if (key := getattr(held.keys, seat)) is not msgspec.UNSET}
    for seat, key in keys.items():
        if not verified.viewer.charter.opened_by(SEAT[seat], key):
            raise problem_at("wrong_seat_key", f"is not the key of seat {seat}", *path, "keys", seat)
    if len(keys) < len(SEAT):
        return verified._replace(viewer=verified.viewer._replace(seat=SEAT[next(iter(keys))]))
    return verified._replace(viewer=verified.viewer._replace(seat=None) if keep else None)


def _invalid_token(why: str, *path: str | int) -> Problem:
    return problem_at("invalid_token", why, *path, "token")


def position(verified: Verified, token: str) -> Position:
    """Return the position of the partie of a token."""
    actions = len(verified.history) + sum(len(deal.history) for deal in verified.deals)
    deals = len(verified.deals) + 1
    return Position(deals + actions, hash_of(token))
