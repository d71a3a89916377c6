"""What cards are worth if the next one must be chosen without seeing through the other's, derived by hand.

Three tricks are left under `portland`: elder has won four and younger five, and no pique is possible. Elder is in the
lead with 7C, TH and TD. Younger holds AC and AS, and either 9H or 9D.

*7C.* Elder scores 1 for the lead, younger 1 for the capture with AC, and 1 for leading AS. Elder must throw a ten, and
younger leads the nine for 1. If elder has kept the ten of its suit, they capture it for 1 and have 1 for the last
trick: 3 to 13, for younger has seven tricks. If not, younger has the last trick: 1 to 14. Both layouts look alike when
the ten is thrown, so it is wrong in one of them: -10 with all cards known, and -11½ without.

*A ten.* It wins, as the other ten does after it, whatever younger throws; 7C loses to AC. Elder scores 3 for leads,
younger 1 for the capture and 1 for the last trick, and the tricks are six each: +1. No guess is needed.
"""

from __future__ import annotations

import numpy as np
import pytest

from service.advice.values import PARTS, CardValues
from service.analysis.double_dummy import PlayPosition
from service.piquet.cards.cards import CARD, mask_of
from service.piquet.model.state import Pair
from service.piquet.rulesets.published import ruleset


def hand(text: str) -> int:
    return mask_of(tuple(CARD[card] for card in text.split()))


NINES = ("9H", "9D")
CARDS = tuple(sorted(CARD[card] for card in ("7C", "TH", "TD")))


def means(*, always: tuple[str, ...] = (), changed: bool = False) -> dict[str, dict[str, float]]:
    """The mean parts of each card for the seat; `changed`: the seat that leads is younger."""
    hands: Pair = (hand("7C TH TD"), hand("AC AS 9H"))
    position = PlayPosition(hands[::-1], 1, won=(5, 4)) if changed else PlayPosition(hands, 0, won=(4, 5))
    values = CardValues(ruleset("portland"), position, CARDS, {CARD[card] for card in always})
    for nine in NINES:
        values.add(hand(f"AC AS {nine}"), 1.0, lambda: pytest.fail("the other hand is enough"))
    values.finish()
    found = np.array(values.rows(), dtype=float).mean(axis=(0, 2)) * (-1 if changed else 1)
    names = {CARD[card]: card for card in ("7C", "TH", "TD")}
    return {names[card]: dict(zip(PARTS, found[at].tolist(), strict=True)) for at, card in enumerate(CARDS)}


@pytest.mark.rule("R6.2", "R6.3")
@pytest.mark.parametrize("changed", [False, True])
def test_a_card_after_which_one_must_guess_is_worth_less_than_with_all_cards_known(changed: bool) -> None:
    found = means(always=("7C",), changed=changed)
    assert found["7C"] == {**dict.fromkeys(PARTS, 0), "play": -1.5, "cards": -10}
    for ten in ("TH", "TD"):
        assert found[ten] == {**dict.fromkeys(PARTS, 0), "play": 1}


@pytest.mark.rule("R6.2", "R6.3")
def test_a_card_that_cannot_be_the_best_keeps_its_bound() -> None:
    """3 to 3 of play, and 10 for the cards, in either layout with all cards known."""
    assert means()["7C"] == {**dict.fromkeys(PARTS, 0), "cards": -10}


def test_layouts_weigh_what_they_stand_for() -> None:
    """Three of four layouts have 9H, so the ten of hearts is kept: -10 in them, and -13 in the fourth."""
    values = CardValues(
        ruleset("portland"), PlayPosition((hand("7C TH TD"), hand("AC AS 9H")), 0, won=(4, 5)), CARDS, CARDS
    )
    for nine, weight in zip(NINES, (3.0, 1.0), strict=True):
        values.add(hand(f"AC AS {nine}"), weight, lambda: pytest.fail("the other hand is enough"))
    values.finish()
    at = CARDS.index(CARD["7C"])
    assert [sum(row[at][0]) for row in values.rows()] == [-10, -13]
