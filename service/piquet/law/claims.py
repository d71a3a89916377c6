"""Claims of holdings: what the hand shows of them, and what counts in place of a false one (K15 to K17)."""

from service.piquet.cards.cards import RANKS, SUIT_SIZE, cards_of, hand_of, mask_of, suit_cards
from service.piquet.cards.holdings import contains, example, grades, holds, is_holding, said, said_of_claim
from service.piquet.cards.ranking import CATEGORIES, POINT, SET, Said
from service.piquet.law.ledger import Record, hand_after_exchange
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER, Called
from service.piquet.rules.reckonable_holdings import possible
from service.piquet.rules.reckoning_terms import younger_terms
from service.piquet.scoring.account import called_in

#: A claim: its category, what was said of it (None if cards were only named), and the cards named, 0 if none were.
Claim = tuple[int, Said | None, int]


def claims_of(record: Record) -> list[Claim]:
    """Return what a record of a false claim is about."""
    claims: list[Claim] = record.about["claims"]
    return claims


def finding_of(d: MutableState, role: int, claim: Claim) -> str:
    """Return what a claim of a role was: `held`, `false`, `misnomer` or `impossible` (L53, L54, LR8)."""
    category, pair, cards = claim
    hand, how = hand_after_exchange(d, role), d.rules.counting
    union = hand | d.discards[role]  # all that the player can have held (LR8)
    if pair is not None:
        length, tie = pair
        bounds = how.alike(category, length, tie if tie >= 0 else None)
        if holds(category, hand, *bounds, how):
            return "held"
        if holds(category, union, *bounds, how):
            return "false"
    else:
        length = cards.bit_count()
        if not cards & ~hand and is_holding(category, cards, hand, how):
            return "held"
        if not cards & ~union and said_of_claim(category, cards) == said(category, cards):
            return "false"
    of_length = any(how.said(category, grade)[0] == length for grade in grades(category, hand, how))
    return "misnomer" if of_length else "impossible"


# ---------------------------------------------------------------- a false call that was allowed


def substitute(d: MutableState, called: Called) -> int:
    """Return the cards that count as a false call if elder names none (§10, K15)."""
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


def kept_back(d: MutableState) -> tuple[int, ...]:
    """Return the categories in which younger refused a true call, holds better, and has not reckoned it (R5.2)."""
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
