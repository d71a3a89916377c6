"""The events of a deal: an ordered log whose points add up to the score; and the table of their kinds.

Events contain only what both players have heard or seen, so a view of either player may show all of them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from service.piquet.model.violations import JsonValue


class EventKind(NamedTuple):
    """A kind of event.

    `rules` has the ids of the rules that its events rest on; an event rests on the first unless it names another.
    `members` are the keys that `Event.more` may have.
    """

    rules: tuple[str, ...]
    members: tuple[str, ...] = ()


KINDS: dict[str, EventKind] = {
    "dealt": EventKind(("R2.2",), ("deal",)),
    # carte blanche
    "announced": EventKind(("R3.3",), ("exchange",)),
    "committed": EventKind(("R3.3",), ("count",)),
    "shown": EventKind(("R3.4",)),
    "carte_blanche": EventKind(("R3.1",)),
    # exchange
    "exchanged": EventKind(("R4.3", "R4.6"), ("count",)),
    "left": EventKind(("R4.4", "R4.5"), ("count",)),
    "looked": EventKind(("R4.5",), ("suit",)),
    "not_looked": EventKind(("R4.5",)),
    "suit_named": EventKind(("R4.5",), ("suit",)),
    # calling
    "called": EventKind(("R5.1",), ("category", "length", "value", "top", "count", "rank")),
    "passed": EventKind(("R5.1",), ("category",)),
    "replied": EventKind(("R5.2",), ("category", "reply", "length", "value", "top")),
    "tie_break": EventKind(("R5.3",), ("category", "value", "top")),
    "declined": EventKind(("R5.3",), ("category",)),
    # reckoning
    "equal": EventKind(("R5.6",), ("category",)),
    "point": EventKind(("R5.12",), ("length", "value")),
    "sequence": EventKind(("R5.12",), ("length", "top")),
    "set": EventKind(("R5.12",), ("count", "rank", "without")),
    "carte_rouge": EventKind(("R7.1",)),
    "reckoned": EventKind(("R5.11",)),
    # bonuses
    "repique": EventKind(("R7.2",)),
    "pique": EventKind(("R7.3",)),
    "saved": EventKind(("R7.2", "R7.3", "R7.5"), ("bonus", "by")),
    # play
    "lead": EventKind(("R6.2",)),
    "capture": EventKind(("R6.2",)),
    "trick": EventKind(("R6.2",)),
    "last_trick": EventKind(("R6.2",)),
    "trick_won": EventKind(("R6.1",)),
    "cards": EventKind(("R6.3", "R6.4", "R6.5")),
    "capot": EventKind(("R6.3",)),
    "concession": EventKind(("R6.5",)),
    # irregularities (docs/law.md)
    "irregularity": EventKind(("LR1",), ("incident", "number", "law")),
    "ruled": EventKind(("LR1",), ("number", "election", "law")),
    "amended": EventKind(("LR28",), ("of", "law")),
    "forfeited": EventKind(("E3",)),
    "struck": EventKind(("E4",), ("of",)),
    "taken_back": EventKind(("E6",)),
    "unanswered": EventKind(("E7",)),
    "exposed": EventKind(("E9",)),
    "suit_called": EventKind(("E8",), ("suit",)),
    "annulled": EventKind(("E1",)),
    "game_lost": EventKind(("E10",)),
    # the end
    "uncounted": EventKind(("R8.4",)),
    "deal_ended": EventKind(("R6.3",)),
    "partie_ended": EventKind(("R8.2",), ("totals", "rubicon", "settlement")),
}

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
