"""Reckoning in an irregular deal: on a false call, in a category that is open again, and late (E5)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from service.piquet.cards.cards import RANKS, SUIT_SIZE, cards_of, mask_of, names, suit_cards
from service.piquet.cards.holdings import Holding, best, contains, example, grades, holds, pieces, said, said_of_claim
from service.piquet.cards.ranking import BEST, CATEGORIES, NONE, POINT, SEQUENCE, SET, Grade, Said
from service.piquet.law import ledger
from service.piquet.law.facts import claim_of
from service.piquet.law.ledger import IrregularState
from service.piquet.model.actions import Reckon
from service.piquet.model.state import ELDER, YOUNGER, Called, Phase
from service.piquet.model.violations import Violation, violation
from service.piquet.rules import reckoning
from service.piquet.rules.calling import go_on
from service.piquet.scoring.account import called_in, score_holding
from service.piquet.verbs import check as check_regular

# ---------------------------------------------------------------- what counts for a false claim, and what was kept back

# ---------------------------------------------------------------- a false call that was allowed


def substitute(d: IrregularState, called: Called) -> int:
    """Return the cards that count as a false call if elder names none (K15)."""
    category, length, tie = called.category, called.length, called.tie
    hand, how = ledger.hand_after_exchange(d, ELDER), d.rules.counting
    held = [grade for grade in grades(category, hand, how) if how.said(category, grade)[0] == length]
    exact = [grade for grade in held if tie is not None and how.said(category, grade)[1] == tie]
    if held:
        best_held = max(exact or held)
        if category == SET:
            cards = [card for card in cards_of(hand) if card % SUIT_SIZE == best_held[1]]
            return mask_of(cards[:length])
        return example(category, hand, best_held, how)
    lowest = SUIT_SIZE - d.rules.pack // 4  # the call may go below it
    if category == SET:
        assert tie is not None  # the rank, which a call of a set always names
        return mask_of(SUIT_SIZE * suit + max(tie, lowest) for suit in range(length))
    top = len(RANKS) - 1 if tie is None else max(tie // 2, lowest + length - 1)
    ranks = range(top - length + 1, top + 1)
    wanted = [mask_of(SUIT_SIZE * suit + rank for rank in ranks) for suit in range(4)]
    if category == POINT:
        wanted = [_point(hand & d.rules.cards, d.rules.cards, suit, length) for suit in range(4)]
    return max(wanted, key=lambda cards: (cards & hand).bit_count())


def _point(hand: int, pack: int, suit: int, length: int) -> int:
    """Cards of a suit: those held, and the highest of the others."""
    whole = sorted(cards_of(suit_cards(suit) & pack), reverse=True)
    held = [card for card in whole if hand >> card & 1]
    return mask_of((held + [card for card in whole if card not in held])[:length])


def kept_back(d: IrregularState) -> tuple[int, ...]:
    """Return the categories in which younger refused a true call, holds better, and has not reckoned it (R5.2)."""
    how, hands = d.rules.counting, (ledger.hand_after_exchange(d, ELDER), ledger.hand_after_exchange(d, YOUNGER))
    found = []
    for terms in reckoning.younger_terms(d.rules, d):
        category, needs = terms.category, terms.needs
        if needs is None or not terms.must or not reckoning.possible(d.rules.counting, terms, hands[YOUNGER]):
            continue
        called = called_in(d, category)
        assert called is not None
        reckoned = [item.hand for item in d.law.reckoned(YOUNGER, category)]
        beaten = any(contains(category, how.grade(category, said(category, cards)), *needs) for cards in reckoned)
        if not beaten and holds(category, hands[ELDER], *how.alike(category, called.length, called.tie), how):
            found.append(category)
    return tuple(found)


# ---------------------------------------------------------------- late reckonings (E5)


def best_correct(d: IrregularState, role: int, category: int) -> Grade | None:
    """Return the best correct claim of a role in a category, that the adversary has to beat (E5).

    None if there is none.
    """
    how, hand = d.rules.counting, ledger.hand_after_exchange(d, role)
    found = []
    called = called_in(d, category) if role == ELDER else None
    if called and called.length:
        exact = how.alike(category, called.length, called.tie)
        of_length = (grade for grade in grades(category, hand, how) if how.said(category, grade)[0] == called.length)
        if holds(category, hand, *exact, how):
            found.append(max(of_length) if called.tie is None else exact[0])
    claimed = (item.hand for item in d.law.reckoned(role, category))
    found += [how.grade(category, said(category, cards)) for cards in claimed if not cards & ~hand]
    return max(found, default=None)


_OPEN_TO_YOUNGER = ("passed", "not_good", "declined")


def late_terms(
    d: IrregularState, role: int, categories: Iterable[int], *, good: bool
) -> Iterator[reckoning.ReckoningTerms]:
    """Yield what a role may reckon late: in each category what the offender's best correct claim leaves it (E5).

    With `good` its own call counts as good, whatever the offender has claimed (LR17).
    """
    how = d.rules.counting
    for category in categories:
        against = None if good else best_correct(d, 1 - role, category)
        called = called_in(d, category)
        if role == YOUNGER and not d.reckoned and d.law.only is None and called and called.status in _OPEN_TO_YOUNGER:
            continue  # it is still to be reckoned in the ordinary way (R5.11)
        own = called if role == ELDER else None
        if own is not None and own.status == "equal":
            continue
        high, needs = BEST, None
        if own is not None and own.length:
            exact = how.alike(category, own.length, own.tie)
            high = BEST if _freed(d, own) else exact[1]
            if holds(category, ledger.hand_after_exchange(d, role), *exact, how):
                needs = exact  # what elder called is among what elder reckons (R5.6)
        if against is None:
            yield reckoning.ReckoningTerms(category, NONE, high, needs)
            continue
        above = how.above(category, *how.said(category, against))
        low = above if category == POINT else NONE
        yield reckoning.ReckoningTerms(
            category, low, high, (above, high) if needs is None else (max(above, needs[0]), needs[1])
        )


def _freed(d: IrregularState, called: Called) -> bool:
    """Whether elder's own call restricts elder to nothing (R5.8)."""
    how = d.rules.counting
    hand = ledger.hand_after_exchange(d, ELDER)
    if best(called.category, hand, how) <= how.alike(called.category, called.length, called.tie)[1]:
        return True
    if called.category == POINT or d.rules.abide_by_call == "always":
        return False  # a low point always binds
    with ledger.hands_restored(d):
        return reckoning.good_against_the_cards(d.rules, d, called)


def unreckoned(d: IrregularState, role: int, category: int) -> int:
    """Return the cards of a role that it has not reckoned yet in a category; none if it has reckoned a point."""
    reckoned = d.law.reckoned(role, category)
    if reckoned and category == POINT:
        return 0
    return ledger.hand_after_exchange(d, role) & ~ledger.union(reckoned)


def late_choice(d: IrregularState, role: int, categories: Iterable[int], *, good: bool) -> tuple[Holding, ...]:
    """Everything that a role may reckon late."""
    found: list[Holding] = []
    for terms in late_terms(d, role, categories, good=good):
        if not reckoning.possible(d.rules.counting, terms, ledger.hand_after_exchange(d, role)):
            continue
        free = unreckoned(d, role, terms.category)
        rest = reckoning.ReckoningTerms(terms.category, terms.low, terms.high, (NONE, terms.high))
        if role == ELDER and reckoning.possible(d.rules.counting, terms, free):
            found += reckoning.best_choice(d.rules.counting, terms, free)
        elif reckoning.possible(d.rules.counting, rest, free):
            found += reckoning.best_choice(d.rules.counting, rest, free)
    return tuple(found)


def check_late(
    d: IrregularState, role: int, categories: Iterable[int], holdings: tuple[Holding, ...], *, good: bool
) -> tuple[Violation, ...]:
    """Return the violations of what a role wants to reckon late: `ruling.not_good` for each holding that is not due."""
    hand, wanted = ledger.hand_after_exchange(d, role), tuple(categories)
    terms = {each.category: each for each in late_terms(d, role, wanted, good=good)}
    found: list[Violation] = []
    for at, holding in enumerate(holdings):
        category, cards = holding
        each = terms.get(category)
        refused = (
            each is None
            or not reckoning.possible(d.rules.counting, each, hand)
            or cards & ~unreckoned(d, role, category)
            or reckoning.check_holdings(
                d.rules.counting, hand, (each._replace(needs=None),), (holding,), own_call=False
            )
            or any(cards & other for which, other in holdings[:at] if which == category)
            or (category == POINT and any(which == POINT for which, _ in holdings[:at]))
        )
        if refused:
            where = ("holdings", at, "cards")
            found.append(violation("ruling.not_good", *where, cards=names(cards), category=CATEGORIES[category]))
    return tuple(found)


def reckon_late(d: IrregularState, role: int, holdings: Iterable[Holding]) -> None:
    """E5: score holdings, each in its place in R7.1."""
    d.law.late = True
    for category, cards in holdings:
        score_holding(d, role, category, cards)
    d.law.late = False


# ---------------------------------------------------------------- misnomers (K15, L53)


def reckon_truth(d: IrregularState, irregularity: ledger.Irregularity, claims: Iterable[ledger.Claimed]) -> bool:
    """Count misnomers, or cards that were shown, for what is held, if that is good. Returns whether any was."""
    role, how = irregularity.offender, d.rules.counting
    shown, counted = claim_of(irregularity).shown, False
    for category, pair, cards in claims:
        called = called_in(d, category) if role == ELDER and pair is not None else None
        if shown and said(category, shown) != (0, 0):
            held = shown
        elif called is not None:
            held = substitute(d, called)
        else:
            held = _holding_of_length(d, role, category, cards)
        if not held or held & ~unreckoned(d, role, category):
            continue
        grade = how.grade(category, said(category, held))
        if best(category, ledger.hand_after_exchange(d, 1 - role), how) < grade:
            score_holding(d, role, category, held)
            counted = True
    return counted


def _holding_of_length(d: IrregularState, role: int, category: int, cards: int) -> int:
    """Return the best holding with as many cards as these that a role has and has not reckoned.

    No cards if there is none.
    """
    hand, length = unreckoned(d, role, category), cards.bit_count()
    found = [(grade, held) for grade, held in pieces(category, hand, d.rules.counting)]
    fits = [(grade, held) for grade, held in found if said(category, held)[0] == length]
    return max(fits)[1] if fits else 0


# ---------------------------------------------------------------- on a false call, and in a category that is open again


def is_false_call(irregularity: ledger.Irregularity, category: int) -> bool:
    """Whether an irregularity is a false call in a category."""
    claim = irregularity.claim
    return claim is not None and claim.is_call and claim.category == category


def false_call(d: IrregularState, called: Called) -> ledger.Irregularity | None:
    """Return the false claim that elder's call is, as long as it is not settled; None if there is none."""
    for irregularity in reversed(d.law.irregularities):
        if is_false_call(irregularity, called.category):
            return None if irregularity.settled else irregularity
    return None


def named_for_call(called: Called, holdings: tuple[Holding, ...]) -> int:
    """Return the cards that a reckoning names for a false call: those of the first holding of its length."""
    fits = (each.cards for each in holdings if each.category == called.category)
    return next((cards for cards in fits if cards.bit_count() == called.length), 0)


def check_irregular_reckoning(d: IrregularState, role: int, action: Reckon) -> tuple[Violation, ...]:
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
        high = reckoning.elder_terms(rules, d).high
        terms = reckoning.ReckoningTerms(called.category, NONE, high)
        return reckoning.check_holdings(rules.counting, d.hands[ELDER] & ~cards, (terms,), tuple(rest), own_call=True)
    found = check_regular(rules, d, action)
    if role == YOUNGER:
        only, hand = d.law.only, d.hands[YOUNGER]
        # Younger is free of a duty where a not good was false (K16), and where the cards are gone.
        free = {
            each.category
            for each in reckoning.younger_terms(rules, d)
            if not reckoning.possible(rules.counting, each, hand)
        }
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


def apply_irregular_reckoning(d: IrregularState, role: int, action: Reckon) -> Reckon:
    """Reckon: elder perhaps on a false call (K15), younger perhaps in one category only (A1 to A5)."""
    if role == YOUNGER:
        if action.holdings is None and d.law.only is not None:
            held = reckoning.holdings_of(d.rules, d, YOUNGER)
            action = replace(action, holdings=tuple(each for each in held if each.category == d.law.only))
        again = d.law.only
        if again is not None:  # what younger reckoned there before is replaced
            ledger.undo_items(d, d.law.reckoned(YOUNGER, again))
        action = reckoning.apply_younger_reckoning(d, action)
        if again is not None:
            d.law.only = None
            ledger.draw_up(d)
        return action
    called = d.calls[-1]
    false = false_call(d, called)
    if false is None:
        return reckon_for_elder(d, action)
    if action.holdings is None:
        action = replace(action, holdings=(Holding(called.category, substitute(d, called)),))
    cards = named_for_call(called, action.holdings or ())
    claim_of(false).reckoned = cards
    tie = called.tie if called.tie is not None else said_of_claim(called.category, cards)[1]
    return reckon_for_elder(d, action, (cards, (called.length, tie)))


def reckon_for_elder(d: IrregularState, action: Reckon, false: tuple[int, Said] | None = None) -> Reckon:
    """Score elder's holdings; the first with the cards of `false` scores as it was called."""
    if action.holdings is None:
        action = replace(action, holdings=reckoning.holdings_of(d.rules, d, ELDER))
    used = false is None
    for category, cards in action.holdings or ():
        claimed = None
        if false is not None and not used and cards == false[0]:
            claimed, used = false[1], True
        score_holding(d, ELDER, category, cards, claimed)
    go_on(d)
    return action
