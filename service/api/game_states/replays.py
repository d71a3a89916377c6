"""Replays of states: in the worker, or for the finished deals of a long partie in a process of the pool."""

from typing import NamedTuple

import msgspec
from msgspec import UNSET

from service.api.action_text import Entry
from service.api.game_states.text import pack_finished_deals, read_line, results_of
from service.api.game_states.verification import Told, Verified, replayed, verify
from service.api.problems import Problem
from service.api.schemas import actions as am
from service.api.schemas import state as m
from service.api.schemas.decode import RepeatedCard, read_action
from service.api.schemas.ruleset_choice import chosen_ruleset
from service.api.schemas.short_cache import cached_if_short
from service.piquet.model.violations import IllegalAction, Path, Violation

#: The cost of a byte of a line, relative to a byte of JSON: a line is eight to twelve times as dense as JSON.
LINE_WEIGHT = 10


# The order in which the service writes the members, without blanks: a state in any other form is not tried.
_BEGINNINGS, _THEN = (b'{"ruleset":"', b'{"ruleset":{'), b',"partie":{"first_dealer":'
_NEAR = 4096  # bytes: a ruleset with its overrides is shorter


class Replay(NamedTuple):
    """A state to replay: a line or a decoded state, and its place in the request.

    `known` is the state that its history leads to, if that is known.
    """

    given: str | m.State
    path: Path
    known: Verified | None = None

    @property
    def line(self) -> str:
        """The line to replay; empty for a decoded state."""
        return self.given if isinstance(self.given, str) else ""

    def packed(self) -> str | bytes:
        """Return the argument of `replay_partie` for the finished deals."""
        return self.given if isinstance(self.given, str) else pack_finished_deals(self.given)

    def verified(self, replayed: bytes = b"") -> Verified:
        """Return the verified state.

        `replayed` is the result of `replay_partie`, if the finished deals have been replayed. Raises `Impossible`, or a
        `Problem`.
        """
        if isinstance(self.given, str):
            return read_line(self.given, *self.path, replayed=replayed)
        return verify(self.given, *self.path, results=results_of(replayed), verified=self.known)


_decode = msgspec.json.Decoder(Told).decode
_decode_action = msgspec.json.Decoder(am.Action).decode


def state_of_history(sent: bytes) -> Verified | None:
    """Return the state that the history in the JSON of a state leads to.

    None if it is not in the form in which the service writes states, is sealed, or contradicts itself. Most callers
    send a state as the service wrote it. Then it need not be decoded as a whole: what the service writes for the result
    equals what was sent, which the caller has to check.
    """
    if not sent.startswith(_BEGINNINGS) or _THEN not in sent[:_NEAR]:
        return None
    try:
        state = _decode(sent)
        if state.seal is not UNSET:
            return None
        rules, named = chosen_ruleset(state.ruleset)
        entries = [_entry_of(each) for each in map(bytes, state.history)]
    except (msgspec.MsgspecError, RepeatedCard, Problem, ValueError):
        return None
    found: list[Violation] = []
    try:
        led_to = replayed(state, rules, named, found, (), entries)
    except IllegalAction:
        return None
    return None if found else led_to


@cached_if_short
def _entry_of(sent: bytes) -> Entry:
    action = _decode_action(sent)
    return Entry(action, read_action(action))
