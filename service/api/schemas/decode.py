"""From the JSON of the contract to the values of `service.piquet`."""

from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import UNSET

from service.api.problems import Fault, Problem, pointer
from service.api.schemas import actions as am
from service.api.schemas import scalars as w
from service.api.schemas import state as m
from service.piquet.cards.cards import BIT, CARD, RANKS, SUITS
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, NOUGHT_TOP, SET
from service.piquet.model import actions as a
from service.piquet.model.violations import Violation, violation
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import code_of
from service.piquet.rulesets.published import ruleset as find_ruleset
from service.request_context import record

SEAT = {"A": 0, "B": 1}
CATEGORY = {name: category for category, name in enumerate(CATEGORIES)}
RANK: dict[str, int] = {text: rank for rank, text in enumerate(RANKS)}
TOP: dict[str, float] = {**RANK, "nought": NOUGHT_TOP}


# ---------------------------------------------------------------- rulesets


@lru_cache(maxsize=256)
def _ruleset(name: str, overrides: tuple[tuple[str, tuple[type, Any]], ...]) -> Ruleset:
    return find_ruleset(name, {parameter: value for parameter, (_, value) in overrides})


class Chosen(NamedTuple):
    """A ruleset that was asked for: its parameters, and how it is named in answers, with its version."""

    rules: Ruleset
    named: m.RulesetName


def note_ruleset(named: m.RulesetName) -> None:
    """Notes that the request has to do with a ruleset, whatever it overrides."""
    record("ruleset", named if isinstance(named, str) else named.name)


def ruleset_of(choice: m.RulesetName, *place: str | int) -> Chosen:
    """The ruleset that is meant, which stands at `place` in the request; a `Problem` if there is none such."""
    chosen = _chosen(choice, *place)
    note_ruleset(chosen.named)
    return chosen


def _chosen(choice: m.RulesetName, *place: str | int) -> Chosen:
    try:
        if isinstance(choice, str):
            return Chosen(_ruleset(choice, ()), code_of(choice).label)
        # The type is part of the key, since 1 and true are one key otherwise.
        typed = ((name, (type(value), value)) for name, value in choice.overrides.items())
        rules = _ruleset(choice.name, tuple(sorted(typed, key=lambda item: item[0])))
        return Chosen(rules, m.RulesetChoice(code_of(choice.name).label, choice.overrides))
    except RulesetError as error:
        place = place or ("ruleset",)
        if not error.parameters:
            where = pointer(*place) if isinstance(choice, str) else pointer(*place, "name")
            raise Problem("unknown_ruleset", str(error), [Fault(where, "names no ruleset")]) from None
        faults = [Fault(pointer(*place, "overrides", name), why) for name, why in error.faults.items()]
        raise Problem("invalid_ruleset", str(error), faults, parameters=list(error.parameters)) from None


# ---------------------------------------------------------------- reading


class RepeatedCard(ValueError):
    """A card named twice in one list of an action, which as a hand would count once."""

    def __init__(self, reason: Violation) -> None:
        super().__init__(reason.message)
        self.reason = reason


def hand_of(cards: list[w.Card]) -> int:
    """A list of cards as a hand; a card that is there twice counts once."""
    hand = 0
    for card in cards:
        hand |= BIT[card]
    return hand


def _distinct(cards: list[w.Card], *place: str | int) -> int:
    """A list of cards as a hand. Raises `RepeatedCard`."""
    hand = hand_of(cards)
    if hand.bit_count() < len(cards):
        again = tuple(sorted({card for card in cards if cards.count(card) > 1}))
        raise RepeatedCard(violation("cards.twice", *place, "cards", cards=again))
    return hand


def _call(action: am.Call) -> a.Call:
    category = CATEGORY[action.category]
    seat, cards = SEAT[action.seat], 0 if action.cards is UNSET else _distinct(action.cards)
    if category == SET:
        return a.Call(seat, SET, action.count, RANK[action.rank])  # type: ignore[arg-type, index]
    tie: float | None = None
    if action.value is not UNSET:
        tie = action.value
    elif action.top is not UNSET:
        tie = TOP[action.top]
    return a.Call(seat, category, action.length, tie, cards)  # type: ignore[arg-type]


def _tie_break(action: am.StateTieBreak) -> a.StateTieBreak:
    cards = 0 if action.cards is UNSET else _distinct(action.cards)
    if action.value is not UNSET:
        return a.StateTieBreak(SEAT[action.seat], "value", action.value, cards)
    return a.StateTieBreak(SEAT[action.seat], "top", TOP[action.top], cards)  # type: ignore[index]


def _reply(action: am.Reply) -> a.Reply:
    length = None if action.length is UNSET else action.length
    value = None if action.value is UNSET else action.value
    top = None if action.top is UNSET else TOP[action.top]
    return a.Reply(SEAT[action.seat], action.reply, length, value, top)


def _reckon(action: am.Reckon) -> a.Reckon:
    if action.holdings is UNSET:
        return a.Reckon(SEAT[action.seat])
    holdings = tuple(
        Holding(CATEGORY[holding.category], _distinct(holding.cards, "holdings", at))
        for at, holding in enumerate(action.holdings)
    )
    return a.Reckon(SEAT[action.seat], holdings)


_READ: dict[type, Any] = {
    am.Play: lambda action: a.Play(SEAT[action.seat], CARD[action.card]),
    am.Exchange: lambda action: a.Exchange(SEAT[action.seat], _distinct(action.cards)),
    am.Call: _call,
    am.Pass: lambda action: a.Pass(SEAT[action.seat], CATEGORY[action.category]),
    am.Reply: _reply,
    am.StateTieBreak: _tie_break,
    am.Decline: lambda action: a.Decline(SEAT[action.seat]),
    am.Reckon: _reckon,
    am.ClaimCarteBlanche: lambda action: a.ClaimCarteBlanche(
        SEAT[action.seat], None if action.exchange is UNSET else action.exchange
    ),
    am.CommitDiscard: lambda action: a.CommitDiscard(SEAT[action.seat], _distinct(action.cards)),
    am.LookAtLeft: lambda action: a.LookAtLeft(
        SEAT[action.seat], action.look, None if action.suit is UNSET else SUITS.index(action.suit)
    ),
    am.NameSuit: lambda action: a.NameSuit(SEAT[action.seat], SUITS.index(action.suit)),
    am.Concede: lambda action: a.Concede(SEAT[action.seat]),
}


def read_action(action: am.Action) -> a.Action:
    """An action of the contract as one of the engine. Raises `RepeatedCard`."""
    read: a.Action = _READ[type(action)](action)
    return read
