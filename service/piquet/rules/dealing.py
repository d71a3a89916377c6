"""The cut, the shuffle and the deal (R2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256

from service.piquet.cards.cards import BIT, CARD, PACKS, cards_of, hand_of, mask_of, names, suit_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model.violations import IllegalAction, Path, Violation, violation
from service.piquet.rulesets.parameters import Ruleset

Deal = tuple[tuple[int, int], tuple[int, ...]]
Bounds = tuple[int, int]  # the fewest and the most
CardLists = Iterable[tuple[Path, Sequence[str]]]  # lists of cards with their places

# R2.3: the sizes of the packets, each dealt to elder and then to younger.
_PACKETS: dict[int | str, tuple[int, ...]] = {2: (2,) * 6, 3: (3,) * 4, "alternating": (2, 3, 2, 3, 2)}


def cut(ruleset: Ruleset, card_a: int, card_b: int) -> tuple[str, int | None]:
    """Return the result of two cut cards (R2.4): `deals` or `chooses` with a seat, or `cut_again` with None."""
    ranks = card_a % 9, card_b % 9
    if ranks[0] == ranks[1]:
        return "cut_again", None
    extreme = min(ranks) if ruleset.first_deal == "low_cut_deals" else max(ranks)
    return "chooses" if ruleset.first_deal == "high_cut_chooses" else "deals", ranks.index(extreme)


def deal(ruleset: Ruleset, deck: Sequence[int]) -> Deal:
    """Deal a deck, top card first, to elder first (R2.2, R2.3): elder's and younger's hands, and the talon."""
    (elder, younger), talon = in_packets(deck, _PACKETS[ruleset.deal_packet], 2)
    return (elder, younger), talon


def in_packets(deck: Sequence[int], packets: Iterable[int], players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Deal a deck, top card first, in packets of these sizes, each to one player after the other: hands and talon."""
    hands: list[list[int]] = [[] for _ in range(players)]
    at = 0
    for packet in packets:
        for hand in hands:
            hand += deck[at : at + packet]
            at += packet
    return tuple(map(mask_of, hands)), tuple(deck[at:])


# The fewest and the most cards of a hand in an irregular deal, and how far the talon may differ (docs/law.md, K1).
_FEWEST, _MOST, _TALON_OFF = 9, 15, 3


@cache
def sizes(pack: int, *, irregular: bool) -> tuple[Bounds, Bounds, Bounds]:
    """Return the fewest and the most cards of each hand and of the talon, for a number of cards in the pack (R2.2)."""
    talon = pack - 2 * HAND_SIZE
    if irregular:
        return (_FEWEST, _MOST), (_FEWEST, _MOST), (talon - _TALON_OFF, talon + _TALON_OFF)
    return (HAND_SIZE, HAND_SIZE), (HAND_SIZE, HAND_SIZE), (talon, talon)


def check_cards(ruleset: Ruleset, deal: Deal, *, irregular: bool = False) -> tuple[Violation, ...]:
    """Why a deal is not the pack, dealt twelve cards to each player (R2.1, R2.2); empty if it is.

    An `irregular` deal may have other numbers of cards.
    """
    (elder, younger), talon = deal
    limits = sizes(ruleset.pack, irregular=irregular)
    return check_parts(ruleset.pack, {"elder": elder, "younger": younger}, talon, limits)


def check_parts(
    pack: int, hands: Mapping[str, int], talon: Sequence[int], limits: Iterable[Bounds]
) -> tuple[Violation, ...]:
    """Why these hands and the talon are not a pack of so many cards; empty if they are.

    `limits` are the fewest and the most cards of each hand and of the talon.
    """
    counts = {**{name: hand.bit_count() for name, hand in hands.items()}, "talon": len(talon)}
    found = [
        violation("deal.wrong_count", name, where=name, count=count, expected=min(max(count, least), most))
        for (name, count), (least, most) in zip(counts.items(), limits, strict=True)
        if not least <= count <= most
    ]
    dealt = twice = 0
    for cards in (*hands.values(), *(1 << card for card in talon)):
        twice |= dealt & cards
        dealt |= cards
    if dealt == PACKS[pack] and not twice:  # the usual case
        return tuple(found)
    found += [violation("deal.card_twice", card=card) for card in names(twice)]
    found += [violation("deal.card_unknown", card=card, pack=pack) for card in names(dealt & ~PACKS[pack])]
    found += [violation("deal.card_missing", card=card) for card in names(PACKS[pack] & ~dealt)]
    return tuple(found)


def deal_of_deck(ruleset: Ruleset, deck: Sequence[str]) -> Deal:
    """Deal a deck of named cards, top card first. Raises `IllegalAction` unless it is the pack (R2.1)."""
    if found := tuple(once_each(ruleset.pack, [(("deck",), deck)])):
        raise IllegalAction(found)
    return deal(ruleset, [CARD[card] for card in deck])


def deal_of_hands(
    ruleset: Ruleset,
    hands: Sequence[Sequence[str]],
    talon: Sequence[str],
    dealer: int,
    *path: str | int,
    irregular: bool = False,
) -> Deal:
    """Return the deal of A's and B's hands and the talon, top card first, by the names of their cards.

    Raises `IllegalAction` unless they are the pack, dealt twelve cards to each player (R2.1, R2.2); an `irregular` deal
    may have other numbers of cards. `path` is the place of the cards.
    """
    a_hand, b_hand = hands
    both = hand_of(a_hand), hand_of(b_hand)
    limits, counts = sizes(ruleset.pack, irregular=irregular), (len(a_hand), len(b_hand), len(talon))
    fits = all(least <= count <= most for (least, most), count in zip(limits, counts, strict=True))
    if not fits or sum(counts) != ruleset.pack or both[0] | both[1] | hand_of(talon) != ruleset.cards:
        lists = {("hands", "A"): a_hand, ("hands", "B"): b_hand, ("talon",): talon}
        raise IllegalAction(tuple(check_lists(ruleset.pack, lists, limits, *path)))
    return both if dealer == 1 else both[::-1], tuple(CARD[card] for card in talon)


def check_lists(
    pack: int, lists: Mapping[tuple[str, ...], Sequence[str]], limits: Iterable[Bounds], *path: str | int
) -> Iterator[Violation]:
    """Check lists of cards by their places under `path` as `check_parts` does, with a place in each violation."""
    for (member, cards), (least, most) in zip(lists.items(), limits, strict=True):
        count, where = len(cards), "/".join(member)
        if not least <= count <= most:
            expected = min(max(count, least), most)
            yield violation("deal.wrong_count", *path, *member, where=where, count=count, expected=expected)
    yield from once_each(pack, [((*path, *member), cards) for member, cards in lists.items()])


def once_each(pack: int, lists: CardLists, kind: str = "deal") -> Iterator[Violation]:
    """Yield a violation for each card that these lists repeat or lack, or that the pack does not have (R2.1)."""
    seen = 0
    for path, cards in lists:
        for at, card in enumerate(cards):
            bit = BIT[card]
            if seen & bit:
                yield violation(f"{kind}.card_twice", *path, at, card=card)
            elif not PACKS[pack] & bit:
                yield violation(f"{kind}.card_unknown", *path, at, card=card, pack=pack)
            seen |= bit
    for missing in names(PACKS[pack] & ~seen):
        yield violation(f"{kind}.card_missing", card=missing)


def shuffle(pack: int, seed: str) -> tuple[int, ...]:
    """Return the deck of a seed, top card first.

    The same seed always gives the same deck (docs/rules.md, "The shuffle"). The algorithm is Fisher-Yates from the last
    card to the first, over the pack in the order spades, hearts, diamonds, clubs, lowest card first. Its numbers are
    drawn from SHA-256 in counter mode, without bias.
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
