"""Options as plain data, with the names of the contract: `{"seat": "A", "type": "play", "cards": ["KH", "9H"]}`.

An option describes every legal action of one type. `docs/reference.md` lists the members of each.
"""

from collections.abc import Iterable

from service.piquet import legal_actions
from service.piquet.cards.cards import SUITS, names
from service.piquet.cards.holdings import maximal
from service.piquet.cards.ranking import (
    ANY_TIE,
    BEST,
    CATEGORIES,
    NO_TIE,
    NONE,
    POINT,
    Grade,
    RankingRules,
    Said,
    read_tie,
    said_members,
    write_tie,
)
from service.piquet.model.state import SEATS, State
from service.piquet.rules.reckonable_holdings import ReckoningTerms
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.value_kinds import Members
from service.piquet.verbs import NAMES

# The highest tie-break that can be written, by category.
_HIGHEST = (ANY_TIE, read_tie("top", "A"), read_tie("rank", "A"))


def option_dicts(rules: Ruleset, state: State, options: Iterable[legal_actions.Option]) -> list[Members]:
    """Return the members of each option, in the same order."""
    return [
        {"seat": SEATS[option.seat], "type": NAMES[option.type], **_members(rules, state, option)} for option in options
    ]


def _members(rules: Ruleset, state: State, option: legal_actions.Option) -> Members:
    match option:
        case legal_actions.ReplyOption():
            better = [said_members(option.category, said) for said in option.better]
            return {"replies": list(option.replies), "better": better}
        case legal_actions.ReckonOption():
            hand = state.hands[option.seat ^ 1 ^ state.dealer]
            return {"categories": [_terms(rules, terms, hand) for terms in option.terms]}
        case legal_actions.AmendOption():
            inner = option.option
            return {"of": NAMES[inner.type], "law": option.law, **_members(rules, state, inner)}
        case _:
            return members_of(option)


def members_of(option: legal_actions.Option) -> Members:
    """Return the members of an option, without its seat and its type, if they depend on the option alone."""
    # The most frequent kinds come first, since the cases are tried in order.
    match option:
        case legal_actions.PlayOption():
            return {"cards": list(names(option.cards))}
        case legal_actions.PassOption():
            return {"category": CATEGORIES[option.category]}
        case legal_actions.CallOption():
            return {"category": CATEGORIES[option.category], "calls": _calls(option)}
        case legal_actions.ExchangeOption():
            return {"cards": list(names(option.cards)), "min": option.low, "max": option.high}
        case legal_actions.LookOption():
            return {"look": [True, False], **({"suits": _suits(option.suits)} if option.suits else {})}
        case legal_actions.NameSuitOption():
            return {"suits": _suits(option.suits)}
        case legal_actions.TieBreakOption():
            kind = "value" if option.category == POINT else "top"
            return {"category": CATEGORIES[option.category], f"{kind}s": [write_tie(kind, tie) for tie in option.ties]}
        case legal_actions.ClaimOption():
            return {"exchange": {"min": option.low, "max": option.high}} if option.high else {}
        case legal_actions.RulingOption():
            elections = list(option.elections)
            members = {"number": option.number, "kind": option.kind, "law": option.law}
            return {**members, "elections": elections, "until": option.until}
        case _:
            return {}


def _calls(option: legal_actions.CallOption) -> list[Members]:
    return [_announcement(option.category, (length, NO_TIE if tie is None else tie)) for length, tie in option.calls]


def _suits(suits: tuple[int, ...]) -> list[str]:
    return [SUITS[suit] for suit in suits]


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
    """Return what a player says of a holding; the tie-break is None where it is withheld or does not matter."""
    length, tie = said
    members = said_members(category, (length, min(tie, _HIGHEST[category])))
    return {
        name: None if part in (NO_TIE, ANY_TIE) else members[name] for name, part in zip(members, said, strict=True)
    }
