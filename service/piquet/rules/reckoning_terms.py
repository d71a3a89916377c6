"""The terms of reckoning: what a player may and must reckon after the calls (R5.6 to R5.8, R5.11)."""

from collections.abc import Iterator
from dataclasses import replace

from service.piquet.cards.holdings import (
    Holding,
    best,
    best_of_length,
    best_that_can_be_formed,
)
from service.piquet.cards.ranking import (
    ANY_TIE,
    BEST,
    NO_TIE,
    NONE,
    POINT,
)
from service.piquet.model.actions import Reckon
from service.piquet.model.mutable_state import MutableState, Reader
from service.piquet.model.state import ELDER, YOUNGER, Called
from service.piquet.model.violations import Violation
from service.piquet.rules.reckonable_holdings import ReckoningTerms, best_choice, check_holdings, possible
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import log_event, score_carte_rouge, score_holding, settle_bonuses, state_equal
from service.piquet.scoring.target_score import decide_hands


def good_against_the_cards(rules: Ruleset, s: Reader, called: Called) -> bool:
    """Whether the cards that elder has not seen can form nothing as good as elder's call, or better (R5.8)."""
    category, length, tie = called.category, called.length, called.tie
    own, how = s.hands[ELDER] | s.discards[ELDER], rules.counting
    judged = (length, tie) if tie is not None else best_of_length(category, s.hands[ELDER], length, how)
    return best_that_can_be_formed(category, rules.cards & ~own, how) < judged


def elder_terms(rules: Ruleset, s: Reader) -> ReckoningTerms:
    """Return what elder may reckon after *good* (R5.6, R5.8)."""
    called = s.calls[-1]
    category, how = called.category, rules.counting
    if called.tie is None:
        exact = how.alike(category, called.length, None)
    else:
        exact = (how.grade(category, (called.length, called.tie)),) * 2
    if category == POINT:
        return ReckoningTerms(POINT, *exact, needs=exact, must=True)
    freed = best(category, s.hands[ELDER], how) <= exact[1] or (  # a call of the best holding restricts nothing
        rules.abide_by_call == "unless_good_against_the_cards" and good_against_the_cards(rules, s, called)
    )
    return ReckoningTerms(category, NONE, BEST if freed else exact[1], needs=exact, must=True)


def younger_terms(rules: Ruleset, s: Reader) -> Iterator[ReckoningTerms]:
    """Yield what younger may reckon or state after the first lead, by category (R5.2, R5.3, R5.11)."""
    for called in sorted(s.calls):  # by category
        category, length, tie, status, asked, _ = called
        if status == "good":
            continue
        if category == POINT and s.barred:
            yield ReckoningTerms(POINT, BEST, NONE, rule="R5.3")  # an empty range of grades: no point fits
        elif status == "passed":
            yield ReckoningTerms(category, NONE, BEST)
        elif status == "equal":
            yield ReckoningTerms(category, *rules.counting.alike(category, length, tie), equal=True)
        elif status == "declined":
            from_length = (length, NO_TIE)
            if category == POINT:
                yield ReckoningTerms(POINT, from_length, (length, ANY_TIE), rule="R5.3")
            else:
                yield ReckoningTerms(category, NONE, BEST, needs=(from_length, BEST), missing="reckon.long_missing")
        else:
            better = rules.counting.above(category, length, tie)
            # Law 46: after asking for the point, younger may score only a point of the same number of cards.
            held_to_length = category == POINT and asked
            most = (length, ANY_TIE) if held_to_length else BEST
            low = better if category == POINT else NONE
            rule = "R5.3" if held_to_length else "R5.6"
            yield ReckoningTerms(
                category, low, most, (better, most), must=True, missing="reckon.better_missing", rule=rule
            )


def terms_of(rules: Ruleset, s: Reader, role: int) -> tuple[ReckoningTerms, ...]:
    """Return the terms of a role that is to reckon, for each category in which it has something to reckon or state."""
    if role == ELDER:
        return (elder_terms(rules, s),)
    hand = s.hands[YOUNGER]
    return tuple(terms for terms in younger_terms(rules, s) if possible(rules.counting, terms, hand))


# ---------------------------------------------------------------- checking


def check_reckon(rules: Ruleset, s: Reader, role: int, action: Reckon) -> tuple[Violation, ...]:
    """Return the violations of R5.6 to R5.8 for elder, or of R5.11 for younger.

    A reckoning without holdings is always legal.
    """
    if action.holdings is None:
        return ()
    all_terms = (elder_terms(rules, s),) if role == ELDER else younger_terms(rules, s)
    return check_holdings(rules.counting, s.hands[role], all_terms, action.holdings, own_call=role == ELDER)


# ---------------------------------------------------------------- choosing all that may be reckoned


def holdings_of(rules: Ruleset, s: Reader, role: int) -> tuple[Holding, ...]:
    """Everything that the role may reckon, chosen for the highest score; includes holdings that are stated as equal."""
    hand = s.hands[role]
    return tuple(holding for terms in terms_of(rules, s, role) for holding in best_choice(rules.counting, terms, hand))


# ---------------------------------------------------------------- reckoning


def score_all(d: MutableState, role: int, action: Reckon) -> Reckon:
    """Score what is reckoned, or state it if the category was equal. Returns the action with its holdings."""
    if action.holdings is None:
        action = replace(action, holdings=holdings_of(d.rules, d, role))
    equal = {called.category for called in d.calls if called.status == "equal"}
    for category, cards in action.holdings or ():
        if category in equal:
            state_equal(d, role, category, cards)
        else:
            score_holding(d, role, category, cards)
    return action


def apply_younger_reckoning(d: MutableState, action: Reckon) -> Reckon:
    """Apply younger's reckoning, after the first lead (R5.11)."""
    action = score_all(d, YOUNGER, action)
    score_carte_rouge(d, YOUNGER)
    d.reckoned = True
    log_event(d, YOUNGER, "reckoned")
    settle_bonuses(d)
    decide_hands(d)
    return action
