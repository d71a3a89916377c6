"""Serializer of options: the actions that a seat may take."""

from collections.abc import Callable
from typing import Any

from service.api.schemas.decode import TOP
from service.api.schemas.encode import card_list
from service.piquet import engine
from service.piquet.cards.cards import SUITS
from service.piquet.cards.holdings import maximal
from service.piquet.cards.ranking import ANY_TIE, BEST, CATEGORIES, NO_TIE, NONE, POINT, Grade, RankingRules, Said
from service.piquet.model import actions as a
from service.piquet.model.state import ELDER, SEATS, YOUNGER, State
from service.piquet.rules.reckoning_terms import ReckoningTerms
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import rank_text, said_members


def written_options(rules: Ruleset, s: State, options: tuple[engine.Option, ...]) -> list[dict[str, Any]]:
    """Options of the engine in the form of the contract."""
    written = []
    for option in options:
        more = _MORE.get(option.type)
        members = more(rules, s, option) if more else {}
        written.append({"seat": SEATS[option.seat], "type": engine.VERBS[option.type].name, **members})
    return written


def _discards(rules: Ruleset, s: State, option: engine.Option) -> dict[str, Any]:
    return {"cards": card_list(option.cards), "min": option.low, "max": option.high}


def _claim(rules: Ruleset, s: State, option: engine.Option) -> dict[str, Any]:
    return {"exchange": {"min": option.low, "max": option.high}} if option.high else {}


def _calls(rules: Ruleset, s: State, option: engine.Option) -> dict[str, Any]:
    assert option.category is not None
    calls = [_declared(option.category, (length, NO_TIE if tie is None else tie)) for length, tie in option.choices]
    return {"category": CATEGORIES[option.category], "calls": calls}


def _looks(option: engine.Option) -> dict[str, Any]:
    suits = [SUITS[suit] for look, suit in option.choices if suit is not None]
    return {"look": [True, False], **({"suits": suits} if suits else {})}


def _replies(rules: Ruleset, s: State, option: engine.Option) -> dict[str, Any]:
    category = s.calls[-1].category
    return {"replies": list(option.choices), "better": [said_members(category, said) for said in option.better]}


def _tie_breaks(rules: Ruleset, s: State, option: engine.Option) -> dict[str, Any]:
    assert option.category is not None
    name = CATEGORIES[option.category]
    if option.category == POINT:
        return {"category": name, "values": list(option.choices)}
    return {"category": name, "tops": [rank_text(top) for top in option.choices]}


def _reckonings(rules: Ruleset, s: State, option: engine.Option) -> dict[str, Any]:
    hand = s.hands[ELDER if option.seat == 1 - s.dealer else YOUNGER]
    return {"categories": [_terms(rules, terms, hand) for terms in option.terms]}


_MORE: dict[type[a.Action], Callable[[Ruleset, State, engine.Option], dict[str, Any]]] = {
    a.Exchange: _discards,
    a.CommitDiscard: _discards,
    a.ClaimCarteBlanche: _claim,
    a.LookAtLeft: lambda rules, s, option: _looks(option),
    a.Call: _calls,
    a.Pass: lambda rules, s, option: {"category": CATEGORIES[option.category or 0]},
    a.NameSuit: lambda rules, s, option: {"suits": [SUITS[suit] for suit in option.choices]},
    a.Reply: _replies,
    a.StateTieBreak: _tie_breaks,
    a.Reckon: _reckonings,
    a.Play: lambda rules, s, option: {"cards": card_list(option.cards)},
}


def _terms(rules: Ruleset, terms: ReckoningTerms, hand: int) -> dict[str, Any]:
    category, how = terms.category, rules.counting
    return {
        "category": CATEGORIES[category],
        "holdings": [card_list(cards) for _, cards in maximal(category, hand, how)],
        "from": _bound(how, category, terms.low),
        "to": _bound(how, category, terms.high),
        "needs": terms.needs
        and {"from": _bound(how, category, terms.needs[0]), "to": _bound(how, category, terms.needs[1])},
        "must": terms.must,
        "equal": terms.equal,
    }


def _bound(how: RankingRules, category: int, grade: Grade) -> dict[str, Any] | None:
    return None if grade in (NONE, BEST) else _declared(category, how.said(category, grade))


def _declared(category: int, said: Said) -> dict[str, Any]:
    """The members of a declaration, with null for a tie-break that is not stated or does not matter."""
    length, tie = said
    best = tie if category == POINT else min(tie, TOP["A"])
    members = said_members(category, (length, best))
    return {
        name: None if part in (NO_TIE, ANY_TIE) else members[name] for name, part in zip(members, said, strict=True)
    }
