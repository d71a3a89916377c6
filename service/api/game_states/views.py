"""What a caller is shown: what a seat may do, and what it may see."""

from collections.abc import Callable
from typing import Any

import msgspec

from service.api.game_states.codec import StateCodec
from service.api.game_states.verification import Verified
from service.api.problems import Fault, Problem
from service.api.schemas import scalars as w
from service.api.schemas import state as m
from service.api.schemas.decode import SEAT, TOP
from service.api.schemas.encode import card_list
from service.piquet import ENGINE_VERSION, engine
from service.piquet.cards.cards import SUITS
from service.piquet.cards.holdings import maximal
from service.piquet.cards.ranking import ANY_TIE, BEST, CATEGORIES, NO_TIE, NONE, POINT, Grade, RankingRules, Said
from service.piquet.model import actions as a
from service.piquet.model.state import ELDER, SEATS, YOUNGER, State
from service.piquet.rules.reckoning_terms import ReckoningTerms
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import rank_text, said_members


def versions(choice: m.RulesetName) -> dict[str, Any]:
    """What every answer about a ruleset carries."""
    return {"ruleset": choice, "engine_version": ENGINE_VERSION}


def written_options(rules: Ruleset, s: State, options: tuple[engine.Option, ...]) -> list[dict[str, Any]]:
    """Options as the contract has them."""
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
    calls = [_said(option.category, (length, NO_TIE if tie is None else tie)) for length, tie in option.choices]
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
    return None if grade in (NONE, BEST) else _said(category, how.said(category, grade))


def _said(category: int, said: Said) -> dict[str, Any]:
    """What is said of a holding, with null for what is not said or does not matter."""
    length, tie = said
    best = tie if category == POINT else min(tie, TOP["A"])
    members = said_members(category, (length, best))
    return {
        name: None if part in (NO_TIE, ANY_TIE) else members[name] for name, part in zip(members, said, strict=True)
    }


# ---------------------------------------------------------------- the view of a seat


def written_view(holds: Verified, seat: int) -> dict[str, Any]:
    """What a seat may see: its own cards, what was said, shown and played, and counts of the rest."""
    own: Any = SEATS[seat]
    other: Any = SEATS[1 - seat]
    state, whole = holds.state, holds.written()
    partie = whole.partie
    role = seat ^ 1 ^ state.dealer
    return {
        "seat": own,
        "ruleset": whole.ruleset,
        "partie": {
            "first_dealer": partie.first_dealer,
            "deal": partie.deal,
            "dealer": partie.dealer,
            "score": partie.score,
            "deals": [{"dealer": deal.dealer, "score": deal.score} for deal in partie.deals],
            "result": partie.result,
        },
        "phase": whole.phase,
        "to_act": whole.to_act,
        "dealt": None if whole.dealt is None else getattr(whole.dealt.hands, own),
        "hand": getattr(whole.hands, own),
        "drawn": getattr(whole.drawn, own),
        "discards": getattr(whole.discards, own),
        "committed": whole.committed if role == YOUNGER else [],
        "looked": getattr(whole.looked, own),
        "left": whole.left,
        "look": whole.look,
        "elder_look": whole.elder_look,
        "named_suit": whole.named_suit,
        "carte_blanche": whole.carte_blanche,
        "announced_exchange": whole.announced_exchange,
        "talon_count": len(whole.talon),
        "calls": whole.calls,
        "tricks": whole.tricks,
        "score": whole.score,
        "events": whole.events,
        "shown": getattr(whole.shown, own),
        "other": {
            "hand_count": len(getattr(whole.hands, other)),
            "discard_count": len(getattr(whole.discards, other)),
            "carte_blanche": _shown_carte_blanche(whole, other),
            "shown": getattr(whole.shown, other),
        },
        "options": written_options(holds.rules, state, visible_options(holds, seat)),
    }


def own_view(holds: Verified) -> dict[str, Any]:
    """With an answer that has a concealed state: what the seat that asked may see of it."""
    if holds.viewer is None or holds.viewer.seat is None:
        return {}
    return {"view": written_view(holds, holds.viewer.seat)}


def _shown_carte_blanche(whole: Any, other: str) -> list[str] | None:
    shown = getattr(whole.carte_blanche, other) == "shown"
    cards: list[str] | None = getattr(whole.dealt.hands, other) if shown else None
    return cards


def visible_options(holds: Verified, seat: int) -> tuple[engine.Option, ...]:
    """What the seat may do, as far as it can know that it may."""
    knows = may_know_of_conceding(holds.state, seat)
    return tuple(
        option
        for option in engine.options(holds.rules, holds.state)
        if option.seat == seat and (knows or option.type is not a.Concede)
    )


def may_know_of_conceding(state: State, seat: int) -> bool:
    """Until younger has reckoned, whether a hand may be thrown down hangs on what he holds, and so tells elder."""
    return state.reckoned or seat == state.dealer


def seen_by(codec: StateCodec, state: msgspec.Raw, name: w.Seat) -> tuple[Verified, int]:
    """A state and a seat that may look at it: in a concealed state the one whose key was sent. Raises a `Problem`."""
    holds, seat = codec.read_possible(state, "state"), SEAT[name]
    if holds.viewer is not None and seat != holds.viewer.seat:
        raise Problem("concealed", errors=[Fault("/seat", "is not the seat whose key was sent")])
    return holds, seat
