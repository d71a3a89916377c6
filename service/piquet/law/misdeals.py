"""Wrong deals: how wrong the numbers of cards are, how both players exchange if they stand, and who deals next.

Numbers of cards are those of elder, of younger and of the talon. What a code says in a row is given as its word.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.data.codes import value
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import dealer_of

# ---------------------------------------------------------------- wrong numbers of cards (L11, L12, E11)

Counts = tuple[int, int, int]


def talon_of(rules: Ruleset) -> int:
    """Return the number of cards in the talon of a right deal."""
    return rules.pack - 2 * HAND_SIZE


def cards_off(rules: Ruleset, dealt: Counts) -> int:
    """How many cards went to a wrong place: half the sum of the three differences (LR37)."""
    due = (HAND_SIZE, HAND_SIZE, talon_of(rules))
    return sum(abs(count - right) for count, right in zip(dealt, due, strict=True)) // 2


def must_redeal(rules: Ruleset, dealt: Counts, many_wrong: str) -> bool:
    """Whether the deal is so wrong that nobody has a choice (L12)."""
    if many_wrong == "over_thirteen":
        return max(dealt[:2]) > HAND_SIZE + 1
    # `fifteen` is as `two_off_or_nine` below fifteen cards in a hand, and fifteen cards are three in a wrong place.
    return cards_off(rules, dealt) > 1 or dealt[2] > talon_of(rules)


def has_choice(dealt: Counts, one_card_wrong: str) -> bool:
    """Whether a code has a law for a deal that is not so wrong that it must be made again (L11)."""
    elder, longer = dealt[0], max(dealt[:2])
    return one_card_wrong != "elder_thirteen_or_short" or longer > HAND_SIZE or elder < HAND_SIZE


class StandingMisdeal(NamedTuple):
    """How a misdeal that stands is put right (E11).

    It has the law, the row in which the codes differ, and by role how many more cards are discarded than taken.
    """

    law: str
    row: str
    elder: int
    younger: int


# By the cards dealt to elder and to younger, if one card went to the wrong place.
_STANDING: Final[Mapping[tuple[int, int], StandingMisdeal]] = {
    (13, 11): StandingMisdeal("L40", "stand_13", 1, -1),
    (13, 12): StandingMisdeal("L41", "stand_13", 1, 0),
    (11, 13): StandingMisdeal("L42", "stand_11", -1, 1),
    (12, 13): StandingMisdeal("L43", "stand_7", 0, 1),
}


def standing_of(dealt: Counts) -> StandingMisdeal | None:
    """How a deal with these numbers is put right if it stands; None if no law says that."""
    return _STANDING.get(dealt[:2])


class _Bounds(NamedTuple):
    """How a code bounds the exchange: whether a player may take no card, and what elder leaves or discards."""

    elder_takes_none: bool = False
    younger_takes_none: bool = False
    leaves_rest: bool = False
    elder_discards_one: bool = False


# By what the code says in the row.
_BOUNDS: Final[Mapping[str, _Bounds]] = {
    "twelve_each": _Bounds(),
    "one_more_discarded": _Bounds(),
    "elder_leaves_three": _Bounds(),  # as elder always does with a talon of the right number
    "elder_may_take_none": _Bounds(elder_takes_none=True, younger_takes_none=True, leaves_rest=True),
    "younger_may_take_none": _Bounds(younger_takes_none=True, leaves_rest=True, elder_discards_one=True),
}


def elder_takes(rules: Ruleset, standing: StandingMisdeal, says: str, talon: int) -> tuple[int, int]:
    """Return the fewest and the most cards that elder may take from a talon of this size."""
    bounds, more = _BOUNDS[says], standing.elder
    least = 0 if bounds.elder_takes_none else rules.elder_min
    if bounds.elder_discards_one:
        least = max(least, 1 - more)
    most = rules.elder_max
    if bounds.leaves_rest:
        most = min(most, talon - (talon_of(rules) - rules.elder_share))
    return max(least, -more), most


def younger_takes(rules: Ruleset, standing: StandingMisdeal, says: str, left: int) -> tuple[int, int]:
    """Return the fewest and the most cards that younger may take of those that are left."""
    most = left if rules.younger_max is None else min(left, rules.younger_max)
    least = 0 if _BOUNDS[says].younger_takes_none else rules.younger_min
    return min(max(least, -standing.younger), most), most


# ---------------------------------------------------------------- deals out of turn (L16, LR16)


def dealers_in_turn(first_dealer: int, deals: int) -> tuple[int, ...]:
    """Return the seats that deal the first deals of a partie if every deal is in turn (R2.4)."""
    return tuple(dealer_of(first_dealer, number) for number in range(1, deals + 1))


def deals_owed(rules: Ruleset, says: str, number: int, deals: int | None = None) -> int:
    """How many of the next deals the elder of a deal out of turn deals, if it stands; `number` is that of the deal.

    `says` is what the code says in the row `out_of_turn`, and `deals` how many deals the partie has, if that is known.
    """
    last = deals or (None if rules.target else rules.partie_deals)
    return 1 if says == "no_remedy" or (last is not None and number >= last - 1) else 2


def next_dealer(rules: Ruleset, first_dealer: int, dealers: Sequence[int]) -> int:
    """Return the seat that deals after deals by these seats.

    After what is owed for a deal out of turn they alternate.
    """
    due, owed = first_dealer, list[int]()
    for number, dealer in enumerate(dealers, 1):
        if dealer != due:
            owed = [1 - dealer] * deals_owed(rules, value(rules, "out_of_turn"), number)
        due = owed.pop() if owed else 1 - dealer
    return due
