"""Acts marked as irregular: which the law deals with, and as what (§7.2)."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from service.piquet.cards.cards import names
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, NONE, POINT, SET, Said
from service.piquet.law.act_members import MARKED
from service.piquet.law.kinds import BY_NAME, BY_NUMBER, VIOLATION_KINDS, Cover
from service.piquet.law.mechanics import playing
from service.piquet.law.mechanics.claims import kept_back
from service.piquet.law.mechanics.exchange import Before, record_exchange
from service.piquet.law.mechanics.ledger import Record
from service.piquet.model import actions as a
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER, Called, Phase
from service.piquet.model.violations import Violation, violation
from service.piquet.rules.calling import go_on
from service.piquet.rules.reckonable_holdings import ReckoningTerms, check_holdings, possible
from service.piquet.rules.reckoning_terms import elder_terms, holdings_of, younger_terms
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.scoring.account import called_in, score_holding
from service.piquet.verbs import VERBS
from service.piquet.verbs import check as check_regular

if TYPE_CHECKING:
    from service.piquet.law.engine.deal import IrregularDeal


def check(deal: "IrregularDeal", role: int, action: a.Action, found: tuple[Violation, ...]) -> tuple[Violation, ...]:
    """The violations of a marked act that without its mark has the violations `found`."""
    if not found and not _own_members(action):
        return (violation("irregular.regular", "irregular"),)
    refused = tuple(
        violation("irregular.not_covered", *reason.path, rule=reason.rule, code=reason.code)
        for reason in found
        if not _covers(deal, role, action, reason)
    )
    return refused + _impossible(deal, role, action)


def _own_members(action: a.Action) -> bool:
    """Whether an act says what only an irregular one can."""
    return isinstance(action, a.Exchange) and action.taken is not None


def _impossible(deal: "IrregularDeal", role: int, action: a.Action) -> tuple[Violation, ...]:
    """What no mark makes possible: positions that do not lie, cards that are not there."""
    d = deal.d
    if isinstance(action, a.Exchange):
        lying = set(d.law.lying)
        taken = action.taken or ()
        wrong = [position for position in taken if position not in lying]
        if wrong or len(set(taken)) < len(taken):
            return (violation("incident.contradicted", "taken", rule="L23"),)
        mixed = action.mixed or ()
        if not set(mixed) <= set(taken or lying) or len(set(mixed)) < len(mixed):
            return (violation("incident.contradicted", "mixed", rule="L28"),)
    if isinstance(action, a.Call) and not 3 <= action.length <= (4 if action.category == SET else deal.rules.pack // 4):
        return (violation("irregular.not_covered", rule="R5.1", code="call.not_held"),)  # nobody can call that
    shown = getattr(action, "shown", 0)
    if shown & ~d.hands[role]:
        return (violation("cards.not_held", "shown", cards=names(shown & ~d.hands[role])),)
    return ()


def _covers(deal: "IrregularDeal", role: int, action: a.Action, reason: Violation) -> str | None:
    """The name of the kind as which the law deals with a violation; None if it does not."""
    verb = VERBS[type(action)].name
    for cover in VIOLATION_KINDS.get(reason.code, ()):
        in_place = (not cover.actions or verb in cover.actions) and (not cover.phases or deal.d.phase in cover.phases)
        if cover.kind == "wrong_exchange" and not isinstance(action, a.Exchange):
            continue
        if in_place and _holds(deal, role, action, cover):
            return cover.kind
    if isinstance(action, a.Play) and role == YOUNGER and reason.code == "turn.not_now" and _before_play(deal):
        return "lead_out_of_turn"
    if isinstance(action, a.Exchange) and action.taken is not None:
        second = reason.code in ("exchange.no_second", "turn.other_seat", "turn.not_now") and not action.cards
        if second or reason.code in ("exchange.too_few", "exchange.too_many"):
            return "wrong_exchange" if _may_take_again(deal, role) or not second else None
    return None


def would_be(deal: "IrregularDeal", action: a.Action, reason: Violation) -> str | None:
    """The name of the kind that an illegal action would be if it had happened, for one reason why it is illegal."""
    marked = type(action) in MARKED and deal.rules.law != NO_LAW
    return _covers(deal, action.seat ^ 1 ^ deal.d.dealer, action, reason) if marked else None


def _before_play(deal: "IrregularDeal") -> bool:
    return deal.d.phase in (Phase.CALLING, Phase.REPLY, Phase.TIE_BREAK, Phase.RECKONING)


def _may_take_again(deal: "IrregularDeal", role: int) -> bool:
    """Whether a role may take in again: before the other's first call or card (§10, K7)."""
    d = deal.d
    spoken = any(word.role != role for word in d.law.words)
    return d.exchanged[role] >= 0 and not spoken and not any(play.role != role for play in d.law.plays)


def _holds(deal: "IrregularDeal", role: int, action: a.Action, cover: Cover) -> bool:
    d = deal.d
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
    return not (cover.kind == "not_reckoned" and isinstance(action, a.Play) and _before_play(deal) and too_early)


def kinds_of(deal: "IrregularDeal", role: int, action: a.Action) -> tuple[tuple[str, tuple[Violation, ...]], ...]:
    """The kinds that a marked act is, by name, each with the violations that it draws."""
    found: dict[str, list[Violation]] = {}
    for reason in deal.regular_violations(action):
        kind = _covers(deal, role, action, reason)
        if kind is not None:
            found.setdefault(kind, []).append(reason)
    if not found and _own_members(action):
        found["wrong_exchange"] = []
    if isinstance(action, a.Reckon) and len(found) > 1:
        found.pop("not_reckoned", None)  # what is missing follows from what was claimed
    return tuple((kind, tuple(reasons)) for kind, reasons in found.items())


# ---------------------------------------------------------------- records

# What the other player may elect after a look at the cards left, by the word of the row `late_look`.
_AFTER_A_LATE_LOOK = {"shared": ("inspect",), "shared_and_suit": ("inspect", "demand"), "forbidden": ()}


def record(deal: "IrregularDeal", role: int, action: a.Action, kinds: Any, before: Before | None) -> None:
    """Record the irregularities of an act that was made."""
    d, law = deal.d, deal.law
    for name, reasons in kinds:
        number = BY_NAME[name][0].number
        match name:
            case "false_claim":
                law.record(number, role, law="L54", **_claim(d, action, reasons))
            case "false_reply":
                category = d.calls[-1].category
                law.unbound.add(category)
                d.barred = d.barred and category != POINT  # nothing of younger's is good (R5.3)
                law.record(number, YOUNGER, law=_law_of_refusal(d), categories=(category,), silent=False)
            case "undue_reckoning":
                law.record(number, role, items=_holdings(action, reasons))
            case "revoke":
                law.record(number, role)
            case "lead_out_of_turn" | "overplayed":
                assert isinstance(action, a.Play)
                if action.card in law.surplus:
                    leads, since = playing.run_led(d, role)
                    law.record("K21b", role, leads=leads, since=since)
                elif action.card in law.ahead[role]:
                    law.record("K21", role)
                else:
                    made = law.record("K20", role, None if d.tricks else ())
                    made.unraised = "" if d.tricks else "the card goes back to the hand"  # LR20
            case "wrong_exchange" | "misdeal":
                assert isinstance(action, a.Exchange) and before is not None
                record_exchange(d, role, action, before)
            case "looked":
                chosen = _AFTER_A_LATE_LOOK[law.says("late_look")]
                law.record(number, role, tuple(offer for offer in BY_NUMBER[number].times if offer[0] in chosen))
            case "false_blanche":
                courts = any(reason.code.endswith("court_cards") for reason in reasons)
                mixed = isinstance(action, a.ClaimCarteBlanche) and action.mixed is not False
                offers: tuple[tuple[str, str], ...] = (("object", "next_call"),) if courts or mixed else ()
                offers += (("alter", "next_call"),) if courts and d.committed else ()
                law.record(number, role, offers)
            case "not_reckoned":
                law.record(number, role, law="LA1" if role == ELDER and law.unshown else "")
                categories = kept_back(d) if role == YOUNGER else ()
                if categories:  # K18: younger's silence after a not good is K16
                    law.record("K16", YOUNGER, law=_law_of_refusal(d), categories=categories, silent=True)
            case _:
                law.record(number, role)


def _law_of_refusal(d: MutableState) -> str:
    """The law by which elder reckons a call that was wrongly refused: au cent's own, or else the first of the kind."""
    return "LA3" if d.law.says("false_refusal") == "elder_reckons_after_lead" else ""


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


# ---------------------------------------------------------------- reckoning in an irregular deal


def false_call(d: MutableState, called: Called) -> Record | None:
    """The open record of elder's call, if it is false."""
    for record in reversed(d.law.records):
        if record.kind.number == "K15" and record.facts["call"] and record.facts["category"] == called.category:
            return record if record.status == "open" else None
    return None


def named_for_call(called: Called, holdings: tuple[Holding, ...]) -> int:
    """The cards that a reckoning names for a false call: those of the first holding of its length."""
    fits = (each.cards for each in holdings if each.category == called.category)
    return next((cards for cards in fits if cards.bit_count() == called.length), 0)


def check_reckoning(d: MutableState, role: int, action: a.Reckon) -> tuple[Violation, ...]:
    """The violations of a reckoning, where a call was false or a category is open again."""
    rules = d.rules
    called = d.calls[-1] if d.calls else None
    if role == ELDER and d.phase == Phase.RECKONING and called and false_call(d, called) is not None:
        holdings = action.holdings
        if holdings is None:
            return ()
        cards = named_for_call(called, holdings)
        if not cards:
            return (violation("reckon.called_missing", "holdings", category=CATEGORIES[called.category]),)
        rest = list(holdings)
        rest.remove(Holding(called.category, cards))
        high = elder_terms(rules, d).high
        terms = ReckoningTerms(called.category, NONE, high)
        shared = [each for each in rest if each.cards & cards]
        found = check_holdings(rules.counting, d.hands[ELDER] & ~cards, (terms,), tuple(rest), own_call=True)
        return found or tuple(violation("reckon.cards_shared", cards=names(each.cards & cards)) for each in shared)
    found = check_regular(rules, d, action)
    if role == YOUNGER:
        due = {CATEGORIES[each.category]: each for each in younger_terms(rules, d)}
        out_of_reach = {name for name, each in due.items() if not possible(rules.counting, each, d.hands[YOUNGER])}
        found = tuple(reason for reason in found if not _unbound(d, reason, out_of_reach))
        only = d.law.only
        if only is not None:
            closed = [at for at, each in enumerate(action.holdings or ()) if each.category != only]
            found += tuple(
                violation("reckon.category_closed", "holdings", at, "category", category=CATEGORIES[each])
                for at, each in ((at, (action.holdings or ())[at].category) for at in closed)
            )
    return found


def _unbound(d: MutableState, reason: Violation, out_of_reach: set[str]) -> bool:
    """Whether younger is free of a duty: a not good was false (§10, K16), or the cards are gone."""
    unbound = {CATEGORIES[category] for category in d.law.unbound} | out_of_reach
    if d.law.only is not None:
        unbound |= {name for at, name in enumerate(CATEGORIES) if at != d.law.only}
    return reason.code in ("reckon.better_missing", "reckon.long_missing") and reason.params["category"] in unbound


def reckon_for_elder(d: MutableState, action: a.Reckon, false: tuple[int, Said] | None = None) -> a.Reckon:
    """Score elder's holdings; the first with the cards of `false` scores as it was called."""
    if action.holdings is None:
        action = replace(action, holdings=holdings_of(d.rules, d, ELDER))
    used = false is None
    for category, cards in action.holdings or ():
        claimed = None
        if false is not None and not used and cards == false[0]:
            claimed, used = false[1], True
        score_holding(d, ELDER, category, cards, claimed)
    go_on(d)
    return action
