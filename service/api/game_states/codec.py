"""The codec of game states: loading, verifying and serializing them, and the cache of verified ones.

A client sends back the state that it got, to view it, list its options or check an action. A state that is in the
cache, byte for byte, or that has a valid seal is not replayed. Neither changes a response.

A concealed state comes as a token with the key of one seat or the keys of both. With one key the verified state has a
`viewer`. A state with a viewer is serialized as a token.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from service.api.game_states.base_codec import IN_PLACE, Codec, Pending
from service.api.game_states.given_states import HELD, JSON_STATE, LINE, TOKEN_WEIGHT, is_concealed, is_text
from service.api.game_states.replays import LINE_WEIGHT, Replay, state_of_history
from service.api.game_states.seals import Seals
from service.api.game_states.text import write_line
from service.api.game_states.tokens import Tokens, Viewer, hash_of
from service.api.game_states.verification import Impossible, Verified
from service.api.game_states.verified_cache import VerifiedStateCache
from service.api.problems import Problem, problem_at
from service.api.schemas.concealed import ConcealedState, HeldState, KeyHashes, Position
from service.api.schemas.decode import SEAT
from service.api.schemas.encode import write_violation
from service.api.schemas.ruleset_choice import record_ruleset, ruleset_of
from service.piquet.model.violations import Path, violation
from service.piquet.partie_replay import replay_parties
from service.pool import Pool

_encode = msgspec.json.Encoder().encode


@dataclass(slots=True)
class _Concealed(Pending[Verified]):
    """A state that was sent as a token, with the token and the keys, and the viewer."""

    held: HeldState
    viewer: Viewer
    path: Path


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

    def read_many(self, given: Iterable[tuple[msgspec.Raw, Path]]) -> list[Verified | Impossible | Problem]:
        return [
            _unconcealed_for_both(each) if isinstance(each, Verified) else each for each in super().read_many(given)
        ]

    def open(self, held: HeldState, *path: str | int) -> Verified:
        """Return a concealed state. Its viewer has the seat whose key was sent, or no seat if both keys were sent."""
        found = self._open_token(held, *path)
        return self._finish(found, *self._replayed([found])) if isinstance(found, Pending) else found

    def _cached_or_pending(self, raw: msgspec.Raw, *path: str | int) -> Verified | Pending[Verified]:
        sent = bytes(raw)
        known: Verified | None = self._cache.find(sent)
        if known is not None:
            return known
        if is_concealed(sent):  # cached under its token, because the keys vary
            return self._open_token(HELD.read(raw, *path), *path)
        self._cache.record_miss()
        if is_text(sent):
            if self._seals.required:
                raise problem_at("seal_required", "is text, which has no seal", *path)
            text = LINE.read(raw, *path)
            return Pending(sent, Replay(text, path), LINE_WEIGHT * len(text), LINE_WEIGHT * len(text) - len(sent))
        led_to = None if self._seals.required or len(sent) > IN_PLACE else state_of_history(sent)
        if led_to is not None and _encode(led_to.written()) == sent:
            record_ruleset(led_to.choice)
            self._cache.put(sent, led_to)
            return led_to
        state = JSON_STATE.read(raw, *path)
        sealed, inner = self._seals.read(state)
        if inner is None and (sealed or not self._seals.required):
            return Pending(sent, Replay(state, path, led_to), len(sent), 0)
        rules, named = ruleset_of(state.ruleset, *path, "ruleset")
        if inner is None:
            raise Impossible(named, [write_violation(violation("state.not_sealed"), *path, "seal")])
        verified = Verified(named, rules, inner, state.events, state.history, state.partie.deals)
        self._cache.put(sent, verified)
        return verified

    def _finish(self, pending: Pending[Verified], replayed: Callable[[], Verified]) -> Verified:
        if not isinstance(pending, _Concealed):
            return super()._finish(pending, replayed)
        path = pending.path
        try:
            verified = replayed()._replace(viewer=pending.viewer, line=pending.replay.line)
        except (Impossible, Problem):  # the violations would reveal cards
            raise _invalid_token(
                "belongs to a partie that this version of the service cannot continue", *path
            ) from None
        self._cache.put(pending.key, verified, verified.line)
        return _checked_keys(verified, pending.held, *path)

    def _open_token(self, held: HeldState, *path: str | int) -> Verified | Pending[Verified]:
        sent = held.token.encode()
        known: Verified | None = self._cache.get(sent)
        if known is not None:
            return _checked_keys(known, held, *path)
        read = self._tokens.read(held.token)
        if read is None:
            raise _invalid_token("was not made by this service, or its key is no longer configured", *path)
        line, charter, agreed = read
        work, viewer = TOKEN_WEIGHT * len(sent), Viewer(charter, None, agreed)
        return _Concealed(sent, Replay(line, path), work, work - len(sent), held, viewer, path)

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
        """Do the same as `read_possible`; a state that was sent with one key raises the `Problem` `concealed`."""
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
        if not is_text(raw):
            return msgspec.UNSET
        text = write_line(verified)
        self._cache.put(b'"%b"' % text.encode(), verified._replace(line=text), text)
        return text


def _checked_keys(verified: Verified, held: HeldState, *path: str | int) -> Verified:
    """Return a concealed state for the holder of the keys. Raises a `Problem` for a wrong key or another position."""
    assert verified.viewer is not None
    if held.position is not msgspec.UNSET and held.position != position(verified, held.token):
        raise problem_at("stale_token", "is not the position of the token", *path, "position")
    keys = {seat: key for seat in SEAT if (key := getattr(held.keys, seat)) is not msgspec.UNSET}
    for seat, key in keys.items():
        if not verified.viewer.charter.opened_by(SEAT[seat], key):
            raise problem_at("wrong_seat_key", f"is not the key of seat {seat}", *path, "keys", seat)
    seat_seen = None if len(keys) == len(SEAT) else SEAT[next(iter(keys))]
    return verified._replace(viewer=verified.viewer._replace(seat=seat_seen))


def _unconcealed_for_both(verified: Verified) -> Verified:
    """Return a state without its viewer if both keys were sent, because then nothing is concealed."""
    both = verified.viewer is not None and verified.viewer.seat is None
    return verified._replace(viewer=None) if both else verified


def _invalid_token(why: str, *path: str | int) -> Problem:
    return problem_at("invalid_token", why, *path, "token")


def position(verified: Verified, token: str) -> Position:
    """Return the position of the partie of a token."""
    actions = len(verified.history) + sum(len(deal.history) for deal in verified.deals)
    deals = len(verified.deals) + 1
    return Position(deals + actions, hash_of(token))
