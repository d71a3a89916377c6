"""What hands hold, and who is good, on sets of strings and by trying every hand that the other may have."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

RANKS = "6789TJQKA"
SUITS = "SHDC"
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7, "6": 6}
PACKS = {size: [rank + suit for suit in SUITS for rank in RANKS[9 - size // 4 :]] for size in (32, 36)}
OF_SUIT = {suit: frozenset(rank + suit for rank in RANKS) for suit in SUITS}
FOURS = {rank: frozenset(rank + suit for suit in SUITS) for rank in RANKS}
CATEGORIES = ("point", "sequence", "set")

Key = tuple[float, ...]
Cards = frozenset[str]


@dataclass(frozen=True)
class Game:
    """What of a ruleset matters here, by the names that its parameters have."""

    pack: int = 32
    point_minimum: int = 3
    point_comparison: str = "cards"
    nought: bool = False

    def holdings(self, hand: Iterable[str]) -> Iterator[tuple[str, Key, Cards]]:
        """Each holding that is no part of another: category, what it is compared by, cards (R1, R5.1)."""
        cards = set(hand)
        for suit in SUITS:
            held = OF_SUIT[suit] & cards
            yield from self.in_suit(suit, held)
            if self.nought and not held and len(cards) == 12:
                yield "point", self.point(5, 50.5), frozenset()
                yield "sequence", (5, RANKS.index("K") + 0.5), frozenset()
        for rank in "TJQKA":
            same = FOURS[rank] & cards
            if len(same) >= 3:
                yield "set", (len(same), RANKS.index(rank)), same

    @lru_cache(10_000)  # noqa: B019
    def in_suit(self, suit: str, cards: Cards) -> list[tuple[str, Key, Cards]]:
        """Point and sequences of a suit. Most hands have again what others have in a suit."""
        ranks = "".join(rank for rank in RANKS if rank + suit in cards)
        found: list[tuple[str, Key, Cards]] = []
        if len(ranks) >= self.point_minimum:
            found.append(("point", self.point(len(ranks), sum(PIPS[rank] for rank in ranks)), self.of(suit, ranks)))
        found += [("sequence", (len(run), RANKS.index(run[-1])), self.of(suit, run)) for run in self.runs(ranks)]
        return found

    def point(self, count: int, value: float) -> Key:
        return (value,) if self.point_comparison == "pips" else (count, value)

    @staticmethod
    def of(suit: str, ranks: Iterable[str]) -> Cards:
        return frozenset(rank + suit for rank in ranks)

    @staticmethod
    def runs(ranks: str) -> list[str]:
        """The stretches of three and more ranks that are neighbours, none part of another."""
        stretches = [RANKS[low:high] for low in range(9) for high in range(low + 3, 10)]
        held = [stretch for stretch in stretches if stretch in ranks]
        return [run for run in held if not any(run != other and run in other for other in held)]

    def best(self, hand: Iterable[str]) -> dict[str, Key]:
        """The best of each category; (0, 0) for none."""
        found: dict[str, Key] = dict.fromkeys(CATEGORIES, (0, 0))
        for category, key, _ in self.holdings(hand):
            found[category] = max(found[category], key)
        return found

    def others(self, unseen: Iterable[str], held: Iterable[str]) -> Iterator[dict[str, Key]]:
        """The best of every hand of twelve that the other may have."""
        held = list(held)
        for more in combinations(sorted(unseen), 12 - len(held)):
            yield self.best([*held, *more])


def odds(key: Key, category: str, others: list[dict[str, Key]]) -> tuple[int, int, int]:
    """In how many of these hands a holding is good, equal, beaten."""
    good = sum(other[category] < key for other in others)
    equal = sum(other[category] == key for other in others)
    return good, equal, len(others) - good - equal


def game(rules: Any) -> Game:
    """The same of a ruleset of the service."""
    return Game(rules.pack, rules.point_minimum, rules.point_comparison, rules.nought)
