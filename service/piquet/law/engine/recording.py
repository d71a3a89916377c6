"""What is recorded of an act that was made although it was irregular (§7.2)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, POINT
from service.piquet.law.claims import kept_back
from service.piquet.law.effects import playing
from service.piquet.law.effects.exchange import Before, record_exchange
from service.piquet.model import actions as a
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER
from service.piquet.model.violations import Violation

Recorder = Callable[[MutableState, int, a.Action, tuple[Violation, ...], Before | None], None]


def record(d: MutableState, role: int, action: a.Action, kinds: Any, before: Before | None) -> None:
    """Record the irregularities of an act that was made."""
    for name, reasons in kinds:
        _RECORD[name](d, role, action, reasons, before)


Reasons = tuple[Violation, ...]


def _false_claim(d: MutableState, role: int, action: a.Action, reasons: Reasons, before: Before | None) -> None:
    d.law.record("false_claim", role, **_claim(d, action, reasons))


def _false_reply(d: MutableState, role: int, action: a.Action, reasons: Reasons, before: Before | None) -> None:
    category = d.calls[-1].category
    d.law.unbound.add(category)
    d.barred = d.barred and category != POINT  # nothing of younger's is good (R5.3)
    d.law.record("false_reply", YOUNGER, {"held": False}, categories=(category,))


# Why a reckoning was not due, by the code of the violation.
_REASONS: Final = {
    "reckon.better_than_called": "better_than_called",
    "reckon.too_late": "too_late",
    "reckon.not_good": "category_closed",
    "reckon.category_closed": "category_closed",
}


def _undue(d: MutableState, role: int, action: a.Action, reasons: Reasons, before: Before | None) -> None:
    reason = _REASONS.get(reasons[0].code, "twice")
    came = {"first_card_played": "first_card" in d.law.past, "elder_led": bool(d.tricks)}
    d.law.record("undue_reckoning", role, {"reason": reason, **came}, holdings=_holdings(action, reasons))


def _card(name: str) -> Recorder:
    def made(d: MutableState, role: int, action: a.Action, reasons: Reasons, before: Before | None) -> None:
        d.law.record(name, role, of_card=True)

    return made


def _out_of_turn(d: MutableState, role: int, action: a.Action, reasons: Reasons, before: Before | None) -> None:
    """A lead out of turn, or a card put down to a run or beyond it."""
    assert isinstance(action, a.Play)
    if action.card in d.law.surplus:
        leads, since = playing.run_led(d, role)
        d.law.record("overplayed", role, of_card=True, leads=leads, since=since)
    elif action.card in d.law.ahead[role]:
        d.law.record("run", role, of_card=True)
    else:
        d.law.record("lead_out_of_turn", role, {"elder_led": bool(d.tricks)}, of_card=True)


def _exchange(d: MutableState, role: int, action: a.Action, reasons: Reasons, before: Before | None) -> None:
    assert isinstance(action, a.Exchange) and before is not None
    record_exchange(d, role, action, before)


def _blanche(d: MutableState, role: int, action: a.Action, reasons: Reasons, before: Before | None) -> None:
    courts = any(reason.code.endswith("court_cards") for reason in reasons)
    facts = {"courts": courts, "exchanged": d.exchanged[role] >= 0, "laid_out": courts and bool(d.committed)}
    d.law.record("false_blanche", role, {**facts, "mixed": isinstance(action, a.ClaimCarteBlanche) and action.mixed})


def _not_reckoned(d: MutableState, role: int, action: a.Action, reasons: Reasons, before: Before | None) -> None:
    unshown = [CATEGORIES[category] for category in d.law.unshown] if role == ELDER else []
    facts = {"omitted": "showing" if unshown else "reckoning"} | ({"category": unshown[0]} if unshown else {})
    d.law.record("not_reckoned", role, {**facts, "elder_led": True})
    categories = kept_back(d) if role == YOUNGER else ()
    if categories:  # K18: younger's silence after a not good is K16
        d.law.record("false_reply", YOUNGER, {"held": True}, categories=categories)


def _plain(name: str) -> Recorder:
    def made(d: MutableState, role: int, action: a.Action, reasons: Reasons, before: Before | None) -> None:
        d.law.record(name, role)

    return made


_RECORD: Final[Mapping[str, Recorder]] = {
    "false_claim": _false_claim,
    "false_reply": _false_reply,
    "undue_reckoning": _undue,
    "revoke": _card("revoke"),
    "lead_out_of_turn": _out_of_turn,
    "overplayed": _out_of_turn,
    "wrong_exchange": _exchange,
    "misdeal": _exchange,
    "looked": _plain("looked"),
    "false_blanche": _blanche,
    "not_reckoned": _not_reckoned,
    "lost_point": _plain("lost_point"),
}


def _claim(d: MutableState, action: a.Action, reasons: tuple[Violation, ...]) -> dict[str, Any]:
    """What a false claim is about: category, what was said, and the cards that were named."""
    shown = getattr(action, "shown", 0)
    match action:
        case a.Call():
            tie = -1 if action.tie is None else action.tie
            claims: Any = [(action.category, (action.length, tie), action.cards)]
            return {"claims": claims, "category": action.category, "call": True, "shown": shown}
        case a.StateTieBreak():
            called = d.calls[-1]
            claims = [(called.category, (called.length, action.tie), action.cards)]
            return {"claims": claims, "category": called.category, "call": True, "shown": shown}
    places = {reason.path[1] for reason in reasons if len(reason.path) > 1}
    assert isinstance(action, a.Reckon)
    claims = [(each.category, None, each.cards) for at, each in enumerate(action.holdings or ()) if at in places]
    return {"claims": claims, "category": claims[0][0] if claims else -1, "call": False, "shown": shown}


def _holdings(action: a.Action, reasons: tuple[Violation, ...]) -> tuple[Holding, ...]:
    places = {reason.path[1] for reason in reasons if len(reason.path) > 1}
    holdings: tuple[Holding, ...] = getattr(action, "holdings", None) or ()
    return tuple(each for at, each in enumerate(holdings) if at in places) or holdings
