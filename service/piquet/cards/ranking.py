"""The ranking of holdings: what a player says of them, what they are compared by, and what they score.

What a player **says** of a holding is a pair: the number of cards, then the **tie-break**. The tie-break of a point is
its pips, that of a sequence the rank of the top card, and that of a set its rank. Ranks are 0 (six) to 8 (ace).

The **grade** of a holding is what it is compared by: also a pair, the greater the better. It equals what is said,
except that points compared by pips have the pips first.

A **nought** is a void that counts as a holding without cards, where the ruleset plays it. It lies halfway between
two pips and between two ranks, so the tie-breaks of points and sequences are counted in halves: a point worth 49 has
98. `read_tie` and `write_tie` convert them. Rules: R1, R5.1, R5.12.
"""

from dataclasses import dataclass
from functools import cache

from service.piquet.cards.cards import RANKS, SUIT_MASK, SUIT_SIZE, pips

POINT, SEQUENCE, SET = 0, 1, 2
CATEGORIES = ("point", "sequence", "set")

Said = tuple[int, int]
Grade = tuple[int, int]

NONE: Grade = (0, 0)
BEST: Grade = (999, 999)
NO_TIE, ANY_TIE = 0, 999

# A nought is a point worth 50½, and a quint that ranks between those to the king and to the ace (docs/rules.md#nought).
NOUGHT_VALUE, NOUGHT_TOP = 2 * 50 + 1, 2 * RANKS.index("K") + 1
NOUGHT: tuple[Said, Said] = ((5, NOUGHT_VALUE), (5, NOUGHT_TOP))

_TOPS = {**{text: 2 * rank for rank, text in enumerate(RANKS)}, "nought": NOUGHT_TOP}
_TOP_TEXTS = {tie: text for text, tie in _TOPS.items()}


def read_tie(member: str, given: float | str) -> int:
    """Return the tie-break that the contract writes as this: a `value` as a number, a `top` or a `rank` as text."""
    if not isinstance(given, str):
        return int(given * 2)  # whole: the contract has no other values
    return _TOPS[given] if member == "top" else RANKS.index(given)


def write_tie(member: str, tie: int) -> float | str:
    """Return a tie-break as the contract writes it: a `value` as a number, a `top` or a `rank` as text."""
    if member == "value":
        return tie / 2 if tie & 1 else tie // 2
    return _TOP_TEXTS[tie] if member == "top" else RANKS[tie]


# The members of what is said of a holding, by category: the number of cards, then the tie-break.
SAID_MEMBERS = (("length", "value"), ("length", "top"), ("count", "rank"))


def said_members(category: int, said: tuple[int, int | None]) -> dict[str, float | str]:
    """Return what is said of a holding, as members of an event: length and value, length and top, or count and rank.

    A tie-break that is withheld is left out.
    """
    length, tie = said
    number, breaker = SAID_MEMBERS[category]
    return {number: length} if tie is None else {number: length, breaker: write_tie(breaker, tie)}


@cache
def runs(ranks: int) -> tuple[Said, ...]:
    """Return the longest sequences in one suit's ranks (bits 0 to 8), as what is said of them, highest top first."""
    found = []
    length = 0
    for rank in reversed(range(-1, SUIT_SIZE)):
        if rank >= 0 and ranks >> rank & 1:
            length += 1
        else:
            if length >= 3:
                found.append((length, 2 * (rank + length)))
            length = 0
    return tuple(found)


# By one suit's ranks: its best sequence, and the whole suit as a point.
BEST_RUN: tuple[Said, ...] = tuple(max(runs(ranks), default=(0, 0)) for ranks in range(SUIT_MASK + 1))
WHOLE_SUIT: tuple[Said, ...] = tuple((ranks.bit_count(), 2 * pips(ranks)) for ranks in range(SUIT_MASK + 1))


@dataclass(frozen=True, eq=False, slots=True)
class RankingRules:
    """How a ruleset ranks holdings: its parameters of the same names (R5.5, R5.12), and a table made from them.

    Make one with `counting`, which returns the same object for the same parameters.
    """

    point_minimum: int
    point_comparison: str
    point_score: str
    point_ending_in_four: bool
    nought: bool
    best: tuple[
        tuple[Grade, ...], tuple[Grade, ...]
    ]  # by one suit's ranks: the grade of its best point and of its best sequence

    def grade(self, category: int, said: Said) -> Grade:
        """Return the grade of a holding, from what is said of it."""
        return said if category != POINT or self.point_comparison == "cards" else said[::-1]

    def said(self, category: int, grade: Grade) -> Said:
        """Return what is said of a holding, from its grade."""
        return grade if category != POINT or self.point_comparison == "cards" else grade[::-1]

    def alike(self, category: int, length: int, tie: int | None) -> tuple[Grade, Grade]:
        """Return the lowest and the highest grade that equal what is said.

        `tie` is None while the tie-break is withheld (R5.3).
        """
        if category == POINT and self.point_comparison == "pips" and tie is not None:
            return (tie, NO_TIE), (tie, ANY_TIE)
        return (length, NO_TIE if tie is None else tie), (length, ANY_TIE if tie is None else tie)

    def above(self, category: int, length: int, tie: int | None) -> Grade:
        """Return the lowest grade that beats what is said. `tie` is None while the tie-break is withheld (R5.3)."""
        if tie is None:
            return (length + 1, NO_TIE)
        if category == SET:
            return (length, tie + 1)
        by_value = category == POINT and self.point_comparison == "pips"
        better = tie // 2 * 2 + 2  # only a nought has a half
        if self.nought and (by_value or length == NOUGHT[category][0]):
            nought = NOUGHT[category][1]
            better = nought if tie < nought < better else better
        return (better, NO_TIE) if by_value else (length, better)

    def score(self, category: int, said: Said) -> int:
        """Return the points of a good holding, from what is said of it (R5.12)."""
        count, tie = said
        if category == SET:
            return 14 if count == 4 else 3
        if tie == NOUGHT_TOP and category == SEQUENCE:
            return 10
        if category == SEQUENCE:
            return count if count < 5 else count + 10
        if self.point_score == "pips":
            return (tie + 10) // 20
        return count - (self.point_ending_in_four and tie % 20 == 8)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return counting, (
            self.point_minimum,
            self.point_comparison,
            self.point_score,
            self.point_ending_in_four,
            self.nought,
        )


@cache
def counting(
    point_minimum: int = 3,
    point_comparison: str = "cards",
    point_score: str = "cards",
    point_ending_in_four: bool = False,
    nought: bool = False,
) -> RankingRules:
    """Return the ranking rules for these parameters of a ruleset."""
    points = [said if said[0] >= point_minimum else (0, 0) for said in WHOLE_SUIT]
    graded = tuple(points if point_comparison == "cards" else [said[::-1] for said in points])
    best = graded, BEST_RUN
    return RankingRules(point_minimum, point_comparison, point_score, point_ending_in_four, nought, best)


PLAIN = counting()
