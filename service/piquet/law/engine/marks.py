"""Acts marked as irregular: which the law deals with, and as what (§7.2)."""

from service.piquet.cards.cards import names
from service.piquet.cards.ranking import POINT, SET
from service.piquet.law.act_members import MARKED
from service.piquet.law.effects import playing
from service.piquet.law.kinds import VIOLATION_KINDS, Cover
from service.piquet.model import actions as a
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import YOUNGER, Phase
from service.piquet.model.violations import Violation, violation
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.scoring.account import called_in
from service.piquet.verbs import VERBS


def check(d: MutableState, role: int, action: a.Action, found: tuple[Violation, ...]) -> tuple[Violation, ...]:
    """Return the violations of a marked act that without its mark has the violations `found`."""
    if not found and not _own_members(action):
        return (violation("irregular.regular", "irregular"),)
    refused = tuple(
        violation("irregular.not_covered", *reason.path, rule=reason.rule, code=reason.code)
        for reason in found
        if not _covers(d, role, action, reason)
    )
    return refused + _impossible(d, role, action)


def _own_members(action: a.Action) -> bool:
    """Whether an act says what only an irregular one can."""
    return isinstance(action, a.Exchange) and action.taken is not None


def _impossible(d: MutableState, role: int, action: a.Action) -> tuple[Violation, ...]:
    """Return what no mark makes possible: positions that do not lie, cards that are not there."""
    if isinstance(action, a.Exchange):
        lying = set(d.law.lying)
        taken = action.taken or ()
        wrong = [position for position in taken if position not in lying]
        if wrong or len(set(taken)) < len(taken):
            return (violation("incident.contradicted", "taken", rule="L23"),)
        mixed = action.mixed or ()
        if not set(mixed) <= set(taken or lying) or len(set(mixed)) < len(mixed):
            return (violation("incident.contradicted", "mixed", rule="L28"),)
    if isinstance(action, a.Call) and not 3 <= action.length <= (4 if action.category == SET else d.rules.pack // 4):
        return (violation("irregular.not_covered", rule="R5.1", code="call.not_held"),)  # nobody can call that
    shown = getattr(action, "shown", 0)
    if shown & ~d.hands[role]:
        return (violation("cards.not_held", "shown", cards=names(shown & ~d.hands[role])),)
    return ()


def _covers(d: MutableState, role: int, action: a.Action, reason: Violation) -> str | None:
    """Return the name of the kind as which the law deals with a violation; None if it does not."""
    verb = VERBS[type(action)].name
    for cover in VIOLATION_KINDS.get(reason.code, ()):
        in_place = (not cover.actions or verb in cover.actions) and (not cover.phases or d.phase in cover.phases)
        if cover.kind == "wrong_exchange" and not isinstance(action, a.Exchange):
            continue
        if in_place and _holds(d, role, action, cover):
            return cover.kind
    if isinstance(action, a.Play) and role == YOUNGER and reason.code == "turn.not_now" and _before_play(d):
        return "lead_out_of_turn"
    if isinstance(action, a.Exchange) and action.taken is not None:
        second = reason.code in ("exchange.no_second", "turn.other_seat", "turn.not_now") and not action.cards
        if second and _may_take_again(d, role):
            return "wrong_exchange"
    return None


def would_be(d: MutableState, action: a.Action, reason: Violation) -> str | None:
    """Return the name of the kind that an illegal action would be, had it happened, by one of its violations."""
    marked = type(action) in MARKED and d.rules.law != NO_LAW
    return _covers(d, action.seat ^ 1 ^ d.dealer, action, reason) if marked else None


def _before_play(d: MutableState) -> bool:
    return d.phase in (Phase.CALLING, Phase.REPLY, Phase.TIE_BREAK, Phase.RECKONING)


def _may_take_again(d: MutableState, role: int) -> bool:
    """Whether a role may take in again: before the other's first call or card (§10, K7)."""
    spoken = any(word.role != role for word in d.law.words)
    return d.exchanged[role] >= 0 and not spoken and not any(play.role != role for play in d.law.plays)


def _holds(d: MutableState, role: int, action: a.Action, cover: Cover) -> bool:
    match cover.condition:
        case "point_open":
            return called_in(d, POINT) is None
        case "by_younger":
            return role == YOUNGER and d.exchanged[YOUNGER] < 0
        case "card_lies":
            return playing.lies(d) or playing.answered_run(d, role)
        case "no_card_lies":
            return not playing.lies(d) and not playing.answered_run(d, role)
        case "some_discarded":
            return isinstance(action, a.Exchange) and (action.cards != 0 or action.taken is not None)
    too_early = role == YOUNGER or d.law.waiting is not None
    return not (cover.kind == "not_reckoned" and isinstance(action, a.Play) and _before_play(d) and too_early)


def kinds_of(
    d: MutableState, role: int, action: a.Action, reasons: tuple[Violation, ...]
) -> dict[str, tuple[Violation, ...]]:
    """Return the kinds that a marked act is, by name, each with the violations that it draws."""
    found: dict[str, tuple[Violation, ...]] = {}
    for reason in reasons:
        kind = _covers(d, role, action, reason)
        if kind is not None:
            found[kind] = (*found.get(kind, ()), reason)
    if not found and _own_members(action):
        found["wrong_exchange"] = ()
    if isinstance(action, a.Reckon) and len(found) > 1:
        found.pop("not_reckoned", None)  # what is missing follows from what was claimed
    return found
