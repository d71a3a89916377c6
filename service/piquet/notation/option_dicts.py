"""Options as plain data, with the names of the contract: `{"seat": "A", "type": "play", "cards": ["KH", "9H"]}`.

An option describes every legal action of one type. `docs/api.md` lists the members of each.
"""

from collections.abc import Callable, Iterable
from typing import Any

from service.piquet.cards.cards import RANKS, SUITS, names
from service.piquet.cards.holdings import maximal
from service.piquet.cards.ranking import ANY_TIE, BEST, CATEGORIES, NO_TIE, NONE, POINT, Grade, RankingRules, Said
from service.piquet.engine import VERBS, Option
from service.piquet.model import actions as a
from service.piquet.model.state import SEATS, State
from service.piquet.notation.action_dicts import Members
from service.piquet.rules.reckoning_terms import ReckoningTerms
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import rank_text, said_members

_HIGHEST_RANK = RANKS.index("A")


def option_dicts(rules: Ruleset, state: State, options: Iterable[Option]) -> list[Members]:
    """The members of each option, in the same order."""
    return [
        {"seat": SEATS[option.seat], "type": VERBS[option.type].name, **_members(rules, state, option)}
        for option in options
    ]


def _members(rules: Ruleset, state: State, option: Option) -> Members:
    write = _WRITE.get(option.type)
    return write(rules, state, option) if write else {}


def _discard(rules: Ruleset, state: State, option: Option) -> Members:
    return {"cards": list(names(option.cards)), "min": option.low, "max": option.high}


def _claim(rules: Ruleset, state: State, option: Option) -> Members:
    return {"exchange": {"min": option.low, "max": option.high}} if option.high else {}


def _look(rules: Ruleset, state: State, option: Option) -> Members:
    suits = [SUITS[suit] for _, suit in option.choices if suit is not None]
    return {"look": [True, False], **({"suits": suits} if suits else {})}


def _call(rules: Ruleset, state: State, option: Option) -> Members:
    assert option.category is not None
    calls = [_announcement(option.category, (length, NO_TIE if tie is None else tie)) for length, tie in option.choices]
    return {"category": CATEGORIES[option.category], "calls": calls}


def _reply(rules: Ruleset, state: State, option: Option) -> Members:
    category = state.calls[-1].category
    return {"replies": list(option.choices), "better": [said_members(category, said) for said in option.better]}


def _tie_break(rules: Ruleset, state: State, option: Option) -> Members:
    assert option.category is not None
    name = CATEGORIES[option.category]
    if option.category == POINT:
        return {"category": name, "values": list(option.choices)}
    return {"category": name, "tops": [rank_text(top) for top in option.choices]}


def _reckon(rules: Ruleset, state: State, option: Option) -> Members:
    hand = state.hands[option.seat ^ 1 ^ state.dealer]
    return {"categories": [_terms(rules, terms, hand) for terms in option.terms]}


def _terms(rules: Ruleset, terms: ReckoningTerms, hand: int) -> Members:
    category, how = terms.category, rules.counting
    return {
        "category": CATEGORIES[category],
        "holdings": [list(names(cards)) for _, cards in maximal(category, hand, how)],
        "from": _bound(how, category, terms.low),
        "to": _bound(how, category, terms.high),
        "needs": terms.needs
        and {"from": _bound(how, category, terms.needs[0]), "to": _bound(how, category, terms.needs[1])},
        "must": terms.must,
        "equal": terms.equal,
    }


def _bound(how: RankingRules, category: int, grade: Grade) -> Members | None:
    return None if grade in (NONE, BEST) else _announcement(category, how.said(category, grade))


def _announcement(category: int, said: Said) -> Members:
    """What a player says of a holding; the tie-break is None where it is withheld or does not matter."""
    length, tie = said
    shown = tie if category == POINT else min(tie, _HIGHEST_RANK)
    members = said_members(category, (length, shown))
    return {
        name: None if part in (NO_TIE, ANY_TIE) else members[name] for name, part in zip(members, said, strict=True)
    }


_WRITE: dict[type[a.Action], Callable[[Ruleset, State, Option], dict[str, Any]]] = {
    a.ClaimCarteBlanche: _claim,
    a.CommitDiscard: _discard,
    a.Exchange: _discard,
    a.LookAtLeft: _look,
    a.NameSuit: lambda rules, state, option: {"suits": [SUITS[suit] for suit in option.choices]},
    a.Call: _call,
    a.Pass: lambda rules, state, option: {"category": CATEGORIES[option.category or 0]},
    a.Reply: _reply,
    a.StateTieBreak: _tie_break,
    a.Reckon: _reckon,
    a.Play: lambda rules, state, option: {"cards": list(names(option.cards))},
}
