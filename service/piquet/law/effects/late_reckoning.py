"""Late reckonings: what the adversary may reckon (E5), and what counts of a claim under a wrong name."""

from collections.abc import Iterable, Iterator

from service.piquet.cards.cards import hand_of, names
from service.piquet.cards.holdings import Holding, best, grades, holds, pieces, said
from service.piquet.cards.ranking import BEST, CATEGORIES, NONE, POINT, Grade
from service.piquet.law.claims import Claim, substitute
from service.piquet.law.ledger import Record, hand_after_exchange, whole_hands
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER, Called
from service.piquet.model.violations import Violation, violation
from service.piquet.rules.reckonable_holdings import ReckoningTerms, best_choice, check_holdings, possible
from service.piquet.rules.reckoning_terms import good_against_the_cards
from service.piquet.scoring.account import called_in, score_holding


def best_correct(d: MutableState, role: int, category: int) -> Grade | None:
    """Return the best correct claim of a role in a category, that the adversary has to beat (E5).

    None if there is none.
    """
    how, hand = d.rules.counting, hand_after_exchange(d, role)
    found = []
    called = called_in(d, category) if role == ELDER else None
    if called and called.length:
        exact = how.alike(category, called.length, called.tie)
        of_length = (grade for grade in grades(category, hand, how) if how.said(category, grade)[0] == called.length)
        if holds(category, hand, *exact, how):
            found.append(max(of_length) if called.tie is None else exact[0])
    for item in d.law.standing(role):
        if item.kind == CATEGORIES[category]:
            cards = hand_of(item.cards)
            if not cards & ~hand:
                found.append(how.grade(category, said(category, cards)))
    return max(found, default=None)


_OPEN_TO_YOUNGER = ("passed", "not_good", "declined")


def late_terms(d: MutableState, role: int, categories: Iterable[int], *, good: bool) -> Iterator[ReckoningTerms]:
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
            if holds(category, hand_after_exchange(d, role), *exact, how):
                needs = exact  # what elder called is among what elder reckons (R5.6)
        if against is None:
            yield ReckoningTerms(category, NONE, high, needs)
            continue
        above = how.above(category, *how.said(category, against))
        low = above if category == POINT else NONE
        yield ReckoningTerms(category, low, high, (above, high) if needs is None else (max(above, needs[0]), needs[1]))


def _freed(d: MutableState, called: Called) -> bool:
    """Whether elder's own call restricts elder to nothing (R5.8)."""
    how = d.rules.counting
    hand = hand_after_exchange(d, ELDER)
    if best(called.category, hand, how) <= how.alike(called.category, called.length, called.tie)[1]:
        return True
    if called.category == POINT or d.rules.abide_by_call == "always":
        return False  # a low point always binds
    with whole_hands(d):
        return good_against_the_cards(d.rules, d, called)


def unreckoned(d: MutableState, role: int, category: int) -> int:
    """Return the cards of a role that it has not reckoned yet in a category; none if it has reckoned a point."""
    reckoned = [item for item in d.law.standing(role) if item.kind == CATEGORIES[category]]
    if reckoned and category == POINT:
        return 0
    return hand_after_exchange(d, role) & ~hand_of(card for item in reckoned for card in item.cards)


def late_choice(d: MutableState, role: int, categories: Iterable[int], *, good: bool) -> tuple[Holding, ...]:
    """Everything that a role may reckon late."""
    found: list[Holding] = []
    for terms in late_terms(d, role, categories, good=good):
        if not possible(d.rules.counting, terms, hand_after_exchange(d, role)):
            continue
        free = unreckoned(d, role, terms.category)
        rest = ReckoningTerms(terms.category, terms.low, terms.high, (NONE, terms.high))
        if role == ELDER and possible(d.rules.counting, terms, free):
            found += best_choice(d.rules.counting, terms, free)
        elif possible(d.rules.counting, rest, free):
            found += best_choice(d.rules.counting, rest, free)
    return tuple(found)


def check_late(
    d: MutableState, role: int, categories: Iterable[int], holdings: tuple[Holding, ...], *, good: bool
) -> tuple[Violation, ...]:
    """Return the violations of what a role wants to reckon late: `ruling.not_good` for each holding that is not due."""
    hand, wanted = hand_after_exchange(d, role), tuple(categories)
    terms = {each.category: each for each in late_terms(d, role, wanted, good=good)}
    found: list[Violation] = []
    for at, holding in enumerate(holdings):
        category, cards = holding
        each = terms.get(category)
        refused = (
            each is None
            or not possible(d.rules.counting, each, hand)
            or cards & ~unreckoned(d, role, category)
            or check_holdings(d.rules.counting, hand, (each._replace(needs=None),), (holding,), own_call=False)
            or any(cards & other for which, other in holdings[:at] if which == category)
            or (category == POINT and any(which == POINT for which, _ in holdings[:at]))
        )
        if refused:
            where = ("holdings", at, "cards")
            found.append(violation("ruling.not_good", *where, cards=names(cards), category=CATEGORIES[category]))
    return tuple(found)


def reckon_late(d: MutableState, role: int, holdings: Iterable[Holding]) -> None:
    """E5: score holdings, each in its place in R7.1."""
    d.law.late = True
    for category, cards in holdings:
        score_holding(d, role, category, cards)
    d.law.late = False


# ---------------------------------------------------------------- misnomers (K15, L53)


def reckon_truth(d: MutableState, record: Record, claims: list[Claim]) -> bool:
    """Count misnomers, or cards that were shown, for what is held, if that is good. Returns whether any was."""
    role, how = record.offender, d.rules.counting
    counted = False
    for category, pair, cards in claims:
        shown = record.about["shown"]
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
        if best(category, hand_after_exchange(d, 1 - role), how) < grade:
            score_holding(d, role, category, held)
            counted = True
    return counted


def _holding_of_length(d: MutableState, role: int, category: int, cards: int) -> int:
    """Return the best holding with as many cards as these that a role has and has not reckoned.

    No cards if there is none.
    """
    hand, length = unreckoned(d, role, category), cards.bit_count()
    found = [(grade, held) for grade, held in pieces(category, hand, d.rules.counting)]
    fits = [(grade, held) for grade, held in found if said(category, held)[0] == length]
    return max(fits)[1] if fits else 0
