"""Several deals and what they come to (R8.1 to R8.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class Standing:
    """The state of a partie after some deals; `settlement` in points, or in games where a target is played to."""

    totals: dict[str, int]
    over: bool
    deals_due: int
    winner: str | None = None
    rubicon: bool = False
    settlement: int | None = None


def is_last_deal(number: int, rules: dict[str, Any]) -> bool:
    """The sixth (fourth), and the second of a pair of extra deals (R6.5). To a target no deal is the last."""
    if rules["target"] is not None:
        return False
    extra = number - rules["partie_deals"]
    return extra >= 0 and extra % 2 == 0


def weight(number: int, rules: dict[str, Any]) -> int:
    """How often a deal counts: in the partie of four the first and the last count double, extra deals once (R8.1)."""
    return 2 if rules["target"] is None and rules["partie_deals"] == 4 and number in (1, 4) else 1


def totals_of(deals: list[dict[str, int]], rules: dict[str, Any]) -> dict[str, int]:
    """The totals of these deals, by seat."""
    return {
        seat: sum(deal[seat] * weight(number, rules) for number, deal in enumerate(deals, 1)) for seat in ("A", "B")
    }


def standing(deals: list[dict[str, int]], rules: dict[str, Any]) -> Standing:
    """What these deals come to; each is `{"A": …, "B": …}`, as scored."""
    totals = totals_of(deals, rules)
    high, low = max(totals.values()), min(totals.values())
    winner = max(totals, key=lambda seat: totals[seat])
    if rules["target"] is not None:
        if high < rules["target"] or high == low:
            return Standing(totals, False, 1)
        double = rules["double_below"] is not None and low < rules["double_below"]
        return Standing(totals, True, 0, winner, False, 2 if double else 1)
    planned, played = rules["partie_deals"], len(deals)
    if played < planned:
        return Standing(totals, False, planned - played)
    if (played - planned) % 2:
        return Standing(totals, False, 1)
    if totals["A"] == totals["B"]:
        if played == planned or rules["tie"] == "two_more_until_broken":
            return Standing(totals, False, 2)
        return Standing(totals, True, 0, settlement=0)
    rubicon = low < 100
    return Standing(totals, True, 0, winner, rubicon, (high + low if rubicon else high - low) + rules["partie_bonus"])


def standing_of_match(games: list[list[dict[str, int]]], rules: dict[str, Any]) -> tuple[list[Standing], str | None]:
    """What each game comes to, and who has won the match: the better half of its games, a double one being two. The
    third game of three may be played to another total (R8.4, R8.5)."""
    belle = rules["belle_target"]
    found = [
        standing(deals, rules | {"target": belle} if belle and number == 3 else rules)
        for number, deals in enumerate(games, 1)
    ]
    for seat in ("A", "B"):
        if 2 * sum(game.settlement or 0 for game in found if game.winner == seat) > rules["match_games"]:
            return found, seat
    return found, None
