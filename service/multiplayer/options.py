"""The legal actions of a deal, as options; and their expansion into single actions.

Options and `engine.check` ask the same functions of the rules, and a legal action is one that an option describes.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from service.multiplayer.rules.calling import better_calls, equal_refusals
from service.multiplayer.rules.carte_blanche import may_claim
from service.multiplayer.rules.exchange import AUTOMATIC
from service.multiplayer.rules.play import playable
from service.multiplayer.rules.reckon import terms_of
from service.multiplayer.rules.rounds import category_due
from service.multiplayer.state import Deal, Equal, Phase
from service.piquet.cards.cards import cards_of
from service.piquet.cards.ranking import PLAIN, Grade
from service.piquet.enumeration import Choices, Reckonings, discards
from service.piquet.model import actions as a
from service.piquet.rules.reckonable_holdings import ReckoningTerms

_ActionType = type[a.Action]  # an alias, since `type` is a field of each option


class ExchangeOption(NamedTuple):
    """An exchange of `low` to `high` cards of `cards` (N3.1)."""

    seat: int
    cards: int
    low: int
    high: int
    type: _ActionType = a.Exchange


class ClaimOption(NamedTuple):
    """A claim of a carte blanche (V2.1, N2.1)."""

    seat: int
    type: _ActionType = a.ClaimCarteBlanche


class CallOption(NamedTuple):
    """The calls that beat what stands in the category, best first (V4.2, N4.2)."""

    seat: int
    category: int
    calls: tuple[Grade, ...]
    type: _ActionType = a.Call


class EqualOption(NamedTuple):
    """Saying *equal* to the call that stands (V4.5, N4.5)."""

    seat: int
    category: int
    type: _ActionType = Equal


class PassOption(NamedTuple):
    """Saying nothing, or *good* (V4.2, N4.2)."""

    seat: int
    category: int
    type: _ActionType = a.Pass


class ReckonOption(NamedTuple):
    """A reckoning from `hand` on `terms` (V4.7, N4.7, V4.8)."""

    seat: int
    hand: int
    terms: ReckoningTerms
    type: _ActionType = a.Reckon


class PlayOption(NamedTuple):
    """A card to lead or to follow with, one of `cards` (V6.1, N6.1)."""

    seat: int
    cards: int
    type: _ActionType = a.Play


Option = ExchangeOption | ClaimOption | CallOption | EqualOption | PassOption | ReckonOption | PlayOption


def options(d: Deal) -> tuple[Option, ...]:
    """The options of a deal; all are of the seat to act."""
    return _OPTIONS[d.phase](d, d.to_act) if d.phase in _OPTIONS else ()


def _claims(d: Deal, seat: int) -> tuple[Option, ...]:
    return (ClaimOption(seat),) if d.rules.calling != AUTOMATIC and may_claim(d, seat) else ()


def _exchange(d: Deal, seat: int) -> tuple[Option, ...]:
    return (ExchangeOption(seat, d.hands[seat], d.rules.dealer_min, d.game.talon_size), *_claims(d, seat))


def _calling(d: Deal, seat: int) -> tuple[Option, ...]:
    category = category_due(d)
    found: list[Option] = []
    calls = tuple(better_calls(d, seat))
    if calls:
        found.append(CallOption(seat, category, calls))
    if not equal_refusals(d, seat):
        found.append(EqualOption(seat, category))
    return (*found, PassOption(seat, category), *_claims(d, seat))


def _reckoning(d: Deal, seat: int) -> tuple[Option, ...]:
    return (ReckonOption(seat, d.hands[seat], terms_of(d, seat)),)


def _play(d: Deal, seat: int) -> tuple[Option, ...]:
    return (PlayOption(seat, playable(d, seat)),)


_OPTIONS: dict[str, Callable[[Deal, int], tuple[Option, ...]]] = {
    Phase.EXCHANGE: _exchange,
    Phase.CALLING: _calling,
    Phase.RECKONING: _reckoning,
    Phase.PLAY: _play,
}


def expand(option: Option) -> Sequence[a.Action]:
    """Every legal action of an option. Calls of a point leave the choice of cards to the service."""
    seat = option.seat
    match option:
        case PlayOption():
            return Choices(cards_of(option.cards), partial(a.Play, seat))
        case PassOption():
            return (a.Pass(seat, option.category),)
        case EqualOption():
            return (Equal(seat, option.category),)
        case CallOption():
            return Choices(option.calls, partial(_call, seat, option.category))
        case ReckonOption():
            return Choices(Reckonings(PLAIN, option.hand, (option.terms,)), partial(a.Reckon, seat))
        case ExchangeOption():
            return Choices(discards(option.cards, option.low, option.high), partial(a.Exchange, seat))
        case ClaimOption():
            return (a.ClaimCarteBlanche(seat),)


def _call(seat: int, category: int, grade: Grade) -> a.Call:
    return a.Call(seat, category, *grade)
