"""`make fuzz-states`: states without seals, each edited somewhere; none may be taken that cannot be reached by play.

An edit is found if the state is refused, at a place that is there, and where it was edited if that follows from the
rest. Edits that come to another state that can be reached are counted apart: the cards of a hand in another order, an
exchange of other cards whose score was the same. Ends with status 1 if any other was taken.
"""

import sys

import msgspec

from service.api.game_states.codec import StateCodec
from service.api.game_states.verification import Impossible
from service.api.problems import Problem
from service.settings.service import Settings
from tests.fuzz import seals
from tests.fuzz.edits import OF_CONTENT, Json
from tests.helpers.reachable import Unreachable, alike, assert_named, assert_pointer, assert_reachable

_replaying = StateCodec(0)


class Campaign(seals.Campaign):
    """Edits states without seals, which are played again."""

    settings = Settings(state_memory_bytes=0)
    edits = OF_CONTENT
    outcomes = ("found", "no state", "reachable", "taken")

    def prepared(self, state: Json) -> Json:
        return state

    def outcome(self, raw: bytes, before: Json) -> str:
        after = msgspec.json.decode(raw)
        try:
            _replaying.read(msgspec.Raw(raw), "state")
        except Impossible as impossible:
            assert_named(msgspec.to_builtins(impossible.violations), before, after)
            return "found"
        except Problem as problem:
            for error in problem.errors:
                assert_pointer(error.pointer, after, before)
            return "no state"
        try:
            if not alike(before, after):
                assert_reachable(after)
        except Unreachable:
            return "taken"
        return "reachable"


if __name__ == "__main__":
    sys.exit(seals.main(Campaign, __doc__))
