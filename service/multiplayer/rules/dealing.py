"""The deal: packets, and the check that the cards are the pack (§1)."""

from collections.abc import Sequence
from typing import NamedTuple

from service.multiplayer.parameters import Ruleset
from service.multiplayer.violations import refuse
from service.piquet.cards.cards import PACKS, mask_of, names
from service.piquet.model.violations import Violation

PACK_SIZE = 32
PACK = PACKS[PACK_SIZE]


class Cards(NamedTuple):
    """The cards of a deal: the hands by seat, and the talon, top card first."""

    hands: tuple[int, ...]
    talon: tuple[int, ...] = ()


def deal_deck(rules: Ruleset, dealer: int, deck: Sequence[int]) -> Cards:
    """Deal a deck, top card first, to eldest first (V1.3, N1.3)."""
    game = rules.game
    dealt: list[list[int]] = [[] for _ in game.seats]
    at = 0
    for packet in game.packets[rules.deal_packet]:
        for seat in game.order(dealer):
            dealt[seat] += deck[at : at + packet]
            at += packet
    return Cards(tuple(map(mask_of, dealt)), tuple(deck[at:]))


def check_cards(rules: Ruleset, cards: Cards) -> tuple[Violation, ...]:
    """Why these cards are not the pack, dealt to the seats as the game has it (V1.1, N1.1); empty if they are."""
    game = rules.game
    parts = {
        **{seat: (hand.bit_count(), game.hand_size) for seat, hand in zip(game.seats, cards.hands, strict=True)},
        "talon": (len(cards.talon), game.talon_size),
    }
    found = [
        refuse(game, "deal.wrong_count", where, where=where, count=count, expected=expected)
        for where, (count, expected) in parts.items()
        if count != expected
    ]
    dealt = twice = 0
    for hand in (*cards.hands, *(1 << card for card in cards.talon)):
        twice |= dealt & hand
        dealt |= hand
    found += [refuse(game, "deal.card_twice", card=card) for card in names(twice)]
    found += [refuse(game, "deal.card_unknown", card=card, pack=PACK_SIZE) for card in names(dealt & ~PACK)]
    found += [refuse(game, "deal.card_missing", card=card) for card in names(PACK & ~dealt)]
    return tuple(found)
