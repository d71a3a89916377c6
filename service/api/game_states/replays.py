"""Replays of states, in the worker or in a process of the pool.

The modules that this one imports do not import Flask.
"""

from contextvars import Context
from typing import NamedTuple

import msgspec

from service.api.game_states.text import read_line
from service.api.game_states.verification import Impossible, Verified, verify
from service.api.problems import Problem
from service.api.schemas import actions as am
from service.api.schemas import state as m
from service.api.schemas.responses import Violation
from service.api.schemas.ruleset_choice import RulesetName, record_ruleset, ruleset_of
from service.piquet.model.state import State
from service.piquet.model.violations import Path
from service.request_context import record

#: The cost of a byte of a line, relative to a byte of JSON: a line is eight to twelve times as dense as JSON.
LINE_WEIGHT = 10


class Replay(NamedTuple):
    """A state to replay: a line or a decoded state, and its place in the request."""

    given: str | m.State
    path: Path

    def verified(self) -> Verified:
        """The verified state. Raises `Impossible`, or a `Problem`."""
        if isinstance(self.given, str):
            return read_line(self.given, *self.path)
        return verify(self.given, *self.path)

    def packed(self) -> tuple[str | bytes, Path]:
        """The replay as an argument of `replay_all`."""
        given = self.given if isinstance(self.given, str) else msgspec.json.encode(self.given)
        return given, self.path


class _Replayed(msgspec.Struct):
    """The result of a replay in a process of the pool: a verified state, or its violations."""

    choice: RulesetName
    state: State | None = None
    events: list[m.Event] = []
    history: list[am.Action] = []
    deals: list[m.FinishedDeal] = []
    violations: list[Violation] = []


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Replayed).decode


def replay_all(replays: list[tuple[str | bytes, Path]]) -> list[bytes]:
    """Replays states, each a line or JSON. Each result is for `decode`, or b"" if the replay raised a `Problem`."""
    # In an empty context, because `decode` records the violations and rulesets of the request.
    return [Context().run(_replayed, given, path) for given, path in replays]


def _replayed(given: str | bytes, path: Path) -> bytes:
    read = given if isinstance(given, str) else msgspec.json.decode(given, type=m.State)
    try:
        verified = Replay(read, path).verified()
    except Impossible as impossible:
        return _encode(_Replayed(impossible.choice, violations=impossible.violations))
    except Problem:
        return b""
    return _encode(_Replayed(verified.choice, verified.state, verified.events, verified.history, verified.deals))


def decode(replayed: bytes) -> Verified:
    """The verified state of a result of `replay_all`. Raises `Impossible`."""
    found = _decode(replayed)
    if found.state is None:
        record_ruleset(found.choice)
        for violation in found.violations:
            record("violation", violation.code)
        raise Impossible(found.choice, found.violations)
    rules, named = ruleset_of(found.choice)
    return Verified(named, rules, found.state, found.events, found.history, found.deals)
