"""What a deal still brings to a seat, in parts."""

from collections.abc import Iterable
from typing import NamedTuple

from service.analysis.double_dummy import Choice, PlayPosition
from service.piquet.cards.cards import SAME_SUIT
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
        return Parts(*[mine + theirs for mine, theirs in zip(self, other, strict=True)])


def of_events(dealer: int, events: Iterable[Event]) -> Parts:
    """Return what events have scored."""
    found = dict.fromkeys(PARTS, 0)
    for event in events:
        if event.points and event.kind in _PART_OF:
            found[_PART_OF[event.kind]] += event.points if event.seat != dealer else -event.points
    return Parts(**found)


def of_choice(rules: Ruleset, position: PlayPosition, choice: Choice) -> Parts:
    """Return what a card brings with best play after it, in parts."""
    won = _tricks_won(position, choice.line)
    ten = 0 if rules.trick_scoring == "one_per_trick" else CARDS_POINTS
    cards = capot = 0
    for role, sign in ((ELDER, 1), (YOUNGER, -1)):
        every, majority = won[role] == TRICKS, won[role] > TRICKS // 2
        if rules.cards_counted == "seventh_trick":  # the ten may have been scored
            cards += sign * ten * (majority and position.won[role] <= TRICKS // 2)
            capot += sign * (CAPOT - ten) * every
        else:
            cards += sign * ten * (majority and not every)
            capot += sign * CAPOT * every
    pique = PIQUE_POINTS * choice.pique
    return Parts(play=choice.value - cards - capot - pique, cards=cards, capot=capot, pique=pique)


def _tricks_won(position: PlayPosition, line: tuple[int, ...]) -> Pair:
    """Return how many tricks each role has at the end of a line."""
    elder = position.won[ELDER]
    leader = position.leader
    cards = line if position.lead < 0 else (position.lead, *line)
    for at in range(0, len(cards), 2):
        lead, follow = cards[at], cards[at + 1]
        if follow > lead and SAME_SUIT[lead] >> follow & 1:
            leader = 1 - leader
        elder += leader == ELDER
    return elder, TRICKS - elder
