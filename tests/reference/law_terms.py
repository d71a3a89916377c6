"""What a false claim was, what is not due, and what may be reckoned late (docs/law.md, K15, K17, E5)."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.reference.holdings import (
    PACKS,
    RANKS,
    Collection,
    Grade,
    Holding,
    grade,
    holdings,
    strength,
    sub_collections,
)
from tests.reference.terms import Call, elders_terms, is_better

if TYPE_CHECKING:
    from tests.reference.law_elections import Elections

Rules = dict[str, Any]


@dataclass(frozen=True)
class Claim:
    """Something claimed: its number of cards, its tie-break if that was said, and the cards if they were named."""

    category: str
    number: int
    tie: float | None
    cards: Holding | None = None

    def instances(self, rules: Rules) -> list[Holding]:
        """All collections of cards of which it would be true."""
        pack = PACKS[rules["pack"]]
        found: list[Holding] = []
        for suit in "SHDC":
            ranks = [rank for rank in RANKS if rank + suit in pack]
            if self.category == "point":
                found += [
                    frozenset(rank + suit for rank in some) for some in itertools.combinations(ranks, self.number)
                ]
            elif self.category == "sequence":
                stretches = [ranks[low : low + self.number] for low in range(len(ranks) - self.number + 1)]
                found += [frozenset(rank + suit for rank in some) for some in stretches]
        if self.category == "set":
            suits = itertools.combinations("SHDC", self.number)
            found = [frozenset(rank + suit for suit in some) for some in suits for rank in "TJQKA"]
        return [one for one in found if self.tie is None or grade(self.category, one)[1] == self.tie]


def claim_of(act: dict[str, Any], call: Call) -> Claim:
    """The claim of a call, with the tie-break that was stated on it."""
    return Claim(act["category"], call.number, call.tie)


def finding(
    claim: Claim, hand: set[str], union: set[str], against: set[str], besides: list[Holding], rules: Rules
) -> tuple[str, Holding | None]:
    """What the finding is (K15), and for a misnomer what is held in place of it, if that is good."""
    instances = claim.instances(rules)
    if any(one <= hand for one in instances):
        return "held", None
    if any(one <= union for one in instances):
        return "false", None
    of_the_number = [one for one in holdings(claim.category, hand, rules) if len(one) == claim.number]
    of_the_number = [one for one in of_the_number if not any(one & other for other in besides)]
    if not of_the_number:
        return "impossible", None
    best = max(of_the_number, key=lambda one: strength(claim.category, grade(claim.category, one), rules))
    theirs = [
        strength(claim.category, grade(claim.category, one), rules) for one in holdings(claim.category, against, rules)
    ]
    good = all(one < strength(claim.category, grade(claim.category, best), rules) for one in theirs)
    return "misnomer", best if good else None


def undue(is_elder: bool, call: Call | None, cards: Holding, earlier: list[Holding], deal: Elections) -> bool:
    """Whether a reckoning, though held, was not due (K17)."""
    if call is None:
        return False
    if any(cards & one for one in earlier) or (call.category == "point" and earlier):
        return True
    if not is_elder:
        if call.category == "point" and call.status in ("not_good", "declined"):
            better = call.status == "declined" or is_better(call, cards, deal.rules)
            held_to_the_length = call.status == "declined" or call.asked
            return not better or (held_to_the_length and len(cards) != call.number)
        return call.status == "good"
    if call.status != "good":
        return True
    ways, _ = elders_terms_or_none(call, deal)
    return bool(ways) and not any(cards in way for way in ways)


def elders_terms_or_none(call: Call, deal: Elections) -> tuple[set[Collection], bool]:
    """What elder may reckon on a call; nothing if what was called is not held."""
    try:
        return elders_terms(call, deal.held[deal.elder], deal.discards[deal.elder], deal.rules)
    except ValueError:  # the best of what was called, of which there is none
        return set(), True


def correct_claims(deal: Elections, offender: str, category: str) -> list[Grade]:
    """What the offender claimed in a category and held."""
    hand = deal.held[offender]
    found = [
        grade(category, item.cards)
        for item in deal.items
        if (item.seat, item.step) == (offender, category) and item.cards <= hand and not item.struck
    ]
    call = deal.calls.get(category)
    if offender == deal.elder and call is not None and call.number:
        held = [one for one in Claim(category, call.number, call.tie).instances(deal.rules) if one <= hand]
        found += [max(grade(category, one) for one in held)] if held else []
    return found


def late_ways(deal: Elections, seat: str, category: str, act: dict[str, Any], entry: int) -> list[Collection]:
    """The collections that a seat may reckon late in a category (E5)."""
    rules, hand, call = deal.rules, deal.held[seat], deal.calls.get(category)
    offender = "B" if seat == "A" else "A"
    had = [item.cards for item in deal.items if (item.seat, item.step) == (seat, category) and not item.struck]
    held = holdings(category, hand, rules)
    called = None
    if seat == deal.elder and call is not None and call.number:
        called = strength(category, (call.number, math.inf if call.tie is None else call.tie), rules)
    if not held or (category == "point" and had):
        return []
    if seat != deal.elder and not deal.finished and call and call.status in ("passed", "not_good", "declined"):
        return []  # it is reckoned in the ordinary way, once (R5.11)
    if seat == deal.elder and call is not None and call.status == "equal":
        return []  # neither reckons anything (R5.6)
    if act["type"] != "reply":  # a false reply leaves the call good, whatever else was claimed
        mine = max(strength(category, grade(category, one), rules) for one in held)
        if called is not None:
            claimed = [strength(category, one, rules) for one in correct_claims(deal, seat, category)]
            mine = max(claimed, default=min(mine, called))
        theirs = [strength(category, one, rules) for one in correct_claims(deal, offender, category)]
        if theirs and max(theirs) >= mine:
            return []
    free = [one for one in held if not any(one & card for card in had)]
    if call is not None and called is not None:
        ways = elders_terms_or_none(call, deal)[0]
        if ways:
            return [frozenset(one for one in way if one in free) for way in ways]
        # The call was false, and stands (LR1): what is no better than it may be reckoned with it (R5.8).
        free = [one for one in free if strength(category, grade(category, one), rules) <= called]
    if category == "point":
        return [frozenset([one]) for one in free]
    return list(sub_collections(free))
