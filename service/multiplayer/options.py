"""The legal actions of a deal, as options; and their expansion into single actions.

Options and `engine.check` ask the same functions of the rules, and a legal action is one that an option describes.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from service.multiplayer.calling import better_calls, category_due, equal_refusals, may_claim, terms_of
from service.multiplayer.exchange_and_play import AUTOMATIC, playable
from service.multiplayer.state import Deal, Equal, Phase
from service.piquet import legal_actions
from service.piquet.cards.ranking import PLAIN
from service.piquet.legal_actions import actions_of
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
    return _OPTIONS[d.phase](d, d.to_act) if d.phase in _OPTIONS else ()


def _claims(d: Deal, seat: int) -> tuple[Option, ...]:
    return (legal_actions.ClaimOption(seat, 0, 0),) if d.rules.calling != AUTOMATIC and may_claim(d, seat) else ()


def _exchange(d: Deal, seat: int) -> tuple[Option, ...]:
    return (legal_actions.ExchangeOption(seat, d.hands[seat], d.rules.dealer_min, d.game.talon_size), *_claims(d, seat))


def _calling(d: Deal, seat: int) -> tuple[Option, ...]:
    category = category_due(d)
    found: list[Option] = []
    calls = tuple(better_calls(d, seat))
    if calls:
        found.append(legal_actions.CallOption(seat, category, calls))
    if not equal_refusals(d, seat):
        found.append(EqualOption(seat, category))
    return (*found, legal_actions.PassOption(seat, category), *_claims(d, seat))


def _reckoning(d: Deal, seat: int) -> tuple[Option, ...]:
    return (legal_actions.ReckonOption(seat, (terms_of(d, seat),)),)


def _play(d: Deal, seat: int) -> tuple[Option, ...]:
    return (legal_actions.PlayOption(seat, playable(d, seat)),)


_OPTIONS: dict[str, Callable[[Deal, int], tuple[Option, ...]]] = {
    Phase.EXCHANGE: _exchange,
    Phase.CALLING: _calling,
    Phase.RECKONING: _reckoning,
    Phase.PLAY: _play,
}


def expand(d: Deal, option: Option) -> Sequence[Action]:
    """Every legal action of an option. Calls of a point leave the choice of cards to the service."""
    if isinstance(option, EqualOption):
        return (Equal(option.seat, option.category),)
    return actions_of(PLAIN, d.hands[option.seat], option)
