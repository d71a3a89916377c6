"""What is recorded of an act that was made although it was irregular (§7.2)."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from service.piquet.cards.holdings import HAND_SIZE, Holding
from service.piquet.cards.ranking import CATEGORIES, POINT
from service.piquet.law.claims import kept_back
from service.piquet.law.effects import playing
from service.piquet.law.ledger import Record, hand_after_exchange
from service.piquet.model import actions as a
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import YOUNGER
from service.piquet.model.violations import Violation


class Act(NamedTuple):
    """An irregular act that was made, the violations by which it is of one kind, and what to record of an exchange."""

    d: MutableState
    role: int
    action: a.Action
    reasons: tuple[Violation, ...]
    exchange: tuple[str, dict[str, Any]] | None

    def record(self, kind: str, **facts: Any) -> Record:
        """Record it as of a kind, with facts that hold for good."""
        made: Record = self.d.law.record(kind, self.role, facts)
        return made


def record(
    d: MutableState,
    role: int,
    action: a.Action,
    kinds: Mapping[str, tuple[Violation, ...]],
    exchange: tuple[str, dict[str, Any]] | None,
) -> None:
    """Record the irregularities of an act that was made, each once."""
    by_recorder = {_RECORD[name]: reasons for name, reasons in kinds.items()}
    for recorder, reasons in by_recorder.items():
        recorder(Act(d, role, action, reasons, exchange))


def _false_claim(act: Act) -> None:
    act.record("false_claim").about = _claim(act)


def _false_reply(act: Act) -> None:
    d, category = act.d, act.d.calls[-1].category
    d.law.unbound.add(category)
    d.barred = d.barred and category != POINT  # nothing of younger's is good (R5.3)
    act.record("false_reply", held=False).about["categories"] = (category,)


# Why a reckoning was not due, by the code of the violation.
_REASONS: Final = {
    "reckon.better_than_called": "better_than_called",
    "reckon.too_late": "too_late",
    "reckon.not_good": "category_closed",
    "reckon.category_closed": "category_closed",
}


def _undue(act: Act) -> None:
    reason, law = _REASONS.get(act.reasons[0].code, "twice"), act.d.law
    came = {"first_card_played": "first_card" in law.past, "elder_led": bool(act.d.tricks)}
    act.record("undue_reckoning", reason=reason, **came).about["holdings"] = _named(act)


def _revoke(act: Act) -> None:
    act.record("revoke").about["of_card"] = True


def _out_of_turn(act: Act) -> None:
    """Return a lead out of turn, or a card put down to a run or beyond it."""
    d, role, action = act.d, act.role, act.action
    assert isinstance(action, a.Play)
    if action.card in d.law.surplus:
        leads, since = playing.run_led(d, role)
        act.record("overplayed").about = {"of_card": True, "leads": leads, "since": since}
    elif action.card in d.law.ahead[role]:
        act.record("run").about["of_card"] = True
    else:
        act.record("lead_out_of_turn", elder_led=bool(d.tricks)).about["of_card"] = True


def _exchange(act: Act) -> None:
    assert act.exchange is not None
    kind, facts = act.exchange
    cards = hand_after_exchange(act.d, act.role).bit_count()
    if kind == "misdeal":
        facts |= {"cards": cards, "long_hand_apart": True}
    act.record(kind, **facts)
    if cards > HAND_SIZE:
        act.record("long_hand", cards=cards, cause="exchange")


def _blanche(act: Act) -> None:
    courts = any(reason.code.endswith("court_cards") for reason in act.reasons)
    exchanged, mixed = act.d.exchanged[act.role] >= 0, isinstance(act.action, a.ClaimCarteBlanche) and act.action.mixed
    act.record("false_blanche", courts=courts, exchanged=exchanged, mixed=mixed)


def _not_reckoned(act: Act) -> None:
    d, role = act.d, act.role
    unshown = {entry: category for category, entry in d.law.unshown.items()}.get(d.law.number)
    if unshown is None:
        act.record("not_reckoned", omitted="reckoning")
    else:
        act.record("not_reckoned", omitted="showing", category=CATEGORIES[unshown])
    categories = kept_back(d) if role == YOUNGER else ()
    if categories:  # K18: younger's silence after a not good is K16
        act.record("false_reply", held=True).about["categories"] = categories


_RECORD: Final[Mapping[str, Callable[[Act], Any]]] = {
    "false_claim": _false_claim,
    "false_reply": _false_reply,
    "undue_reckoning": _undue,
    "revoke": _revoke,
    "lead_out_of_turn": _out_of_turn,
    "overplayed": _out_of_turn,
    "wrong_exchange": _exchange,
    "misdeal": _exchange,
    "looked": lambda act: act.record("looked"),
    "false_blanche": _blanche,
    "not_reckoned": _not_reckoned,
    "lost_point": lambda act: act.record("lost_point"),
}


def _claim(act: Act) -> dict[str, Any]:
    """Return what a false claim is about: category, what was said, and the cards that were named."""
    action = act.action
    about: dict[str, Any] = {"call": True, "shown": getattr(action, "shown", 0)}
    match action:
        case a.Call():
            tie = -1 if action.tie is None else action.tie
            claims: Any = [(action.category, (action.length, tie), action.cards)]
        case a.StateTieBreak():
            called = act.d.calls[-1]
            claims = [(called.category, (called.length, action.tie), action.cards)]
        case _:
            claims, about["call"] = [(each.category, None, each.cards) for each in _named(act)], False
    return {**about, "claims": claims, "category": claims[0][0]}


def _named(act: Act) -> tuple[Holding, ...]:
    """Return the holdings of a reckoning that draw the violations; all, if these name none."""
    places = {reason.path[1] for reason in act.reasons if len(reason.path) > 1}
    holdings: tuple[Holding, ...] = getattr(act.action, "holdings", None) or ()
    return tuple(each for at, each in enumerate(holdings) if at in places) or holdings
