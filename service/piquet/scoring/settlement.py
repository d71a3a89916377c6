"""The partie: who deals, when it ends, and what it is worth (R8)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from service.piquet.model.events import RULE, Event
from service.piquet.model.state import CARTE_BLANCHE, ELDER, NOBODY, SEATS, STEPS, YOUNGER, MutableState, Pair, Phase
from service.piquet.model.violations import JsonValue
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import PIQUE_POINTS, REPIQUE_POINTS, THIRTY, forfeited, log_event, step_of_thirty

_T = TypeVar("_T")


class Settlement(NamedTuple):
    """A partie so far.

    * `totals`: by seat, with doubled deals counted double.
    * `winner`: a seat; None if the partie is drawn or not over.
    * `rubicon`: whether the loser is rubiconed.
    * `points`: what the winner wins; games if the partie has a target.
    * `due`: how many deals must still be played.
    """

    totals: Pair
    over: bool
    winner: int | None
    rubicon: bool
    points: int
    due: int


def dealer_of(first_dealer: int, number: int) -> int:
    """Return the seat that deals the deal with this number, counted from 1 (R2.4)."""
    return first_dealer if number % 2 else 1 - first_dealer


def times_counted(rules: Ruleset, number: int) -> int:
    """Return how many times the deal with this number counts (R8.1)."""
    return 2 if number in rules.doubled else 1


def is_last_deal(rules: Ruleset, finished: int) -> bool:
    """Whether the deal after so many is the last: the sixth (fourth), or the second of two extra deals (R6.5)."""
    if rules.target is not None:
        return False
    extra = finished + 1 - rules.partie_deals
    return extra >= 0 and extra % 2 == 0


def totals(rules: Ruleset, deals: Sequence[Pair]) -> Pair:
    """Return the totals by seat, with doubled deals counted double (R8.1)."""
    return [(0, 0), *_running_totals(rules, deals)][-1]


def _running_totals(rules: Ruleset, deals: Sequence[Pair]) -> Iterator[Pair]:
    """Yield the totals after each deal."""
    a, b = 0, 0
    for number, deal in enumerate(deals, 1):
        times = times_counted(rules, number)
        a, b = a + times * deal[0], b + times * deal[1]
        yield a, b


def _due(rules: Ruleset, number: int, tied: bool) -> int:
    extra = number - rules.partie_deals
    if extra < 0:
        return -extra
    if extra % 2:
        return 1  # both of the two extra deals are played, whatever the first one scores (R8.3)
    again = extra == 0 or rules.tie == "two_more_until_broken"
    return 2 if tied and again else 0


def settle(rules: Ruleset, deals: Sequence[Pair], lost: int | None = None) -> Settlement:
    """Return the settlement of a partie with these deals: their scores by seat, before doubling (R8.1 to R8.3).

    `lost` is the seat that lost the game by a ruling, if one did (E10): a single game for the other.
    """
    if lost is not None:
        return Settlement(totals(rules, deals), True, 1 - lost, False, 1, 0)
    return settlement_after(rules, len(deals), totals(rules, deals))


def settlement_after(rules: Ruleset, number: int, both: Pair) -> Settlement:
    """Return the settlement after this many deals, with these totals."""
    if rules.target is not None:
        return _settle_target(rules, both, rules.target)
    due = _due(rules, number, both[0] == both[1])
    if due or both[0] == both[1]:
        return Settlement(both, not due, None, False, 0, due)
    winner = 0 if both[0] > both[1] else 1
    rubicon = both[1 - winner] < rules.rubicon
    return Settlement(both, True, winner, rubicon, points_with(rules, both, rubicon=rubicon), 0)


def points_with(rules: Ruleset, both: Pair, *, rubicon: bool) -> int:
    """Return what the winner of a partie with these totals wins, with a rubicon or without (R8.2)."""
    return rules.partie_bonus + (both[0] + both[1] if rubicon else abs(both[0] - both[1]))


def _settle_target(rules: Ruleset, both: Pair, target: int) -> Settlement:
    """Return the settlement of a partie to a target (R8.4, R8.5).

    The higher total wins one game or, against a low loser, two.
    """
    if max(both) < target or both[0] == both[1]:
        return Settlement(both, False, None, False, 0, 1)
    winner = 0 if both[0] > both[1] else 1
    double = rules.double_below is not None and both[1 - winner] < rules.double_below
    return Settlement(both, True, winner, False, 2 if double else 1, 0)


def settlement_of_totals(rules: Ruleset, both: Pair) -> Settlement:
    """Return the settlement of a partie that is over, with these totals, however many deals it had (R8.2, R8.5).

    With equal totals it is drawn.
    """
    if both[0] == both[1]:
        return Settlement(both, True, None, False, 0, 0)
    if rules.target is not None:
        return _settle_target(rules, both, max(both))
    return settlement_after(rules, rules.partie_deals, both)


class Match(NamedTuple):
    """A match so far (R8.5): its games, the games won by seat, and the winner if it is over.

    A double game counts two.
    """

    games: tuple[Settlement, ...]
    won: Pair
    winner: int | None


def rules_of_game(rules: Ruleset, number: int) -> Ruleset:
    """Return the rules of a game of a match, counted from 1. The third game may have its own target (R8.4)."""
    return replace(rules, target=rules.belle_target) if number == 3 and rules.belle_target is not None else rules


def settle_match(rules: Ruleset, games: Sequence[Sequence[Pair]]) -> Match:
    """Return the settlement of a match (R8.5).

    Each game is given as the scores of its deals by seat; the last need not be over.
    """
    settled = tuple(settle(rules_of_game(rules, number), deals) for number, deals in enumerate(games, 1))
    won = [0, 0]
    for game in settled:
        if game.winner is not None:
            won[game.winner] += game.points
    enough = (rules.match_games or 1) // 2 + 1
    winner = next((seat for seat in (0, 1) if won[seat] >= enough), None)
    return Match(settled, (won[0], won[1]), winner)


class Chouette(NamedTuple):
    """The result of a partie of one player against two who consult (docs/rules.md#chouette).

    `points` are those of the single player, the opponent and the adviser. `next` says which of the three takes each of
    these places next.
    """

    points: tuple[int, int, int]
    next: tuple[int, int, int]


SINGLE, OPPONENT, ADVISER = range(3)


def settle_chouette(settled: Settlement, single: int) -> Chouette:
    """Return the points of a finished partie in a chouette, where the single player has this seat.

    The result is rounded to tens, with six and more rounded up. Each of the two wins or loses it once, and the single
    player twice.
    """
    each = (settled.points + 4) // 10 * 10
    if settled.winner is None:
        return Chouette((0, 0, 0), (SINGLE, OPPONENT, ADVISER))
    if settled.winner == single:
        return Chouette((2 * each, -each, -each), (SINGLE, ADVISER, OPPONENT))
    return Chouette((-2 * each, each, each), (OPPONENT, ADVISER, SINGLE))


def deals_too_many(rules: Ruleset, deals: Sequence[Pair]) -> int | None:
    """Return the index of the first deal that was played after the partie was over; None if there is none."""
    over = (
        at for at, both in enumerate(_running_totals(rules, deals[:-1]), 1) if settlement_after(rules, at, both).over
    )
    return next(over, None)


def by_seat(dealer: int, pair: tuple[_T, _T]) -> tuple[_T, _T]:
    """Turn a pair (elder, younger) into a pair (A, B), or back."""
    return pair if dealer == 1 else (pair[1], pair[0])


def end_deal(d: MutableState) -> None:
    """End the deal, and the partie if this was its last deal (R8.1, R8.3)."""
    score = by_seat(d.dealer, d.score)
    d.to_act = NOBODY
    d.events.append(Event(None, "deal_ended", 0, (), RULE["deal_ended"], score))
    outcome = settle(d.rules, (*d.finished, score))
    d.phase = Phase.DEAL_OVER
    if outcome.over:
        end_partie(d, outcome)


def end_partie(d: MutableState, outcome: Settlement) -> None:
    """End the partie with this settlement (R8.2)."""
    d.phase, d.to_act = Phase.PARTIE_OVER, NOBODY
    totals_ = dict(zip(SEATS, outcome.totals, strict=True))
    more: dict[str, JsonValue] = {"totals": totals_, "rubicon": outcome.rubicon, "settlement": outcome.points}
    score = by_seat(d.dealer, d.score)
    d.events.append(Event(outcome.winner, "partie_ended", 0, (), RULE["partie_ended"], score, more))


# ---------------------------------------------------------------- a target that ends the partie at once (R8.4)


def decide_hands(d: MutableState) -> bool:
    """Whether the points in hand, or elder's first lead, reach the target. Call it once younger has reckoned.

    If they do, the deal ends, and nothing after the deciding item in the order of reckoning scores. In an irregular
    deal, where what counts in hand may change during play, all points of play are asked too (docs/law.md, E12).
    """
    target = stops_at(d.rules)
    if target is None:
        return False
    start = _before(d)
    running = [0, 0]
    for role, points in _items(d):
        running[role] += points
        if start[role] + running[role] >= target:
            for other in (ELDER, YOUNGER):
                over = d.score[other] - running[other]
                if over:
                    log_event(d, other, "uncounted", points=-over)
            if d.phase != Phase.DEAL_OVER:
                end_deal(d)
            return True
    return False


def decide_play(d: MutableState) -> bool:
    """Whether a point of play, or the cards, reaches the target. If so, the deal ends."""
    target = stops_at(d.rules)
    if target is None or not d.reckoned:
        return False
    start = _before(d)
    if any(start[role] + d.score[role] >= target for role in (ELDER, YOUNGER)):
        end_deal(d)
        return True
    return False


def stops_at(rules: Ruleset) -> int | None:
    """Return the total that ends the partie at once; None if no total does."""
    return rules.target if rules.target_stop == "at_once" else None


def _before(d: MutableState) -> Pair:
    """Return the totals before this deal, elder's and younger's."""
    return by_seat(d.dealer, totals(d.rules, d.finished))


def _items(d: MutableState) -> list[Pair]:
    """Return the points so far in the order of R7.1, as role and points.

    A repique counts with the step that makes thirty, a pique with the point of play that does.
    """
    items = []
    for step in range(len(STEPS)):
        for role in (ELDER, YOUNGER):
            due = 0 if step != CARTE_BLANCHE and forfeited(d, role) else d.in_hand[role][step]
            repique = d.bonus[role] == REPIQUE_POINTS and step_of_thirty(d, role) == step
            items.append((role, due + (REPIQUE_POINTS if repique else 0)))
    total, pique = sum(d.in_hand[ELDER]), d.bonus[ELDER] == PIQUE_POINTS
    for role, points in [(ELDER, d.play[ELDER])] if d.law is None else d.law.in_play():
        total += points if role == ELDER else 0
        made = pique and role == ELDER and total >= THIRTY
        pique = pique and not made
        items.append((role, points + (PIQUE_POINTS if made else 0)))
    return items
