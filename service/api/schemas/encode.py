"""Encoder from the values of `service.piquet` to the structs of the contract."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from service.api.problems import pointer
from service.api.schemas import actions as am
from service.api.schemas import responses
from service.api.schemas import state as m
from service.api.schemas.ruleset_choice import RulesetName
from service.piquet.cards.cards import CARDS, SUITS
from service.piquet.cards.ranking import CATEGORIES, POINT, said_members
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.model.actions import Action
from service.piquet.model.events import Event
from service.piquet.model.law_state import IncidentRecord, LawState
from service.piquet.model.state import ELDER, SEATS, YOUNGER, Called, Pair, State
from service.piquet.model.violations import Violation
from service.piquet.notation.action_dicts import members_of
from service.piquet.notation.member_values import card_list
from service.piquet.rules import left_cards as cards_left
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement, by_seat, game_lost, settle, totals
from service.runtime.request_context import record

# Dicts become structs by encoding and decoding them, because `msgspec.convert` inspects the type of each action, which
# takes ten times as long.
_pack = msgspec.msgpack.Encoder().encode
_unpack: Callable[[bytes], am.Action] = msgspec.msgpack.Decoder(am.Action).decode


def struct_of(members: dict[str, Any]) -> am.Action:
    """Return an action of the contract with these members."""
    return _unpack(_pack(members))


def write_action(action: Action) -> am.Action:
    """Return an action of the engine as an action of the contract."""
    return struct_of(members_of(action))


def write_event(event: Event) -> m.Event:
    """Return an event of the engine as an event of the contract."""
    seat, kind, points, named, rule, score, more = event
    return m.Event(
        None if seat is None else SEATS[seat],
        kind,
        points,
        list(named),
        rule,
        m.Score(*score),
        **more,
    )


# An action changes little of a state, and the encoded structs are never modified, so unchanged parts are reused.
@lru_cache(maxsize=1024)
def _cards_by_seat(dealer: int, pair: tuple[int, int]) -> m.CardsBySeat:
    a_hand, b_hand = by_seat(dealer, pair)
    return m.CardsBySeat(card_list(a_hand), card_list(b_hand))


@lru_cache(maxsize=1024)
def cards_in_order(cards: tuple[int, ...]) -> list[str]:
    """Cards as a list, in the order given."""
    return [CARDS[card] for card in cards]


@lru_cache(maxsize=1024)
def write_called(called: Called) -> m.CallEntry:
    """Elder's call in a category, or their pass."""
    call: m.Called | None = None
    if called.status != "passed":
        members: dict[str, Any] = said_members(called.category, (called.length, called.tie or 0))
        if called.tie is None:
            members["value" if called.category == POINT else "top"] = None
        call = m.Called(**members)
    return m.CallEntry(CATEGORIES[called.category], call, called.status)  # type: ignore[arg-type]


def write_result(settlement: Settlement) -> m.Result:
    """Return the result of a partie that is over."""
    winner = None if settlement.winner is None else SEATS[settlement.winner]
    return m.Result(m.Score(*settlement.totals), winner, settlement.rubicon, settlement.points)


def write_partie(rules: Ruleset, s: State, deals: list[m.FinishedDeal]) -> m.Partie:
    """Return the partie of a state. `deals` are already encoded."""
    over = s.phase in ("deal_over", "partie_over") and not (s.law and s.law.annulled)
    scores = (*s.finished, by_seat(s.dealer, s.score)) if over else s.finished
    dealt = s.phase != "deal"
    return m.Partie(
        first_dealer=SEATS[s.first_dealer],
        deal=len(s.finished) + 1 if dealt else 0,
        dealer=SEATS[s.dealer] if dealt else None,
        score=m.Score(*totals(rules, scores)),
        deals=deals,
        result=write_result(_settled(rules, s, scores)) if s.phase == "partie_over" else None,
    )


def _settled(rules: Ruleset, s: State, scores: tuple[Pair, ...]) -> Settlement:
    if s.law is not None and s.law.lost >= 0:
        return game_lost(rules, s.finished, s.law.lost ^ s.dealer)
    return settle(rules, scores)


def write_state(
    choice: RulesetName,
    rules: Ruleset,
    s: State,
    events: list[m.Event],
    history: list[am.Action],
    deals: list[m.FinishedDeal],
) -> m.State:
    """Return a state of the engine as a state of the contract. `events`, `history` and `deals` are already encoded."""
    dealer = s.dealer
    drawn = (cards_in_order(cards_left.drawn_cards(s, ELDER)), cards_in_order(cards_left.drawn_cards(s, YOUNGER)))
    looked = (
        cards_in_order(cards_left.looked_at(rules, s, ELDER)),
        cards_in_order(cards_left.looked_at(rules, s, YOUNGER)),
    )
    law = NOTHING_IRREGULAR if s.law is None else law_members(dealer, s.law)
    return m.State(
        ruleset=choice,
        partie=write_partie(rules, s, deals),
        phase=s.phase,
        to_act=None if s.to_act < 0 else SEATS[s.to_act ^ 1 ^ dealer],
        dealt=write_dealt(s),
        hands=_cards_by_seat(dealer, s.hands),
        talon=cards_in_order(cards_left.left_cards(s)),
        discards=_cards_by_seat(dealer, s.discards),
        drawn=m.CardsBySeat(*by_seat(dealer, drawn)),
        committed=card_list(s.committed),
        carte_blanche=m.CarteBlanches(*by_seat(dealer, s.blanche)),  # type: ignore[arg-type]
        announced_exchange=s.announced or None,
        left=m.Counts(*by_seat(dealer, cards_left.left_counts(rules, s))),
        looked=m.CardsBySeat(*by_seat(dealer, looked)),
        look=s.looks[YOUNGER],
        elder_look=s.looks[ELDER],
        named_suit=None if s.named is None else SUITS[s.named],
        calls=[write_called(called) for called in s.calls],
        shown=_cards_by_seat(dealer, s.shown),
        tricks=[write_trick(dealer, trick) for trick in s.tricks],
        score=m.Score(*by_seat(dealer, s.score)),
        events=events,
        history=history,
        # One by one, because unpacking a dictionary among so many arguments is slower.
        incidents=law.incidents,
        reckons_nothing=law.reckons_nothing,
        seen=law.seen,
        ahead=law.ahead,
        called_suit=law.called_suit,
    )


def write_dealt(s: State) -> m.Dealt | None:
    """Return the cards dealt; None before the deal."""
    return _dealt(s.dealer, s.dealt, s.talon) if s.talon else None


class LawMembers(NamedTuple):
    """The members of a state that tell what was irregular in a deal."""

    incidents: list[m.IncidentRecord]
    reckons_nothing: m.LawsBySeat
    seen: m.CardsBySeat
    ahead: m.CardsBySeat
    called_suit: m.SuitsBySeat


def law_members(dealer: int, law: LawState) -> LawMembers:
    """Return the members that tell what was irregular in a deal."""
    suit_a, suit_b = by_seat(dealer, law.suits_due)
    ahead_a, ahead_b = by_seat(dealer, law.ahead)
    return LawMembers(
        incidents=[_write_record(dealer, incident) for incident in law.incidents],
        reckons_nothing=m.LawsBySeat(*by_seat(dealer, law.forfeits)),
        seen=_cards_by_seat(dealer, law.seen),
        ahead=m.CardsBySeat(cards_in_order(ahead_a), cards_in_order(ahead_b)),
        called_suit=m.SuitsBySeat(_next_suit(suit_a), _next_suit(suit_b)),
    )


def write_incident_of(s: State, number: int) -> m.IncidentRecord | UnsetType:
    """Return the irregularity that an entry of the deal is; UNSET if it is none."""
    found = next((each for each in s.law.incidents if each.number == number), None) if s.law else None
    return UNSET if found is None else _write_record(s.dealer, found)


def _next_suit(due: tuple[int, ...]) -> Any:
    return SUITS[due[0]] if due else None


def _write_record(dealer: int, incident: IncidentRecord) -> m.IncidentRecord:
    seats = {role: SEATS[role ^ 1 ^ dealer] for role in (ELDER, YOUNGER)}
    return m.IncidentRecord(
        number=incident.number,
        kind=BY_NUMBER[incident.kind].name,
        law=incident.law,
        offender=seats.get(incident.offender),
        entitled=sorted(seats[role] for role in incident.entitled),
        elections=[election for election, _ in incident.offers],
        until=incident.until,
        status=incident.status,
        election=incident.election,
        public=incident.public,
    )


#: These members of a state in which nothing was. They are never modified.
NOTHING_IRREGULAR = law_members(0, LawState())


@lru_cache(maxsize=1024)
def _dealt(dealer: int, hands: tuple[int, int], talon: tuple[int, ...]) -> m.Dealt:
    return m.Dealt(_cards_by_seat(dealer, hands), cards_in_order(talon))


@lru_cache(maxsize=4096)
def write_trick(dealer: int, trick: tuple[int, int, int, int]) -> m.Trick:
    """Return a trick of the engine as a trick of the contract."""
    leader, lead, follow, winner = trick
    seat = SEATS[leader ^ 1 ^ dealer]
    if follow < 0:
        return m.Trick(seat, [CARDS[lead]], None if winner < 0 else SEATS[winner ^ 1 ^ dealer])
    return m.Trick(seat, [CARDS[lead], CARDS[follow]], SEATS[winner ^ 1 ^ dealer])


def write_violation(violation: Violation, *base: str | int) -> responses.Violation:
    """Return a violation with its JSON Pointer; `base` is the place in the request where its path begins."""
    record("violation", violation.code)
    where = pointer(*base, *violation.path)
    return responses.Violation(violation.code, violation.rule, where, violation.message, violation.params)
