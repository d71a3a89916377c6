"""False claims: what the hand shows of them, and what the adversary may reckon late (K15 to K17, E5)."""

from collections.abc import Iterable, Iterator

from service.piquet.cards.cards import RANKS, SUIT_SIZE, cards_of, hand_of, mask_of, names, suit_cards
from service.piquet.cards.holdings import (
    SET_RANKS,
    Holding,
    best,
    contains,
    example,
    grades,
    holds,
    is_holding,
    said,
    said_of_claim,
)
from service.piquet.cards.ranking import BEST, CATEGORIES, NONE, POINT, SEQUENCE, SET, Grade, Said
from service.piquet.law.mechanics.effects import undo_items
from service.piquet.law.mechanics.ledger import Record, hand_after_exchange, whole_hands
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER, Called
from service.piquet.model.violations import Violation, violation
from service.piquet.rules.reckonable_holdings import ReckoningTerms, best_choice, check_holdings, possible
from service.piquet.rules.reckoning_terms import good_against_the_cards, younger_terms
from service.piquet.scoring.account import called_in, score_holding


def union(d: MutableState, role: int) -> int:
    """All cards that a role can ever have held after the exchange: that hand, and its own discard."""
    return hand_after_exchange(d, role) | int(d.discards[role])


def holds_length(d: MutableState, category: int, hand: int, length: int) -> bool:
    """Whether a hand has a holding of this many cards (a set: of this count), parts included."""
    how = d.rules.counting
    return any(how.said(category, grade)[0] == length for grade in grades(category, hand, how))


def finding(d: MutableState, record: Record) -> str:
    """The finding on a false claim: shown, held, false, misnomer or impossible (L53 to L55, LR8)."""
    if record.facts.get("shown"):
        return "shown"
    found = findings(d, record)
    return next((each for each in ("false", "misnomer", "impossible") if each in found), "held")


def findings(d: MutableState, record: Record) -> list[str]:
    """The finding on each of the claims that were made in one act."""
    hand, everything = hand_after_exchange(d, record.offender), union(d, record.offender)
    return [_of_claim(d, *claim, hand, everything) for claim in claims_of(d, record)]


def claims_of(d: MutableState, record: Record) -> list[tuple[int, Said | None, int]]:
    """What the record is about: category, what was said, and the cards that were named, 0 if none were."""
    claims: list[tuple[int, Said | None, int]] = record.facts["claims"]
    return claims


def _of_claim(d: MutableState, category: int, pair: Said | None, cards: int, hand: int, everything: int) -> str:
    how = d.rules.counting
    if pair is not None:
        length, tie = pair
        bounds = how.alike(category, length, tie) if tie >= 0 else how.alike(category, length, None)
        if holds(category, hand, *bounds, how):
            return "held"
        if holds(category, everything, *bounds, how):
            return "false"
    else:
        length = cards.bit_count()
        if not cards & ~hand and is_holding(category, cards, hand, how):
            return "held"
        if not cards & ~everything and said_of_claim(category, cards) == said(category, cards):
            return "false"
    return "misnomer" if holds_length(d, category, hand, length) else "impossible"


# ---------------------------------------------------------------- a false call that was allowed


def substitute(d: MutableState, called: Called) -> int:
    """The cards that count as a false call if elder names none (§10, K15)."""
    category, length, tie = called.category, called.length, called.tie
    hand, how = hand_after_exchange(d, ELDER), d.rules.counting
    held = [grade for grade in grades(category, hand, how) if how.said(category, grade)[0] == length]
    exact = [grade for grade in held if tie is not None and how.said(category, grade)[1] == tie]
    if held:
        best_held = max(exact or held)
        if category == SET:
            cards = [card for card in cards_of(hand) if card % SUIT_SIZE == best_held[1]]
            return mask_of(cards[:length])
        return example(category, hand, best_held, how)
    if category == SET:
        rank = SET_RANKS[0] if tie is None else tie
        return mask_of(SUIT_SIZE * suit + rank for suit in range(length))
    top = len(RANKS) - 1 if tie is None else tie // 2
    ranks = range(max(top - length + 1, 0), top + 1)
    wanted = [mask_of(SUIT_SIZE * suit + rank for rank in ranks) for suit in range(4)]
    if category == POINT:
        wanted = [_point(hand & d.rules.cards, d.rules.cards, suit, length) for suit in range(4)]
    return max(wanted, key=lambda cards: (cards & hand).bit_count())


def _point(hand: int, pack: int, suit: int, length: int) -> int:
    """Cards of a suit: those held, and the highest of the others."""
    whole = sorted(cards_of(suit_cards(suit) & pack), reverse=True)
    held = [card for card in whole if hand >> card & 1]
    return mask_of((held + [card for card in whole if card not in held])[:length])


def called_said(d: MutableState, called: Called, cards: int) -> Said:
    """What a false call scores as: as it was called."""
    tie = called.tie if called.tie is not None else said_of_claim(called.category, cards)[1]
    return called.length, tie


# ---------------------------------------------------------------- late reckoning


def best_correct(d: MutableState, role: int, category: int) -> Grade | None:
    """The best correct claim of a role in a category, that the adversary has to beat (E5); None if there is none."""
    how, hand = d.rules.counting, hand_after_exchange(d, role)
    found = []
    if role == ELDER:
        called = called_in(d, category)
        if called and called.length and holds(category, hand, *how.alike(category, called.length, called.tie), how):
            found.append(how.alike(category, called.length, called.tie)[called.tie is None])
            if called.tie is None:
                found[-1] = max(
                    grade for grade in grades(category, hand, how) if how.said(category, grade)[0] == called.length
                )
    for item in d.law.standing(role):
        if item.kind == CATEGORIES[category]:
            cards = hand_of(item.cards)
            if not cards & ~hand:
                found.append(how.grade(category, said(category, cards)))
    return max(found, default=None)


_OPEN_TO_YOUNGER = ("passed", "not_good", "declined")


def late_terms(d: MutableState, role: int, categories: Iterable[int], *, good: bool) -> Iterator[ReckoningTerms]:
    """What a role may reckon late: in each category what the offender's best correct claim leaves it (E5).

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
    """The cards of a role that it has not reckoned yet in a category; none if it has reckoned a point."""
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
    """The violations of what a role wants to reckon late: `ruling.not_good` for each holding that is not due."""
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


def is_unshown(d: MutableState, record: Record) -> bool:
    """Whether a false claim is judged as one that could not be shown, and has no penalty (LA1)."""
    unpunished = record.facts["category"] != SET and d.law.says("false_claim") == "sets_only"
    return unpunished and d.law.must_show(record.facts["category"]) and finding(d, record) == "false"


def strike_claim(d: MutableState, record: Record) -> None:
    """Strike what was falsely claimed and scored, or stated equal; all that was reckoned on a call that is lost."""
    role = record.offender
    named = {cards for _, _, cards in claims_of(d, record) if cards} | {record.facts.get("cards", 0)}
    since = record.number
    categories = {category for category, _, _ in claims_of(d, record)}
    lost = record.facts["call"] and is_unshown(d, record)
    for item in d.law.standing(role):
        about = item.kind in CATEGORIES and CATEGORIES.index(item.kind) in categories and item.entry >= since
        if about and (lost or hand_of(item.cards) in named):
            undo_items(d, [item])
    undo_items(d, [item for item in d.law.standing(role) if item.kind == "carte_rouge" and item.entry >= since])


def count_as_good(d: MutableState, record: Record) -> None:
    """Let a call that was falsely answered, or refused and not beaten, count as good (LR17)."""
    categories = record.facts["categories"]
    d.calls = tuple(each._replace(status="good") if each.category in categories else each for each in d.calls)


def kept_back(d: MutableState) -> tuple[int, ...]:
    """The categories in which younger refused a true call of elder's, holds better, and has not reckoned it (R5.2)."""
    how, hands = d.rules.counting, (hand_after_exchange(d, ELDER), hand_after_exchange(d, YOUNGER))
    found = []
    for terms in younger_terms(d.rules, d):
        category, needs = terms.category, terms.needs
        if needs is None or not terms.must or not possible(d.rules.counting, terms, hands[YOUNGER]):
            continue
        called = called_in(d, category)
        assert called is not None
        reckoned = [hand_of(item.cards) for item in d.law.standing(YOUNGER) if item.kind == CATEGORIES[category]]
        beaten = any(contains(category, how.grade(category, said(category, cards)), *needs) for cards in reckoned)
        if not beaten and holds(category, hands[ELDER], *how.alike(category, called.length, called.tie), how):
            found.append(category)
    return tuple(found)


ALL = (POINT, SEQUENCE, SET)
