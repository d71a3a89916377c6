"""Decoder from the structs of the contract to the values of `service.piquet`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from service.api.problems import Fault
from service.api.schemas import actions as am
from service.api.schemas import scalars as w
from service.piquet.cards.cards import BIT, CARD, SUITS
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, POINT, SET, read_tie
from service.piquet.model import actions as a
from service.piquet.model.violations import Violation
from service.piquet.notation.act_dicts import marked, ruling
from service.piquet.notation.member_values import MembersError
from service.piquet.notation.repeated_cards import proposal_of
from service.piquet.rulesets.parameters import Ruleset

SEAT = {"A": 0, "B": 1}
CATEGORY = {name: category for category, name in enumerate(CATEGORIES)}


class RepeatedCard(ValueError):
    """Raised for cards that one list of an action names twice. A hand, which is a set, would count them once.

    `reasons` has a violation for each list, and `action` is the action with each card once.
    """

    def __init__(self, reasons: tuple[Violation, ...], action: a.Action) -> None:
        super().__init__("; ".join(reason.message for reason in reasons))
        self.reasons, self.action = reasons, action


class _Repeats(ValueError):
    """Raised within this module for a list with a repeated card."""


def hand_of(cards: list[w.Card]) -> int:
    """Return a list of cards as a hand; a card that is listed twice counts once."""
    hand = 0
    for card in cards:
        hand |= BIT[card]
    return hand


def card_faults(rules: Ruleset, listed: Iterable[tuple[str, str]], pack: str = "") -> Iterator[Fault]:
    """Yield a fault for each card that is listed twice, or is not in the pack, which a message calls `pack`.

    `listed` are the cards, each with the pointer to it.
    """
    seen = 0
    for where, card in listed:
        if seen & BIT[card]:
            yield Fault(where, f"is {card}, which is listed twice")
        elif not rules.cards & BIT[card]:
            yield Fault(where, f"is {card}, which is not in {pack or f'a pack of {rules.pack}'}")
        seen |= BIT[card]


def _distinct(cards: list[w.Card]) -> int:
    """Return a list of cards as a hand. Raises `_Repeats`."""
    hand = hand_of(cards)
    if hand.bit_count() < len(cards):
        raise _Repeats
    return hand


def _some(cards: list[w.Card] | UnsetType) -> int:
    """Return a list of cards as a hand, which is empty if there is no list. Raises `_Repeats`."""
    return 0 if cards is UNSET else _distinct(cards)


def _call(seat: int, action: Any) -> a.Call:
    category = CATEGORY[action.category]
    cards = _some(action.cards)
    if category == SET:
        return a.Call(seat, SET, action.count, read_tie("rank", action.rank))
    tie = _tie("value", action.value) if category == POINT else _tie("top", action.top)
    return a.Call(seat, category, action.length, tie, cards)


def _tie(member: str, given: float | str | UnsetType) -> int | None:
    return None if given is UNSET else read_tie(member, given)


def _tie_break(seat: int, action: Any) -> a.StateTieBreak:
    cards = _some(action.cards)
    if action.value is not UNSET:
        return a.StateTieBreak(seat, "value", read_tie("value", action.value), cards)
    return a.StateTieBreak(seat, "top", read_tie("top", action.top), cards)


def _reply(seat: int, action: Any) -> a.Reply:
    length = None if action.length is UNSET else action.length
    value, top = _tie("value", action.value), _tie("top", action.top)
    return a.Reply(seat, action.reply, length, value, top)


def _holdings(given: list[w.Holding] | UnsetType) -> tuple[Holding, ...] | None:
    if given is UNSET:
        return None
    return tuple(Holding(CATEGORY[holding.category], _distinct(holding.cards)) for at, holding in enumerate(given))


def _incident(seat: int, action: am.Incident) -> a.Incident:
    missing, double = (UNSET, UNSET) if action.proof is UNSET else (action.proof.missing, action.proof.double)
    of_cards = isinstance(action.answer, list)
    return a.Incident(
        seat,
        action.kind,
        cards=_some(action.cards),
        positions=() if action.positions is UNSET else tuple(action.positions),
        where=action.where or "",
        taken_up=action.taken_up is True,
        missing=_some(missing),
        double=_some(double),
        together=action.together is True,
        shown=action.shown is True,
        about=action.about or "",
        answer=_distinct(action.answer) if isinstance(action.answer, list) else action.answer or 0,
        answer_is_cards=of_cards,
    )


_Read = Callable[[int, Any], a.Action]
# By type: the action of a seat. Amendments have some of them without a seat of their own.
_READ: dict[type, _Read] = {
    am.Play: lambda seat, action: a.PLAYS[seat][CARD[action.card]],
    am.Exchange: lambda seat, action: a.Exchange(seat, _distinct(action.cards)),
    am.Call: _call,
    am.Pass: lambda seat, action: a.Pass(seat, CATEGORY[action.category]),
    am.Reply: _reply,
    am.StateTieBreak: _tie_break,
    am.Decline: lambda seat, action: a.Decline(seat),
    am.Reckon: lambda seat, action: a.Reckon(seat, _holdings(action.holdings)),
    am.ClaimCarteBlanche: lambda seat, action: a.ClaimCarteBlanche(
        seat, None if action.exchange is UNSET else action.exchange
    ),
    am.CommitDiscard: lambda seat, action: a.CommitDiscard(seat, _distinct(action.cards)),
    am.LookAtLeft: lambda seat, action: a.LookAtLeft(
        seat, action.look, None if action.suit is UNSET else SUITS.index(action.suit)
    ),
    am.NameSuit: lambda seat, action: a.NameSuit(seat, SUITS.index(action.suit)),
    am.Concede: lambda seat, action: a.Concede(seat),
    am.Incident: _incident,
    am.Amend: lambda seat, action: a.Amend(seat, _READ[type(action.action)](seat, action.action)),
    am.RulingAction: lambda seat, action: ruling(seat, msgspec.to_builtins(action)),
}
_READ |= {correction: _READ[action] for action, correction in am.CORRECTIONS.items()}


def read_action(action: am.Action) -> a.Action:
    """Return an action of the contract as an action of the engine. Raises `RepeatedCard`."""
    try:
        return _read(action)
    except (_Repeats, MembersError):
        once, reasons = proposal_of(msgspec.to_builtins(action))
        raise RepeatedCard(reasons, once) from None


def _read(action: am.Action) -> a.Action:
    read = _READ[type(action)](SEAT[action.seat], action)
    return marked(read, msgspec.to_builtins(action)) if action.irregular is True else read
