"""How much faster is the analysis of an exchange than going through the draws one by one?

Elder's twelve cards, all 1,585 discards, cold (nothing is remembered between two). Beside it plain Python that goes
through the same draws with the library's own look-ups (`maximal`, `best`): in the mode `plain` it adds up what each of
the 15 million hands is worth; in the mode `full` it holds each against every hand that the other may then have. That
is measured on a sample of the draws, each with all hands of the other, and **scaled** to all of them, since the whole
would take minutes, and most of a day. What it finds for the discards of one card is compared with the analysis first.

Ratio: plain Python's time / the analysis's. Target: at least 50.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import _shared as shared

from service.analysis.draws import Position
from service.analysis.exchange import analyse
from service.piquet.cards import cards_of, mask_of, names
from service.piquet.counting import POINT, SEQUENCE, SET
from service.piquet.holdings import HAND_SIZE, best, maximal
from service.piquet.rulesets import ruleset

RULES = ruleset("portland")
HOW = RULES.counting
Draw = tuple[int, int]  # what is kept, what is drawn


def worth(hand: int) -> tuple[int, int, int]:
    """What point, sequences and sets score, were they good."""
    found = []
    for category in (POINT, SEQUENCE, SET):
        held = maximal(category, hand, HOW)
        scores = [HOW.score(category, HOW.said(category, grade)) for grade, _ in held]
        found.append(sum(scores[:1] if category == POINT else scores))
    return found[0], found[1], found[2]


def one_by_one(position: Position, draws: list[Draw], full: bool) -> int:
    """What the hands that come of these draws score together: were all good, or against each hand of the other."""
    total = 0
    for kept, drawn in draws:
        hand = kept | drawn
        scores = worth(hand)
        if not full:
            total += sum(scores)
            continue
        mine = [best(category, hand, HOW) for category in (POINT, SEQUENCE, SET)]
        for cards in combinations(list(cards_of(position.unseen & ~drawn)), HAND_SIZE):
            other = mask_of(cards)
            for category, (grade, score) in enumerate(zip(mine, scores, strict=True)):
                if grade > best(category, other, HOW):
                    total += score
    return total


def all_draws(position: Position, discard: int) -> Iterator[Draw]:
    for cards in combinations(list(cards_of(position.unseen)), discard.bit_count()):
        yield position.hand & ~discard, mask_of(cards)


def sample(position: Position, rng: random.Random, count: int, size: int) -> list[Draw]:
    """Random draws of so many cards after random discards."""
    hand, unseen = list(cards_of(position.hand)), list(cards_of(position.unseen))
    found = []
    for _ in range(count):
        kept = position.hand & ~mask_of(rng.sample(hand, size))
        found.append((kept, mask_of(rng.sample(unseen, size))))
    return found


def agrees(position: Position) -> bool:
    rows = {row.discard: row for row in analyse(position, False).rows}
    return all(
        rows[1 << card].worth == Fraction(one_by_one(position, list(all_draws(position, 1 << card)), False), 20)
        for card in cards_of(position.hand)
    )


def scaled(position: Position, rng: random.Random, full: bool, count: int) -> float:
    """Seconds for all draws one by one, from a sample of draws of each size."""
    total = 0.0
    for size in range(position.low, position.high + 1):
        some = sample(position, rng, count, size)
        taken = shared.seconds(lambda some=some: one_by_one(position, some, full))
        total += taken / len(some) * comb(12, size) * comb(20, size)
    return total


def main() -> None:
    given = shared.arguments(__doc__)
    rng = random.Random(1)
    positions = [
        Position(RULES, mask_of(rng.sample(list(cards_of(RULES.cards)), HAND_SIZE)), RULES.elder_min, RULES.elder_max)
        for _ in range(given.rounds)
    ]
    assert agrees(positions[0])
    print(f"elder, {len(positions)} random hands, the first", *names(positions[0].hand))
    analyse(positions[0], True)  # the tables of the ruleset are made once in a process
    for mode, full, count in (("plain", False, 2_000), ("full", True, 1)):
        ours = [shared.seconds(lambda each=each, full=full: analyse(each, full)) for each in positions]
        theirs = [scaled(each, rng, full, count) for each in positions]
        found = shared.ratio(theirs, ours)
        print(
            f"{mode:6} analysis {sorted(ours)[len(ours) // 2] * 1e3:7.0f} ms,"
            f" one by one (scaled) {sorted(theirs)[len(theirs) // 2]:11,.0f} s, ratio {found:,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
