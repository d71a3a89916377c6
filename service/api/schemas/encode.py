"""Encoder from the values of `service.piquet` to the structs of the contract."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from service.api.problems import pointer
from service.api.schemas import actions as action_structs
from service.api.schemas import responses
from service.api.schemas import state as structs
from service.api.schemas.ruleset_choice import RulesetName
from service.piquet.actions import members_of
from service.piquet.cards.cards import SUITS
from service.piquet.model.actions import Action
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, SEATS, YOUNGER, Called, IncidentRecord, LawState, State
from service.piquet.model.violations import Violation
from service.piquet.partie import Partie, settlement_of
from service.piquet.rules import left_cards as cards_left
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement, by_seat, totals
from service.piquet.value_kinds import card_list
from service.piquet.written import (
    called_members,
    cards_in_order,
    incident_members,
    suit_due,
    trick_members,
)
from service.runtime.request_context import record

# Dicts become structs by encoding and decoding them, because `msgspec.convert` inspects the type of each action, which
# takes ten times as long.
_pack = msgspec.msgpack.Encoder().encode
_unpack: Callable[[bytes], action_structs.Action] = msgspec.msgpack.Decoder(action_structs.Action).decode


def struct_of(members: dict[str, Any]) -> action_structs.Action:
    """Return an action of the contract with these members."""
    return _unpack(_pack(members))


def write_action(action: Action) -> action_structs.Action:
    """Return an action of the engine as an action of the contract."""
    return struct_of(members_of(action))


def write_event(event: Event) -> structs.Event:
    """Return an event of the engine as an event of the contract."""
    seat, kind, points, named, rule, score, more = event
    return structs.Event(
        None if seat is None else SEATS[seat],
        kind,
        points,
        list(named),
        rule,
        structs.Score(*score),
        **more,
    )


# An action changes little of a state, and the encoded structs are never modified, so unchanged parts are reused.
@lru_cache(maxsize=1024)
def _cards_by_seat(dealer: int, pair: tuple[int, int]) -> structs.CardsBySeat:
    a_hand, b_hand = by_seat(dealer, pair)
    return structs.CardsBySeat(card_list(a_hand), card_list(b_hand))


_cards_in_order = lru_cache(maxsize=1024)(cards_in_order)


@lru_cache(maxsize=1024)
def write_called(called: Called) -> structs.CallEntry:
    """Elder's call in a category, or their pass."""
    members = called_members(called)
    call = members["called"]
    return structs.CallEntry(**{**members, "called": None if call is None else structs.Called(**call)})


def write_result(settlement: Settlement) -> structs.Result:
    """Return the result of a partie that is over."""
    winner = None if settlement.winner is None else SEATS[settlement.winner]
    return structs.Result(structs.Score(*settlement.totals), winner, settlement.rubicon, settlement.points)


def write_partie(rules: Ruleset, s: State, deals: list[structs.FinishedDeal]) -> structs.Partie:
    """Return the partie of a state. `deals` are already encoded."""
    dealt = s.phase != "deal"
    return structs.Partie(
        first_dealer=SEATS[s.first_dealer],
        deal=len(s.finished) + 1 if dealt else 0,
        dealer=SEATS[s.dealer] if dealt else None,
        score=structs.Score(*totals(rules, Partie.of(rules, s).finished)),
        deals=deals,
        result=write_result(settlement_of(rules, s)) if s.phase == "partie_over" else None,
    )


def write_state(
    choice: RulesetName,
    rules: Ruleset,
    s: State,
    events: list[structs.Event],
    history: list[action_structs.Action],
    deals: list[structs.FinishedDeal],
) -> structs.State:
    """Return a state of the engine as a state of the contract. `events`, `history` and `deals` are already encoded."""
    dealer = s.dealer
    drawn = (_cards_in_order(cards_left.drawn_cards(s, ELDER)), _cards_in_order(cards_left.drawn_cards(s, YOUNGER)))
    looked = (
        _cards_in_order(cards_left.looked_at(rules, s, ELDER)),
        _cards_in_order(cards_left.looked_at(rules, s, YOUNGER)),
    )
    law = NOTHING_IRREGULAR if s.law is None else law_members(dealer, s.law)
    return structs.State(
        ruleset=choice,
        partie=write_partie(rules, s, deals),
        phase=s.phase,
        to_act=None if s.to_act < 0 else SEATS[s.to_act ^ 1 ^ dealer],
        dealt=write_dealt(s),
        hands=_cards_by_seat(dealer, s.hands),
        talon=_cards_in_order(cards_left.left_cards(s)),
        discards=_cards_by_seat(dealer, s.discards),
        drawn=structs.CardsBySeat(*by_seat(dealer, drawn)),
        committed=card_list(s.committed),
        carte_blanche=structs.CarteBlanches(*by_seat(dealer, s.blanche)),  # type: ignore[arg-type]
        announced_exchange=s.announced or None,
        left=structs.Counts(*by_seat(dealer, cards_left.left_counts(rules, s))),
        looked=structs.CardsBySeat(*by_seat(dealer, looked)),
        look=s.looks[YOUNGER],
        elder_look=s.looks[ELDER],
        named_suit=None if s.named is None else SUITS[s.named],
        calls=[write_called(called) for called in s.calls],
        shown=_cards_by_seat(dealer, s.shown),
        tricks=[write_trick(dealer, trick) for trick in s.tricks],
        score=structs.Score(*by_seat(dealer, s.score)),
        events=events,
        history=history,
        # One by one, because unpacking a dictionary among so many arguments is slower.
        incidents=law.incidents,
        reckons_nothing=law.reckons_nothing,
        seen=law.seen,
        ahead=law.ahead,
        called_suit=law.called_suit,
    )


def write_dealt(s: State) -> structs.Dealt | None:
    """Return the cards dealt; None before the deal."""
    return _dealt(s.dealer, s.dealt, s.talon) if s.talon else None


class LawMembers(NamedTuple):
    """The members of a state that tell what was irregular in a deal."""

    incidents: list[structs.IncidentRecord]
    reckons_nothing: structs.LawsBySeat
    seen: structs.CardsBySeat
    ahead: structs.CardsBySeat
    called_suit: structs.SuitsBySeat


def law_members(dealer: int, law: LawState) -> LawMembers:
    """Return the members that tell what was irregular in a deal."""
    suit_a, suit_b = by_seat(dealer, law.suits_due)
    ahead_a, ahead_b = by_seat(dealer, law.ahead)
    return LawMembers(
        incidents=[_write_record(dealer, incident) for incident in law.incidents],
        reckons_nothing=structs.LawsBySeat(*by_seat(dealer, law.forfeits)),
        seen=_cards_by_seat(dealer, law.seen),
        ahead=structs.CardsBySeat(_cards_in_order(ahead_a), _cards_in_order(ahead_b)),
        called_suit=structs.SuitsBySeat(suit_due(suit_a), suit_due(suit_b)),
    )


def write_incident_of(s: State, number: int) -> structs.IncidentRecord | UnsetType:
    """Return the irregularity that an entry of the deal is; UNSET if it is none."""
    found = next((each for each in s.law.incidents if each.number == number), None) if s.law else None
    return UNSET if found is None else _write_record(s.dealer, found)


def _write_record(dealer: int, incident: IncidentRecord) -> structs.IncidentRecord:
    return structs.IncidentRecord(**incident_members(dealer, incident))


#: These members of a state in which nothing was. They are never modified.
NOTHING_IRREGULAR = law_members(0, LawState())


@lru_cache(maxsize=1024)
def _dealt(dealer: int, hands: tuple[int, int], talon: tuple[int, ...]) -> structs.Dealt:
    return structs.Dealt(_cards_by_seat(dealer, hands), _cards_in_order(talon))


@lru_cache(maxsize=4096)
def write_trick(dealer: int, trick: tuple[int, int, int, int]) -> structs.Trick:
    """Return a trick of the engine as a trick of the contract."""
    return structs.Trick(**trick_members(dealer, trick))


def write_violation(violation: Violation, *base: str | int) -> responses.Violation:
    """Return a violation with its JSON Pointer; `base` is the place in the request where its path begins."""
    record("violation", violation.code)
    where = pointer(*base, *violation.path)
    return responses.Violation(violation.code, violation.rule, where, violation.message, violation.params)
