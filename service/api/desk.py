"""Where states come in and go out: what came in is verified, and what holds is remembered for its next visit.

A game sends back the state that it was given, to have it viewed, asked for options and moved on. A state that is known,
byte for byte, needs no second verification, nor does one whose seal verifies. Neither changes an answer.

A concealed state goes through here, too: it comes as a token with the key of a seat, or of both, and what is read has a
`sight` unless it was both. What is made of a state with a sight goes out as a token.
"""

from threading import Lock
from typing import Any

import msgspec
from cachetools import LRUCache

from service.api import models as m
from service.api.consistency import Impossible, Verified, verify
from service.api.envelope import Decoded
from service.api.lines import StateText, read_line, write_line
from service.api.problems import Fault, Problem, pointer
from service.api.reading import SEAT, note_ruleset, ruleset_of
from service.api.seals import Seals
from service.api.tokens import Sight, Tokens, hash_of
from service.api.writing import write_violation
from service.piquet.violations import violation
from service.trail import note

# What one state may take of the memory, so that no caller can fill it with a few.
_LARGEST = 1 << 16

_STATE = Decoded(m.State)
_LINE = Decoded(StateText)
_HELD = Decoded(m.HeldState)

# What is remembered of a state takes so many times the length of its token, roughly.
_TOKEN_WEIGHT = 8


class _Marked(msgspec.Struct):
    token: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_marked = msgspec.json.Decoder(_Marked).decode


def is_text(raw: msgspec.Raw) -> bool:
    """Whether a state was sent as text (docs/notation.md)."""
    return bytes(raw).lstrip()[:1] == b'"'


def is_concealed(sent: bytes) -> bool:
    """Whether a state was sent as a token."""
    if b'"token"' not in sent:  # sparing every other state a second reading
        return False
    try:
        return _marked(sent).token is not msgspec.UNSET
    except msgspec.DecodeError:
        return False


def _size(entry: tuple[int, Verified]) -> int:
    return entry[0]


class Desk:
    """States in and out. `memory_bytes` bounds the JSON of the states that are remembered, the least recently used
    going first; 0 remembers none. `seals` says whether states are sealed, and which are taken; `tokens` makes and
    reads concealed ones."""

    def __init__(self, memory_bytes: int, seals: Seals | None = None, tokens: Tokens | None = None) -> None:
        self._seals = seals or Seals({})
        self._tokens = tokens or Tokens({})
        self._known: LRUCache[bytes, tuple[int, Verified]] = LRUCache(memory_bytes, getsizeof=_size)
        self._lock = Lock()
        self._largest = min(_LARGEST, memory_bytes)

    def read(self, raw: msgspec.Raw, *place: str | int) -> Verified:
        """The state in `raw`, which stands at `place` in the request. Raises `Impossible`, or a `Problem` if it is
        none. One that has a `sight` is to be told of to nobody else."""
        sent = bytes(raw)
        if is_concealed(sent):
            holds = self.open(_HELD.read(raw, *place), *place)
            # Who has both keys may know everything.
            return holds if holds.sight and holds.sight.seat is not None else holds._replace(sight=None)
        known = self._recalled(sent)
        if known is not None:
            return known
        if is_text(raw):
            holds = self._line(_LINE.read(raw, *place), *place)
        else:
            holds = self._verified(_STATE.read(raw, *place), *place)
        self._remember(sent, holds)
        return holds

    def open(self, held: m.HeldState, *place: str | int) -> Verified:
        """A concealed state, with the sight of the seat whose key was sent, or of nobody where both were."""
        holds = self._recalled(held.token.encode())
        if holds is None:
            holds = self._read_token(held.token, *place)
            self._remember(held.token.encode(), holds, _TOKEN_WEIGHT)
        assert holds.sight is not None
        if held.position not in (msgspec.UNSET, position(holds, held.token)):
            raise Problem("stale_token", errors=[Fault(pointer(*place, "position"), "is not that of the token")])
        keys = {seat: key for seat in SEAT if (key := getattr(held.keys, seat)) is not msgspec.UNSET}
        for seat, key in keys.items():
            if not holds.sight.charter.opened_by(SEAT[seat], key):
                fault = Fault(pointer(*place, "keys", seat), f"is not the key of seat {seat}")
                raise Problem("wrong_seat_key", errors=[fault])
        eyes = None if len(keys) == len(SEAT) else SEAT[next(iter(keys))]
        return holds._replace(sight=holds.sight._replace(seat=eyes))

    def _read_token(self, token: str, *place: str | int) -> Verified:
        read = self._tokens.read(token)
        why = "is none that this service has made, or its key is gone"
        if read is not None:
            line, charter, agreed = read
            try:
                return read_line(line)._replace(sight=Sight(charter, None, agreed))
            except (Impossible, Problem):  # what is wrong with it would tell of its cards
                why = "is of a partie that this version of the service cannot go on with"
        raise Problem("invalid_token", errors=[Fault(pointer(*place, "token"), why)])

    def _recalled(self, sent: bytes) -> Verified | None:
        with self._lock:
            known = self._known.get(sent)
        note("cache", "states miss" if known is None else "states hit")
        if known is None:
            return None
        note_ruleset(known[1].choice)
        return known[1]

    def conceal(self, begun: Verified, seats: m.KeyHashes, seed: str | None) -> Verified:
        """A partie before its first deal, concealed from now on."""
        hashes = bytes.fromhex(seats.A), bytes.fromhex(seats.B)
        if hashes[0] == hashes[1]:
            raise Problem("contradictory_request", errors=[Fault("/key_hashes/B", "is the same as that of A")])
        charter = self._tokens.charter(hashes, write_line(begun), seed)
        if charter is None:
            raise Problem("cannot_conceal", errors=[Fault("/key_hashes", "need a service that has SEAL_KEYS")])
        return begun._replace(sight=Sight(charter, None))

    def _verified(self, given: m.State, *place: str | int) -> Verified:
        inner = self._seals.read(given)
        if inner is None and not self._seals.required:
            return verify(given, *place)
        rules, named = ruleset_of(given.ruleset, *place, "ruleset")
        if inner is None:
            raise Impossible(named, [write_violation(violation("state.not_sealed"), *place, "seal")])
        return Verified(named, rules, inner, given.events, given.history, given.partie.deals)

    def _line(self, text: str, *place: str | int) -> Verified:
        holds = read_line(text, *place)
        if self._seals.required:
            raise Impossible(holds.choice, [write_violation(violation("state.not_sealed"), *place)])
        return holds

    def read_possible(self, raw: msgspec.Raw, *place: str | int) -> Verified:
        """The same for an operation that has nothing else to say of a state that contradicts itself."""
        try:
            return self.read(raw, *place)
        except Impossible as impossible:
            raise Problem("impossible_state", violations=impossible.violations) from None

    def read_whole(self, raw: msgspec.Raw, *place: str | int) -> Verified:
        """The same for an operation that has nothing to say to who may not know all of it."""
        holds = self.read_possible(raw, *place)
        if holds.sight is not None:
            raise Problem("concealed", errors=[Fault(pointer(*place), "is sent with one key, and needs both")])
        return holds

    def write(self, holds: Verified) -> dict[str, Any]:
        """The member of an answer that has the state: `state` as JSON, or `concealed` for one with a sight."""
        if holds.sight is not None:
            token = self._tokens.write(write_line(holds), holds.sight.charter, holds.sight.agreed)
            self._remember(token.encode(), holds, _TOKEN_WEIGHT)
            return {"concealed": m.ConcealedState(token, position(holds, token))}
        written = self._seals.write(holds.written(), holds.state)
        self._remember(written, holds)
        return {"state": msgspec.Raw(written)}

    def _remember(self, written: bytes, holds: Verified, weight: int = 1) -> None:
        size = weight * len(written)
        if size <= self._largest:
            with self._lock:
                self._known[written] = (size, holds)


def position(holds: Verified, token: str) -> m.Position:
    """Where the partie of a token stands."""
    actions = len(holds.history) + sum(len(deal.history) for deal in holds.deals)
    deals = len(holds.deals) + (holds.state.phase != "deal")
    return m.Position(deals + actions, hash_of(token))
