"""The deal: packets, and the check that the cards are the pack (§1)."""

from collections.abc import Sequence
from typing import NamedTuple

from service.multiplayer.games import Game
from service.multiplayer.parameters import Ruleset
from service.multiplayer.violations import in_game
from service.piquet.cards.cards import PACKS
from service.piquet.model.violations import Violation
from service.piquet.rules.dealing import Bounds, check_parts, in_packets

PACK_SIZE = 32
PACK = PACKS[PACK_SIZE]


class Cards(NamedTuple):
    """The cards of a deal: the hands by seat, and the talon, top card first."""

    hands: tuple[int, ...]
    talon: tuple[int, ...] = ()


def deal_deck(rules: Ruleset, dealer: int, deck: Sequence[int]) -> Cards:
    """Deal a deck, top card first, to eldest first (V1.3, N1.3)."""
    game, order = rules.game, rules.game.order(dealer)
    hands, talon = in_packets(deck, game.packets[rules.deal_packet], len(order))
    return Cards(tuple(hands[order.index(seat)] for seat in range(len(order))), talon)


def limits(game: Game) -> list[Bounds]:
    """The fewest and the most cards of each hand and of the talon (V1.2, N1.2)."""
    return [(game.hand_size,) * 2] * len(game.seats) + [(game.talon_size,) * 2]


def check_cards(rules: Ruleset, cards: Cards) -> tuple[Violation, ...]:
    """Why these cards are not the pack, dealt to the seats as the game has it (V1.1, N1.1); empty if they are."""
    game = rules.game
    hands = dict(zip(game.seats, cards.hands, strict=True))
    return tuple(in_game(game, reason) for reason in check_parts(PACK_SIZE, hands, cards.talon, limits(game)))
