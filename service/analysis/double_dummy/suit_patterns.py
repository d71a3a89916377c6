"""Patterns: one suit with all cards known, as far as it matters for the play.

The play does not depend on which cards are gone, nor on which of two adjacent cards in one hand is played. So a suit is
a small int, its **pattern**: one bit for each card left, lowest first, 0 for elder's and 1 for younger's, and a 1 above
the highest as a stop. If low cards are not counted (R6.2), their number is stored above the pattern, and adjacent cards
on either side of that border differ. There are at most 1,023 patterns, so everything that can happen in a suit is in a
table.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from service.piquet.cards.cards import SUIT_SIZE
from service.piquet.model.state import YOUNGER
from service.piquet.rulesets.parameters import Ruleset

#: The number of bits of a suit; four suits make a deal.
WIDTH = 13
MASK = (1 << WIDTH) - 1
_STOP = SUIT_SIZE + 1  # bits of a pattern; the number of low cards stands above

LOW_RANKS = 4  # 6, 7, 8, 9


def is_low(card: int) -> bool:
    """Whether a card is one of those that some rules do not count (R6.2)."""
    return card % SUIT_SIZE < LOW_RANKS


NO_CARDS = 1


class Card(NamedTuple):
    """A card of a suit: the role that holds it, and whether it is a low card that is not counted."""

    role: int
    low: bool


class Scoring(NamedTuple):
    """The parameters that decide what a trick scores (R6.2)."""

    trick_scoring: str
    low_leads_uncounted: bool
    low_captures_uncounted: bool

    def lead(self, low: bool) -> int:
        """Return the points of a lead."""
        return 0 if self.trick_scoring == "one_per_trick" or (self.low_leads_uncounted and low) else 1

    def trick(self, leader_wins: bool, low_lead: bool, low_follow: bool) -> tuple[int, int]:
        """Return the points of a trick for the leader and for the other player, without the bonus of the last one."""
        lead = self.lead(low_lead)
        if self.trick_scoring != "lead_and_capture":
            return (lead + 1, 0) if leader_wins else (lead, 1)
        return lead, 0 if leader_wins or (self.low_captures_uncounted and low_follow) else 1


class Moves(NamedTuple):
    """Everything that can happen in a suit when one role leads.

    * `order`: suits with less come first in the search: those in which the other has few cards and the leader many.
    * `contested`: for each lead that the other must follow, every way to follow: the change of the pattern, whether the
      leader wins, and the points of both.
    * `free`: the leads when the other has no card of the suit: change and points.
    * `discards`: the changes when the other discards from this suit.
    * `sure`: the tricks that the leader can take in the suit at once, whatever is played.
    * `sure_points`: what these tricks score.
    """

    order: int
    contested: tuple[tuple[tuple[int, bool, int, int], ...], ...]
    free: tuple[tuple[int, int], ...]
    discards: tuple[int, ...]
    sure: int
    sure_points: int


def scoring_of(rules: Ruleset) -> Scoring:
    """Return what a trick scores under a ruleset."""
    return Scoring(rules.trick_scoring, rules.low_cards_uncounted, rules.low_captures_uncounted)


@cache  # at most 3 ** 9 pairs of ranks, twice
def suit_of_ranks(elder: int, younger: int, low_matters: bool) -> int:
    """Return the pattern of the suit in which elder and younger hold these ranks (bits 0 to 8)."""
    held = (rank for rank in range(SUIT_SIZE) if (elder | younger) >> rank & 1)
    return _encode(Card(younger >> rank & 1, low_matters and rank < LOW_RANKS) for rank in held)


def _encode(cards: Iterable[Card]) -> int:
    pattern, low, count = 0, 0, 0
    for role, is_low in cards:
        pattern |= role << count
        low += is_low
        count += 1
    return low << _STOP | 1 << count | pattern


def _decode(suit: int) -> tuple[Card, ...]:
    pattern, low = suit & (1 << _STOP) - 1, suit >> _STOP
    return tuple(Card(pattern >> place & 1, place < low) for place in range(pattern.bit_length() - 1))


class Table(dict[int, Moves]):
    """The moves in a suit, by pattern, for one leader. Entries are computed when first read."""

    def __init__(self, scoring: Scoring, leader: int) -> None:
        super().__init__()
        self._scoring, self._leader = scoring, leader

    def __missing__(self, suit: int) -> Moves:
        cards, leader = _decode(suit), self._leader
        own, others = _places(cards, leader), _places(cards, 1 - leader)

        def without(*places: int) -> int:
            return _encode(card for place, card in enumerate(cards) if place not in places) - suit

        def following(lead: int, follow: int) -> tuple[int, bool, int, int]:
            wins = follow < lead
            points = self._scoring.trick(wins, cards[lead].low, cards[follow].low)
            return (without(lead, follow), wins, *points)

        # High leads and the lowest winner come first, so that the search finds good play sooner.
        leads = own[::-1]
        follows = [[following(lead, follow) for follow in others] for lead in leads]
        mine, theirs = ([each for each, card in enumerate(cards) if card.role == role] for role in (leader, 1 - leader))
        tops = [place for place in mine if not theirs or place > theirs[-1]]
        sure = [cards[place] for place in (mine if len(tops) >= len(theirs) else tops)]
        moves = self[suit] = Moves(
            2 * len(theirs) - len(mine),
            tuple(tuple(sorted(each, key=lambda following: following[1])) for each in follows if each),
            () if others else tuple((without(lead), self._alone(cards[lead])) for lead in leads),
            tuple(without(place) for place in others),
            len(sure),
            sum(map(self._alone, sure)),
        )
        return moves

    def _alone(self, lead: Card) -> int:
        """Return the points of a lead that wins."""
        return self._scoring.trick(True, lead.low, False)[0]


def _places(cards: tuple[Card, ...], role: int) -> tuple[int, ...]:
    """One place for each run of adjacent cards in one hand that are alike."""
    alike = zip(range(len(cards)), cards, (None, *cards), strict=False)
    return tuple(place for place, card, below in alike if card.role == role and card != below)


@cache
def tables(scoring: Scoring) -> tuple[Table, Table]:
    """Return the moves in a suit by leader: elder, younger."""
    return Table(scoring, 0), Table(scoring, YOUNGER)
