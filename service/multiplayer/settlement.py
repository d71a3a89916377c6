"""The partie: its totals, when it is over, and who has won (§8)."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from service.multiplayer.parameters import Ruleset
from service.multiplayer.state import Scores

# What the winner, the second and the loser of `normand` have of the stakes (N8.3).
_STAKES = (1, 0, -1)


class Settlement(NamedTuple):
    """A partie so far. Sides are numbers, and None as long as they are not known.

    `winner` is the side that has won; in a game that goes on between the others it is the first. `second`, `loser` and
    `stakes` (by side) belong to such a game only. `remaining` are the two sides that still play, if the first has left.
    """

    totals: Scores
    over: bool
    winner: int | None = None
    second: int | None = None
    loser: int | None = None
    remaining: tuple[int, ...] = ()
    stakes: Scores | None = None


class SettlementError(ValueError):
    """Deals that cannot follow those before them. `member` is `deals` or `continued`, `index` the place in it."""

    def __init__(self, message: str, member: str, index: int) -> None:
        super().__init__(message)
        self.member, self.index = member, index


Continued = Mapping[int, int]  # the scores of a two-handed deal, by side


def settle(rules: Ruleset, deals: Sequence[Scores], continued: Sequence[Continued] = ()) -> Settlement:
    """The settlement after these deals, each with its scores by side, and the two-handed deals after them (N8.4).

    Raises `SettlementError` for a deal after the partie is settled, and for a two-handed deal that is not due.
    """
    totals: Scores = (0,) * len(rules.game.sides)
    found = Settlement(totals, over=False)
    look = SETTLE[rules.game.end_of_partie]
    for at, scores in enumerate(deals):
        if found.winner is not None:
            raise SettlementError("follows a deal after which there are no more of them", "deals", at)
        totals = tuple(map(sum, zip(totals, scores, strict=True)))
        found = look(rules, totals)
    for at, two in enumerate(continued):
        if set(two) != set(found.remaining) or not found.remaining:
            raise SettlementError("is not a deal of the two seats that remain", "continued", at)
        totals = tuple(total + two.get(side, 0) for side, total in enumerate(totals))
        found = _between_two(rules, totals, found)
    return found


def settled(rules: Ruleset, totals: Scores) -> Settlement:
    """The settlement at the end of a deal, from the totals with it; nobody had won before."""
    return SETTLE[rules.game.end_of_partie](rules, totals)


def _alone_at_target(rules: Ruleset, totals: Mapping[int, int]) -> int | None:
    """The side with the highest total, if that is at the target and no other side's; else None."""
    most = max(totals.values())
    highest = [side for side, total in totals.items() if total == most]
    return highest[0] if most >= rules.target and len(highest) == 1 else None


def _first_side(rules: Ruleset, totals: Scores) -> Settlement:
    """V8.3: the higher total at the target wins; equal totals play on."""
    winner = _alone_at_target(rules, dict(enumerate(totals)))
    return Settlement(totals, winner is not None, winner)


def _winner_leaves(rules: Ruleset, totals: Scores) -> Settlement:
    """N8.3: the highest total wins and leaves; the other two are settled at once, or play on between themselves."""
    winner = _alone_at_target(rules, dict(enumerate(totals)))
    if winner is None:
        return Settlement(totals, over=False)
    others = tuple(side for side in range(len(totals)) if side != winner)
    return _between_two(rules, totals, Settlement(totals, over=False, winner=winner, remaining=others))


def _between_two(rules: Ruleset, totals: Scores, before: Settlement) -> Settlement:
    """N8.4: of the two that remain, the one with the target and more than the other is second."""
    second = _alone_at_target(rules, {side: totals[side] for side in before.remaining})
    if second is None:
        return before._replace(totals=totals)
    loser = next(side for side in before.remaining if side != second)
    places = (before.winner, second, loser)
    stakes = tuple(_STAKES[places.index(side)] for side in range(len(totals)))
    return Settlement(totals, True, before.winner, second, loser, (), stakes)


#: How a partie ends, by `Game.end_of_partie`: the settlement at the end of a deal, from the totals.
SETTLE: dict[str, Callable[[Ruleset, Scores], Settlement]] = {
    "first_side": _first_side,
    "winner_leaves": _winner_leaves,
}
