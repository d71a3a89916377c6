"""One card of the play with all cards known: the position after it, and what it scores."""

from typing import NamedTuple

from service.analysis.double_dummy.play_scoring import PlayScoring, pack_pique, unpack_pique
from service.analysis.double_dummy.positions import PlayPosition, Towards
from service.analysis.double_dummy.suit_patterns import is_low
from service.piquet.cards.cards import SAME_SUIT
from service.piquet.model.state import ELDER, Pair, replace_role
from service.piquet.scoring.account import THIRTY


class Step(NamedTuple):
    """The position after a card; elder's points of play for it less younger's (R6.2); whether it makes a pique (R7.3).

    What the cards score (R6.3) follows from the tricks won.
    """

    position: PlayPosition
    play: int
    pique: bool


def step(scoring: PlayScoring, position: PlayPosition, card: int) -> Step:
    """Return what a card that may be played does."""
    return _led(scoring, position, card) if position.lead < 0 else _followed(scoring, position, card)


def _led(scoring: PlayScoring, position: PlayPosition, card: int) -> Step:
    leader, towards = position.leader, position.pique
    points, made = scoring.tricks.lead(is_low(card)), False
    if towards is not None and leader == ELDER:
        towards = Towards(towards.points + points, towards.in_play or points > 0)
        made = towards.points >= THIRTY and towards.in_play
    if made or (points and leader != ELDER):
        towards = None
    hands = replace_role(position.hands, leader, position.hands[leader] & ~(1 << card))
    after = position._replace(hands=hands, lead=card, pique=towards, may_play=-1)
    return Step(after, points if leader == ELDER else -points, made)


def _followed(scoring: PlayScoring, position: PlayPosition, card: int) -> Step:
    leader, lead, left = position.leader, position.lead, position.tricks_left - 1
    keeps = not (card > lead and SAME_SUIT[lead] >> card & 1)
    winner = leader if keeps else 1 - leader
    points, against = scoring.tricks.trick(keeps, is_low(lead), is_low(card))
    points -= scoring.tricks.lead(is_low(lead))  # scored when it was led
    bonus = towards = 0
    if position.pique is not None:
        packed = pack_pique(*position.pique)
        bonus, towards = scoring.pique_after(packed, left, leader, position.won[ELDER], keeps, points, against)
    play = points - against if leader == ELDER else against - points
    if not left:
        play += scoring.last if winner == ELDER else -scoring.last
    hands = replace_role(position.hands, 1 - leader, position.hands[1 - leader] & ~(1 << card))
    won: Pair = replace_role(position.won, winner, position.won[winner] + 1)
    return Step(PlayPosition(hands, winner, -1, won, unpack_pique(towards)), play, bonus > 0)
