"""Suits are interchangeable: the same question under any names of them, the same answer."""

import random
from inspect import signature
from itertools import combinations, permutations
from math import comb

import pytest

from service.analysis.odds import evaluate, holdings_odds
from service.analysis.suit_symmetry import EVALUATION, canonical, question
from service.piquet.cards.cards import PACKS, hand_of, names
from service.piquet.cards.ranking import counting
from service.piquet.rulesets.parameters import PARAMETERS
from service.piquet.rulesets.published import ruleset
from tests.analysis import brute

ORDERS = list(permutations(brute.SUITS))


def renamed(hand: int, order: tuple[str, ...]) -> int:
    """The hand with the suits by other names."""
    suits = dict(zip(brute.SUITS, order, strict=True))
    return hand_of(card[0] + suits[card[1]] for card in names(hand))


def split(rng: random.Random, pack: int, *sizes: int) -> list[int]:
    """Disjoint sets of cards, so many in each."""
    cards = rng.sample(names(PACKS[pack]), sum(sizes))
    return [hand_of(cards.pop() for _ in range(size)) for size in sizes]


@pytest.mark.parametrize("pack", PACKS)
def test_the_canonical_form_is_the_same_under_all_orders_of_the_suits(pack: int) -> None:
    rng = random.Random(3)
    for _ in range(50):
        sets = split(rng, pack, rng.randrange(1, 13), rng.randrange(6), rng.randrange(6))
        forms = {canonical(*(renamed(cards, order) for cards in sets)).sets for order in ORDERS}
        assert len(forms) == 1


def test_hands_that_no_order_of_the_suits_makes_alike_have_different_forms() -> None:
    """All hands of four cards of three ranks: as many forms as there are classes by trying all orders."""
    cards = [rank + suit for rank in "AK7" for suit in brute.SUITS]
    hands = [hand_of(some) for some in combinations(cards, 4)]
    classes = {min(renamed(hand, order) for order in ORDERS) for hand in hands}
    assert len({canonical(hand).sets for hand in hands}) == len(classes) < len(hands) / 10


def test_what_belongs_to_different_sets_is_told_apart() -> None:
    ace, king, other = hand_of(["AS"]), hand_of(["KS"]), hand_of(["KH"])
    assert canonical(ace, king).sets != canonical(ace, other).sets
    assert canonical(ace, king).sets != canonical(king, ace).sets
    assert canonical(ace | king).sets != canonical(ace | other).sets


def test_an_answer_finds_its_way_back() -> None:
    rng = random.Random(4)
    for _ in range(200):
        sets = split(rng, 36, 12, 5, 3)
        form = canonical(*sets)
        assert [form.back(cards) for cards in form.sets] == sets


def test_there_are_9662590_hands_of_twelve_up_to_the_order_of_the_suits() -> None:
    """Burnside: of the 24 orders one leaves the suits, six swap two, three swap two pairs, eight turn three, six all
    four. The hands that one leaves as they are take each turn of suits whole: for each rank all its cards or none."""

    def fixed(*pool: int) -> int:
        ways = [1] + [0] * 12
        for turn in pool * 8:
            ways = [ways[size] + (ways[size - turn] if size >= turn else 0) for size in range(13)]
        return ways[12]

    assert fixed(1, 1, 1, 1) == comb(32, 12) == 225_792_840
    classes = fixed(1, 1, 1, 1) + 6 * fixed(2, 1, 1) + 3 * fixed(2, 2) + 8 * fixed(3, 1) + 6 * fixed(4)
    assert classes == 24 * 9_662_590


@pytest.mark.parametrize("name", ["portland", "old-36"])
def test_values_and_odds_are_the_same_under_all_orders_of_the_suits(name: str) -> None:
    rng = random.Random(5)
    rules = ruleset(name, {"nought": True, "carte_rouge": 20})
    for _ in range(20):
        hand, discards, held = split(rng, rules.pack, 12, 3, rng.randrange(4))
        answers = set()
        for order in ORDERS:
            mine, known, shown = (renamed(cards, order) for cards in (hand, discards, held))
            found = evaluate(rules, mine, known)
            odds = holdings_odds(rules, found, rules.cards & ~mine & ~known & ~shown, shown)
            said = tuple((valued.category, valued.said, valued[4:]) for valued in found.holdings)
            answers.add((said, found[1:], odds))
        assert len(answers) == 1


def test_questions_are_the_same_if_the_answers_must_be() -> None:
    sets = (hand_of(["AS"]), 0)
    portland = question(ruleset("portland"), sets)
    assert portland == question(ruleset("parlett"), sets) == question(ruleset("portland"), sets)
    assert portland != question(ruleset("portland"), (0, hand_of(["AS"])))
    others = [(name, value) for name in EVALUATION for value in PARAMETERS[name].values[1:]]
    questions = {
        question(ruleset("portland", {"tie_break_call": "always", name: value}), sets) for name, value in others
    }
    assert len(questions | {portland}) == len(others) + 1
    assert signature(counting).parameters.keys() <= set(EVALUATION)
