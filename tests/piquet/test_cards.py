"""Cards and sets of cards as numbers, and their names."""

import re

import pytest

from service.piquet.cards.cards import ALL_CARDS, CARDS, PACKS, SAME_SUIT, cards_of, hand_of, names, suit_cards
from service.piquet.cards.holdings import best
from service.piquet.cards.ranking import NONE, POINT, SEQUENCE, SET
from service.piquet.notation.action_lines import HAND, SOME_CARDS, read_hand, write_hand
from tests.helpers.cards import PACK, PACK_36

SUITS = ("S", "H", "D", "C")


@pytest.mark.rule("R2.1")
def test_the_packs_have_all_ranks_of_each_suit_from_the_sevens_or_from_the_sixes_up() -> None:
    assert (set(names(PACKS[32])), set(names(PACKS[36])), PACKS[36]) == (set(PACK), set(PACK_36), ALL_CARDS)


@pytest.mark.parametrize("suit", range(4))
def test_a_suit_is_its_nine_cards_highest_first(suit: int) -> None:
    nine = [f"{rank}{SUITS[suit]}" for rank in "AKQJT9876"]
    assert list(names(suit_cards(suit))) == [CARDS[card] for card in cards_of(suit_cards(suit))] == nine
    assert {SAME_SUIT[CARDS.index(card)] for card in nine} == {hand_of(nine)}


@pytest.mark.rule("R5.1", "R5.5")
@pytest.mark.parametrize(
    ("category", "none", "some"),
    [(POINT, "AS KS", ("AS KS QS", (3, 2 * 31))), (SEQUENCE, "AS KS JS", ("AS KS QS", (3, 2 * 8))),
     (SET, "9S 9H 9D 9C AS AH", ("AS AH AD", (3, 8)))],
)  # fmt: skip
def test_who_has_no_holding_has_none_for_the_best(category: int, none: str, some: tuple[str, tuple[int, int]]) -> None:
    assert best(category, hand_of(none.split())) == NONE == (0, 0)
    held, grade = some
    assert best(category, hand_of(held.split())) == grade


def test_a_set_is_written_suit_by_suit_highest_first_whatever_its_order() -> None:
    for given in (["AH", "6S", "7S", "KH"], ["6S", "KH", "AH", "7S"]):
        assert write_hand(given) == "S76HAK"
    assert read_hand("S76HAK") == ["7S", "6S", "AH", "KH"]


@pytest.mark.parametrize("text", ["SA", "HA", "DA", "CA", "SAHA", "SACA", "HADA", "DACA", "SAHADACA", "SAKQJT9876"])
def test_each_suit_comes_once_and_in_order(text: str) -> None:
    assert re.fullmatch(HAND, text) and re.fullmatch(SOME_CARDS, text)


@pytest.mark.parametrize("text", ["SASK", "HAHK", "DADK", "CACK", "HASA", "DASA", "CASA", "DAHA", "CADA", "S", "A"])
def test_no_suit_comes_twice_or_before_its_turn(text: str) -> None:
    assert not re.fullmatch(HAND, text) and not re.fullmatch(SOME_CARDS, text)


def test_only_a_set_that_may_be_empty_is_written_as_nothing() -> None:
    assert re.fullmatch(HAND, "") and not re.fullmatch(SOME_CARDS, "")
