"""Where states come in and go out: what came in is verified, and what holds is remembered for its next visit.

A game sends back the state that it was given, to have it viewed, asked for options and moved on. A state that is known,
byte for byte, needs no second verification, nor does one whose seal verifies. Neither changes an answer.

A concealed state goes through here, too: it comes as a token with the key of a seat, or of both, and what is read has a
`viewer` unless it was both. What is made of a state with a sight goes out as a token.
"""

from collections.abc import Callable, Iterable
from functools import partial
from math import ceil
from typing import Any, NamedTuple, TypeVar

import msgspec

from service.api.game_states.given_states import (
    HELD,
    JSON_STATE,
    LINE,
    TOKEN_WEIGHT,
    is_concealed,
    is_text,
    json_size,
)
from service.api.game_states.replays import LINE_WEIGHT, Place, Replay, decode, replay_all
from service.api.game_states.seals import Seals
from service.api.game_states.text import write_line
from service.api.game_states.tokens import Charter, Tokens, Viewer, hash_of
from service.api.game_states.verification import Impossible, Verified
from service.api.game_states.verified_cache import VerifiedStateCache
from service.api.problems import Fault, Problem, pointer
from service.api.schemas.concealed import ConcealedState, HeldState, KeyHashes, Position
from service.api.schemas.decode import SEAT
from service.api.schemas.encode import write_violation
from service.api.schemas.ruleset_choice import RulesetName, ruleset_of
from service.piquet.model.violations import violation
from service.pool import InlinePool, Pool
from service.request_context import surcharge

T = TypeVar("T")

#: Bytes of JSON of states that are played again in place, which takes some 5 ms; more take a turn. A whole partie of
#: six deals has 20,000.
IN_PLACE = 32_768

# Bytes of JSON that cost one unit.
_PER_UNIT = 8192

_replays_of = msgspec.msgpack.Decoder(list[bytes]).decode


class _Awaited(NamedTuple):
    """A state of which only a replay says whether it holds. `sent` is what it is remembered by; `concealed` what it was
    sent as, and what it was begun with, if it was sent as a token."""

    sent: bytes
    replay: Replay
    work: int
    concealed: tuple[HeldState, Charter, int] | None = None


class StateCodec:
    """States in and out. `memory_bytes` bounds what the states take that are remembered, the least recently used going
    first; 0 remembers none. `seals` says whether states are sealed, and which are taken; `tokens` makes and reads
    concealed ones. States that are much to play again take one of the `pool`."""

    def __init__(
        self, memory_bytes: int, seals: Seals | None = None, tokens: Tokens | None = None, pool: Pool | None = None
    ) -> None:
        self._seals = seals or Seals({})
        self._tokens = tokens or Tokens({})
        self._pool = pool or InlinePool()
        self._cache = VerifiedStateCache(memory_bytes)

    def read(self, raw: msgspec.Raw, *place: str | int) -> Verified:
        """The state in `raw`, which stands at `place` in the request. Raises `Impossible`, or a `Problem` if it is
        none. One that has a `viewer` is to be told of to nobody else."""
        (found,) = self.read_many([(raw, place)])
        if isinstance(found, Exception):
            raise found
        return found

    def read_many(self, given: Iterable[tuple[msgspec.Raw, Place]]) -> list[Verified | Impossible | Problem]:
        """The same for many states: each, or what reading it raises."""
        given = list(given)
        if len(given) > 1 and sum(json_size(raw) for raw, _ in given) <= IN_PLACE:
            return [caught(self.read, raw, *place) for raw, place in given]  # one that comes again is known by then
        found = [caught(self._at_hand, raw, *place) for raw, place in given]
        replayed = iter(self._replayed([each for each in found if isinstance(each, _Awaited)]))
        whole = (caught(self._finish, each, next(replayed)) if isinstance(each, _Awaited) else each for each in found)
        return [_whole_to_both(each) if isinstance(each, Verified) else each for each in whole]

    def open(self, held: HeldState, *place: str | int) -> Verified:
        """A concealed state, with the sight of the seat whose key was sent, or of nobody where both were."""
        found = self._opened(held, *place)
        return self._finish(found, *self._replayed([found])) if isinstance(found, _Awaited) else found

    def _at_hand(self, raw: msgspec.Raw, *place: str | int) -> "Verified | _Awaited":
        """The state in `raw` if it is known or sealed, and else what is to be played again."""
        sent = bytes(raw)
        if is_concealed(sent):
            return self._opened(HELD.read(raw, *place), *place)
        known = self._cache.get(sent)
        if known is not None:
            return known
        if is_text(raw):
            if self._seals.required:
                raise Problem("seal_required", errors=[Fault(pointer(*place), "is text, which has no seal")])
            text = LINE.read(raw, *place)
            return _Awaited(sent, Replay(text, place), LINE_WEIGHT * len(text))
        state = JSON_STATE.read(raw, *place)
        sealed, inner = self._seals.read(state)
        if inner is None and (sealed or not self._seals.required):
            return _Awaited(sent, Replay(state, place), len(sent))
        rules, named = ruleset_of(state.ruleset, *place, "ruleset")
        if inner is None:
            raise _not_sealed(named, *place, "seal")
        holds = Verified(named, rules, inner, state.events, state.history, state.partie.deals)
        self._cache.put(sent, holds)
        return holds

    def _replayed(self, awaited: list[_Awaited]) -> "list[Callable[[], Verified]]":
        """Each played again: a call gives the state, or raises why there is none. What is more than a thread of the
        worker may do at once is done in a turn, and costs more."""
        work = sum(each.work for each in awaited)
        if work <= IN_PLACE:
            return [each.replay.verified for each in awaited]
        surcharge(ceil((work - sum(len(each.sent) for each in awaited)) / _PER_UNIT))
        replays = [each.replay.packed() for each in awaited]
        with self._pool.acquire() as slot:
            found = slot.run(partial(replay_all, replays), _replays_of)
        # What is a `Problem` is one before anything is played.
        return [
            partial(decode, done) if done else each.replay.verified for each, done in zip(awaited, found, strict=True)
        ]

    def _finish(self, awaited: _Awaited, replayed: Callable[[], Verified]) -> Verified:
        if awaited.concealed is None:
            holds = replayed()
            self._cache.put(awaited.sent, holds)
            return holds
        held, charter, agreed = awaited.concealed
        place = awaited.replay.place
        try:
            holds = replayed()._replace(viewer=Viewer(charter, None, agreed))
        except (Impossible, Problem):  # what is wrong with it would tell of its cards
            raise _invalid_token("is of a partie that this version of the service cannot go on with", *place) from None
        self._cache.put(awaited.sent, holds)
        return _unlocked(holds, held, *place)

    def _opened(self, held: HeldState, *place: str | int) -> "Verified | _Awaited":
        sent = held.token.encode()
        known = self._cache.get(sent)
        if known is not None:
            return _unlocked(known, held, *place)
        read = self._tokens.read(held.token)
        if read is None:
            raise _invalid_token("is none that this service has made, or its key is gone", *place)
        line, charter, agreed = read
        return _Awaited(sent, Replay(line, place), TOKEN_WEIGHT * len(sent), (held, charter, agreed))

    def conceal(self, begun: Verified, seats: KeyHashes, seed: str | None) -> Verified:
        """A partie before its first deal, concealed from now on."""
        hashes = bytes.fromhex(seats.A), bytes.fromhex(seats.B)
        if hashes[0] == hashes[1]:
            raise Problem("contradictory_request", errors=[Fault("/key_hashes/B", "is the same as that of A")])
        charter = self._tokens.charter(hashes, write_line(begun), seed)
        if charter is None:
            raise Problem("cannot_conceal", errors=[Fault("/key_hashes", "need a service that has SEAL_KEYS")])
        return begun._replace(viewer=Viewer(charter, None))

    def read_possible(self, raw: msgspec.Raw, *place: str | int) -> Verified:
        """The same for an operation that has nothing else to say of a state that contradicts itself."""
        try:
            return self.read(raw, *place)
        except Impossible as impossible:
            raise Problem("impossible_state", violations=impossible.violations) from None

    def read_whole(self, raw: msgspec.Raw, *place: str | int) -> Verified:
        """The same for an operation that has nothing to say to who may not know all of it."""
        holds = self.read_possible(raw, *place)
        if holds.viewer is not None:
            raise Problem("concealed", errors=[Fault(pointer(*place), "is sent with one key, and needs both")])
        return holds

    def write(self, holds: Verified) -> dict[str, Any]:
        """The member of an answer that has the state: `state` as JSON, or `concealed` for one with a sight."""
        if holds.viewer is not None:
            token = self._tokens.write(write_line(holds), holds.viewer.charter, holds.viewer.agreed)
            self._cache.put(token.encode(), holds)
            return {"concealed": ConcealedState(token, position(holds, token))}
        written = self._seals.write(holds.written(), holds.state)
        self._cache.put(written, holds)
        return {"state": msgspec.Raw(written)}

    def write_text(self, holds: Verified) -> str:
        """A state in one line, remembered for its next visit."""
        text = write_line(holds)
        self._cache.put(b'"%b"' % text.encode(), holds)
        return text


def caught(read: Callable[..., T], *given: Any) -> T | Impossible | Problem:
    """What `read` gives or raises."""
    try:
        return read(*given)
    except (Impossible, Problem) as reason:
        return reason


def _unlocked(holds: Verified, held: HeldState, *place: str | int) -> Verified:
    """A concealed state for who has sent the keys, each of which must be right, as must the position."""
    assert holds.viewer is not None
    if held.position not in (msgspec.UNSET, position(holds, held.token)):
        raise Problem("stale_token", errors=[Fault(pointer(*place, "position"), "is not that of the token")])
    keys = {seat: key for seat in SEAT if (key := getattr(held.keys, seat)) is not msgspec.UNSET}
    for seat, key in keys.items():
        if not holds.viewer.charter.opened_by(SEAT[seat], key):
            fault = Fault(pointer(*place, "keys", seat), f"is not the key of seat {seat}")
            raise Problem("wrong_seat_key", errors=[fault])
    eyes = None if len(keys) == len(SEAT) else SEAT[next(iter(keys))]
    return holds._replace(viewer=holds.viewer._replace(seat=eyes))


def _whole_to_both(holds: Verified) -> Verified:
    """Who has both keys may know everything."""
    return holds if holds.viewer is not None and holds.viewer.seat is not None else holds._replace(viewer=None)


def _invalid_token(why: str, *place: str | int) -> Problem:
    return Problem("invalid_token", errors=[Fault(pointer(*place, "token"), why)])


def _not_sealed(choice: RulesetName, *place: str | int) -> Impossible:
    return Impossible(choice, [write_violation(violation("state.not_sealed"), *place)])


def position(holds: Verified, token: str) -> Position:
    """Where the partie of a token stands."""
    actions = len(holds.history) + sum(len(deal.history) for deal in holds.deals)
    deals = len(holds.deals) + (holds.state.phase != "deal")
    return Position(deals + actions, hash_of(token))
