"""Where states come in and go out: what came in is verified, and what holds is remembered for its next visit.

A game sends back the state that it was given, to have it viewed, asked for options and moved on. A state that is known,
byte for byte, needs no second verification, nor does one whose seal verifies. Neither changes an answer.
"""

from threading import Lock

import msgspec
from cachetools import LRUCache

from service.api import models as m
from service.api.consistency import Impossible, Verified, verify
from service.api.envelope import Decoded
from service.api.lines import StateText, read_line
from service.api.problems import Problem
from service.api.reading import note_ruleset, ruleset_of
from service.api.seals import Seals
from service.api.writing import write_violation
from service.piquet.violations import violation
from service.trail import note

# What one state may take of the memory, so that no caller can fill it with a few.
_LARGEST = 1 << 16

_STATE = Decoded(m.State)
_LINE = Decoded(StateText)


def is_text(raw: msgspec.Raw) -> bool:
    """Whether a state was sent as text (docs/notation.md)."""
    return bytes(raw).lstrip()[:1] == b'"'


def _size(entry: tuple[int, Verified]) -> int:
    return entry[0]


class Desk:
    """States in and out. `memory_bytes` bounds the JSON of the states that are remembered, the least recently used
    going first; 0 remembers none. `seals` says whether states are sealed, and which are taken."""

    def __init__(self, memory_bytes: int, seals: Seals | None = None) -> None:
        self._seals = seals or Seals({})
        self._known: LRUCache[bytes, tuple[int, Verified]] = LRUCache(memory_bytes, getsizeof=_size)
        self._lock = Lock()
        self._largest = min(_LARGEST, memory_bytes)

    def read(self, raw: msgspec.Raw, *place: str | int) -> Verified:
        """The state in `raw`, which stands at `place` in the request. Raises `Impossible`, or a `Problem` if it is
        none."""
        sent = bytes(raw)
        with self._lock:
            known = self._known.get(sent)
        if known is not None:
            note("cache", "states hit")
            note_ruleset(known[1].choice)
            return known[1]
        note("cache", "states miss")
        if is_text(raw):
            holds = self._line(_LINE.read(raw, *place), *place)
        else:
            holds = self._verified(_STATE.read(raw, *place), *place)
        self._remember(sent, holds)
        return holds

    def _verified(self, given: m.State, *place: str | int) -> Verified:
        inner = self._seals.read(given)
        if inner is None and not self._seals.required:
            return verify(given, *place)
        rules, named = ruleset_of(given.ruleset, *place, "ruleset")
        if inner is None:
            raise Impossible(named, [write_violation(violation("state.not_sealed"), *place, "seal")])
        return Verified(named, rules, inner, given.events, given.history, given.partie.deals)

    def read_line(self, text: str, *place: str | int) -> Verified:
        """The same of a state as text that is no JSON."""
        return self.read(msgspec.Raw(msgspec.json.encode(text)), *place)

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

    def write(self, holds: Verified) -> msgspec.Raw:
        """The state as JSON, for an answer."""
        written = self._seals.write(holds.written(), holds.state)
        self._remember(written, holds)
        return msgspec.Raw(written)

    def _remember(self, written: bytes, holds: Verified) -> None:
        if len(written) <= self._largest:
            with self._lock:
                self._known[written] = (len(written), holds)
