"""Decoder from the structs of the contract to the values of `service.piquet`."""

from typing import Any

from msgspec import UNSET, UnsetType

from service.api.schemas import actions as am
from service.api.schemas import scalars as w
from service.piquet.cards.cards import BIT, CARD, SUITS
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, POINT, SET, read_tie
from service.piquet.model import actions as a
from service.piquet.model.violations import Violation, violation

SEAT = {"A": 0, "B": 1}
CATEGORY = {name: category for category, name in enumerate(CATEGORIES)}


class RepeatedCard(ValueError):
    """Raised for a card that one list of an action names twice. A hand, which is a set, would count it once."""

    def __init__(self, reason: Violation) -> None:
        super().__init__(reason.message)
        self.reason = reason


def hand_of(cards: list[w.Card]) -> int:
    """A list of cards as a hand; a card that is listed twice counts once."""
    hand = 0
    for card in cards:
        hand |= BIT[card]
    return hand


def _distinct(cards: list[w.Card], *path: str | int) -> int:
    """A list of cards as a hand. Raises `RepeatedCard`."""
    hand = hand_of(cards)
    if hand.bit_count() < len(cards):
        again = tuple(sorted({card for card in cards if cards.count(card) > 1}))
        raise RepeatedCard(violation("cards.twice", *path, "cards", cards=again))
    return hand


def _call(action: am.Call) -> a.Call:
    category = CATEGORY[action.category]
    seat, cards = SEAT[action.seat], 0 if action.cards is UNSET else _distinct(action.cards)
    if category == SET:
        return a.Call(seat, SET, action.count, read_tie("rank", action.rank))  # type: ignore[arg-type]
    tie = _tie("value", action.value) if category == POINT else _tie("top", action.top)
    return a.Call(seat, category, action.length, tie, cards)  # type: ignore[arg-type]


def _tie(member: str, given: float | str | UnsetType) -> int | None:
    return None if given is UNSET else read_tie(member, given)


def _tie_break(action: am.StateTieBreak) -> a.StateTieBreak:
    cards = 0 if action.cards is UNSET else _distinct(action.cards)
    if action.value is not UNSET:
        return a.StateTieBreak(SEAT[action.seat], "value", read_tie("value", action.value), cards)
    return a.StateTieBreak(SEAT[action.seat], "top", read_tie("top", action.top), cards)


def _reply(action: am.Reply) -> a.Reply:
    length = None if action.length is UNSET else action.length
    value, top = _tie("value", action.value), _tie("top", action.top)
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
    """An action of the contract as an action of the engine. Raises `RepeatedCard`."""
    read: a.Action = _READ[type(action)](action)
    return read
