"""The score of a deal: events, steps, pique, repique, what saves from them, and the target (§7, §8)."""

from collections.abc import Mapping
from typing import Any

from service.multiplayer.games import Game
from service.multiplayer.settlement import Settlement, settled
from service.multiplayer.state import NOBODY, Deal, Event, Phase, with_item

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
