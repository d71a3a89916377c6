"""Holdings of a hand, held against their definitions (R1, R5.1, R5.5), sixes of the old pack included."""

from itertools import combinations, product

import pytest

from service.piquet.cards.cards import PIPS, cards_of, hand_of, mask_of
from service.piquet.cards.holdings import (
    best,
    best_of_length,
    best_that_can_be_formed,
    contains,
    example,
    grades,
    holds,
    holds_length,
    is_holding,
    maximal,
    missing_of_trio,
    pieces,
    said,
    said_of_claim,
)
from service.piquet.cards.ranking import BEST, NONE, NOUGHT, POINT, SEQUENCE, SET, Grade, RankingRules, counting
from tests.helpers.cards import cards

HANDS = [
    "S 876 H 9876 D 876 C 76",
    "S AKQJT98 H AK D A C AT",
    "S JT H JT D QJT C T9876",
    "S AK97 H AK97 D AK97",
    "S AKQJT987 H AKQ6",
    "S AKQ9876 H J9 D 6 C 97",
    "S AQ H KQJ96 D AKQ C K6",
    # The longest point and sequence in one suit, with its six; that of clubs is above.
    *(f"{long} T9876 {one} AK7 {two} AQ {three} K9" for long, one, two, three in ("SHDC", "HSDC", "DSHC")),
]
RULES = {
    "cards": counting(3, "cards", "cards", False, False),
    "pips": counting(4, "pips", "pips", False, False),
    "nought": counting(3, "cards", "cards", False, True),
    "nought by pips": counting(3, "pips", "cards", False, True),
}
CATEGORIES = (POINT, SEQUENCE, SET)


def defined(category: int, hand: int, how: RankingRules) -> dict[int, Grade]:
    """Every holding, parts included, with its grade: by the number of cards, then half pips or half ranks."""
    found: dict[int, Grade] = {}
    if category == SET:
        for rank in range(4, 9):  # from the tens up
            same = [card for card in cards_of(hand) if card % 9 == rank]
            found |= {mask_of(some): (size, rank) for size in (3, 4) for some in combinations(same, size)}
        return found
    suits = [[card for card in cards_of(hand) if card // 9 == suit] for suit in range(4)]
    for suit in suits:
        ranks = [card % 9 for card in suit]
        for size in range(how.point_minimum if category == POINT else 3, len(suit) + 1):
            for some in combinations(suit, size):
                pips = 2 * sum(PIPS[card % 9] for card in some)
                if category == POINT:
                    found[mask_of(some)] = (pips, size) if how.point_comparison == "pips" else (size, pips)
                elif some[0] - some[-1] == size - 1:
                    found[mask_of(some)] = (size, 2 * (some[0] % 9))
        assert ranks == sorted(ranks, reverse=True)
    if how.nought and hand.bit_count() == 12 and not all(suits):
        void = NOUGHT[category]
        found[0] = void[::-1] if category == POINT and how.point_comparison == "pips" else void
    return found


@pytest.mark.rule("R5.1", "R5.5")
@pytest.mark.parametrize("text", HANDS)
def test_a_hand_has_the_holdings_of_the_definitions(text: str) -> None:
    hand = hand_of(cards(text))
    for how, category in product(RULES.values(), CATEGORIES):
        all_of_it = defined(category, hand, how)
        found = pieces(category, hand, how)
        assert {held: grade for grade, held in found} == all_of_it and len(found) == len(all_of_it)
        assert grades(category, hand, how) == set(all_of_it.values())
        top = max(all_of_it.values(), default=NONE)
        assert best(category, hand, how) == top
        whole = {
            held: grade
            for held, grade in all_of_it.items()
            if not any(held != other and held & other == held for other in all_of_it if held)
        }
        longest = maximal(category, hand, how)
        assert {held: grade for grade, held in longest} == whole
        assert [grade for grade, _ in longest] == sorted(whole.values(), reverse=True)


@pytest.mark.rule("R5.1", "R5.3")
@pytest.mark.parametrize("text", HANDS)
def test_a_hand_has_something_of_a_grade_or_of_a_length_if_a_holding_has(text: str) -> None:
    hand = hand_of(cards(text))
    for how, category in product(RULES.values(), CATEGORIES):
        all_of_it = defined(category, hand, how)
        held = set(all_of_it.values())
        near = {(first + off, second + more) for first, second in held for off in (-1, 0, 1) for more in (-2, 0, 1)}
        assert {grade for grade in held | near if holds(category, hand, grade, grade, how)} == held
        for low in sorted(held)[::5]:
            assert holds(category, hand, low, BEST, how) and holds(category, hand, NONE, low, how)
            above = (low[0], low[1] + 1), (low[0] + 1, 0)
            assert holds(category, hand, *above, how) == any(above[0] <= grade <= above[1] for grade in held)
        said_of = [how.said(category, grade) for grade in held]
        for length in range(3, 10):
            of_length = [how.grade(category, each) for each in said_of if each[0] == length]
            assert best_of_length(category, hand, length, how) == max(of_length, default=NONE)
            if category == SEQUENCE or (category == POINT and how.point_comparison == "cards"):
                assert holds_length(category, hand, length, how) == bool(of_length)


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize("text", HANDS)
def test_the_example_of_a_grade_has_it_in_the_first_suit_and_the_highest_cards(text: str) -> None:
    hand = hand_of(cards(text))
    for how, category in product(RULES.values(), (POINT, SEQUENCE)):
        all_of_it = defined(category, hand, how)
        for grade in set(all_of_it.values()):
            with_cards = [cards_of(held) for held, its in all_of_it.items() if its == grade and held]
            suit = min((held[0] // 9 for held in with_cards), default=None)
            highest = max((held for held in with_cards if held[0] // 9 == suit), default=())
            assert cards_of(example(category, hand, grade, how)) == highest
        with pytest.raises(ValueError, match=r"no (point|sequence) of grade"):
            example(category, hand, (2, 2), how)


@pytest.mark.rule("R5.8")
@pytest.mark.parametrize(
    ("text", "point", "sequence"),
    [
        # Twelve cards outside a suit may be a hand that lacks it: the nought, 50.5 and below a quint to the ace.
        ("S AK97 H AK97 D AK97 C A", (5, 101), (5, 15)),
        ("S AK97 H AK97 D AK9 C A", (4, 74), (0, 0)),
        ("S AKQJT H AK97 D AK97 C AK", (5, 102), (5, 16)),
        ("S KQJT9 H AK97 D AK9 C AK", (5, 101), (5, 15)),
    ],
)
def test_the_best_that_can_be_formed_may_be_a_nought(text: str, point: Grade, sequence: Grade) -> None:
    some = hand_of(cards(text))
    assert best_that_can_be_formed(POINT, some, RULES["nought"]) == point
    assert best_that_can_be_formed(SEQUENCE, some, RULES["nought"]) == sequence
    assert best_that_can_be_formed(SET, some, RULES["nought"]) == best(SET, some)
    assert best_that_can_be_formed(POINT, some, RULES["cards"]) == best(POINT, some)


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize(
    ("category", "text", "expected", "claimed"),
    [
        # The number of cards with half pips, half the rank of the top card, or the rank; what is none says nothing.
        (POINT, "S AK9", (3, 60), (3, 60)),
        (POINT, "C 876", (3, 42), (3, 42)),
        (POINT, "D QJT", (3, 60), (3, 60)),
        (POINT, "S AK H Q", (0, 0), (3, 16)),
        (SEQUENCE, "H AKQ", (3, 16), (3, 16)),
        (SEQUENCE, "C 9876", (4, 6), (4, 6)),
        (SEQUENCE, "C 976", (0, 0), (3, 6)),
        (SEQUENCE, "S AKQ H A", (0, 0), (4, 16)),
        (SET, "S T H T D T", (3, 4), (3, 4)),
        (SET, "S A H A D A C A", (4, 8), (4, 8)),
        (SET, "S 9 H 9 D 9", (0, 0), (3, 3)),
        (SET, "S A H A", (0, 0), (2, 8)),
        (SET, "S A H A D K", (0, 0), (3, 8)),
    ],
)
def test_what_is_said_of_cards_that_are_a_holding_and_of_those_that_are_claimed(
    category: int, text: str, expected: tuple[int, int], claimed: tuple[int, int]
) -> None:
    held = hand_of(cards(text))
    assert said(category, held) == expected
    assert said_of_claim(category, held) == claimed
    assert is_holding(category, held, held, RULES["cards"]) == (expected != (0, 0))


@pytest.mark.rule("R5.5")
def test_no_cards_are_a_holding_only_of_a_hand_with_a_nought() -> None:
    void, full = hand_of(cards("S AK97 H AK97 D AK97")), hand_of(cards("S AK97 H AK97 D AK9 C 7"))
    for category in CATEGORIES:
        assert said(category, 0) == said_of_claim(category, 0) == ((0, 0) if category == SET else NOUGHT[category])
        assert is_holding(category, 0, void, RULES["nought"]) == (category != SET)
        assert not is_holding(category, 0, full, RULES["nought"]) and not is_holding(category, 0, void, RULES["cards"])
    four, three = hand_of(cards("S AK97")), hand_of(cards("S AK9"))
    assert is_holding(POINT, four, void, RULES["pips"]) and not is_holding(POINT, three, void, RULES["pips"])


@pytest.mark.rule("R5.9")
@pytest.mark.parametrize("missing", ["TS", "TH", "TD", "TC"])
def test_a_trio_lacks_one_card(missing: str) -> None:
    trio = hand_of(card for card in ("TS", "TH", "TD", "TC") if card != missing)
    assert missing_of_trio(trio) == cards_of(hand_of([missing]))[0]


@pytest.mark.rule("R5.6")
@pytest.mark.parametrize(
    ("category", "holding", "within", "beyond"),
    [
        # A part of a sequence of five to the ace: tierces to the ace, king and queen, quarts to the ace and king.
        (
            SEQUENCE,
            (5, 16),
            [(5, 16), (4, 16), (4, 14), (3, 16), (3, 14), (3, 12)],
            [(4, 12), (3, 10), (5, 14), (6, 16)],
        ),
        (SEQUENCE, (3, 10), [(3, 10)], [(3, 8), (3, 12), (2, 10), (4, 10)]),
        (SEQUENCE, (5, 15), [(5, 15)], [(4, 15), (3, 15), (3, 13)]),  # the nought has no parts
        (SET, (4, 8), [(4, 8), (3, 8)], [(3, 7), (4, 7), (2, 8), (5, 8)]),
        (SET, (3, 8), [(3, 8)], [(4, 8), (2, 8)]),
        (POINT, (5, 98), [(5, 98)], [(4, 80), (5, 96), (5, 100)]),
    ],
)
def test_a_holding_contains_its_parts(category: int, holding: Grade, within: list[Grade], beyond: list[Grade]) -> None:
    assert [grade for grade in (*within, *beyond) if contains(category, holding, grade, grade)] == within
    assert contains(category, holding, holding, BEST) and contains(category, holding, NONE, holding)
