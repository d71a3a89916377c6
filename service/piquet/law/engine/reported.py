"""Incidents: facts that a player reports because no action carries them (§7.3)."""

from collections.abc import Callable
from typing import Any

from service.piquet.cards.cards import CARDS, mask_of, names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.effects.effects import log_for_nobody
from service.piquet.law.effects.exchange import own_positions
from service.piquet.law.kinds import BY_NAME
from service.piquet.law.ledger import Record, expose, hand_after_exchange
from service.piquet.law.ruled import ROLE, law_of, ruled
from service.piquet.model.actions import Incident
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, NOBODY, OVER, YOUNGER, replace_role
from service.piquet.model.violations import Violation, violation
from service.piquet.scoring.account import log_event


def _law(action: Incident) -> str:
    laws = BY_NAME[action.kind][0].laws
    return laws[0] if laws else "LR25"


def _contradicted(action: Incident, member: str) -> tuple[Violation, ...]:
    return (violation("incident.contradicted", member, rule=_law(action)),)


def _not_now(action: Incident) -> tuple[Violation, ...]:
    return (violation("incident.not_now", "kind", rule=_law(action), kind=action.kind),)


def check(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    """The violations of a report: what contradicts the state, or comes too early or too late."""
    if d.phase in OVER and action.kind != "spoiled":
        return _not_now(action)
    if d.law.annulled:
        return _not_now(action)
    return _CHECKS[action.kind](d, role, action)


def _exposed(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    if "taken" in d.law.past:
        return _not_now(action)
    where = d.hands[ELDER] | d.hands[YOUNGER] | mask_of(d.talon)
    own = action.cards & d.hands[YOUNGER]
    if not action.cards or action.cards & ~where or role != YOUNGER or (own and own != action.cards):
        return _contradicted(action, "cards" if role == YOUNGER else "seat")
    return ()


def _faced(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    untouched = "untouched" not in d.law.past
    both_exchanged = d.exchanged[ELDER] >= 0 and d.exchanged[YOUNGER] >= 0
    in_time = untouched if action.where == "pack" else not both_exchanged
    return () if in_time else _not_now(action)


def _in_time_always(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    return ()


def _recovered(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    if d.exchanged[role] < 0:
        return _not_now(action)
    return () if action.cards and not action.cards & ~d.discards[role] else _contradicted(action, "cards")


def _buried(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    if d.exchanged[role] < 0:
        return _not_now(action)
    talon = mask_of(d.talon[position - 1] for position in own_positions(d, role))
    return () if action.cards and not action.cards & ~(d.hands[role] | talon) else _contradicted(action, "cards")


def _peeked(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    if not _lie(d, action.positions):
        return _contradicted(action, "positions")
    own = set(action.positions) <= set(own_positions(d, role))
    if own and (not action.together or d.exchanged[role] < 0):
        return _contradicted(action, "together")  # R4.4: looking at what one left is no incident
    if role == YOUNGER and d.exchanged[ELDER] < 0 and _dealer_leads_named_suit(d):
        return _contradicted(action, "kind")  # it is reported as `dealer_saw` (§10, K10b)
    return ()


def _dealer_leads_named_suit(d: MutableState) -> bool:
    """Whether a dealer who has seen cards of the talon must lead the suit that elder names (LF1)."""
    return "leads" in ruled(d, Record(0, "dealer_saw", YOUNGER, {"positions": (1,)})).shown


def _dealer_saw(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    if not _dealer_leads_named_suit(d):
        return _contradicted(action, "kind")
    if d.exchanged[ELDER] >= 0:
        return _not_now(action)
    if role != YOUNGER:
        return _contradicted(action, "seat")
    return () if _lie(d, action.positions) else _contradicted(action, "positions")


def _lie(d: MutableState, positions: tuple[int, ...]) -> bool:
    """Whether cards lie at these positions, each named once: every card seen counts once (LF1)."""
    return bool(positions) and set(positions) <= set(d.law.lying) and len(set(positions)) == len(positions)


def _undeclared(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    if role != ELDER:
        return _contradicted(action, "seat")
    if d.exchanged[ELDER] < 0 or d.exchanged[YOUNGER] >= 0:
        return _not_now(action)
    return () if d.exchanged[ELDER] < d.rules.elder_share else _contradicted(action, "kind")


def _dropped(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    return () if action.cards and not action.cards & ~d.hands[role] else _contradicted(action, "cards")


def _misinformed(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    if not d.tricks:
        return _not_now(action)
    return ()


_CHECKS: dict[str, Callable[[MutableState, int, Incident], tuple[Violation, ...]]] = {
    "exposed": _exposed,
    "faced": _faced,
    "pack": _in_time_always,
    "spoiled": _in_time_always,
    "recovered": _recovered,
    "buried": _buried,
    "peeked": _peeked,
    "dealer_saw": _dealer_saw,
    "undeclared": _undeclared,
    "dropped": _dropped,
    "misinformed": _misinformed,
    "offer": _in_time_always,
}


# ---------------------------------------------------------------- applying


def apply(d: MutableState, role: int, action: Incident) -> Incident:
    """Report an incident: record it, and show or move the cards that it names."""
    found = _APPLY[action.kind](d, role, action)
    law = law_of(ruled(d, found))
    more = {"incident": action.kind, "number": d.law.number, "law": law}
    log_event(d, role, "irregularity", more=more, rule=law)
    if action.kind in ("exposed", "dropped"):
        _show(d, role, action.cards)
    return action


def _show(d: MutableState, role: int, cards: int) -> None:
    """Let both players see cards, wherever they are."""
    for owner in (ELDER, YOUNGER):
        held = cards & d.hands[owner]
        if held:
            expose(d, owner, 1 - owner, held)
    talon = cards & mask_of(d.talon[position - 1] for position in d.law.lying)
    if talon:
        d.law.seen = [seen | talon for seen in d.law.seen]
        log_for_nobody(d, "exposed", talon)


def _record(d: MutableState, kind: str, offender: int, **facts: Any) -> Record:
    made: Record = d.law.record(kind, offender, facts)
    return made


def _apply_exposed(d: MutableState, role: int, action: Incident) -> Record:
    owner = next((name for name, each in ROLE.items() if name and action.cards & d.hands[each]), "stock")
    return _record(d, "exposed", role, owner=owner, cards=list(names(action.cards)))


def _apply_faced(d: MutableState, role: int, action: Incident) -> Record:
    exchanged = tuple(name for name, each in ROLE.items() if name and d.exchanged[each] >= 0)
    faced = 1 + sum(record.kind == "faced" for record in d.law.records)  # each report is of one card
    return _record(d, "faced", NOBODY, where=action.where, exchanged=exchanged, faced=faced, bottom=False)


def _apply_pack(d: MutableState, role: int, action: Incident) -> Record:
    return _record(d, "pack", NOBODY, taken_up=action.taken_up, deal_complete=True)


def _apply_spoiled(d: MutableState, role: int, action: Incident) -> Record:
    return _record(
        d, "spoiled", NOBODY, proof={"missing": list(names(action.missing)), "double": list(names(action.double))}
    )


def _apply_recovered(d: MutableState, role: int, action: Incident) -> Record:
    d.hands = replace_role(d.hands, role, d.hands[role] | action.cards)
    d.discards = replace_role(d.discards, role, d.discards[role] & ~action.cards)
    made = _record(d, "recovered", role, stock="taken", cards=list(names(action.cards)))
    cards = hand_after_exchange(d, role).bit_count()
    if cards > HAND_SIZE:
        _record(d, "long_hand", role, cards=cards, cause="exchange")
    return made


def _apply_buried(d: MutableState, role: int, action: Incident) -> Record:
    from_talon = action.cards & ~d.hands[role]
    d.hands = replace_role(d.hands, role, d.hands[role] & ~action.cards)
    d.discards = replace_role(d.discards, role, d.discards[role] | action.cards)
    positions = [position for position in d.law.lying if from_talon >> d.talon[position - 1] & 1]
    d.law.lying = [position for position in d.law.lying if position not in positions]
    source = "hand" if not positions else "left" if role == YOUNGER else "stock"
    made = _record(d, "buried", role, stock="taken", source=source, cards=list(names(action.cards)))
    made.about["discard"] = True
    return made


def _apply_peeked(d: MutableState, role: int, action: Incident) -> Record:
    cards = mask_of(d.talon[position - 1] for position in action.positions)
    d.law.seen[role] |= cards
    if action.shown:
        d.law.seen[1 - role] |= cards
        log_for_nobody(d, "exposed", cards)
    return _record(
        d,
        "peeked",
        role,
        positions=tuple(action.positions),
        leaves=None,
        due=tuple(own_positions(d, role)),
        together=action.together,
        exchanged=d.exchanged[ELDER] >= 0,
        shown=action.shown,
    )


def _apply_dealer_saw(d: MutableState, role: int, action: Incident) -> Record:
    d.law.seen[role] |= mask_of(d.talon[position - 1] for position in action.positions)
    return _record(d, "dealer_saw", role, positions=tuple(action.positions))


def _apply_undeclared(d: MutableState, role: int, action: Incident) -> Record:
    return _record(d, "undeclared", role, taken=d.exchanged[ELDER], stock="untouched")


def _apply_dropped(d: MutableState, role: int, action: Incident) -> Record:
    return _record(d, "dropped", role, cards=list(names(action.cards)))


def _apply_misinformed(d: MutableState, role: int, action: Incident) -> Record:
    held = declared(d, role, action.about)
    as_told: Any = (lambda cards: list(names(cards))) if action.answer_is_cards else int.bit_count
    answer = list(names(action.answer)) if action.answer_is_cards else action.answer
    return _record(d, "misinformed", role, about=action.about, answer=answer, declared_in_hand=as_told(held))


def _apply_offer(d: MutableState, role: int, action: Incident) -> Record:
    return _record(d, "offer", role)


_APPLY: dict[str, Callable[[MutableState, int, Incident], Record]] = {
    "exposed": _apply_exposed,
    "faced": _apply_faced,
    "pack": _apply_pack,
    "spoiled": _apply_spoiled,
    "recovered": _apply_recovered,
    "buried": _apply_buried,
    "peeked": _apply_peeked,
    "dealer_saw": _apply_dealer_saw,
    "undeclared": _apply_undeclared,
    "dropped": _apply_dropped,
    "misinformed": _apply_misinformed,
    "offer": _apply_offer,
}


def declared(d: MutableState, role: int, about: str) -> int:
    """The cards that a role has in hand of those that it reckoned or stated equal, in what was asked about (K23)."""
    cards = 0
    for item in d.law.standing(role):
        if item.step is not None and about in (item.kind, "all"):
            cards |= mask_of(CARDS.index(name) for name in item.cards)
    if about not in ("point", "sequence", "set"):
        cards = d.shown[role]
        if about != "all":
            cards &= mask_of(card for card, name in enumerate(CARDS) if about in name)
    return int(cards & d.hands[role])
