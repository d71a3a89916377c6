"""The score of a deal and of a partie.

Of a deal: events, steps, pique, repique, what saves from them, and the target (V7, V8). Of the partie: its totals, when
it is over, and who has won (V8, N8).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from service.multiplayer.games import Game
from service.multiplayer.parameters import Ruleset
from service.multiplayer.state import NOBODY, Deal, Event, Phase, Scores, with_item

# ---------------------------------------------------------------- the partie


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
    """Return the settlement after these deals (scores by side) and the two-handed deals after them (N8.4).

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
    """Return the settlement at the end of a deal, from the totals with it; nobody had won before."""
    return SETTLE[rules.game.end_of_partie](rules, totals)


def _alone_at_target(rules: Ruleset, totals: Mapping[int, int]) -> int | None:
    """Return the side with the highest total, if that is at the target and no other side's; else None."""
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


# ---------------------------------------------------------------- the score of a deal


TWENTY = 20
REPIQUE, PIQUE = "repique", "pique"

# What pique and repique add, by the parameter `bonuses` (7.4).
_BONUSES = {"to_60_and_90": {PIQUE: 40, REPIQUE: 70}, "add_30_and_60": {PIQUE: 30, REPIQUE: 60}}

#: The kinds of events, each with the number of its rule, and the members that its events have.
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "dealt": ("1.3", ("deal",)),
    "shown": ("2.1", ()),
    "carte_blanche": ("2.2", ()),
    "exchanged": ("3.1", ("count",)),
    "called": ("4.2", ("category", "length", "value", "top", "count", "rank")),
    "passed": ("4.2", ("category",)),
    "equal": ("4.5", ("category",)),
    "point": ("5.1", ("length", "value")),
    "sequence": ("5.1", ("length", "top")),
    "set": ("5.1", ("count", "rank", "without")),
    "reckoned": ("4.7", ("category",)),
    "repique": ("7.2", ()),
    "pique": ("7.3", ()),
    "saved": ("7.4", ("bonus", "by")),
    "lead": ("6.2", ()),
    "capture": ("6.2", ()),
    "trick": ("6.2", ()),
    "trick_won": ("6.1", ()),
    "last_trick": ("6.3", ()),
    "cards": ("6.4", ()),
    "capot": ("6.5", ()),
    "deal_ended": ("6.6", ()),
    "partie_ended": ("8.3", ("totals", "winner", "second", "loser", "remaining")),
}

_NOTHING: Mapping[str, Any] = {}


def log_event(
    d: Deal,
    kind: str,
    seat: int | None = None,
    cards: tuple[str, ...] = (),
    points: int = 0,
    more: Mapping[str, Any] = _NOTHING,
    *,
    side: int | None = None,
    number: str | None = None,
) -> None:
    """Log an event, and add its points to the score of its side.

    `side` is that of the seat unless given, for an event of a side that has no seat; `number` replaces that of the
    rule in the table.
    """
    if side is None and seat is not None:
        side = d.game.side_of[seat]
    if points and side is not None:
        d.score = with_item(d.score, side, d.score[side] + points)
    d.events.append(Event(seat, side, kind, points, cards, d.game.rule(number or KINDS[kind][0]), d.score, more))


def score_in_hand(
    d: Deal,
    kind: str,
    seat: int,
    cards: tuple[str, ...],
    points: int,
    more: Mapping[str, Any] = _NOTHING,
    *,
    number: str | None = None,
) -> None:
    """Enter what a seat has in hand. The caller ends the step with `end_step`."""
    side = d.game.side_of[seat]
    d.in_hand = with_item(d.in_hand, side, d.in_hand[side] + points)
    log_event(d, kind, seat, cards, points, more, number=number)
    if points:
        note_scored(d, seat, kind)


def score_play(d: Deal, kind: str, seat: int, cards: tuple[str, ...], points: int) -> None:
    """Enter a point of play, which is a step of its own (7.1)."""
    side = d.game.side_of[seat]
    d.in_play = with_item(d.in_play, side, d.in_play[side] + points)
    log_event(d, kind, seat, cards, points)
    if points:
        note_scored(d, seat, kind)
        end_step(d, seat)


def note_scored(d: Deal, seat: int, kind: str) -> None:
    """Note that the side of a seat has scored, which saves the other sides from a bonus (7.2 to 7.4)."""
    d.scored = (*d.scored, (d.game.side_of[seat], kind))


def end_step(d: Deal, seat: int) -> None:
    """Ask after a step what a seat's side has by it: repique, pique, or what saved; then the target (7.1, 8.2)."""
    side = d.game.side_of[seat]
    if d.in_play[side]:
        _reach(d, PIQUE, seat, d.in_hand[side] + d.in_play[side])
    elif d.rules.repique_test == "before_in_order":
        _reach(d, REPIQUE, seat, d.in_hand[side])
    stop_at_target(d)


def end_calling(d: Deal) -> None:
    """Ask for a repique when all calling is over, where the ruleset asks only then (7.2)."""
    if d.rules.repique_test != "opponent_scores_nothing":
        return
    for seat in d.order:
        if d.is_over:
            return
        _reach(d, REPIQUE, seat, d.in_hand[d.game.side_of[seat]])
        stop_at_target(d)


def _reach(d: Deal, bonus: str, seat: int, points: int) -> None:
    """Enter the bonus of a side that has twenty for the first time, or what saved from it (7.4)."""
    side = d.game.side_of[seat]
    if points < TWENTY or side in d.reached:
        return
    d.reached |= {side}
    by = next((kind for other, kind in d.scored if other != side), None)
    if by is None:
        log_event(d, bonus, seat, points=_BONUSES[d.rules.bonuses][bonus])
    else:
        log_event(d, "saved", seat, more={"bonus": bonus, "by": by})


def stop_at_target(d: Deal) -> None:
    """End the deal if a side has reached the target, where that ends it at once (8.2)."""
    if not d.is_over and d.rules.target_stop == "at_once" and max(d.totals) >= d.rules.target:
        end_deal(d)


def end_deal(d: Deal) -> None:
    """End the deal, and the partie if it is won (6.6, 8.3)."""
    d.to_act = NOBODY
    log_event(d, "deal_ended")
    found = settled(d.rules, d.totals)
    if found.winner is None:
        d.phase = Phase.DEAL_OVER
        return
    d.phase = Phase.PARTIE_OVER
    seat = None if d.game.has_partners else found.winner
    log_event(d, "partie_ended", seat, side=found.winner, more=result_members(d.game, found))


def result_members(game: Game, found: Settlement) -> dict[str, Any]:
    """Return the settlement of a partie as members of an event: sides by their names."""
    sides = game.sides
    name: dict[int | None, str | None] = {None: None, **dict(enumerate(sides))}
    members: dict[str, Any] = {"totals": dict(zip(sides, found.totals, strict=True)), "winner": name[found.winner]}
    if game.goes_on_between_two:
        members |= {"second": name[found.second], "loser": name[found.loser]}
        members["remaining"] = [sides[side] for side in found.remaining]
    return members
