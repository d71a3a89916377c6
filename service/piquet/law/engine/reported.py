"""Incidents: facts that a player reports because no action carries them (§7.3)."""

from collections.abc import Iterable
from typing import Any, Final

from service.piquet.cards.cards import CARDS, mask_of, names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.effects.exchange import own_positions
from service.piquet.law.kinds import BY_NAME
from service.piquet.law.ledger import Record, expose, hand_after_exchange
from service.piquet.law.ruled import ROLE, law_of, ruled
from service.piquet.model.actions import Incident
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, NOBODY, OVER, YOUNGER, replace_role
from service.piquet.model.violations import Violation, violation
from service.piquet.scoring.account import log_event

# ---------------------------------------------------------------- checking

#: In place of a member: that a report comes neither too early nor too late.
_IN_TIME: Final = ""


def check(d: MutableState, role: int, action: Incident) -> tuple[Violation, ...]:
    """Return the violations of a report: what contradicts the state, or comes too early or too late."""
    over = d.law.annulled or (d.phase in OVER and action.kind != "spoiled")
    required = {_IN_TIME: False} if over else _required(d, role, action)
    wrong = next((member for member, holds in required.items() if not holds), None)
    law = next(iter(BY_NAME[action.kind][0].laws), "LR25")
    if wrong is None:
        return ()
    if wrong == _IN_TIME:
        return (violation("incident.not_now", "kind", rule=law, kind=action.kind),)
    return (violation("incident.contradicted", wrong, rule=law),)


def _required(d: MutableState, role: int, action: Incident) -> dict[str, bool]:
    """Return whether what a report requires holds, in order, by the member that contradicts the state otherwise."""
    cards, positions, past = action.cards, set(action.positions), d.law.past
    exchanged, elder_exchanged = d.exchanged[role] >= 0, d.exchanged[ELDER] >= 0
    # Each card seen counts once (LF1).
    lie = bool(positions) and positions <= set(d.law.lying) and len(positions) == len(action.positions)
    match action.kind:
        case "exposed":
            anywhere = d.hands[ELDER] | d.hands[YOUNGER] | mask_of(d.talon)
            own = cards & d.hands[YOUNGER]
            of_one = _named_of(cards, anywhere) and own in (0, cards)
            return {_IN_TIME: "taken" not in past, "seat": role == YOUNGER, "cards": of_one}
        case "faced":
            return {_IN_TIME: "untouched" not in past if action.where == "pack" else min(d.exchanged) < 0}
        case "recovered":
            return {_IN_TIME: exchanged, "cards": _named_of(cards, d.discards[role])}
        case "buried":
            due = _cards_at(d, own_positions(d, role))
            leaves_some = bool(d.tricks) or bool(d.hands[role] & ~cards)  # there must be a card to lead, or to answer
            return {_IN_TIME: exchanged, "cards": _named_of(cards, d.hands[role] | due) and leaves_some}
        case "peeked":
            # To look at what one left is no incident (R4.4), and K10b is reported as `dealer_saw` (§10).
            not_own = not positions <= set(own_positions(d, role))
            is_peeked = role == ELDER or elder_exchanged or not _dealer_leads_named_suit(d)
            return {"positions": lie, "together": not_own or (action.together and exchanged), "kind": is_peeked}
        case "dealer_saw":
            known = _dealer_leads_named_suit(d)
            return {"kind": known, _IN_TIME: not elder_exchanged, "seat": role == YOUNGER, "positions": lie}
        case "undeclared":
            in_time = elder_exchanged and d.exchanged[YOUNGER] < 0
            return {"seat": role == ELDER, _IN_TIME: in_time, "kind": d.exchanged[ELDER] < d.rules.elder_share}
        case "dropped":
            return {"cards": _named_of(cards, d.hands[role])}
        case "misinformed":
            return {_IN_TIME: bool(d.tricks)}
    return {}


def _named_of(cards: int, whole: int) -> bool:
    """Whether cards are named, and all of them are from these."""
    return bool(cards) and not cards & ~whole


def _cards_at(d: MutableState, positions: Iterable[int]) -> int:
    return mask_of(d.talon[position - 1] for position in positions)


def _dealer_leads_named_suit(d: MutableState) -> bool:
    """Whether a dealer who has seen cards of the talon must lead the suit that elder names (LF1)."""
    return "leads" in ruled(d, Record(0, "dealer_saw", YOUNGER, {"positions": (1,)})).shown


# ---------------------------------------------------------------- applying


def apply(d: MutableState, role: int, action: Incident) -> Incident:
    """Report an incident: record it, and show or move the cards that it names."""
    record: Record = d.law.record(action.kind, role, _facts(d, role, action))
    _move(d, role, action)
    law = law_of(ruled(d, record))
    more = {"incident": action.kind, "number": d.law.number, "law": law}
    log_event(d, role, "irregularity", more=more, rule=law)
    if action.kind in ("exposed", "dropped"):
        _show(d, action.cards)
    return action


def _facts(d: MutableState, role: int, action: Incident) -> dict[str, Any]:
    """Return the facts of an incident that hold for good."""
    match action.kind:
        case "exposed":
            owner = next((name for name, each in ROLE.items() if name and action.cards & d.hands[each]), "stock")
            return {"owner": owner}
        case "faced":
            took = tuple(name for name, each in ROLE.items() if name and d.exchanged[each] >= 0)
            faced = 1 + sum(record.kind == "faced" for record in d.law.records)  # each report is of one card
            return {"where": action.where, "exchanged": took, "faced": faced, "bottom": False}
        case "pack":
            return {"taken_up": action.taken_up, "deal_complete": True}
        case "spoiled":
            return {"proof": {"missing": list(names(action.missing)), "double": list(names(action.double))}}
        case "recovered":
            return {"stock": "taken"}
        case "buried":
            source = "hand" if not action.cards & ~d.hands[role] else "left" if role == YOUNGER else "stock"
            return {"stock": "taken", "source": source}
        case "peeked":
            places = {"positions": action.positions, "leaves": None, "due": tuple(own_positions(d, role))}
            # What the dealer sees before elder's exchange is reported as `dealer_saw` (§10).
            return {**places, "together": action.together, "exchanged": True, "shown": action.shown}
        case "dealer_saw":
            return {"positions": action.positions}
        case "undeclared":
            return {"taken": d.exchanged[ELDER], "stock": "untouched"}
        case "misinformed":
            held, answer = declared(d, role, action.about), action.answer
            if action.answer_is_cards:
                return {"answer": list(names(answer)), "declared_in_hand": list(names(held))}
            return {"answer": answer, "declared_in_hand": held.bit_count()}
    return {}


def _move(d: MutableState, role: int, action: Incident) -> None:
    """Move cards that were mixed with others, and let the player see those that it looked at."""
    cards = action.cards
    if action.kind == "recovered":
        d.hands = replace_role(d.hands, role, d.hands[role] | cards)
        d.discards = replace_role(d.discards, role, d.discards[role] & ~cards)
        count = hand_after_exchange(d, role).bit_count()
        if count > HAND_SIZE:
            d.law.record("long_hand", role, {"cards": count, "cause": "exchange"})
    elif action.kind == "buried":
        d.hands = replace_role(d.hands, role, d.hands[role] & ~cards)
        d.discards = replace_role(d.discards, role, d.discards[role] | cards)
        d.law.lying = [position for position in d.law.lying if not cards >> d.talon[position - 1] & 1]
    elif action.positions:
        seen = _cards_at(d, action.positions)
        d.law.seen[role] |= seen
        if action.shown:
            expose(d, NOBODY, 1 - role, seen)


def _show(d: MutableState, cards: int) -> None:
    """Let both players see cards, wherever they are."""
    for owner in (ELDER, YOUNGER):
        held = cards & d.hands[owner]
        if held:
            expose(d, owner, 1 - owner, held)
    talon = cards & _cards_at(d, d.law.lying)
    if talon:
        d.law.seen[ELDER] |= talon
        expose(d, NOBODY, YOUNGER, talon)


def declared(d: MutableState, role: int, about: str) -> int:
    """Return the cards in hand of those that a role reckoned or stated equal, in what was asked about (K23)."""
    cards = 0
    for item in d.law.standing(role):
        if item.step is not None and about == item.kind:
            cards |= mask_of(CARDS.index(name) for name in item.cards)
    if about not in ("point", "sequence", "set"):
        cards = d.shown[role]
        if about != "all":
            cards &= mask_of(card for card, name in enumerate(CARDS) if about in name)
    return int(cards & d.hands[role])
