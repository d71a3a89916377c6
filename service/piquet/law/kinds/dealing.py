"""Irregular deals: misdeals, deals out of turn, and cards turned up (K1 to K4).

How wrong the numbers of cards are, how both players exchange if they stand, and who deals next. Numbers of cards are
those of elder, of younger and of the talon. What a code says in a row is given as its word.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.data.codes import value
from service.piquet.law.kinds.tables import FactValue, GivenFacts, Reader, table
from service.piquet.model.state import ELDER, YOUNGER
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

    It has the law, the row in which the codes differ (empty if no law says how), and by role how many more cards are
    discarded than taken.
    """

    law: str
    row: str
    more: tuple[int, int]


# By the cards dealt to elder and to younger, if one card went to the wrong place.
_STANDING: Final[Mapping[tuple[int, int], StandingMisdeal]] = {
    (13, 11): StandingMisdeal("L40", "stand_13", (1, -1)),
    (13, 12): StandingMisdeal("L41", "stand_13", (1, 0)),
    (11, 13): StandingMisdeal("L42", "stand_11", (-1, 1)),
    (12, 13): StandingMisdeal("L43", "stand_7", (0, 1)),
}


def standing_of(dealt: Counts) -> StandingMisdeal:
    """How a deal with these numbers is put right if it stands."""
    return _STANDING.get(dealt[:2], StandingMisdeal("L11", "", (0, 0)))


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
    bounds, more = _BOUNDS[says], standing.more[ELDER]
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
    return min(max(least, -standing.more[YOUNGER]), most), most


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
    for at, dealer in enumerate(dealers, 1):
        if dealer != due:
            owed = [1 - dealer] * deals_owed(rules, value(rules, "out_of_turn"), at)
        due = owed.pop() if owed else 1 - dealer
    return due


# ---------------------------------------------------------------- a misdeal (K1)


def exchanges(reader: Reader) -> tuple[dict[str, FactValue], ...] | None:
    """Return what each player may discard if the deal stands: a row for each number of cards that elder may take.

    None if no law says how a deal with these numbers is played on.
    """
    rules, dealt = reader.rules, reader.counts("dealt")
    standing = standing_of(dealt)
    if not standing.row:
        return None
    says, talon = reader.word(f"law_{standing.row}"), dealt[2]
    least, most = elder_takes(rules, standing, says, talon)
    rows: list[dict[str, FactValue]] = []
    for takes in range(least, most + 1):
        younger = younger_takes(rules, standing, says, talon - takes)
        rows.append(
            {
                "elder_takes": takes,
                "elder_discards": takes + standing.more[ELDER],
                "younger_takes": list(younger),
                "younger_discards": [count + standing.more[YOUNGER] for count in younger],
            }
        )
    return tuple(rows)


_SHAPES: Final = tuple((elder, younger) for elder in range(10, 16) for younger in range(10, 16))


def _deals(rules: Ruleset, known: GivenFacts) -> tuple[tuple[int, int, int], ...]:
    """Numbers of cards that stand for all others."""
    return tuple((elder, younger, rules.pack - elder - younger) for elder, younger in _SHAPES)


def _shape(reader: Reader) -> str:
    """How wrong the numbers are: `right`, `one` card off, `many`, or `other`: one that no law names."""
    dealt = reader.counts("dealt")
    if not cards_off(reader.rules, dealt):
        return "right"
    if must_redeal(reader.rules, dealt, reader.word("law_many_wrong")):
        return "many"
    return "one" if has_choice(dealt, reader.word("law_one_card_wrong")) else "other"


def _spoke_too_late(reader: Reader) -> bool:
    """Whether elder had taken up a card of the talon or, under one code, touched it."""
    stock, word = reader["stock"], reader["law_one_card_wrong"]
    return bool(stock == "taken" or (stock == "touched" and word == "elder_before_touching"))


MISDEAL: Final = table(
    "misdeal",
    {
        "shape": _shape,
        "misplaced": lambda reader: cards_off(reader.rules, reader.counts("dealt")),
        "spoke_too_late": _spoke_too_late,
        "elder_long": lambda reader: reader.number("cards") > HAND_SIZE and bool(reader["law_long_hand"]),
        "standing_law": lambda reader: standing_of(reader.counts("dealt")).law,
        "standing": lambda reader: ("E11",) if standing_of(reader.counts("dealt")).row else ("E7",),
        "exchanges": exchanges,
    },
    samples={"dealt": _deals},
)


# ---------------------------------------------------------------- a deal out of turn (K2)


def _owed(reader: Reader) -> int:
    """How many of the next deals this deal's elder deals; fewer if it is last or last but one (LR16)."""
    says, deal = reader.word("law_out_of_turn"), reader.number("deal")
    return deals_owed(reader.rules, says, deal, reader.optional_number("deals"))


def _next_dealers(reader: Reader) -> list[str]:
    """Who deals next, by their roles in this deal: after it as many deals as matter (LR16)."""
    deals = reader.optional_number("deals") or (None if reader.rules.target else reader.rules.partie_deals)
    due = [*["elder"] * _owed(reader), "younger"]
    return due if deals is None else due[: max(0, deals - reader.number("deal"))]


def _unseen(reader: Reader) -> bool:
    """Whether the deal out of turn is still void, which depends on who has taken up a hand."""
    taken_up = reader.words("taken_up")
    if reader["law_out_of_turn"] in ("no_remedy", "void_if_unseen"):
        return "younger" not in taken_up
    if len(taken_up) != 1:
        return not taken_up
    return reader["noticed"] not in (*taken_up, "both")


OUT_OF_TURN: Final = table("deal_out_of_turn", {"unseen": _unseen, "owed": _owed, "next_dealers": _next_dealers})


# ---------------------------------------------------------------- cards that lie face up (K3, K4)

EXPOSED: Final = table("exposed")

FACED: Final = table(
    "faced",
    {
        "too_late": lambda reader: len(reader.words("exchanged")) > (0 if reader["where"] == "pack" else 1),
    },
)


TABLES: Final = (MISDEAL, OUT_OF_TURN, EXPOSED, FACED)
