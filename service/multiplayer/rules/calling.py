"""Calling: in each round every seat says its word once (V4.1 to V4.6, N4.1 to N4.6)."""

from service.multiplayer.rules.carte_blanche import apply_claim, score_cartes_blanches
from service.multiplayer.rules.reckon import apply_reckon, score_good_point
from service.multiplayer.rules.rounds import add_word, category_due, current_round, next_round, put_round
from service.multiplayer.scoring import log_event
from service.multiplayer.state import CALL, EQUAL, GOOD, NOBODYS, PASS, CallingRound, Deal, Equal, Phase, Word
from service.multiplayer.violations import refuse
from service.piquet.cards.cards import names
from service.piquet.cards.holdings import best, grades, holds, holds_length, is_carte_blanche, said
from service.piquet.cards.ranking import CATEGORIES, NONE, PLAIN, POINT, SAID_MEMBERS, SET, Grade, said_members
from service.piquet.model.actions import Call, ClaimCarteBlanche, Pass, Reckon
from service.piquet.model.violations import Violation

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
            for grade in grades(now.category, d.hands[seat])
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
        long_enough = category != SET and length >= _SHORTEST and holds_length(category, hand, length, PLAIN)
        if not (long_enough if tie is None else holds(category, hand, (length, tie), (length, tie))):
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
    elif action.cards and said(category, action.cards) != (length, tie):
        found.append(refuse(d.game, "call.cards_do_not_match", "cards", cards=names(action.cards)))
    return tuple(found)


def apply_call(d: Deal, seat: int, action: Call) -> Call:
    """Call: the grade now stands in the place of the one before (V4.2, N4.2)."""
    grade = (action.length, action.tie or 0)
    more = {"category": CATEGORIES[action.category], **said_members(action.category, grade)}
    log_event(d, "called", seat, more=more)
    _say(d, Word(seat, CALL, grade, action.cards))
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
    if not holds(now.category, d.hands[seat], standing.grade, standing.grade):
        found.append(refuse(game, "reply.not_equal", category=name))
    return tuple(found)


def check_equal(d: Deal, seat: int, action: Equal) -> tuple[Violation, ...]:
    """Return the violations of *equal* (V4.1, V4.5, N4.1, N4.5)."""
    return check_category(d, action.category) or equal_refusals(d, seat)


def apply_equal(d: Deal, seat: int, action: Equal) -> Equal:
    """Say *equal* to the call that stands (V4.5, N4.5)."""
    log_event(d, "equal", seat, more={"category": CATEGORIES[action.category]})
    _say(d, Word(seat, EQUAL))
    return action


def check_pass(d: Deal, seat: int, action: Pass) -> tuple[Violation, ...]:
    """Return the violations of a pass (V4.1, N4.1)."""
    return check_category(d, action.category)


def apply_pass(d: Deal, seat: int, action: Pass) -> Pass:
    """Say nothing, or *good* (V4.2, N4.2)."""
    log_event(d, "passed", seat, more={"category": CATEGORIES[action.category]})
    _say(d, Word(seat, PASS))
    return action


def _say(d: Deal, word: Word) -> None:
    now = add_word(d, word)
    if len(now.words) == len(d.order):
        _close(d, now)


def _close(d: Deal, now: CallingRound) -> None:
    """End a round: nobody called, the category is void, or the call that stands is good (V4.6, N4.6)."""
    good = None if now.equal else now.standing
    status = EQUAL if now.equal else GOOD if good else NOBODYS
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
        if claims and category == POINT and seat not in d.claimed and is_carte_blanche(d.dealt[seat]):
            apply_claim(d, seat, ClaimCarteBlanche(seat))
        own, standing = best(category, d.hands[seat]), current_round(d).standing
        beats = own > standing.grade if standing else own != NONE
        if beats and own >= lowest_call(d, category):
            apply_call(d, seat, Call(seat, category, *own))
        elif not equal_refusals(d, seat):
            apply_equal(d, seat, Equal(seat, category))
        else:
            apply_pass(d, seat, Pass(seat, category))
