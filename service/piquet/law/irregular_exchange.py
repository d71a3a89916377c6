"""The exchange in an irregular deal: misdeals that stand, positions taken up and mixed (K1, K2, K7, K26, E11)."""

from service.piquet.cards.cards import mask_of
from service.piquet.law.data.codes import value
from service.piquet.law.facts import verdict_on
from service.piquet.law.kinds.tables import FactValue
from service.piquet.law.ledger import IrregularState
from service.piquet.law.misdeals import Counts, StandingMisdeal, cards_off, elder_takes, standing_of, younger_takes
from service.piquet.model.actions import AS_DUE, Exchange
from service.piquet.model.state import ELDER, YOUNGER, Phase, replace_role
from service.piquet.model.violations import Violation, out_of_bounds, violation
from service.piquet.rules.exchange import after_exchange, apply_exchange, not_held
from service.piquet.rules.left_cards import elder_left, left_cards
from service.piquet.scoring.account import log_event
from service.piquet.verbs import check as check_regular

# ---------------------------------------------------------------- misdeals, and deals out of turn


def numbers_dealt(d: IrregularState) -> Counts:
    """Return the numbers of cards dealt."""
    return d.dealt[ELDER].bit_count(), d.dealt[YOUNGER].bit_count(), len(d.talon)


def open_misdeal(d: IrregularState) -> None:
    """Record what is wrong with the cards or the dealer, as entry 0."""
    if d.law.dealt_by >= 0:
        d.law.add_irregularity("deal_out_of_turn", YOUNGER)
    dealt = numbers_dealt(d)
    if not d.talon or not cards_off(d.rules, dealt):
        return
    facts: dict[str, FactValue] = {"dealt": dealt, "stock": "untouched"}
    d.law.add_irregularity("misdeal", YOUNGER, {**facts, "taken_up": ()})
    taken_up = d.law.add_irregularity("misdeal", YOUNGER, {**facts, "taken_up": ("elder", "younger")})
    offers = verdict_on(d, taken_up).offers
    d.law.must_redeal = not any(offer.election == "stand" for offer in offers) and bool(offers)
    if offers and not d.law.must_redeal:
        d.law.misdealt = standing_of(dealt) or StandingMisdeal("L11", "", 0, 0)


def excess(d: IrregularState, role: int) -> int:
    """How many more cards a role has to discard than it takes; negative for fewer (E11)."""
    standing = d.law.misdealt
    if standing is None:
        return 0
    return standing.elder if role == ELDER else standing.younger


# ---------------------------------------------------------------- the exchange


def own_positions(d: IrregularState, role: int) -> list[int]:
    """Return the positions of the talon that are a role's to take, from the top (R4.3, LR11)."""
    share = d.rules.elder_share
    if role == ELDER:
        return [position for position in d.law.lying if position <= share]
    return [position for position in d.law.lying if position > share or d.exchanged[ELDER] >= 0]


def exchange_bounds(d: IrregularState, role: int) -> tuple[int, int]:
    """Return the fewest and the most cards that a role may discard in its first exchange (R4.1, R4.2, E11)."""
    own = len(own_positions(d, role))
    if role == ELDER:
        least, most = d.rules.elder_min, min(d.announced or d.rules.elder_max, own)
    else:
        most = own if d.rules.younger_max is None else min(d.rules.younger_max, own)
        least = min(d.rules.younger_min, most)
    standing = d.law.misdealt
    if standing is not None and standing.row:
        says = value(d.rules, standing.row)
        if role == ELDER:
            least, all_own = elder_takes(d.rules, standing, says, len(d.talon))
            most = min(most, all_own)
        else:
            least, most = younger_takes(d.rules, standing, says, own)
    least, most = max(least + excess(d, role), 0), max(most + excess(d, role), 0)
    return least, min(most, d.hands[role].bit_count())


def check_irregular_exchange(d: IrregularState, role: int, action: Exchange) -> tuple[Violation, ...]:
    """Return the violations of an exchange that is not marked."""
    due = {Phase.ELDER_EXCHANGE: ELDER, Phase.YOUNGER_EXCHANGE: YOUNGER}.get(d.phase)
    if due != role:
        return check_regular(d.rules, d, action)
    found: tuple[Violation, ...] = ()
    if role == ELDER and must_stand(d):
        found = (violation("exchange.not_stood", rule="L39"),)
    law = d.law.stood or ("R4.1" if role == ELDER else "R4.2")
    found += out_of_bounds(action.cards.bit_count(), exchange_bounds(d, role), law, "cards")
    return found + not_held(d, role, action.cards, "cards")


def must_stand(d: IrregularState) -> bool:
    """Whether elder has first to accept a misdeal (L11); one of 12, 13 and 7 cards is accepted by exchanging."""
    return d.law.misdealt is not None and not d.law.stood and bool(d.law.misdealt.elder)


def drawn_positions(d: IrregularState, role: int, action: Exchange) -> tuple[list[int], list[int]]:
    """Return the positions that an exchange mixes with the hand, and those taken up that go back (LR12)."""
    count = max(action.cards.bit_count() - excess(d, role), 0)
    if d.law.misdealt is not None and not d.law.stood and role == ELDER:
        count = min(action.cards.bit_count(), len(own_positions(d, role)))  # L39: no choice was made
    own = own_positions(d, role)
    taken = list(action.taken) if action.taken is not None else list(d.law.lying[:count])
    mixed = [position for position in taken if action.mixed is None or position in action.mixed]
    own_taken = [position for position in taken if position in own]
    in_order = own[: len(own_taken)]
    passed = [position for position in own if own_taken and position < max(own_taken) and position not in taken]
    if action.taken is not None:
        due = [position for position in in_order if position in taken][:count]
        mixed = sorted({*mixed, *due, *passed})
    return mixed, [position for position in taken if position not in mixed]


def apply_irregular_exchange(d: IrregularState, role: int, action: Exchange) -> Exchange:
    """Exchange cards: the discard goes out, the cards mixed come in, the others go back."""
    first = d.exchanged[role] < 0
    if not first and action.taken is None:
        return apply_exchange(d, role, action)
    mixed, returned = drawn_positions(d, role, action)
    taken_in = mask_of(d.talon[position - 1] for position in mixed)
    d.hands = replace_role(d.hands, role, d.hands[role] & ~action.cards | taken_in)
    d.discards = replace_role(d.discards, role, d.discards[role] | action.cards)
    d.exchanged = replace_role(d.exchanged, role, max(d.exchanged[role], 0) + len(mixed))
    d.law.lying = [position for position in d.law.lying if position not in mixed]
    d.law.taken[role].extend(mixed)
    d.law.seen[role] |= mask_of(d.talon[position - 1] for position in returned)
    count = action.cards.bit_count()
    log_event(d, role, "exchanged", more={"count": count}, rule="R4.3")
    left = elder_left(d.rules, d) if role == ELDER else len(left_cards(d))
    said = left if action.leaves == AS_DUE else action.leaves or 0
    if role == ELDER and said and action.leaves != AS_DUE:
        d.law.left_by_word = said
    if said:
        log_event(d, role, "left", more={"count": said}, rule="R4.4" if role == ELDER else "R4.5")
    if first:
        after_exchange(d, role, count)
    return action


def facts_of_exchange(d: IrregularState, role: int, action: Exchange) -> tuple[str, dict[str, FactValue]]:
    """Return what an exchange is recorded as if it is irregular, and the facts that it finds before it is made.

    It is a misdeal that was not accepted (K1d), or a wrong exchange (K7).
    """
    if role == ELDER and must_stand(d):
        return "misdeal", {"dealt": numbers_dealt(d), "taken_up": ("elder", "younger"), "stock": "taken"}
    first, own = d.exchanged[role] < 0, own_positions(d, role)
    due = own
    if role == ELDER:
        leaves = action.leaves if first else d.law.left_by_word
        if leaves not in (AS_DUE, None):
            due = [position for position in own if position <= d.rules.elder_share - leaves]
    mixed, returned = drawn_positions(d, role, action)
    facts: dict[str, FactValue] = {
        "leaves": None,  # what was due is known
        "taken": tuple(sorted((*mixed, *returned))),
        "mixed": tuple(mixed),
        "discarded": action.cards.bit_count(),
        "elder_began": False,  # elder's exchange is one entry
        "due": tuple(due),
        "leaves_some": role == YOUNGER and action.leaves not in (None, AS_DUE, 0),
    }
    return "wrong_exchange", facts | ({"dealt": numbers_dealt(d)} if first and excess(d, role) else {})
