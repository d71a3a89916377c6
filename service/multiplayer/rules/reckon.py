"""Reckoning: what the caller whose call is good, and then a partner, may and must reckon (V4.6 to V4.9)."""

from dataclasses import replace

from service.multiplayer.rules.rounds import next_round, put_round
from service.multiplayer.scoring import end_step, log_event, score_in_hand
from service.multiplayer.state import Deal, Phase, with_item
from service.multiplayer.violations import in_game
from service.piquet.cards.cards import CARDS, names
from service.piquet.cards.holdings import Holding, best, example, missing_of_trio, said
from service.piquet.cards.ranking import BEST, CATEGORIES, NONE, PLAIN, POINT, SET, said_members
from service.piquet.model.actions import Reckon
from service.piquet.model.violations import Violation
from service.piquet.rules.reckonable_holdings import ReckoningTerms, best_choice, check_holdings, possible


def is_partner(d: Deal, seat: int) -> bool:
    """Whether the seat reckons as the partner of the caller (V4.8)."""
    good = d.calls[-1].good
    return good is not None and good.seat != seat


def reckoning_number(d: Deal, seat: int) -> str:
    """The number of the rule under which the seat reckons: the caller's, or the partner's."""
    return "4.8" if is_partner(d, seat) else "4.7"


def terms_of(d: Deal, seat: int) -> ReckoningTerms:
    """The terms of the seat that is to reckon (V4.7, N4.7, V4.8)."""
    last = d.calls[-1]
    assert last.good is not None
    grade = last.good.grade
    if is_partner(d, seat):
        floor = d.rules.point_floor or 0
        return ReckoningTerms(last.category, (3, 2 * floor) if last.category == POINT else NONE, grade)
    return ReckoningTerms(last.category, NONE, grade, needs=(grade, grade), must=True)


def check_reckon(d: Deal, seat: int, action: Reckon) -> tuple[Violation, ...]:
    """The violations of a reckoning (V4.7, N4.7, V4.8). One without a list is always legal."""
    if action.holdings is None:
        return ()
    found = check_holdings(PLAIN, d.hands[seat], (terms_of(d, seat),), action.holdings, own_call=True)
    return tuple(in_game(d.game, reason, reckoning_number(d, seat)) for reason in found)


def all_holdings(d: Deal, seat: int) -> tuple[Holding, ...]:
    """Everything that the seat may reckon, in the way that scores most: best first, then by suit (V4.7, N4.7)."""
    terms, hand = terms_of(d, seat), d.hands[seat]
    if terms.category != POINT and best(terms.category, hand) <= terms.high:
        terms = terms._replace(high=BEST)  # nothing has to be cut
    chosen = best_choice(PLAIN, terms, hand) if possible(PLAIN, terms, hand) else []
    return tuple(sorted(chosen, key=_written))


def _written(holding: Holding) -> tuple[int, int, int]:
    count, tie = PLAIN.grade(holding.category, said(*holding))
    return -count, -tie, holding.cards


def apply_reckon(d: Deal, seat: int, action: Reckon) -> Reckon:
    """Reckon, and give the turn to the partner or to the next round."""
    if action.holdings is None:
        action = replace(action, holdings=all_holdings(d, seat))
    now = d.calls[-1]
    by_partner = is_partner(d, seat)
    for category, cards in action.holdings or ():
        score_holding(d, seat, category, cards)
    put_round(d, now._replace(reckoned=(*now.reckoned, seat)))
    log_event(d, "reckoned", seat, more={"category": CATEGORIES[now.category]}, number="4.8" if by_partner else None)
    end_step(d, seat)
    if by_partner:
        next_round(d)
    else:
        turn_to_partner(d, seat)
    return action


def turn_to_partner(d: Deal, caller: int) -> None:
    """Let the caller's partner reckon; without a partner the next round follows (V4.8, N4.8)."""
    partner = d.game.partner(caller)
    if partner is None:
        next_round(d)
    elif not d.is_over:
        d.phase, d.to_act = Phase.RECKONING, partner


def score_holding(d: Deal, seat: int, category: int, cards: int) -> None:
    """Score a holding and show it (V4.9, N4.9, V5.1, N5.1)."""
    what = said(category, cards)
    more = said_members(category, what)
    if category == SET and what[0] == 3:
        more["without"] = CARDS[missing_of_trio(cards)]
    d.shown = with_item(d.shown, seat, d.shown[seat] | cards)
    score_in_hand(d, CATEGORIES[category], seat, names(cards), PLAIN.score(category, what), more)


def score_good_point(d: Deal) -> None:
    """Score the point that is good: the cards that were called, else those that the service chooses (V4.6, N4.6)."""
    now = d.calls[-1]
    good = now.good
    assert good is not None
    cards = good.cards or example(POINT, d.hands[good.seat], good.grade)
    put_round(d, now._replace(reckoned=(good.seat,)))
    score_holding(d, good.seat, POINT, cards)
    end_step(d, good.seat)
    if d.rules.partner_point:
        turn_to_partner(d, good.seat)
    else:
        next_round(d)
