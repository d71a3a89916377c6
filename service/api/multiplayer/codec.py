"""Loads, verifies and serializes the states of one game of several seats, and caches verified ones.

States are JSON only. They share the memory of verified states with those of the two-handed game.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from service.api.game_states.codec import IN_PLACE, attempt
from service.api.game_states.verification import Impossible
from service.api.game_states.verified_cache import VerifiedStateCache
from service.api.http.request_body import Decoded
from service.api.multiplayer.rulesets import Chosen, ruleset_of
from service.api.multiplayer.schemas import Types, types_for
from service.api.multiplayer.verification import Verified, verify
from service.api.problems import Problem
from service.multiplayer.games import Game
from service.piquet.model.violations import Path
from service.pool import Pool
from service.tasks.multiplayer_deals import Dealing, Outcome, Partie, pack, replay_all

_encode = msgspec.json.Encoder().encode
_outcomes = msgspec.msgpack.Decoder(list[list[Outcome]]).decode


class _Pending(NamedTuple):
    """A state that must be replayed: its key in the cache, the decoded struct, its ruleset, its place and length."""

    key: bytes
    given: Any
    chosen: Chosen
    path: Path
    work: int


class GameCodec:
    """Decoder and encoder of the states of one game."""

    def __init__(self, game: Game, cache: VerifiedStateCache[Verified], pool: Pool) -> None:
        self.game = game
        self.types: Types = types_for(game)
        self._cache, self._pool = cache, pool
        self._state = Decoded(self.types.state)

    def _key(self, sent: bytes) -> bytes:
        """The key of a state in the cache, where the same bytes may be a state of another game."""
        return sent + self.game.name.encode()

    def read(self, raw: msgspec.Raw, *path: str | int) -> Verified:
        """The verified state in `raw`; `path` is its place. Raises `Impossible`, or a `Problem` if it is no state."""
        (found,) = self.read_many([(raw, path)])
        if isinstance(found, Exception):
            raise found
        return found

    def read_many(self, given: Iterable[tuple[msgspec.Raw, Path]]) -> list[Verified | Impossible | Problem]:
        """The same as `read` for many states: each result is a state or the exception for it."""
        found = [attempt(self._cached_or_pending, raw, *path) for raw, path in given]
        pending = [each for each in found if isinstance(each, _Pending)]
        outcomes = iter(self._outcomes(pending))
        return [attempt(self._finish, each, next(outcomes)) if isinstance(each, _Pending) else each for each in found]

    def read_possible(self, raw: msgspec.Raw, *path: str | int) -> Verified:
        """The same as `read`, but a state that contradicts itself raises the `Problem` `impossible_state`."""
        try:
            return self.read(raw, *path)
        except Impossible as impossible:
            raise Problem("impossible_state", violations=impossible.violations) from None

    def _cached_or_pending(self, raw: msgspec.Raw, *path: str | int) -> "Verified | _Pending":
        sent = bytes(raw)
        key = self._key(sent)
        known = self._cache.get(key)
        if known is not None:
            return known
        given = self._state.read(raw, *path)
        return _Pending(key, given, ruleset_of(self.game, given.ruleset, *path, "ruleset"), path, len(sent))

    def _outcomes(self, pending: Sequence[_Pending]) -> Sequence[Sequence[Outcome]]:
        """The outcomes of the finished deals of each state, if they are long together: replayed in the pool."""
        work = sum(each.work for each in pending)
        if work <= IN_PLACE:
            return [()] * len(pending)
        parties = [self._packed(each) for each in pending]
        with self._pool.acquire() as slot:
            return slot.run(partial(replay_all, parties), _outcomes)

    def _packed(self, pending: _Pending) -> bytes:
        partie = pending.given.partie
        deals = [Dealing(msgspec.to_builtins(deal.dealt), msgspec.to_builtins(deal.history)) for deal in partie.deals]
        overrides, first_dealer = dict(pending.chosen.rules.overrides), self.game.seats.index(partie.first_dealer)
        return pack(Partie(self.game.name, overrides, first_dealer, deals))

    def _finish(self, pending: _Pending, outcomes: Sequence[Outcome]) -> Verified:
        verified = verify(pending.chosen, pending.given, *pending.path, outcomes=outcomes)
        self._cache.put(pending.key, verified)
        return verified

    def write(self, verified: Verified) -> msgspec.Raw:
        """A state as JSON, which is cached."""
        written = _encode(verified.written())
        self._cache.put(self._key(written), verified)
        return msgspec.Raw(written)
