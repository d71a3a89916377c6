"""How fast is a hand evaluated, and how much more often does a cache of hands hit if it ignores the names of the suits?

**Plain evaluation.** The library of the service (`evaluate`: all points, sequences and sets, their scores, whether each
is good against the cards, carte blanche) is compared with a naive program that does the same with sets of strings, and
that the tests use as a reference. Both get the same random hands of twelve in their own representation; the results are
compared first. Ratio: time of the naive program / of the library. Target: at least 10. Also measured, without a target:
a program with strings that was written for speed (one pass over each suit); the evaluation with the odds of each
holding; and the canonical form.

**Canonical form.** Random hands of twelve, one after another, are stored in a cache that is empty at first and keeps
everything; once under the hand itself, once under its canonical form. A hit is a hand whose form was there. The
225,792,840 hands have 9,662,590 forms: 23.4 hands to one. Random hands rarely recur, so both hit rates are small; their
ratio counts. It is more than 23.4 at first, because a random hand is more often in a large class (23.9 would be the
average so weighted), and falls as the cache fills.
"""

import random
from typing import Any

import _shared as shared

from service.analysis.odds import evaluate, holdings_odds
from service.analysis.suit_symmetry import canonical
from service.piquet.cards.cards import PACKS, hand_of, names
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.rulesets.published import ruleset
from tests.analysis.brute import Game

RANKS, SUITS = "789TJQKA", "SHDC"
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}
GAME = Game()
PACK = frozenset(rank + suit for suit in SUITS for rank in RANKS)

Holding = tuple[str, tuple[int, int], frozenset[str], int]


def holdings(hand: frozenset[str]) -> list[Holding]:
    """The holdings with their grade, cards and score."""
    found: list[Holding] = []
    for suit in SUITS:
        cards = frozenset(card for card in hand if card[1] == suit)
        if len(cards) >= 3:
            found.append(("point", (len(cards), sum(PIPS[card[0]] for card in cards)), cards, len(cards)))
    for suit in SUITS:
        run: list[str] = []
        for rank in (*RANKS, "end"):
            if rank + suit in hand:
                run.append(rank + suit)
                continue
            if len(run) >= 3:
                score = len(run) if len(run) < 5 else len(run) + 10
                found.append(("sequence", (len(run), RANKS.index(run[-1][0])), frozenset(run), score))
            run = []
    for rank in "TJQKA":
        cards = frozenset(card for card in hand if card[0] == rank)
        if len(cards) >= 3:
            found.append(("set", (len(cards), RANKS.index(rank)), cards, 14 if len(cards) == 4 else 3))
    return found


def one_pass(hand: frozenset[str]) -> tuple[list[tuple[Any, ...]], int]:
    """The same as `evaluate`: every holding, its score, whether it is good against the cards; carte blanche."""
    against = dict.fromkeys(CATEGORIES, (0, 0))
    for category, grade, _, _ in holdings(PACK - hand):
        against[category] = max(against[category], grade)
    found = [
        (category, grade, cards, score, grade > against[category]) for category, grade, cards, score in holdings(hand)
    ]
    found.sort(key=lambda held: (CATEGORIES.index(held[0]), [-part for part in held[1]]))
    return found, 0 if any(card[0] in "JQK" for card in hand) else 10


def naive(hand: frozenset[str]) -> list[tuple[Any, ...]]:
    """The same with the reference of the tests."""
    against = GAME.best(PACK - hand)
    return [(category, cards, grade > against[category]) for category, grade, cards in GAME.holdings(hand)]


def compared(rules: Any, hands: list[int], texts: list[frozenset[str]]) -> None:
    """Check that all programs give the same results."""
    for hand, text in zip(hands, texts, strict=True):
        ours = evaluate(rules, hand)
        written = {
            (CATEGORIES[held.category], frozenset(names(held.cards)), held.score, held.good_against_the_cards)
            for held in ours.holdings
        }
        theirs, blanche = one_pass(text)
        assert ({(held[0], *held[2:]) for held in theirs}, blanche) == (written, ours.carte_blanche)
        assert set(naive(text)) == {(category, cards, good) for category, cards, _, good in written}


def evaluation(given: Any) -> None:
    rules = ruleset("portland")
    rng = random.Random(1)
    pack = sorted(PACK)
    texts = [frozenset(rng.sample(pack, 12)) for _ in range(200 if given.quick else 2000)]
    hands = [hand_of(text) for text in texts]
    compared(rules, hands, texts)

    def odds() -> None:
        for hand in hands:
            holdings_odds(rules, evaluate(rules, hand), PACKS[32] & ~hand)

    jobs = {
        "library": lambda: [evaluate(rules, hand) for hand in hands],
        "naive": lambda: [naive(text) for text in texts],
        "one pass": lambda: [one_pass(text) for text in texts],
        "with odds": odds,
        "canonical": lambda: [canonical(hand) for hand in hands],
    }
    times = shared.side_by_side(jobs, given.rounds)
    count = len(hands)
    for name in ("naive", "one pass"):
        shared.show("evaluation", times, "library", name, count, shared.ratio(times[name], times["library"]))
    for name in ("with odds", "canonical"):
        print(f"{name:42}  library {shared.micro(times[name], count)}")


def hit_rate(given: Any) -> None:
    rng = random.Random(2)
    pack = [1 << at for at in range(36) if PACKS[32] >> at & 1]
    memories, count = (1, 300_000) if given.quick else (6, 400_000)
    hits = {"as they are": 0, "canonical": 0}
    for _ in range(memories):
        hands, forms = set(), set()
        for _ in range(count):
            hand = sum(rng.sample(pack, 12))
            hands.add(hand)
            forms.add(canonical(hand).sets[0])
        hits["as they are"] += count - len(hands)
        hits["canonical"] += count - len(forms)
    cells = "  ".join(f"{form} {found / (memories * count):.3%}" for form, found in hits.items())
    factor = hits["canonical"] / hits["as they are"]
    print(f"{'hits among random hands':42}  {cells}  ratio {factor:.1f}  ({memories} times {count:,} hands)")


def main() -> None:
    given = shared.arguments(__doc__)
    evaluation(given)
    hit_rate(given)


if __name__ == "__main__":
    main()
