"""The play with all cards known, by trying everything: slow, obvious, and in the words of the rules.

Cards are text, hands are sets, sides are `elder` and `younger`. Nothing is remembered and nothing is merged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

RANKS = "6789TJQKA"
NOTHING = {"elder": 0, "younger": 0}


@dataclass(frozen=True)
class Scoring:
    """The parameters of a ruleset that the play goes by (R6.2 to R6.4)."""

    trick_scoring: str = "lead_and_capture"
    last_trick_bonus: int = 1
    low_cards_uncounted: bool = False
    uncounted_plays: str = "leads_and_captures"
    cards_counted: str = "end_of_deal"


class Tally(NamedTuple):
    """What each side has so far. `pique_lost`: it was made, or cannot be made any more."""

    in_hand: dict[str, int] = NOTHING
    play: dict[str, int] = NOTHING
    cards: dict[str, int] = NOTHING
    tricks: dict[str, int] = NOTHING
    piques: int = 0
    pique_lost: bool = False

    def difference(self) -> int:
        """Elder's points of play, cards and pique less younger's."""
        made = {side: self.play[side] + self.cards[side] for side in self.play}
        return made["elder"] + 30 * self.piques - made["younger"]


def other(side: str) -> str:
    return "younger" if side == "elder" else "elder"


def _more(counts: dict[str, int], side: str, more: int) -> dict[str, int]:
    return {**counts, side: counts[side] + more}


def _look_for_pique(scoring: Scoring, tally: Tally) -> Tally:
    """R7.3: elder has thirty in hand and play, some of it in play, before younger has anything in hand or play. The ten
    for the cards counts towards it where it is entered at the seventh trick (R6.4, R7.4)."""
    if tally.pique_lost:
        return tally
    if tally.in_hand["younger"] or tally.play["younger"]:
        return tally._replace(pique_lost=True)
    has = tally.in_hand["elder"] + tally.play["elder"]
    if scoring.cards_counted == "seventh_trick" and tally.tricks["elder"] >= 7:
        has += 10
    if has >= 30 and tally.play["elder"]:
        return tally._replace(piques=1, pique_lost=True)
    return tally


def _point(scoring: Scoring, tally: Tally, side: str, points: int) -> Tally:
    return _look_for_pique(scoring, tally._replace(play=_more(tally.play, side, points)))


def after_lead(scoring: Scoring, tally: Tally, side: str, card: str) -> Tally:
    """R6.2: one to who leads, unless tricks alone count, or low cards do not."""
    counts = scoring.trick_scoring != "one_per_trick" and not (scoring.low_cards_uncounted and card[0] in "6789")
    return _point(scoring, tally, side, 1) if counts else tally


def after_follow(scoring: Scoring, tally: Tally, leader: str, lead: str, follow: str, last: bool) -> tuple[Tally, str]:
    """The tally after a trick, and who has won it (R6.1 to R6.4)."""
    higher = lead[1] == follow[1] and RANKS.index(follow[0]) > RANKS.index(lead[0])
    winner = other(leader) if higher else leader
    tally = tally._replace(tricks=_more(tally.tricks, winner, 1))
    uncounted = scoring.low_cards_uncounted and scoring.uncounted_plays == "leads_and_captures"
    captured = winner != leader and not (uncounted and follow[0] in "6789")
    if captured or scoring.trick_scoring != "lead_and_capture":
        tally = _point(scoring, tally, winner, 1)
    the_cards = scoring.trick_scoring != "one_per_trick"
    if scoring.cards_counted == "seventh_trick" and tally.tricks[winner] == 7:
        tally = tally._replace(cards=_more(tally.cards, winner, 10))
        tally = _look_for_pique(scoring, tally)
    if last:
        tally = _point(scoring, tally, winner, scoring.last_trick_bonus)
        for side, won in tally.tricks.items():
            had = tally.cards[side]
            if won == 12:
                tally = tally._replace(cards=_more(tally.cards, side, 40 - had))
            elif won > 6 and the_cards and not had:
                tally = tally._replace(cards=_more(tally.cards, side, 10))
    return tally, winner


def best(scoring: Scoring, hands: dict[str, frozenset[str]], leader: str, tally: Tally, lead: str | None = None) -> int:
    """The difference at the end of the deal, if both play best from here."""
    side = leader if lead is None else other(leader)
    if not hands[side]:
        return tally.difference()
    choose: Any = max if side == "elder" else min
    return choose(after(scoring, hands, leader, tally, lead, card) for card in legal(hands[side], lead))


def legal(hand: frozenset[str], lead: str | None) -> list[str]:
    """R6.1: of the suit led, if there is one of it."""
    same = [card for card in hand if lead is not None and card[1] == lead[1]]
    return sorted(same or hand)


def after(
    scoring: Scoring, hands: dict[str, frozenset[str]], leader: str, tally: Tally, lead: str | None, card: str
) -> int:
    """The same after this card has been played."""
    side = leader if lead is None else other(leader)
    left = {**hands, side: hands[side] - {card}}
    if lead is None:
        return best(scoring, left, leader, after_lead(scoring, tally, leader, card), card)
    tally, winner = after_follow(scoring, tally, leader, lead, card, last=not left[side])
    return best(scoring, left, winner, tally)
