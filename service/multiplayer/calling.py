"""The three rounds of calling, carte blanche and reckoning.

In each round every seat says its word once (V4.1 to V4.6, N4.1 to N4.6). The caller whose call is good, and then a
partner, reckon (V4.6 to V4.9). A carte blanche is a dealt hand without a court card (V2.1, N2.1).
"""

from dataclasses import replace

from service.multiplayer import state
from service.multiplayer.scoring import end_calling, end_step, log_event, note_scored, score_in_hand
from service.multiplayer.state import CallingRound, Deal, Equal, Phase, Word, with_item
from service.multiplayer.violations import in_game, refuse
from service.piquet.cards import holdings
from service.piquet.cards.cards import CARDS, COURT, names
from service.piquet.cards.ranking import BEST, CATEGORIES, NONE, PLAIN, POINT, SAID_MEMBERS, SET, Grade, said_members
from service.piquet.model.actions import Call, ClaimCarteBlanche, Pass, Reckon
from service.piquet.model.violations import Violation
from service.piquet.rules.reckoning import ReckoningTerms, best_choice, check_holdings, possible

# ---------------------------------------------------------------- the three rounds


def category_due(d: Deal) -> int:
    """Return the category of the round that is open or comes next; the number of categories if all are closed."""
    return current_round(d).category


def current_round(d: Deal) -> CallingRound:
    """Return the round that is open or comes next, which then has no words."""
    return d.calls[-1] if d.calls and d.calls[-1].status == state.OPEN else CallingRound(len(d.calls))


def put_round(d: Deal, changed: CallingRound) -> None:
    """Set a round, which is the last one begun or the next."""
    d.calls = (*d.calls[: changed.category], changed)


def next_round(d: Deal) -> None:
    """Go on with the next round, or with the play when all calling is over (V4.10, N4.10)."""
    if d.is_over:
        return
    d.phase, d.to_act = Phase.CALLING, d.eldest
    if len(d.calls) == len(CATEGORIES):
        end_calling(d)
        if not d.is_over:
            d.phase = Phase.PLAY


# ---------------------------------------------------------------- carte blanche


CARTE_BLANCHE_POINTS = 10


def may_claim(d: Deal, seat: int) -> bool:
    """Whether the seat to act may claim a carte blanche (V2.1, N2.1)."""
    return holdings.is_carte_blanche(d.dealt[seat]) and seat not in d.claimed and not _too_late(d, seat)


def _too_late(d: Deal, seat: int) -> bool:
    if d.phase == Phase.EXCHANGE:
        return False
    before_the_word = d.phase == Phase.CALLING and category_due(d) == POINT
    return not before_the_word or (d.game.has_exchange and seat == d.dealer)


def check_claim(d: Deal, seat: int, action: ClaimCarteBlanche) -> tuple[Violation, ...]:
    """Return the violations of a claim (V2.1, N2.1)."""
    found = []
    if not holdings.is_carte_blanche(d.dealt[seat]):
        found.append(refuse(d.game, "carte_blanche.court_cards", cards=names(d.dealt[seat] & COURT)))
    if seat in d.claimed:
        found.append(refuse(d.game, "carte_blanche.already_claimed"))
    if _too_late(d, seat):
        found.append(refuse(d.game, "carte_blanche.too_late"))
    return tuple(found)


def apply_claim(d: Deal, seat: int, action: ClaimCarteBlanche) -> ClaimCarteBlanche:
    """Claim a carte blanche and show the hand as dealt (V2.1, N2.1). The seat is still to act."""
    d.claimed = (*d.claimed, seat)
    log_event(d, "shown", seat, names(d.dealt[seat]))
    return action


def score_cartes_blanches(d: Deal) -> None:
    """Score what was claimed, before the point; each is a step (V2.2, N2.2, V2.3, N2.3)."""
    claimants = [seat for seat in d.order if seat in d.claimed]
    opposed = len({d.game.side_of[seat] for seat in claimants}) > 1
    points = CARTE_BLANCHE_POINTS
    if opposed and d.rules.opposed_cartes_blanches == "neither":
        points = 0
    elif len(claimants) == 1:
        points = d.rules.single_carte_blanche
    number = "2.3" if opposed else None
    for seat in claimants:
        if d.is_over:
            return
        score_in_hand(d, "carte_blanche", seat, names(d.dealt[seat]), points, number=number)
        if opposed and not points and d.rules.opposed_blanche_saves:
            note_scored(d, seat, "carte_blanche")
        end_step(d, seat)


# ---------------------------------------------------------------- reckoning


def is_partner(d: Deal, seat: int) -> bool:
    """Whether the seat reckons as the partner of the caller (V4.8)."""
    good = d.calls[-1].good
    return good is not None and good.seat != seat


def reckoning_number(d: Deal, seat: int) -> str:
    """Return the number of the rule under which the seat reckons: the caller's, or the partner's."""
    return "4.8" if is_partner(d, seat) else "4.7"


def terms_of(d: Deal, seat: int) -> ReckoningTerms:
    """Return the terms of the seat that is to reckon (V4.7, N4.7, V4.8)."""
    last = d.calls[-1]
    assert last.good is not None
    grade = last.good.grade
    if is_partner(d, seat):
        floor = d.rules.point_floor or 0
        return ReckoningTerms(last.category, (3, 2 * floor) if last.category == POINT else NONE, grade)
    return ReckoningTerms(last.category, NONE, grade, needs=(grade, grade), must=True)


def check_reckon(d: Deal, seat: int, action: Reckon) -> tuple[Violation, ...]:
    """Return the violations of a reckoning (V4.7, N4.7, V4.8). One without a list is always legal."""
    if action.holdings is None:
        return ()
    found = check_holdings(PLAIN, d.hands[seat], (terms_of(d, seat),), action.holdings, own_call=True)
    return tuple(in_game(d.game, reason, reckoning_number(d, seat)) for reason in found)


def all_holdings(d: Deal, seat: int) -> tuple[holdings.Holding, ...]:
    """Everything that the seat may reckon, in the way that scores most: best first, then by suit (V4.7, N4.7)."""
    terms, hand = terms_of(d, seat), d.hands[seat]
    if terms.category != POINT and holdings.best(terms.category, hand) <= terms.high:
        terms = terms._replace(high=BEST)  # nothing has to be cut
    chosen = best_choice(PLAIN, terms, hand) if possible(PLAIN, terms, hand) else []
    return tuple(sorted(chosen, key=_written))


def _written(holding: holdings.Holding) -> tuple[int, int, int]:
    count, tie = PLAIN.grade(holding.category, holdings.said(*holding))
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
    what = holdings.said(category, cards)
    more = said_members(category, what)
    if category == SET and what[0] == 3:
        more["without"] = CARDS[holdings.missing_of_trio(cards)]
    d.shown = with_item(d.shown, seat, d.shown[seat] | cards)
    score_in_hand(d, CATEGORIES[category], seat, names(cards), PLAIN.score(category, what), more)


def score_good_point(d: Deal) -> None:
    """Score the point that is good: the cards that were called, else those that the service chooses (V4.6, N4.6)."""
    now = d.calls[-1]
    good = now.good
    assert good is not None
    cards = good.cards or holdings.example(POINT, d.hands[good.seat], good.grade)
    put_round(d, now._replace(reckoned=(good.seat,)))
    score_holding(d, good.seat, POINT, cards)
    end_step(d, good.seat)
    if d.rules.partner_point:
        turn_to_partner(d, good.seat)
    else:
        next_round(d)


# ---------------------------------------------------------------- the words of a round


_SHORTEST = 3


def check_category(d: Deal, category: int) -> tuple[Violation, ...]:
    """Return the violation for a word in a round that is over or has not come (V4.1, N4.1)."""
    due = category_due(d)
    if category == due:
        return ()
    name = CATEGORIES[category]
    if category < due:
        return (refuse(d.game, "call.category_closed", "category", category=name),)
    return (refuse(d.game, "call.out_of_order", "category", category=name, expected=CATEGORIES[due]),)


def lowest_call(d: Deal, category: int) -> Grade:
    """Return the lowest grade that may be called, whatever stands (V4.4, N4.4)."""
    return (_SHORTEST, 2 * (d.rules.point_floor or 0)) if category == POINT else (_SHORTEST, 0)


def better_calls(d: Deal, seat: int) -> list[Grade]:
    """Return the grades held in the current round that beat what stands, best first (V4.2 to V4.4)."""
    now = current_round(d)
    least, standing = lowest_call(d, now.category), now.standing
    return sorted(
        (
            grade
            for grade in holdings.grades(now.category, d.hands[seat])
            if grade >= least and (standing is None or grade > standing.grade)
        ),
        reverse=True,
    )


def check_call(d: Deal, seat: int, action: Call) -> tuple[Violation, ...]:
    """Return the violations of a call (V4.1 to V4.4, N4.1 to N4.4)."""
    category, length, tie = action.category, action.length, action.tie
    name, hand = CATEGORIES[category], d.hands[seat]
    found = list(check_category(d, category))
    if tie is None:
        found.append(refuse(d.game, "call.tie_break_required", category=name))
    if category == POINT and length < _SHORTEST:
        found.append(refuse(d.game, "call.too_short", "length", category=name, min=_SHORTEST))
    else:
        long_enough = category != SET and length >= _SHORTEST and holdings.holds_length(category, hand, length, PLAIN)
        if not (long_enough if tie is None else holdings.holds(category, hand, (length, tie), (length, tie))):
            place = SAID_MEMBERS[category][1 if long_enough else 0]
            found.append(refuse(d.game, "call.not_held", place, category=name))
        floor = d.rules.point_floor
        if category == POINT and floor and tie is not None and tie < 2 * floor:
            found.append(refuse(d.game, "call.too_low", "value", min=floor))
    now = current_round(d)
    if now.category == category and now.standing and tie is not None and (length, tie) <= now.standing.grade:
        found.append(refuse(d.game, "call.not_better", category=name))
    if action.cards and action.cards & ~hand:
        found.append(refuse(d.game, "cards.not_held", "cards", cards=names(action.cards & ~hand)))
    elif action.cards and holdings.said(category, action.cards) != (length, tie):
        found.append(refuse(d.game, "call.cards_do_not_match", "cards", cards=names(action.cards)))
    return tuple(found)


def apply_call(d: Deal, seat: int, action: Call) -> Call:
    """Call: the grade now stands in the place of the one before (V4.2, N4.2)."""
    grade = (action.length, action.tie or 0)
    more = {"category": CATEGORIES[action.category], **said_members(action.category, grade)}
    log_event(d, "called", seat, more=more)
    _say(d, Word(seat, state.CALL, grade, action.cards))
    return action


def equal_refusals(d: Deal, seat: int) -> tuple[Violation, ...]:
    """Every reason why the seat may not say *equal* in the current round; empty if it may (V4.5, N4.5)."""
    game, now = d.game, current_round(d)
    standing, equal, name = now.standing, now.equal, CATEGORIES[now.category]
    if d.rules.equality != "void":
        return (refuse(game, "equal.not_in_ruleset"),)
    if standing is None:
        return (refuse(game, "equal.nothing_called", category=name),)
    found = []
    if game.side_of[standing.seat] == game.side_of[seat]:
        found.append(refuse(game, "equal.own_side"))
    if equal is not None:
        found.append(refuse(game, "equal.already_said", seat=game.seats[equal.seat]))
    if not holdings.holds(now.category, d.hands[seat], standing.grade, standing.grade):
        found.append(refuse(game, "reply.not_equal", category=name))
    return tuple(found)


def check_equal(d: Deal, seat: int, action: Equal) -> tuple[Violation, ...]:
    """Return the violations of *equal* (V4.1, V4.5, N4.1, N4.5)."""
    return check_category(d, action.category) or equal_refusals(d, seat)


def apply_equal(d: Deal, seat: int, action: Equal) -> Equal:
    """Say *equal* to the call that stands (V4.5, N4.5)."""
    log_event(d, "equal", seat, more={"category": CATEGORIES[action.category]})
    _say(d, Word(seat, state.EQUAL))
    return action


def check_pass(d: Deal, seat: int, action: Pass) -> tuple[Violation, ...]:
    """Return the violations of a pass (V4.1, N4.1)."""
    return check_category(d, action.category)


def apply_pass(d: Deal, seat: int, action: Pass) -> Pass:
    """Say nothing, or *good* (V4.2, N4.2)."""
    log_event(d, "passed", seat, more={"category": CATEGORIES[action.category]})
    _say(d, Word(seat, state.PASS))
    return action


def _say(d: Deal, word: Word) -> None:
    """Add a word to the current round, and give the turn to the next seat."""
    now = current_round(d)
    now = now._replace(words=(*now.words, word))
    put_round(d, now)
    d.to_act = d.order[len(now.words) % len(d.order)]
    if len(now.words) == len(d.order):
        _close(d, now)


def _close(d: Deal, now: CallingRound) -> None:
    """End a round: nobody called, the category is void, or the call that stands is good (V4.6, N4.6)."""
    good = None if now.equal else now.standing
    status = state.EQUAL if now.equal else state.GOOD if good else state.NOBODYS
    put_round(d, now._replace(status=status, good=good))
    if now.category == POINT:
        score_cartes_blanches(d)
    if d.is_over:
        return
    if good is None:
        next_round(d)
    elif now.category == POINT:
        score_good_point(d)
    else:
        d.phase, d.to_act = Phase.RECKONING, good.seat


def declare_all(d: Deal, *, claims: bool = True) -> None:
    """Let every seat say and reckon everything that it holds, in its turn (V4.11, N4.11)."""
    while d.phase in (Phase.CALLING, Phase.RECKONING):
        seat = d.to_act
        if d.phase == Phase.RECKONING:
            apply_reckon(d, seat, Reckon(seat))
            continue
        category = category_due(d)
        if claims and category == POINT and seat not in d.claimed and holdings.is_carte_blanche(d.dealt[seat]):
            apply_claim(d, seat, ClaimCarteBlanche(seat))
        own, standing = holdings.best(category, d.hands[seat]), current_round(d).standing
        beats = own > standing.grade if standing else own != NONE
        if beats and own >= lowest_call(d, category):
            apply_call(d, seat, Call(seat, category, *own))
        elif not equal_refusals(d, seat):
            apply_equal(d, seat, Equal(seat, category))
        else:
            apply_pass(d, seat, Pass(seat, category))
