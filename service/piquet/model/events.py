"""The events of a deal: an ordered log whose points add up to the score; and the table of their kinds.

Events contain only what both players have heard or seen, so a view of either player may show all of them.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from service.piquet.model.violations import JsonValue
from service.piquet.toml_tables import load


class EventKind(NamedTuple):
    """A kind of event.

    `rules` has the ids of the rules that its events rest on; an event rests on the first unless it names another.
    `members` are the keys that `Event.more` may have.
    """

    rules: tuple[str, ...]
    members: tuple[str, ...] = ()


#: The kinds in their order, by part of the deal (`events.toml`).
KINDS: Final = load(__file__, "events", EventKind)

#: The rule of each kind, for an event that names no other.
RULE = {kind: rules[0] for kind, (rules, _) in KINDS.items()}


class Event(NamedTuple):
    """An event. `seat` is 0, 1 or None; `cards` are names; `score` is the score of the deal by seat after the event.

    `kind` is a key of `KINDS`. `more` has the members that only this kind of event has.
    """

    seat: int | None
    kind: str
    points: int
    cards: tuple[str, ...]
    rule: str
    score: tuple[int, int]
    more: Mapping[str, JsonValue] = {}

    def word(self, member: str) -> str:
        """Return a member that this kind of event always has, and that is a word, such as a category or a suit."""
        return str(self.more[member])
