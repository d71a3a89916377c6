"""What a deal still brings to a seat, in parts."""

from collections.abc import Iterable
from functools import lru_cache
from operator import add
from typing import NamedTuple

from service.analysis.double_dummy import PlayPosition, Worth
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, STEPS, YOUNGER, Pair
from service.piquet.rules.play import TRICKS
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import CAPOT, CARDS_POINTS, PIQUE_POINTS

PARTS = ("in_hand", "play", "cards", "capot", "pique", "repique")
_PART_OF = {
    **dict.fromkeys(STEPS, "in_hand"),
    **dict.fromkeys(("lead", "capture", "trick", "last_trick", "concession"), "play"),
    **{kind: kind for kind in ("cards", "capot", "pique", "repique")},
}


class Parts(NamedTuple):
    """The points of elder less those of younger, by what they are for (R7.1)."""

    in_hand: int = 0
    play: int = 0
    cards: int = 0
    capot: int = 0
    pique: int = 0
    repique: int = 0

    def plus(self, other: "Parts") -> "Parts":
        """Return the sum of both."""
        return Parts(*map(add, self, other))


def of_events(dealer: int, events: Iterable[Event]) -> Parts:
    """Return what events have scored."""
    found = dict.fromkeys(PARTS, 0)
    for event in events:
        if event.points and event.kind in _PART_OF:
            found[_PART_OF[event.kind]] += event.points if event.seat != dealer else -event.points
    return Parts(**found)


def of_worth(rules: Ruleset, position: PlayPosition, worth: Worth) -> Parts:
    """Return what a card brings with best play after it, in parts."""
    cards, capot = for_the_cards(rules, position.won)[worth.won]
    pique = PIQUE_POINTS * worth.pique
    return Parts(0, worth.value - cards - capot - pique, cards, capot, pique)


@lru_cache(maxsize=1024)
def for_the_cards(rules: Ruleset, so_far: Pair) -> tuple[Pair, ...]:
    """Return what the cards and a capot still bring elder, by elder's tricks at the end (R6.3)."""
    ten = 0 if rules.trick_scoring == "one_per_trick" else CARDS_POINTS
    at_once = rules.cards_counted == "seventh_trick"  # the ten may have been scored
    found = []
    for elder in range(TRICKS + 1):
        cards = capot = 0
        for won, before, sign in ((elder, so_far[ELDER], 1), (TRICKS - elder, so_far[YOUNGER], -1)):
            every, majority = won == TRICKS, won > TRICKS // 2
            if at_once:
                cards += sign * ten * (majority and before <= TRICKS // 2)
                capot += sign * (CAPOT - ten) * every
            else:
                cards += sign * ten * (majority and not every)
                capot += sign * CAPOT * every
        found.append((cards, capot))
    return tuple(found)
