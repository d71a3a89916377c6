"""The operations of the contract: from the members of a request to an answer."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from service.api import models as m
from service.api.catalogue import catalogue, described
from service.api.codec import (
    SEAT,
    RepeatedCard,
    card_list,
    hand_of,
    read_action,
    ruleset_of,
    write_action,
    write_event,
    write_result,
    write_state,
    write_violation,
)
from service.api.consistency import Impossible, Verified, read_dealt, verify
from service.api.envelope import Decoded, Envelope
from service.api.operation import Operation
from service.api.problems import Fault, Problem
from service.api.showing import written_options, written_view
from service.piquet import ENGINE_VERSION, engine
from service.piquet.cards import CARD, PACK_32
from service.piquet.comparison import compare
from service.piquet.dealing import Deal, cut, deal, shuffle
from service.piquet.settlement import by_seat, dealer_of, deals_too_many, settle
from service.piquet.state import SEATS
from service.piquet.violations import Violation, violation

MANY = 100


def _versions(choice: m.RulesetName) -> dict[str, Any]:
    return {"ruleset": choice, "engine_version": ENGINE_VERSION}


# ---------------------------------------------------------------- rulesets


def _rulesets(envelope: dict[str, Any]) -> Any:
    return {"rulesets": catalogue(), "engine_version": ENGINE_VERSION}


def _ruleset(envelope: dict[str, Any]) -> Any:
    return {**described(envelope["name"]), "engine_version": ENGINE_VERSION}


# ---------------------------------------------------------------- parties and deals


class Cut(msgspec.Struct, forbid_unknown_fields=True):
    """The cards that the seats cut."""

    A: m.Card
    B: m.Card


class PartieRequest(Envelope):
    ruleset = Decoded(m.RulesetName, load_default="portland")
    first_dealer = Decoded(m.Seat)
    cut = Decoded(Cut)


def _parties(envelope: dict[str, Any]) -> Any:
    choice = envelope["ruleset"]
    rules = ruleset_of(choice)
    first_dealer, cards = envelope.get("first_dealer"), envelope.get("cut")
    if first_dealer is None and cards is None:
        raise Problem("invalid_request", errors=[Fault("", "has neither first_dealer nor cut")])
    said: dict[str, Any] = {}
    if cards is not None:
        outcome, seat = cut(rules, CARD[cards.A], CARD[cards.B])
        if cards.A == cards.B:
            raise Problem("contradictory_request", errors=[Fault("/cut/B", "is the card that A cut")])
        said = {"outcome": outcome, "seat": None if seat is None else SEATS[seat]}
        if outcome == "cut_again":
            first_dealer = None
        elif outcome == "deals":
            if first_dealer not in (None, said["seat"]):
                raise Problem(
                    "contradictory_request", errors=[Fault("/first_dealer", "is not the seat that the cut made dealer")]
                )
            first_dealer = said["seat"]
    if first_dealer is not None:
        said["state"] = write_state(choice, rules, engine.new_partie(SEAT[first_dealer]), [], [], [])
    return {**said, **_versions(choice)}


class DealRequest(Envelope):
    state = Decoded(m.State)
    ruleset = Decoded(m.RulesetName)
    dealer = Decoded(m.Seat)
    deck = Decoded(Annotated[list[m.Card], Meta(min_length=32, max_length=32)])
    hands = Decoded(m.CardsBySeat)
    talon = Decoded(m.Cards)
    seed = Decoded(Annotated[str, Meta(min_length=1, max_length=200)])


def _deals(envelope: dict[str, Any]) -> Any:
    before = _before_the_deal(envelope)
    state = before.state
    if state.phase not in ("deal", "deal_over"):
        reason = violation("deal.not_now", "phase", phase=state.phase)
        raise Problem("no_deal_due", violations=[write_violation(reason, "state")])
    number = len(state.finished) + (2 if state.phase == "deal_over" else 1)
    cards = _cards(envelope, before, dealer_of(state.first_dealer, number))
    deals = before.deals
    if state.phase == "deal_over":
        written = before.written()
        assert written.dealt is not None
        score = by_seat(state.dealer, state.score)
        seat: Any = SEATS[state.dealer]
        deals = [*deals, m.FinishedDeal(seat, written.dealt, before.history, m.Score(*score))]
    outcome = engine.deal(before.rules, state, cards)
    events = [write_event(event) for event in outcome.events]
    dealt = write_state(before.choice, before.rules, outcome.state, events, [], deals)
    return {"state": dealt, "events": events, **_versions(before.choice)}


def _before_the_deal(envelope: dict[str, Any]) -> Verified:
    if "state" in envelope:
        clash = [name for name in ("ruleset", "dealer") if name in envelope]
        if clash:
            raise Problem("invalid_request", errors=[Fault(f"/{name}", "is given by the state") for name in clash])
        return _possible(envelope["state"])
    missing = [name for name in ("ruleset", "dealer") if name not in envelope]
    if missing:
        raise Problem("invalid_request", errors=[Fault(f"/{name}", "is required without a state") for name in missing])
    rules = ruleset_of(envelope["ruleset"])
    return Verified(envelope["ruleset"], rules, engine.new_partie(SEAT[envelope["dealer"]]), [], [], [])


def _cards(envelope: dict[str, Any], before: Verified, dealer: int) -> Deal:
    """The cards of the next deal, from the one of deck, hands with talon, and seed that was given."""
    given = [name for name in ("deck", "hands", "talon", "seed") if name in envelope]
    if given not in (["deck"], ["hands", "talon"], ["seed"]):
        raise Problem("invalid_request", errors=[Fault("", "has not one of deck, hands with talon, and seed")])
    if "seed" in envelope:
        return deal(before.rules, shuffle(PACK_32, envelope["seed"]))
    found: list[Violation] = []
    if "deck" in envelope:
        deck = envelope["deck"]
        seen: set[str] = set()
        for at, card in enumerate(deck):
            if card in seen:
                found.append(violation("deal.card_twice", "deck", at, card=card))
            seen.add(card)
        cards = None if found else deal(before.rules, [CARD[card] for card in deck])
    else:
        cards = read_dealt(m.Dealt(envelope["hands"], envelope["talon"]), dealer, found)
    if cards is None:
        raise Problem("invalid_deal", violations=[write_violation(reason) for reason in found])
    return cards


# ---------------------------------------------------------------- actions


class CheckRequest(Envelope):
    state = Decoded(m.State, required=True)
    action = Decoded(m.Action, required=True)


def _check(envelope: dict[str, Any]) -> m.Judgement:
    return judge(envelope["state"], envelope["action"])


def judge(given: m.State, action: m.Action, *place: str | int) -> m.Judgement:
    """Whether an action may be done in a state, and what comes of it."""
    try:
        before = verify(given, *place, "state")
    except Impossible as impossible:
        return _refused(given.ruleset, impossible.violations)
    return proceed(before, action, *place, "action")[0]


def _refused(choice: m.RulesetName, violations: list[m.Violation]) -> m.Judgement:
    return m.Judgement(False, violations, choice, ENGINE_VERSION)


def proceed(before: Verified, action: m.Action, *place: str | int) -> tuple[m.Judgement, Verified]:
    """The judgement of an action in a state that holds, and what holds after it."""
    choice, rules, state, events, history, deals = before
    try:
        read = read_action(action)
        outcome = engine.apply(rules, state, read)
    except RepeatedCard as repeated:
        return _refused(choice, [write_violation(repeated.reason, *place)]), before
    except engine.IllegalAction as illegal:
        return _refused(choice, [write_violation(reason, *place) for reason in illegal.violations]), before
    new_events = [write_event(event) for event in outcome.events]
    done = action if outcome.action is read else write_action(outcome.action)
    after = Verified(choice, rules, outcome.state, events + new_events, [*history, done], deals)
    was, is_ = by_seat(state.dealer, state.score), by_seat(state.dealer, outcome.state.score)
    delta = m.Score(is_[0] - was[0], is_[1] - was[1])
    return m.Judgement(True, [], choice, ENGINE_VERSION, after.written(), new_events, delta), after


class Item(msgspec.Struct, forbid_unknown_fields=True):
    """A state and an action proposed in it."""

    state: m.State
    action: m.Action


class CheckManyRequest(Envelope):
    items = Decoded(Annotated[list[Item], Meta(min_length=1, max_length=MANY)])
    state = Decoded(m.State)
    actions = Decoded(Annotated[list[m.Action], Meta(min_length=1, max_length=MANY)])


def _check_many(envelope: dict[str, Any]) -> Any:
    given = [name for name in ("items", "state", "actions") if name in envelope]
    if given not in (["items"], ["state", "actions"]):
        raise Problem("invalid_request", errors=[Fault("", "has neither items, nor state with actions")])
    if "items" in envelope:
        judgements = [judge(item.state, item.action, "items", at) for at, item in enumerate(envelope["items"])]
        return {"items": judgements, "engine_version": ENGINE_VERSION}
    return {"items": _in_turn(envelope["state"], envelope["actions"]), "engine_version": ENGINE_VERSION}


def _in_turn(given: m.State, actions: list[m.Action]) -> list[m.Judgement]:
    try:
        before = verify(given, "state")
    except Impossible as impossible:
        return [_refused(given.ruleset, impossible.violations)]
    judgements = []
    for at, action in enumerate(actions):
        judgement, before = proceed(before, action, "actions", at)
        judgements.append(judgement)
        if not judgement.legal:
            break
    return judgements


class OptionsRequest(Envelope):
    state = Decoded(m.State, required=True)
    expand = Decoded(bool, load_default=False)
    offset = Decoded(Annotated[int, Meta(ge=0, le=1_000_000_000)], load_default=0)
    limit = Decoded(Annotated[int, Meta(ge=1, le=1000)], load_default=100)


def _possible(given: m.State) -> Verified:
    """The state, verified, for an operation that has nothing else to say of one that contradicts itself."""
    try:
        return verify(given, "state")
    except Impossible as impossible:
        raise Problem("impossible_state", violations=impossible.violations) from None


def _options(envelope: dict[str, Any]) -> Any:
    holds = _possible(envelope["state"])
    state = holds.state
    found = engine.options(holds.rules, state)
    answer: dict[str, Any] = {
        "to_act": None if state.to_act < 0 else SEATS[state.to_act ^ 1 ^ state.dealer],
        "phase": state.phase,
        "options": written_options(holds.rules, state, found),
    }
    if envelope["expand"]:
        lists = [engine.expand(holds.rules, state, option) for option in found]
        answer["total"] = sum(map(len, lists))
        start, stop = envelope["offset"], envelope["offset"] + envelope["limit"]
        answer["actions"] = [write_action(action) for action in _slice(lists, start, stop)]
    return {**answer, **_versions(holds.choice)}


def _slice(lists: list[Any], start: int, stop: int) -> list[Any]:
    """A part of the lists taken as one, without putting them together."""
    found: list[Any] = []
    for each in lists:
        found += each[max(start, 0) : max(stop, 0)] if start < len(each) and stop > 0 else []
        start, stop = start - len(each), stop - len(each)
    return found


# ---------------------------------------------------------------- states


class ValidateRequest(Envelope):
    state = Decoded(m.State, required=True)


def _validate(envelope: dict[str, Any]) -> Any:
    given = envelope["state"]
    violations: list[m.Violation] = []
    try:
        verify(given, "state")
    except Impossible as impossible:
        violations = impossible.violations
    return {"valid": not violations, "violations": violations, **_versions(given.ruleset)}


class ViewRequest(Envelope):
    state = Decoded(m.State, required=True)
    seat = Decoded(m.Seat, required=True)


def _view(envelope: dict[str, Any]) -> Any:
    holds = _possible(envelope["state"])
    return {"view": written_view(holds, SEAT[envelope["seat"]]), **_versions(holds.choice)}


# ---------------------------------------------------------------- settlements and hands


class SettlementRequest(Envelope):
    ruleset = Decoded(m.RulesetName, load_default="portland")
    deals = Decoded(Annotated[list[m.Score], Meta(max_length=101)], required=True)


def _settlements(envelope: dict[str, Any]) -> Any:
    rules = ruleset_of(envelope["ruleset"])
    deals = [(deal.A, deal.B) for deal in envelope["deals"]]
    extra = deals_too_many(rules, deals)
    if extra is not None:
        raise Problem(
            "contradictory_request", errors=[Fault(f"/deals/{extra}", "was played after the partie was over")]
        )
    settlement = settle(rules, deals)
    result = msgspec.to_builtins(write_result(settlement))
    return {**result, "over": settlement.over, "deals_due": settlement.due, **_versions(envelope["ruleset"])}


HeldCards = Annotated[list[m.Card], Meta(min_length=1, max_length=12)]


class CompareRequest(Envelope):
    ruleset = Decoded(m.RulesetName, load_default="portland")
    elder = Decoded(HeldCards, required=True)
    younger = Decoded(HeldCards, required=True)
    carte_blanche = Decoded(Literal["elder", "younger"] | None, load_default=None)


def _compare(envelope: dict[str, Any]) -> Any:
    rules = ruleset_of(envelope["ruleset"])
    seen: set[str] = set()
    faults = []
    for side in ("elder", "younger"):
        for at, card in enumerate(envelope[side]):
            if card in seen:
                faults.append(Fault(f"/{side}/{at}", f"is {card}, which is there already"))
            seen.add(card)
    if faults:
        raise Problem("contradictory_request", errors=faults)
    compared = compare(rules, hand_of(envelope["elder"]), hand_of(envelope["younger"]), envelope["carte_blanche"])
    for category in compared["categories"]:
        for holding in (category["elder"], category["younger"]):
            if holding:
                holding["cards"] = card_list(holding["cards"])
    return {**compared, **_versions(envelope["ruleset"])}


OPERATIONS: tuple[Operation, ...] = (
    Operation("GET", "/v1/rulesets", "list_rulesets", None, _rulesets),
    Operation("GET", "/v1/rulesets/<name>", "get_ruleset", None, _ruleset),
    Operation("POST", "/v1/parties", "start_partie", PartieRequest(), _parties),
    Operation("POST", "/v1/deals", "deal", DealRequest(), _deals),
    Operation("POST", "/v1/actions/check", "check_action", CheckRequest(), _check),
    Operation("POST", "/v1/actions/check-many", "check_many_actions", CheckManyRequest(), _check_many),
    Operation("POST", "/v1/actions/options", "list_options", OptionsRequest(), _options),
    Operation("POST", "/v1/states/validate", "validate_state", ValidateRequest(), _validate),
    Operation("POST", "/v1/states/view", "view_state", ViewRequest(), _view),
    Operation("POST", "/v1/settlements", "settle_partie", SettlementRequest(), _settlements),
    Operation("POST", "/v1/hands/compare", "compare_hands", CompareRequest(), _compare),
)
