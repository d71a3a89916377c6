"""Replays of states: in the worker, or for the finished deals of a long partie in a process of the pool."""

from typing import NamedTuple

from service.api.game_states.text import outcomes_of, pack_finished_deals, read_line
from service.api.game_states.verification import Verified, verify
from service.api.schemas import state as m
from service.piquet.model.violations import Path

#: The cost of a byte of a line, relative to a byte of JSON: a line is eight to twelve times as dense as JSON.
LINE_WEIGHT = 10


class Replay(NamedTuple):
    """A state to replay: a line or a decoded state, and its place in the request."""

    given: str | m.State
    path: Path

    def packed(self) -> str | bytes:
        """The argument of `replay_partie` for the finished deals."""
        return self.given if isinstance(self.given, str) else pack_finished_deals(self.given)

    def verified(self, replayed: bytes = b"") -> Verified:
        """The verified state. `replayed` is the result of `replay_partie`, if the finished deals have been replayed.

        Raises `Impossible`, or a `Problem`.
        """
        if isinstance(self.given, str):
            return read_line(self.given, *self.path, replayed=replayed)
        return verify(self.given, *self.path, outcomes=outcomes_of(replayed))
