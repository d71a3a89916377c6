"""The legal actions of a deal, as options; and their expansion into single actions.

Options and `engine.check` ask the same functions of the rules, and a legal action is one that an option describes.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.multiplayer import calling, exchange_and_play
from service.multiplayer.state import Deal, Equal, Phase
from service.piquet import legal_actions
from service.piquet.cards.ranking import PLAIN
from service.piquet.model.actions import Action

_ActionType = type[Action]  # an alias, since `type` is a field of the option


class EqualOption(NamedTuple):
    """Saying *equal* to the call that stands (V4.5, N4.5)."""

    seat: int
    category: int
    type: _ActionType = Equal


Option = EqualOption | legal_actions.Option


def options(d: Deal) -> tuple[Option, ...]:
    """Return the options of a deal; all are of the seat to act."""
    seat = d.to_act
    match d.phase:
        case Phase.EXCHANGE:
            exchange = legal_actions.ExchangeOption(seat, d.hands[seat], d.rules.dealer_min, d.game.talon_size)
            return (exchange, *_claims(d, seat))
        case Phase.CALLING:
            return (*_words(d, seat), *_claims(d, seat))
        case Phase.RECKONING:
            return (legal_actions.ReckonOption(seat, (calling.terms_of(d, seat),)),)
        case Phase.PLAY:
            return (legal_actions.PlayOption(seat, exchange_and_play.playable(d, seat)),)
    return ()


def _claims(d: Deal, seat: int) -> tuple[Option, ...]:
    return (
        (legal_actions.ClaimOption(seat, 0, 0),)
        if d.rules.calling != exchange_and_play.AUTOMATIC and calling.may_claim(d, seat)
        else ()
    )


def _words(d: Deal, seat: int) -> Iterator[Option]:
    category, calls = calling.category_due(d), tuple(calling.better_calls(d, seat))
    if calls:
        yield legal_actions.CallOption(seat, category, calls)
    if not calling.equal_refusals(d, seat):
        yield EqualOption(seat, category)
    yield legal_actions.PassOption(seat, category)


def expand(d: Deal, option: Option) -> Sequence[Action]:
    """Every legal action of an option. Calls of a point leave the choice of cards to the service."""
    if isinstance(option, EqualOption):
        return (Equal(option.seat, option.category),)
    return legal_actions.actions_of(PLAIN, d.hands[option.seat], option)
