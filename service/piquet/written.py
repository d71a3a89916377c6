"""What happens in a partie as plain data, with the names of the contract.

Events, tricks, calls, irregularities, views, settlements and rulings. HTTP, the library and records use these writers.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from service.piquet.actions import members_of
from service.piquet.cards.cards import CARDS, SUITS, names
from service.piquet.cards.ranking import CATEGORIES, POINT, said_members
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.law.locales import Language
from service.piquet.law.ruling import ElectionOffer, Ruling
from service.piquet.legal_actions import Option
from service.piquet.model.events import Event
from service.piquet.model.law_state import IncidentRecord
from service.piquet.model.state import ELDER, SEATS, YOUNGER, Called, Pair, Phase, State
from service.piquet.notation.option_dicts import option_dicts
from service.piquet.notation.ruling_dicts import result_of_election, ruling_dict
from service.piquet.partie import Partie, settlement_of
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat, totals
from service.piquet.value_kinds import Members
from service.piquet.views import view_of, visible, visible_law

_T = TypeVar("_T")


def by_name(pair: tuple[_T, _T]) -> dict[str, _T]:
    """Return the values of A and B by the names of the seats."""
    return dict(zip(SEATS, pair, strict=True))


def seat_name(dealer: int, role: int) -> str | None:
    """Return the seat of a role; None for nobody, which is a negative role."""
    return None if role < 0 else SEATS[role ^ 1 ^ dealer]


def to_act_in(state: State) -> str | None:
    """Return the seat to act, None if no action is due."""
    return seat_name(state.dealer, state.to_act)


def cards_in_order(cards: tuple[int, ...]) -> list[str]:
    """Return cards as a list, in the order given."""
    return [CARDS[card] for card in cards]


# ---------------------------------------------------------------- parts of a deal


def event_members(events: Iterable[Event]) -> list[Members]:
    """Return the members of each event."""
    return [
        {
            "seat": None if event.seat is None else SEATS[event.seat],
            "kind": event.kind,
            "points": event.points,
            "cards": list(event.cards),
            "rule": event.rule,
            "deal_score": by_name(event.score),
            **event.more,
        }
        for event in events
    ]


def trick_members(dealer: int, trick: tuple[int, int, int, int]) -> Members:
    """Return the members of a trick; its winner is None until it is complete."""
    leader, lead, follow, winner = trick
    cards = (lead,) if follow < 0 else (lead, follow)
    return {
        "leader": seat_name(dealer, leader),
        "cards": cards_in_order(cards),
        "winner": seat_name(dealer, winner),
    }


def called_members(called: Called) -> Members:
    """Return elder's call in a category, or their pass, without its cards."""
    call: Members | None = None
    if called.status != "passed":
        call = said_members(called.category, (called.length, called.tie or 0))
        if called.tie is None:
            call["value" if called.category == POINT else "top"] = None
    return {"category": CATEGORIES[called.category], "called": call, "status": called.status}


def incident_members(dealer: int, incident: IncidentRecord) -> Members:
    """Return an irregularity of a deal."""
    seats = {role: SEATS[role ^ 1 ^ dealer] for role in (ELDER, YOUNGER)}
    return {
        "number": incident.number,
        "kind": BY_NUMBER[incident.kind].name,
        "law": incident.law,
        "offender": seats.get(incident.offender),
        "entitled": sorted(seats[role] for role in incident.entitled),
        "elections": [election for election, _ in incident.offers],
        "until": incident.until,
        "status": incident.status,
        "election": incident.election,
        "public": incident.public,
    }


def suit_due(suits: tuple[int, ...]) -> str | None:
    """Return the suit that a player must lead next by a call of the opponent; None if there is none."""
    return SUITS[suits[0]] if suits else None


# ---------------------------------------------------------------- a partie


def settlement_members(rules: Ruleset, state: State) -> Members:
    """Return the settlement of the partie of a state."""
    settled = settlement_of(rules, state)
    return {
        "totals": by_name(settled.totals),
        "over": settled.over,
        "winner": None if settled.winner is None else SEATS[settled.winner],
        "rubicon": settled.rubicon,
        "settlement": settled.points if settled.over else None,
        "deals_due": settled.due,
    }


def partie_members(rules: Ruleset, state: State, deals: list[Members]) -> Members:
    """Return the partie of a state; `deals` are its earlier ones as data."""
    dealt = state.phase != Phase.DEAL
    result = None
    if state.phase == Phase.PARTIE_OVER:
        settled = settlement_members(rules, state)
        result = {name: settled[name] for name in ("totals", "winner", "rubicon", "settlement")}
    return {
        "first_dealer": SEATS[state.first_dealer],
        "deal": len(state.finished) + 1 if dealt else 0,
        "dealer": SEATS[state.dealer] if dealt else None,
        "score": by_name(totals(rules, Partie.of(rules, state).finished)),
        "deals": deals,
        "result": result,
    }


# ---------------------------------------------------------------- the view of a seat


def view_members(
    rules: Ruleset,
    state: State,
    seat: int,
    *,
    ruleset: Any,
    deals: list[Members],
    events: Any,
    options: Iterable[Option],
) -> Members:
    """Return what a seat sees, as `states/view` gives it.

    `ruleset` is its label, or its name and overrides. `deals` are the dealer and score of each earlier deal, `events`
    those of the current deal as data, and `options` are all that are legal.
    """
    seen = view_of(rules, state, seat)
    other, dealer = seen.other, seen.dealer
    return {
        "seat": SEATS[seat],
        "ruleset": ruleset,
        "partie": partie_members(rules, state, deals),
        "phase": seen.phase,
        "to_act": seat_name(dealer, seen.to_act),
        "dealt": list(names(seen.dealt)) if seen.dealt else None,
        "hand": list(names(seen.hand)),
        "drawn": cards_in_order(seen.drawn),
        "discards": list(names(seen.discards)),
        "committed": list(names(seen.committed)),
        "looked": cards_in_order(seen.looked),
        "left": by_name(by_seat(dealer, seen.left)),
        "look": seen.looks[YOUNGER],
        "elder_look": seen.looks[ELDER],
        "named_suit": None if seen.named is None else SUITS[seen.named],
        "carte_blanche": by_name(by_seat(dealer, seen.blanche)),
        "announced_exchange": seen.announced or None,
        "talon_count": seen.talon_count,
        "calls": [called_members(called) for called in seen.calls],
        "tricks": [trick_members(dealer, trick) for trick in seen.tricks],
        "score": by_name(by_seat(dealer, seen.score)),
        "events": events,
        "shown": list(names(seen.shown)),
        "other": {
            "hand_count": other.hand_count,
            "discard_count": other.discard_count,
            "carte_blanche": None if other.carte_blanche is None else list(names(other.carte_blanche)),
            "shown": list(names(other.shown)),
        },
        **_law_members(state, seat),
        "options": option_dicts(rules, state, visible(options, state, seat)),
    }


def _law_members(state: State, seat: int) -> Members:
    """Return the members about irregularities, as far as the seat may know of them."""
    dealer, law = state.dealer, visible_law(state, seat)
    return {
        "incidents": [incident_members(dealer, each) for each in law.incidents],
        "reckons_nothing": by_name(by_seat(dealer, law.forfeits)),
        "seen": list(names(by_seat(dealer, law.seen)[seat])),
        "ahead": by_name(by_seat(dealer, (cards_in_order(law.ahead[ELDER]), cards_in_order(law.ahead[YOUNGER])))),
        "called_suit": suit_due(by_seat(dealer, law.suits_due)[seat]),
    }


# ---------------------------------------------------------------- rulings


def ruling_members(ruling: Ruling, state: State, lang: Language) -> Members:
    """Return a ruling on a state, with the elections that it offers."""
    return ruling_dict(ruling, [election_members(offer, state.score) for offer in ruling.elections], lang)


def election_members(offer: ElectionOffer, before: Pair = (0, 0)) -> Members:
    """Return an election that the law offers, with its result.

    `before` is the score of the deal without it, by role.
    """
    return {
        "election": offer.election,
        "effects": offer.effects,
        "until": offer.until,
        "actions": [members_of(action) for action in offer.actions],
        "events": event_members(offer.events),
        **result_of_election(offer, before),
    }
