"""What happens in a partie as plain data, with the names of the contract.

Events, tricks, calls, irregularities, options, views, settlements and rulings, for HTTP, the library and records.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import repeat
from typing import TypeVar

from service.piquet import legal_actions
from service.piquet.actions import members_of
from service.piquet.cards import ranking
from service.piquet.cards.cards import CARDS, SUITS, names
from service.piquet.cards.holdings import maximal
from service.piquet.law import sentences
from service.piquet.law.decide import ElectionOffer, Need, Ruling
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, OVER, SEATS, YOUNGER, Called, IncidentRecord, LawState, Pair, Phase, State
from service.piquet.partie import Partie, settlement_of
from service.piquet.rules import exchange
from service.piquet.rules.reckoning import ReckoningTerms
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement, by_seat, totals
from service.piquet.value_kinds import Members, card_list
from service.piquet.verbs import NAMES
from service.piquet.views import view_of, visible, visible_law
from service.words import Language

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


def event_members(event: Event) -> Members:
    """Return the members of an event."""
    seat, kind, points, cards, rule, score, more = event
    return {
        "seat": None if seat is None else SEATS[seat],
        "kind": kind,
        "points": points,
        "cards": list(cards),
        "rule": rule,
        "deal_score": {"A": score[0], "B": score[1]},
        **more,
    }


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
        call = {**ranking.said_members(called.category, (called.length, called.tie or 0))}
        if called.tie is None:
            call["value" if called.category == ranking.POINT else "top"] = None
    return {"category": ranking.CATEGORIES[called.category], "called": call, "status": called.status}


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


# ---------------------------------------------------------------- a partie


def result_members(settled: Settlement) -> Members:
    """Return the result of a partie that is over."""
    return {
        "totals": by_name(settled.totals),
        "winner": None if settled.winner is None else SEATS[settled.winner],
        "rubicon": settled.rubicon,
        "settlement": settled.points,
    }


def settlement_members(rules: Ruleset, state: State) -> Members:
    """Return the settlement of the partie of a state."""
    settled = settlement_of(rules, state)
    result = result_members(settled)
    return {
        "totals": result["totals"],
        "over": settled.over,
        **result,
        "settlement": settled.points if settled.over else None,
        "deals_due": settled.due,
    }


def partie_members(rules: Ruleset, state: State, deals: object) -> dict[str, object]:
    """Return the partie of a state; `deals` are its earlier ones, in the form that the caller has."""
    dealt = state.phase != Phase.DEAL
    finished = Partie.of(rules, state).finished if state.phase in OVER else state.finished
    over = state.phase == Phase.PARTIE_OVER
    return {
        "first_dealer": SEATS[state.first_dealer],
        "deal": len(state.finished) + 1 if dealt else 0,
        "dealer": SEATS[state.dealer] if dealt else None,
        "score": by_name(totals(rules, finished)),
        "deals": deals,
        "result": result_members(settlement_of(rules, state)) if over else None,
    }


# ---------------------------------------------------------------- a state

# An action changes little of a state, so these parts are used again. They are never modified.
_cards = lru_cache(maxsize=1024)(card_list)
_cards_in_order = lru_cache(maxsize=1024)(cards_in_order)
_called = lru_cache(maxsize=1024)(called_members)
_trick = lru_cache(maxsize=4096)(trick_members)


@lru_cache(maxsize=1024)
def _cards_by_name(dealer: int, pair: Pair) -> dict[str, list[str]]:
    return by_name(by_seat(dealer, (_cards(pair[ELDER]), _cards(pair[YOUNGER]))))


@lru_cache(maxsize=1024)
def _dealt(dealer: int, hands: Pair, talon: tuple[int, ...]) -> Members:
    return {"hands": _cards_by_name(dealer, hands), "talon": _cards_in_order(talon)}


def dealt_cards(state: State) -> tuple[dict[str, list[str]], list[str]]:
    """Return the hands dealt, by the names of the seats, and the talon. They are not to be modified."""
    return _cards_by_name(state.dealer, state.dealt), _cards_in_order(state.talon)


def state_members(
    rules: Ruleset, s: State, *, ruleset: object, deals: object, events: object, history: object
) -> dict[str, object]:
    """Return a state with the cards of both seats. Its members are not to be modified.

    `ruleset` is its label, or its name and overrides. `deals` are the earlier deals, `events` and `history` those of
    the current deal, in the forms that the caller has.
    """
    dealer = s.dealer
    a, b = (ELDER, YOUNGER) if dealer else (YOUNGER, ELDER)
    drawn = exchange.drawn_cards(s, a), exchange.drawn_cards(s, b)
    looked = exchange.looked_at(rules, s, a), exchange.looked_at(rules, s, b)
    left = exchange.left_counts(rules, s)
    return {
        "ruleset": ruleset,
        "partie": partie_members(rules, s, deals),
        "phase": s.phase,
        "to_act": None if s.to_act < 0 else SEATS[s.to_act ^ 1 ^ dealer],
        "dealt": _dealt(dealer, s.dealt, s.talon) if s.talon else None,
        "hands": _cards_by_name(dealer, s.hands),
        "talon": _cards_in_order(exchange.left_cards(s)),
        "discards": _cards_by_name(dealer, s.discards),
        "drawn": {"A": _cards_in_order(drawn[0]), "B": _cards_in_order(drawn[1])},
        "committed": _cards(s.committed),
        "carte_blanche": {"A": s.blanche[a], "B": s.blanche[b]},
        "announced_exchange": s.announced or None,
        "left": {"A": left[a], "B": left[b]},
        "looked": {"A": _cards_in_order(looked[0]), "B": _cards_in_order(looked[1])},
        "look": s.looks[YOUNGER],
        "elder_look": s.looks[ELDER],
        "named_suit": None if s.named is None else SUITS[s.named],
        "calls": list(map(_called, s.calls)),
        "shown": _cards_by_name(dealer, s.shown),
        "tricks": list(map(_trick, repeat(dealer), s.tricks)),
        "score": {"A": s.score[a], "B": s.score[b]},
        "events": events,
        "history": history,
        **(NOTHING_IRREGULAR if s.law is None else law_members(dealer, s.law)),
    }


def law_members(dealer: int, law: LawState) -> Members:
    """Return the members about irregularities in a deal."""
    ahead = by_seat(dealer, law.ahead)
    return {
        "incidents": [incident_members(dealer, each) for each in law.incidents],
        "reckons_nothing": by_name(by_seat(dealer, law.forfeits)),
        "seen": _cards_by_name(dealer, law.seen),
        "ahead": by_name((cards_in_order(ahead[0]), cards_in_order(ahead[1]))),
        "called_suit": by_name(by_seat(dealer, (_suit_due(law.suits_due[ELDER]), _suit_due(law.suits_due[YOUNGER])))),
    }


def _suit_due(suits: tuple[int, ...]) -> str | None:
    """Return the suit that a player must lead next by a call of the opponent; None if there is none."""
    return SUITS[suits[0]] if suits else None


#: The members about irregularities of a deal without one.
NOTHING_IRREGULAR = law_members(0, LawState())


# ---------------------------------------------------------------- options

# The highest tie-break that can be written, by category.
_HIGHEST = (ranking.ANY_TIE, ranking.read_tie("top", "A"), ranking.read_tie("rank", "A"))


def option_dicts(rules: Ruleset, state: State, options: Iterable[legal_actions.Option]) -> list[Members]:
    """Return the members of each option, in the same order."""
    return [
        {"seat": SEATS[option.seat], "type": NAMES[option.type], **_option_of(rules, state, option)}
        for option in options
    ]


def _option_of(rules: Ruleset, state: State, option: legal_actions.Option) -> Members:
    match option:
        case legal_actions.ReplyOption():
            better = [ranking.said_members(option.category, said) for said in option.better]
            return {"replies": list(option.replies), "better": better}
        case legal_actions.ReckonOption():
            hand = state.hands[option.seat ^ 1 ^ state.dealer]
            return {"categories": [_terms(rules, terms, hand) for terms in option.terms]}
        case legal_actions.AmendOption():
            inner = option.option
            return {"of": NAMES[inner.type], "law": option.law, **_option_of(rules, state, inner)}
        case _:
            return option_members(option)


def option_members(option: legal_actions.Option) -> Members:
    """Return the members of an option, without its seat and its type, if they depend on the option alone."""
    # The most frequent kinds come first, since the cases are tried in order.
    match option:
        case legal_actions.PlayOption():
            return {"cards": list(names(option.cards))}
        case legal_actions.PassOption():
            return {"category": ranking.CATEGORIES[option.category]}
        case legal_actions.CallOption():
            return {"category": ranking.CATEGORIES[option.category], "calls": _calls(option)}
        case legal_actions.ExchangeOption():
            return {"cards": list(names(option.cards)), "min": option.low, "max": option.high}
        case legal_actions.LookOption():
            return {"look": [True, False], **({"suits": _suits(option.suits)} if option.suits else {})}
        case legal_actions.NameSuitOption():
            return {"suits": _suits(option.suits)}
        case legal_actions.TieBreakOption():
            kind = "value" if option.category == ranking.POINT else "top"
            return {
                "category": ranking.CATEGORIES[option.category],
                f"{kind}s": [ranking.write_tie(kind, tie) for tie in option.ties],
            }
        case legal_actions.ClaimOption():
            return {"exchange": {"min": option.low, "max": option.high}} if option.high else {}
        case legal_actions.RulingOption():
            members: Members = {"number": option.number, "kind": option.kind, "law": option.law}
            return {**members, "elections": list(option.elections), "until": option.until}
        case _:
            return {}


def _calls(option: legal_actions.CallOption) -> list[Members]:
    return [
        _announcement(option.category, (length, ranking.NO_TIE if tie is None else tie)) for length, tie in option.calls
    ]


def _suits(suits: tuple[int, ...]) -> list[str]:
    return [SUITS[suit] for suit in suits]


def _terms(rules: Ruleset, terms: ReckoningTerms, hand: int) -> Members:
    category, how = terms.category, rules.counting
    return {
        "category": ranking.CATEGORIES[category],
        "holdings": [list(names(cards)) for _, cards in maximal(category, hand, how)],
        "from": _bound(how, category, terms.low),
        "to": _bound(how, category, terms.high),
        "needs": terms.needs
        and {"from": _bound(how, category, terms.needs[0]), "to": _bound(how, category, terms.needs[1])},
        "must": terms.must,
        "equal": terms.equal,
    }


def _bound(how: ranking.RankingRules, category: int, grade: ranking.Grade) -> Members | None:
    return None if grade in (ranking.NONE, ranking.BEST) else _announcement(category, how.said(category, grade))


def _announcement(category: int, said: ranking.Said) -> Members:
    """Return what a player says of a holding; the tie-break is None where it is withheld or does not matter."""
    length, tie = said
    members = ranking.said_members(category, (length, min(tie, _HIGHEST[category])))
    return {
        name: None if part in (ranking.NO_TIE, ranking.ANY_TIE) else members[name]
        for name, part in zip(members, said, strict=True)
    }


# ---------------------------------------------------------------- the view of a seat


def view_members(
    rules: Ruleset,
    state: State,
    seat: int,
    *,
    ruleset: object,
    deals: object,
    events: object,
    options: Iterable[legal_actions.Option],
) -> dict[str, object]:
    """Return what a seat sees, as `states/view` gives it.

    `ruleset` is its label, or its name and overrides. `deals` are the dealer and score of each earlier deal, `events`
    those of the current deal, in the forms that the caller has, and `options` are all that are legal.
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
        **_visible_law_members(state, seat),
        "options": option_dicts(rules, state, visible(options, state, seat)),
    }


def _visible_law_members(state: State, seat: int) -> Members:
    """Return the members about irregularities, as far as the seat may know of them."""
    law, role = visible_law(state, seat), seat ^ 1 ^ state.dealer
    seen, called_suit = card_list(law.seen[role]), _suit_due(law.suits_due[role])
    return {**law_members(state.dealer, law), "seen": seen, "called_suit": called_suit}


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
        "events": list(map(event_members, offer.events)),
        **result_of_election(offer, before),
    }


def ruling_dict(ruling: Ruling, elections: list[Members], lang: Language) -> Members:
    """Return a ruling in the words of a language; `elections` are its elections as data, which get their sentences."""
    for offer, written in zip(ruling.elections, elections, strict=True):
        written["sentence"] = sentences.election_sentence(ruling, offer, lang)
    return {
        "number": ruling.number,
        "kind": ruling.kind,
        "law": ruling.law,
        "also": ruling.also,
        "readings": ruling.readings,
        "offender": ruling.offender,
        "finding": ruling.finding,
        "facts": [
            {"name": fact.name, "value": sentences.fact(fact, lang), "from": fact.source} for fact in ruling.facts
        ],
        "needs": [_need_dict(need, ruling, lang) for need in ruling.needs],
        "passed": ruling.passed,
        "status": ruling.status,
        "stage": ruling.stage,
        "entitled": ruling.entitled,
        "until": ruling.until,
        "elections": elections,
        "unraised": sentences.unraised(ruling, lang),
        "message": sentences.message(ruling, lang),
        "sentence": sentences.ruling_sentence(ruling, lang),
    }


def _need_dict(need: Need, ruling: Ruling, lang: Language) -> Members:
    least, most = need.bounds or (None, None)
    return {
        "name": need.name,
        "question": sentences.question(need, ruling, lang),
        "help": sentences.at_the_table(sentences.text(need.question.explanation, lang), ruling, lang) or None,
        "type": need.question.form,
        "options": [{"value": value, "label": sentences.option(need, value, ruling, lang)} for value in need.options],
        "least": least,
        "most": most,
        "total": need.total,
        "optional": need.optional,
        "default": need.question.absent,
        "values": need.values,
        "form": sentences.form(need, ruling, lang),
        "sample": need.sample,
    }


def result_of_election(offer: ElectionOffer, before: Pair) -> Members:
    """Return what an election does: `score_delta`, `phase` and `to_act`. None: it is not known or not public.

    `before` is the score of the deal by role, to which the difference is.
    """
    state = offer.state
    if state is None:
        return {"score_delta": None, "phase": None, "to_act": None}
    delta = by_seat(state.dealer, (state.score[0] - before[0], state.score[1] - before[1]))
    return {
        "score_delta": by_name(delta),
        "phase": state.phase,
        "to_act": to_act_in(state),
    }
