"""States played again, in place or in a helper process, where neither Flask nor the rest of `api` is imported."""

from contextvars import Context
from typing import NamedTuple

import msgspec

from service.api.game_states.text import read_line
from service.api.game_states.verification import Impossible, Verified, verify
from service.api.problems import Problem
from service.api.schemas import actions as am
from service.api.schemas import state as m
from service.api.schemas.responses import Violation
from service.api.schemas.ruleset_choice import RulesetName, note_ruleset, ruleset_of
from service.piquet.model.state import State
from service.request_context import record

Place = tuple[str | int, ...]

#: A line holds some eight to twelve times what JSON of the same length does, and takes as much longer.
LINE_WEIGHT = 10


class Replay(NamedTuple):
    """A state to be played again, as a line or as members, which stands at `place` in the request."""

    given: str | m.State
    place: Place

    def verified(self) -> Verified:
        """The state, if it holds. Raises `Impossible`, or a `Problem`."""
        if isinstance(self.given, str):
            return read_line(self.given, *self.place)
        return verify(self.given, *self.place)

    def packed(self) -> tuple[str | bytes, Place]:
        """For `replay_all`."""
        given = self.given if isinstance(self.given, str) else msgspec.json.encode(self.given)
        return given, self.place


class _Replayed(msgspec.Struct):
    """What came of a replay, on its way from a helper: a state that holds, or why it does not."""

    choice: RulesetName
    state: State | None = None
    events: list[m.Event] = []
    history: list[am.Action] = []
    deals: list[m.FinishedDeal] = []
    violations: list[Violation] = []


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Replayed).decode


def replay_all(replays: list[tuple[str | bytes, Place]]) -> list[bytes]:
    """What comes of each, a line or JSON, for `decode`; nothing (b"") where it is a `Problem`."""
    # Without the trail of a request: whoever decodes it makes the notes.
    return [Context().run(_replayed, given, place) for given, place in replays]


def _replayed(given: str | bytes, place: Place) -> bytes:
    read = given if isinstance(given, str) else msgspec.json.decode(given, type=m.State)
    try:
        holds = Replay(read, place).verified()
    except Impossible as impossible:
        return _encode(_Replayed(impossible.choice, violations=impossible.violations))
    except Problem:
        return b""
    return _encode(_Replayed(holds.choice, holds.state, holds.events, holds.history, holds.deals))


def decode(replayed: bytes) -> Verified:
    """The state that holds. Raises `Impossible`."""
    found = _decode(replayed)
    if found.state is None:
        note_ruleset(found.choice)
        for violation in found.violations:
            record("violation", violation.code)
        raise Impossible(found.choice, found.violations)
    rules, named = ruleset_of(found.choice)
    return Verified(named, rules, found.state, found.events, found.history, found.deals)
