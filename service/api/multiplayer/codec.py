"""The codec of the states of one game of several seats.

States are JSON only. They share the memory of verified states with those of the two-handed game.
"""

from typing import Any, NamedTuple

import msgspec

from service.api.game_states.base_codec import Codec, Pending
from service.api.game_states.verified_cache import VerifiedStateCache
from service.api.http.request_body import Decoded
from service.api.multiplayer.rulesets import ruleset_of
from service.api.multiplayer.schemas import Types, types_for
from service.api.multiplayer.verification import Verified, verify
from service.api.schemas.ruleset_choice import Chosen
from service.multiplayer.finished_deals import Dealing, Outcome, Partie, pack, replay_parties
from service.multiplayer.games import Game
from service.multiplayer.parameters import Ruleset
from service.piquet.model.violations import Path
from service.pool import Pool

_encode = msgspec.json.Encoder().encode
_outcomes = msgspec.json.Decoder(list[Outcome]).decode


class _Replay(NamedTuple):
    """A state to replay: the decoded struct, its ruleset, and its place in the request."""

    given: Any
    chosen: Chosen[Ruleset]
    path: Path
    line: str = ""

    def packed(self) -> bytes:
        partie, rules = self.given.partie, self.chosen.rules
        deals = [Dealing(msgspec.to_builtins(deal.dealt), msgspec.to_builtins(deal.history)) for deal in partie.deals]
        first_dealer = rules.game.seats.index(partie.first_dealer)
        return pack(Partie(rules.game.name, dict(rules.overrides), first_dealer, deals))

    def verified(self, replayed: bytes = b"") -> Verified:
        return verify(self.chosen, self.given, *self.path, outcomes=_outcomes(replayed) if replayed else ())


class GameCodec(Codec[Verified]):
    """Decoder and encoder of the states of one game."""

    def __init__(self, game: Game, cache: VerifiedStateCache[Verified], pool: Pool) -> None:
        super().__init__(cache, pool, replay_parties)
        self.game = game
        self.types: Types = types_for(game)
        self._state = Decoded(self.types.state, among=self.types.given_state)

    def _key(self, sent: bytes) -> bytes:
        """Return the key of a state in the cache, where the same bytes may be a state of another game."""
        return sent + self.game.name.encode()

    def _cached_or_pending(self, raw: msgspec.Raw, *path: str | int) -> Verified | Pending[Verified]:
        sent = bytes(raw)
        key = self._key(sent)
        known = self._cache.get(key)
        if known is not None:
            return known
        given = self._state.read(raw, *path)
        chosen = ruleset_of(self.game, given.ruleset, *path, "ruleset")
        return Pending(key, _Replay(given, chosen, path), len(sent), 0)

    def write(self, verified: Verified) -> dict[str, Any]:
        written = _encode(verified.written())
        self._cache.put(self._key(written), verified)
        return {"state": msgspec.Raw(written)}
