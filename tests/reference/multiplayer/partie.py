"""Several deals and what they come to (V8, N8)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.reference.multiplayer.tables import SIDES, Rules

Scores = dict[str, int]


class Contradiction(ValueError):
    """A deal that cannot have been played: the partie, or this part of it, was over. `place` is where it stands."""

    def __init__(self, member: str, index: int) -> None:
        super().__init__(f"{member} {index}")
        self.place = member, index


@dataclass
class Standing:
    """Totals by side; who has won; in `normand` also who is second, who loses, and who plays on."""

    totals: Scores
    over: bool = False
    winner: str | None = None
    second: str | None = None
    loser: str | None = None
    remaining: list[str] = field(default_factory=list)
    stakes: dict[str, int] | None = None


def leader(totals: Scores, target: int) -> str | None:
    """Who has the target and more than every other (8.3)."""
    first, *others = sorted(totals, key=lambda side: -totals[side])
    return first if totals[first] >= target and all(totals[first] > totals[side] for side in others) else None


def standing(game: str, deals: list[Scores], rules: Rules, continued: list[Scores] | None = None) -> Standing:
    """What these deals come to. `continued` are the two-handed deals after the first of three has left (N8.4)."""
    found = Standing(dict.fromkeys(SIDES[game], 0))
    for at, deal in enumerate(deals):
        if found.over:
            raise Contradiction("deals", at)
        for side in deal:
            found.totals[side] += deal[side]
        found.winner = leader(found.totals, rules["target"])
        found.over = found.winner is not None
    for at, deal in enumerate([] if game == "voleur" else [{}, *(continued or [])], -1):
        if deal and set(deal) != set(found.remaining):
            raise Contradiction("continued", at)
        for seat, points in deal.items():
            found.totals[seat] += points
        if found.winner is not None:
            settle_the_others(found, rules["target"])
    return found


def settle_the_others(found: Standing, target: int) -> None:
    """N8.3, N8.4: second and loser, or the two who play on."""
    others = {seat: found.totals[seat] for seat in found.totals if seat != found.winner}
    found.second = leader(others, target)
    if found.second is None:
        found.remaining = list(others)
        return
    (found.loser,) = others.keys() - {found.second}
    found.remaining = []
    found.stakes = {str(found.winner): 1, found.second: 0, found.loser: -1}
