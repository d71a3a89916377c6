"""Irregular acts and reported incidents: which the law deals with, and what is recorded of them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from service.piquet.cards.cards import CARDS, mask_of, names
from service.piquet.cards.holdings import HAND_SIZE, Holding
from service.piquet.cards.ranking import CATEGORIES, POINT, SET
from service.piquet.law.exchange_and_play import answered_run, card_is_unanswered, own_positions, run_led
from service.piquet.law.facts import ROLE_OF, law_of, verdict_on
from service.piquet.law.irregular_reckoning import kept_back
from service.piquet.law.kinds import BY_NAME, VIOLATION_KINDS
from service.piquet.law.kinds.tables import FactValue
from service.piquet.law.ledger import Claim, Claimed, Irregularity, IrregularState, expose, hand_after_exchange, union
from service.piquet.model import actions
from service.piquet.model.actions import Action
from service.piquet.model.state import ELDER, NOBODY, OVER, YOUNGER, Phase, replace_role
from service.piquet.model.violations import JsonValue, Violation, violation
from service.piquet.rulesets.parameters import NO_LAW
from service.piquet.scoring.account import called_in, log_event
from service.piquet.verbs import VERBS

# ---------------------------------------------------------------- acts marked as irregular


def check_marked(d: IrregularState, role: int, action: Action, found: tuple[Violation, ...]) -> tuple[Violation, ...]:
    """Return the violations of a marked act that without its mark has the violations `found`."""
    if not found and not _own_members(action):
        return (violation("irregular.regular", "irregular"),)
    refused = tuple(
        violation("irregular.not_covered", *reason.path, rule=reason.rule, code=reason.code)
        for reason in found
        if not _covers(d, role, action, reason)
    )
    return refused + _impossible(d, role, action)


def _own_members(action: Action) -> bool:
    """Whether an act says what only an irregular one can."""
    return isinstance(action, actions.Exchange) and action.taken is not None


def _impossible(d: IrregularState, role: int, action: Action) -> tuple[Violation, ...]:
    """Return what no mark makes possible: positions that do not lie, cards that are not there."""
    if isinstance(action, actions.Exchange):
        lying = set(d.law.lying)
        taken = action.taken or ()
        wrong = [position for position in taken if position not in lying]
        if wrong or len(set(taken)) < len(taken):
            return (violation("incident.contradicted", "taken", rule="L23"),)
        mixed = action.mixed or ()
        if not set(mixed) <= set(taken or lying) or len(set(mixed)) < len(mixed):
            return (violation("incident.contradicted", "mixed", rule="L28"),)
    most = 4 if isinstance(action, actions.Call) and action.category == SET else d.rules.pack // 4
    if isinstance(action, actions.Call) and not 3 <= action.length <= most:
        return (violation("irregular.not_covered", rule="R5.1", code="call.not_held"),)  # nobody can call that
    shown = getattr(action, "shown", 0)
    if shown & ~d.hands[role]:
        return (violation("cards.not_held", "shown", cards=names(shown & ~d.hands[role])),)
    return ()


def _covers(d: IrregularState, role: int, action: Action, reason: Violation) -> str | None:
    """Return the name of the kind as which the law deals with a violation; None if it does not."""
    verb = VERBS[type(action)].name
    for cover in VIOLATION_KINDS.get(reason.code, ()):
        in_place = (not cover.actions or verb in cover.actions) and (not cover.phases or d.phase in cover.phases)
        if in_place and (not cover.condition or CONDITIONS[cover.condition](d, role, action)):
            return cover.kind
    if isinstance(action, actions.Play) and role == YOUNGER and reason.code == "turn.not_now" and _before_play(d):
        return "lead_out_of_turn"
    if isinstance(action, actions.Exchange) and action.taken is not None:
        second = reason.code in ("exchange.no_second", "turn.other_seat", "turn.not_now") and not action.cards
        if second and _may_take_again(d, role):
            return "wrong_exchange"
    return None


def kind_if_marked(d: IrregularState, action: Action, reason: Violation) -> str | None:
    """Return the name of the kind that an illegal action would be, had it happened, by one of its violations."""
    marked = type(action) in actions.MARKABLE and d.rules.law != NO_LAW
    return _covers(d, action.seat ^ 1 ^ d.dealer, action, reason) if marked else None


def _before_play(d: IrregularState) -> bool:
    return d.phase in (Phase.CALLING, Phase.REPLY, Phase.TIE_BREAK, Phase.RECKONING)


def _may_take_again(d: IrregularState, role: int) -> bool:
    """Whether a role may take in again: before the other's first call or card (K7)."""
    spoken = any(word.role != role for word in d.law.words)
    return d.exchanged[role] >= 0 and not spoken and not any(play.role != role for play in d.law.plays)


def _follows_a_card(d: IrregularState, role: int, action: Action) -> bool:
    """Whether a card lies unanswered, or the role has just answered a card of a run."""
    return card_is_unanswered(d) or answered_run(d, role)


#: On what else it depends whether the law deals with a violation: the conditions of `Cover`, by name.
CONDITIONS: Final[Mapping[str, Callable[[IrregularState, int, Action], bool]]] = {
    "point_open": lambda d, role, action: called_in(d, POINT) is None,
    "by_younger": lambda d, role, action: role == YOUNGER and d.exchanged[YOUNGER] < 0,
    "card_lies": _follows_a_card,
    "no_card_lies": lambda d, role, action: not _follows_a_card(d, role, action),
    "some_discarded": lambda d, role, action: (
        isinstance(action, actions.Exchange) and (action.cards != 0 or action.taken is not None)
    ),
    "elder_may_lead": lambda d, role, action: role == ELDER and d.law.waiting is None,
}


def kinds_of_marked(
    d: IrregularState, role: int, action: Action, reasons: tuple[Violation, ...]
) -> dict[str, tuple[Violation, ...]]:
    """Return the kinds that a marked act is, by name, each with the violations that it draws."""
    found: dict[str, tuple[Violation, ...]] = {}
    for reason in reasons:
        kind = _covers(d, role, action, reason)
        if kind is not None:
            found[kind] = (*found.get(kind, ()), reason)
    if not found and _own_members(action):
        found["wrong_exchange"] = ()
    if isinstance(action, actions.Reckon) and len(found) > 1:
        found.pop("not_reckoned", None)  # what is missing follows from what was claimed
    return found


# ---------------------------------------------------------------- what is recorded of an irregular act


class IrregularAct(NamedTuple):
    """An irregular act that was made, the violations by which it is of one kind, and what to record of an exchange."""

    d: IrregularState
    role: int
    action: Action
    reasons: tuple[Violation, ...]
    exchange: tuple[str, dict[str, FactValue]] | None

    def add_irregularity(self, kind: str, **facts: FactValue) -> Irregularity:
        """Record it as of a kind, with facts that hold for good."""
        return self.d.law.add_irregularity(kind, self.role, facts)


def add_irregularities(
    d: IrregularState,
    role: int,
    action: Action,
    kinds: Mapping[str, tuple[Violation, ...]],
    exchange: tuple[str, dict[str, FactValue]] | None,
) -> None:
    """Record the irregularities of an act that was made, each once."""
    by_recorder = {_ADD[name]: reasons for name, reasons in kinds.items()}
    for recorder, reasons in by_recorder.items():
        recorder(IrregularAct(d, role, action, reasons, exchange))


def _false_claim(act: IrregularAct) -> None:
    act.add_irregularity("false_claim").claim = _claim(act)


def _false_reply(act: IrregularAct) -> None:
    d, category = act.d, act.d.calls[-1].category
    d.law.unbound.add(category)
    d.barred = d.barred and category != POINT  # nothing of younger's is good (R5.3)
    act.add_irregularity("false_reply", held=False).categories = (category,)


# Why a reckoning was not due, by the code of the violation.
_REASONS: Final = {
    "reckon.better_than_called": "better_than_called",
    "reckon.too_late": "too_late",
    "reckon.not_good": "category_closed",
    "reckon.category_closed": "category_closed",
}


def _undue(act: IrregularAct) -> None:
    reason, law = _REASONS.get(act.reasons[0].code, "twice"), act.d.law
    first_card_played, elder_led = "first_card" in law.past, bool(act.d.tricks)
    made = act.add_irregularity(
        "undue_reckoning", reason=reason, first_card_played=first_card_played, elder_led=elder_led
    )
    made.holdings = _faulty_holdings(act)


def _revoke(act: IrregularAct) -> None:
    act.add_irregularity("revoke").is_of_card = True


def _out_of_turn(act: IrregularAct) -> None:
    """Record a lead out of turn, or a card put down to a run or beyond it."""
    d, role, action = act.d, act.role, act.action
    assert isinstance(action, actions.Play)
    if action.card in d.law.surplus:
        made = act.add_irregularity("overplayed")
        made.run = run_led(d, role)
    elif action.card in d.law.ahead[role]:
        made = act.add_irregularity("run")
    else:
        made = act.add_irregularity("lead_out_of_turn", elder_led=bool(d.tricks))
    made.is_of_card = True


def _exchange(act: IrregularAct) -> None:
    assert act.exchange is not None
    kind, facts = act.exchange
    cards = hand_after_exchange(act.d, act.role).bit_count()
    if kind == "misdeal":
        facts |= {"cards": cards, "long_hand_apart": True}
    act.add_irregularity(kind, **facts)
    if cards > HAND_SIZE:
        act.add_irregularity("long_hand", cards=cards, cause="exchange")


def _blanche(act: IrregularAct) -> None:
    courts = any(reason.code.endswith("court_cards") for reason in act.reasons)
    exchanged = act.d.exchanged[act.role] >= 0
    mixed = isinstance(act.action, actions.ClaimCarteBlanche) and act.action.mixed
    act.add_irregularity("false_blanche", courts=courts, exchanged=exchanged, mixed=mixed)


def _not_reckoned(act: IrregularAct) -> None:
    d, role = act.d, act.role
    unshown = {entry: category for category, entry in d.law.unshown.items()}.get(d.law.number)
    if unshown is None:
        act.add_irregularity("not_reckoned", omitted="reckoning")
    else:
        act.add_irregularity("not_reckoned", omitted="showing", category=CATEGORIES[unshown])
    categories = kept_back(d) if role == YOUNGER else ()
    if categories:  # K18: younger's silence after a not good is K16
        act.add_irregularity("false_reply", held=True).categories = categories


_ADD: Final[Mapping[str, Callable[[IrregularAct], object]]] = {
    "false_claim": _false_claim,
    "false_reply": _false_reply,
    "undue_reckoning": _undue,
    "revoke": _revoke,
    "lead_out_of_turn": _out_of_turn,
    "overplayed": _out_of_turn,
    "wrong_exchange": _exchange,
    "misdeal": _exchange,
    "looked": lambda act: act.add_irregularity("looked"),
    "false_blanche": _blanche,
    "not_reckoned": _not_reckoned,
    "lost_point": lambda act: act.add_irregularity("lost_point"),
}


def _claim(act: IrregularAct) -> Claim:
    """Return what was claimed: what was said of which category, and the cards that were named."""
    match act.action:
        case actions.Call() as call:
            tie = -1 if call.tie is None else call.tie
            return Claim([Claimed(call.category, (call.length, tie), call.cards)], is_call=True, shown=call.shown)
        case actions.StateTieBreak() as stated:
            called = act.d.calls[-1]
            return Claim([Claimed(called.category, (called.length, stated.tie), stated.cards)], is_call=True)
        case action:
            claimed = [Claimed(each.category, None, each.cards) for each in _faulty_holdings(act)]
            return Claim(claimed, is_call=False, shown=getattr(action, "shown", 0))


def _faulty_holdings(act: IrregularAct) -> tuple[Holding, ...]:
    """Return the holdings of a reckoning that draw the violations; all, if these name none."""
    places = {reason.path[1] for reason in act.reasons if len(reason.path) > 1}
    holdings: tuple[Holding, ...] = getattr(act.action, "holdings", None) or ()
    return tuple(each for at, each in enumerate(holdings) if at in places) or holdings


# ---------------------------------------------------------------- incidents that a player reports

# ---------------------------------------------------------------- checking

#: In place of a member: that a report comes neither too early nor too late.
_IN_TIME: Final = ""


def check_incident(d: IrregularState, role: int, action: actions.Incident) -> tuple[Violation, ...]:
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


def _required(d: IrregularState, role: int, action: actions.Incident) -> dict[str, bool]:
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
            # To look at what one left is no incident (R4.4), and K10b is reported as `dealer_saw`.
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


def _cards_at(d: IrregularState, positions: Iterable[int]) -> int:
    return mask_of(d.talon[position - 1] for position in positions)


def _dealer_leads_named_suit(d: IrregularState) -> bool:
    """Whether a dealer who has seen cards of the talon must lead the suit that elder names (LF1)."""
    return "leads" in verdict_on(d, Irregularity(0, "dealer_saw", YOUNGER, {"positions": (1,)})).derived


# ---------------------------------------------------------------- applying


def apply_incident(d: IrregularState, role: int, action: actions.Incident) -> actions.Incident:
    """Report an incident: record it, and show or move the cards that it names."""
    irregularity = d.law.add_irregularity(action.kind, role, _facts(d, role, action))
    _move(d, role, action)
    law = law_of(verdict_on(d, irregularity))
    more: dict[str, JsonValue] = {"incident": action.kind, "number": d.law.number, "law": law}
    log_event(d, role, "irregularity", more=more, rule=law)
    if action.kind in ("exposed", "dropped"):
        _show(d, action.cards)
    return action


def _facts(d: IrregularState, role: int, action: actions.Incident) -> dict[str, FactValue]:
    """Return the facts of an incident that hold for good."""
    match action.kind:
        case "exposed":
            owner = next((name for name, each in ROLE_OF.items() if name and action.cards & d.hands[each]), "stock")
            return {"owner": owner}
        case "faced":
            took = tuple(name for name, each in ROLE_OF.items() if name and d.exchanged[each] >= 0)
            faced = 1 + sum(
                irregularity.kind == "faced" for irregularity in d.law.irregularities
            )  # each report is of one card
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
            # What the dealer sees before elder's exchange is reported as `dealer_saw` (K10b).
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


def _move(d: IrregularState, role: int, action: actions.Incident) -> None:
    """Move cards that were mixed with others, and let the player see those that it looked at."""
    cards = action.cards
    if action.kind == "recovered":
        d.hands = replace_role(d.hands, role, d.hands[role] | cards)
        d.discards = replace_role(d.discards, role, d.discards[role] & ~cards)
        count = hand_after_exchange(d, role).bit_count()
        if count > HAND_SIZE:
            d.law.add_irregularity("long_hand", role, {"cards": count, "cause": "exchange"})
    elif action.kind == "buried":
        d.hands = replace_role(d.hands, role, d.hands[role] & ~cards)
        d.discards = replace_role(d.discards, role, d.discards[role] | cards)
        d.law.lying = [position for position in d.law.lying if not cards >> d.talon[position - 1] & 1]
    elif action.positions:
        seen = _cards_at(d, action.positions)
        d.law.seen[role] |= seen
        if action.shown:
            expose(d, NOBODY, 1 - role, seen)


def _show(d: IrregularState, cards: int) -> None:
    """Let both players see cards, wherever they are."""
    for owner in (ELDER, YOUNGER):
        held = cards & d.hands[owner]
        if held:
            expose(d, owner, 1 - owner, held)
    talon = cards & _cards_at(d, d.law.lying)
    if talon:
        d.law.seen[ELDER] |= talon
        expose(d, NOBODY, YOUNGER, talon)


def declared(d: IrregularState, role: int, about: str) -> int:
    """Return the cards in hand of those that a role reckoned or stated equal, in what was asked about (K23)."""
    if about in CATEGORIES:
        cards = union(d.law.reckoned(role, CATEGORIES.index(about)))
    else:
        cards = d.shown[role]
        if about != "all":
            cards &= mask_of(card for card, name in enumerate(CARDS) if about in name)
    return int(cards & d.hands[role])
