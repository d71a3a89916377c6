"""The cut, the shuffle and the deal (§2)."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256

from service.piquet.cards.cards import cards_of, mask_of, names, suit_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model.violations import Violation, violation
from service.piquet.rulesets.parameters import Ruleset

Deal = tuple[tuple[int, int], tuple[int, ...]]

# R2.3: the sizes of the packets, each dealt to elder and then to younger.
_PACKETS: dict[int | str, tuple[int, ...]] = {2: (2,) * 6, 3: (3,) * 4, "alternating": (2, 3, 2, 3, 2)}


def cut(ruleset: Ruleset, card_a: int, card_b: int) -> tuple[str, int | None]:
    """The result of two cut cards (R2.4): `deals` or `chooses` with a seat, or `cut_again` with None."""
    ranks = card_a % 9, card_b % 9
    if ranks[0] == ranks[1]:
        return "cut_again", None
    extreme = min(ranks) if ruleset.first_deal == "low_cut_deals" else max(ranks)
    return "chooses" if ruleset.first_deal == "high_cut_chooses" else "deals", ranks.index(extreme)


def deal(ruleset: Ruleset, deck: Sequence[int]) -> Deal:
    """Deal a deck, top card first, to elder first (R2.2, R2.3): elder's and younger's hands, and the talon."""
    hands: tuple[list[int], list[int]] = ([], [])
    at = 0
    for packet in _PACKETS[ruleset.deal_packet]:
        for hand in hands:
            hand += deck[at : at + packet]
            at += packet
    return (mask_of(hands[0]), mask_of(hands[1])), tuple(deck[at:])


# The fewest and the most cards of a hand in an irregular deal, and how far the talon may differ (docs/law.md, K1).
_FEWEST, _MOST, _TALON_OFF = 9, 15, 3


@cache
def sizes(pack: int, *, irregular: bool = False) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    """The fewest and the most cards of each hand and of the talon, for a number of cards in the pack (R2.2)."""
    talon = pack - 2 * HAND_SIZE
    if irregular:
        return (_FEWEST, _MOST), (_FEWEST, _MOST), (talon - _TALON_OFF, talon + _TALON_OFF)
    return (HAND_SIZE, HAND_SIZE), (HAND_SIZE, HAND_SIZE), (talon, talon)


def check_cards(ruleset: Ruleset, deal: Deal, *, irregular: bool = False) -> tuple[Violation, ...]:
    """Why a deal is not the pack, dealt twelve cards to each player (R2.1, R2.2); empty if it is.

    An `irregular` deal may have other numbers of cards.
    """
    (elder, younger), talon = deal
    parts = {"elder": elder, "younger": younger, "talon": mask_of(talon)}
    counts = (elder.bit_count(), younger.bit_count(), len(talon))
    limits = sizes(ruleset.pack, irregular=irregular)
    found = [
        violation("deal.wrong_count", name, where=name, count=count, expected=min(max(count, least), most))
        for name, count, (least, most) in zip(parts, counts, limits, strict=True)
        if not least <= count <= most
    ]
    dealt = twice = 0
    for cards in parts.values():
        twice |= dealt & cards
        dealt |= cards
    if dealt == ruleset.cards and not twice:  # the usual case
        return tuple(found)
    found += [violation("deal.card_twice", card=card) for card in names(twice)]
    found += [violation("deal.card_unknown", card=card, pack=ruleset.pack) for card in names(dealt & ~ruleset.cards)]
    found += [violation("deal.card_missing", card=card) for card in names(ruleset.cards & ~dealt)]
    return tuple(found)


def shuffle(pack: int, seed: str) -> tuple[int, ...]:
    """The deck of a seed, top card first. The same seed always gives the same deck (docs/rules.md, "The shuffle").

    The algorithm is Fisher-Yates from the last card to the first, over the pack in the order spades, hearts, diamonds,
    clubs, lowest card first. Its numbers are drawn from SHA-256 in counter mode, without bias.
    """
    deck = sorted(cards_of(pack), key=lambda card: (suit_of(card), card))
    key = seed.encode()
    block, counter = b"", 0
    for last in range(len(deck) - 1, 0, -1):
        while True:
            if len(block) < 4:
                block = sha256(b"piquet-deck-1:" + counter.to_bytes(4, "big") + b":" + key).digest()
                counter += 1
            number, block = int.from_bytes(block[:4], "big"), block[4:]
            # Drop the highest numbers, which would make the lower places more likely.
            if number < (1 << 32) // (last + 1) * (last + 1):
                break
        other = number % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)
