"""Reckoning in an irregular deal: on a false call, and in a category that is open again (§10)."""

from dataclasses import replace

from service.piquet.cards.holdings import Holding, said_of_claim
from service.piquet.cards.ranking import CATEGORIES, NONE, POINT, SEQUENCE, SET, Said
from service.piquet.law.claims import substitute
from service.piquet.law.effects.effects import draw_up, undo_items
from service.piquet.law.ledger import Record
from service.piquet.model import actions as a
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER, Called, Phase
from service.piquet.model.violations import Violation, violation
from service.piquet.rules.calling import go_on
from service.piquet.rules.reckonable_holdings import ReckoningTerms, check_holdings, possible
from service.piquet.rules.reckoning_terms import apply_younger_reckoning, elder_terms, holdings_of, younger_terms
from service.piquet.scoring.account import score_holding
from service.piquet.verbs import check as check_regular


def is_false_call(record: Record, category: int) -> bool:
    """Whether a record is of a false call in a category."""
    return record.kind == "false_claim" and record.about["call"] and bool(record.about["category"] == category)


def false_call(d: MutableState, called: Called) -> Record | None:
    """Return the open record of elder's call, if it is false."""
    for record in reversed(d.law.records):
        if is_false_call(record, called.category):
            return None if record.settled else record
    return None


def named_for_call(called: Called, holdings: tuple[Holding, ...]) -> int:
    """Return the cards that a reckoning names for a false call: those of the first holding of its length."""
    fits = (each.cards for each in holdings if each.category == called.category)
    return next((cards for cards in fits if cards.bit_count() == called.length), 0)


def check(d: MutableState, role: int, action: a.Reckon) -> tuple[Violation, ...]:
    """Return the violations of a reckoning, where a call was false or a category is open again."""
    rules = d.rules
    called = d.calls[-1] if d.calls else None
    if role == ELDER and d.phase == Phase.RECKONING and called and false_call(d, called) is not None:
        holdings = action.holdings
        if holdings is None:
            return ()
        cards = named_for_call(called, holdings)
        if not cards:
            return (violation("reckon.called_missing", "holdings", category=CATEGORIES[called.category]),)
        rest = list(holdings)
        rest.remove(Holding(called.category, cards))
        high = elder_terms(rules, d).high
        terms = ReckoningTerms(called.category, NONE, high)
        return check_holdings(rules.counting, d.hands[ELDER] & ~cards, (terms,), tuple(rest), own_call=True)
    found = check_regular(rules, d, action)
    if role == YOUNGER:
        only, hand = d.law.only, d.hands[YOUNGER]
        # Younger is free of a duty where a not good was false (§10, K16), and where the cards are gone.
        free = {each.category for each in younger_terms(rules, d) if not possible(rules.counting, each, hand)}
        free |= d.law.unbound
        if only is not None:
            free |= {POINT, SEQUENCE, SET} - {only}
        unbound = {CATEGORIES[category] for category in free}
        missing = ("reckon.better_missing", "reckon.long_missing")
        found = tuple(each for each in found if each.code not in missing or each.params["category"] not in unbound)
        if only is not None:
            found += tuple(
                violation("reckon.category_closed", "holdings", at, "category", category=CATEGORIES[each.category])
                for at, each in enumerate(action.holdings or ())
                if each.category != only
            )
    return found


def apply(d: MutableState, role: int, action: a.Reckon) -> a.Reckon:
    """Reckon: elder perhaps on a false call (§10, K15), younger perhaps in one category only (§10, A1 to A5)."""
    if role == YOUNGER:
        if action.holdings is None and d.law.only is not None:
            held = holdings_of(d.rules, d, YOUNGER)
            action = replace(action, holdings=tuple(each for each in held if each.category == d.law.only))
        again = d.law.only
        if again is not None:  # what younger reckoned there before is replaced
            undo_items(d, (item for item in d.law.standing(YOUNGER) if item.kind == CATEGORIES[again]))
        action = apply_younger_reckoning(d, action)
        if again is not None:
            d.law.only = None
            draw_up(d)
        return action
    called = d.calls[-1]
    false = false_call(d, called)
    if false is None:
        return reckon_for_elder(d, action)
    if action.holdings is None:
        action = replace(action, holdings=(Holding(called.category, substitute(d, called)),))
    cards = named_for_call(called, action.holdings or ())
    false.about["cards"] = cards
    tie = called.tie if called.tie is not None else said_of_claim(called.category, cards)[1]
    return reckon_for_elder(d, action, (cards, (called.length, tie)))


def reckon_for_elder(d: MutableState, action: a.Reckon, false: tuple[int, Said] | None = None) -> a.Reckon:
    """Score elder's holdings; the first with the cards of `false` scores as it was called."""
    if action.holdings is None:
        action = replace(action, holdings=holdings_of(d.rules, d, ELDER))
    used = false is None
    for category, cards in action.holdings or ():
        claimed = None
        if false is not None and not used and cards == false[0]:
            claimed, used = false[1], True
        score_holding(d, ELDER, category, cards, claimed)
    go_on(d)
    return action
