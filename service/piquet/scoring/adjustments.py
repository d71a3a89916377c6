"""Adjustments: what a director adds to a score or a result, or takes away (docs/notation.md, "Adjustments").

The same in a record and at a table of an event. They change no score that was played: what was played, the adjustment
and the sum are three numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from service.piquet.model.state import SEATS, Pair
from service.piquet.model.violations import JsonValue
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring import settlement
from service.piquet.scoring.settlement import Settlement

#: What an adjustment changes: the score of a deal, the total of the partie, or what its player wins.
ADJUSTED: Final = ("deal", "partie", "settlement")

# Limits.
MOST = 100_000  # points of an adjustment
REASON = 200  # characters
ADJUSTMENTS = 100  # of a record, and of a table

NOTHING: Pair = (0, 0)

Claim = tuple[int | None, int | None]
"""What was written down for A and B; None where nothing was."""
NO_CLAIM: Claim = (None, None)


@dataclass(slots=True, frozen=True)
class Adjustment:
    """What a director adds to the `points` of a `seat`, or takes away, and the `reason`.

    It is one `of` a `deal`, the number of which is `deal`, of the `partie`, or of the `settlement`. `pointer` is where
    it was written.
    """

    seat: str
    points: int
    of: str
    deal: int | None
    reason: str
    pointer: str = field(default="", compare=False)


def plus(one: Pair, other: Pair, times: int = 1) -> Pair:
    """Return the sum of two pairs of points, the second one so many times."""
    return one[0] + times * other[0], one[1] + times * other[1]


def before(claim: Claim, adjustment: Pair) -> Claim:
    """Return the numbers of a claim before an adjustment; None for one that was not written down."""
    one, other = claim
    return None if one is None else one - adjustment[0], None if other is None else other - adjustment[1]


def either(first: Claim, second: Claim) -> Claim:
    """Return the numbers of the first claim, and those of the second where the first has none."""
    a_points, b_points = (other if one is None else one for one, other in zip(first, second, strict=True))
    return a_points, b_points


def whole(claim: Claim | None) -> Pair | None:
    """Return both numbers of a claim; None if one of them was not written down."""
    if claim is None or claim[0] is None or claim[1] is None:
        return None
    return claim[0], claim[1]


def of_deal(adjustments: Sequence[Adjustment], number: int) -> Pair:
    """Return what is added to the score of the deal with this number, by seat."""
    if not adjustments:
        return NOTHING
    return _sum(each for each in adjustments if each.of == "deal" and each.deal == number)


def of_settlement(adjustments: Sequence[Adjustment]) -> Pair:
    """Return what is added to what each seat wins."""
    return _sum(each for each in adjustments if each.of == "settlement")


def of_totals(rules: Ruleset, adjustments: Sequence[Adjustment], deals: int | None = None) -> Pair:
    """Return what is added to the totals by seat: by the adjustments of deals, doubled with them, and of the partie.

    If `deals` is given, deals after it are not counted.
    """
    found = _sum(each for each in adjustments if each.of == "partie")
    return plus(found, of_deals(rules, adjustments, deals))


def of_deals(rules: Ruleset, adjustments: Sequence[Adjustment], deals: int | None = None) -> Pair:
    """Return what the adjustments of deals add to the totals by seat, up to the deal with this number."""
    found = NOTHING
    for each in adjustments:
        if each.of == "deal" and each.deal is not None and (deals is None or each.deal <= deals):
            found = plus(found, _by_seat(each), settlement.times_counted(rules, each.deal))
    return found


def _sum(adjustments: Iterable[Adjustment]) -> Pair:
    found = NOTHING
    for each in adjustments:
        found = plus(found, _by_seat(each))
    return found


def _by_seat(each: Adjustment) -> Pair:
    return (each.points, 0) if each.seat == SEATS[0] else (0, each.points)


# ---------------------------------------------------------------- the partie


def _settlements(rules: Ruleset, scores: Sequence[Pair], adjustments: Sequence[Adjustment]) -> Iterator[Settlement]:
    """Yield the settlement after these deals: as played, with the adjustments of deals, and with those of the partie.

    Nothing says when a director has adjusted a score, so nobody knows by which totals the players went on or stopped.
    """
    played = settlement.settle(rules, scores)
    yield played
    for extra in (of_deals, of_totals):
        yield settlement.settlement_after(
            rules, len(scores), plus(played.totals, extra(rules, adjustments, len(scores)))
        )


def settlement_with(
    rules: Ruleset, scores: Sequence[Pair], adjustments: Sequence[Adjustment], lost: int | None = None
) -> Settlement:
    """Return the settlement of a partie after its adjustments of deals and of the partie.

    It is over if it was over with or without them; the winner is then the one with the higher total. `lost` is the seat
    that lost the game by a ruling, which no adjustment changes.
    """
    if lost is not None:
        played = settlement.settle(rules, scores, lost)
        return played._replace(totals=plus(played.totals, of_totals(rules, adjustments, len(scores))))
    *others, last = _settlements(rules, scores, adjustments)
    return settlement.settlement_of_totals(rules, last.totals) if any(each.over for each in others) else last


def adjusted(
    rules: Ruleset, settled: Settlement, adjustments: Sequence[Adjustment], times: int = 1, *, by_ruling: bool = False
) -> Settlement:
    """Return the settlement of a partie that is over after further adjustments of its deals and of the partie.

    With `times` of -1 it is that before them. A game that was lost `by_ruling` stays so.
    """
    extra = of_totals(rules, adjustments)
    if extra == NOTHING:
        return settled
    both = plus(settled.totals, extra, times)
    return settled._replace(totals=both) if by_ruling else settlement.settlement_of_totals(rules, both)


def won(settled: Settlement, adjustments: Sequence[Adjustment] = ()) -> Pair:
    """Return what each seat wins by a settlement, with the adjustments of it: the loser as much less."""
    sign = 0 if settled.winner is None else 1 - 2 * settled.winner
    return plus((sign * settled.points, -sign * settled.points), of_settlement(adjustments))


def adjustment_json(each: Adjustment) -> dict[str, JsonValue]:
    """Return an adjustment as JSON; `deal` is null unless it is one of a deal."""
    return {"seat": each.seat, "points": each.points, "of": each.of, "deal": each.deal, "reason": each.reason}
