"""Who deals next after deals in turn and out of turn (law.md, K2: R2.4, L16, LR16)."""

import pytest

from service.piquet.law.kinds.dealing import dealers_in_turn, deals_owed, next_dealer
from service.piquet.rulesets.published import ruleset


def seats(text: str) -> tuple[int, ...]:
    return tuple("AB".index(seat) for seat in text)


@pytest.mark.rule("R2.4")
def test_in_turn_the_deal_alternates() -> None:
    assert dealers_in_turn(0, 3) == seats("ABA")
    assert dealers_in_turn(1, 4) == seats("BABA")
    assert dealers_in_turn(0, 0) == ()


@pytest.mark.rule("R2.4", "L16", "LR16")
@pytest.mark.parametrize(
    ("name", "dealers", "dealer"),
    [
        ("portland", "", "A"),
        ("portland", "A", "B"),
        ("portland", "AB", "A"),
        # L-W9: the third deal is A's and B deals it; its elder, A, deals the next two. So too if A deals B's fourth.
        ("portland", "ABB", "A"),
        ("portland", "ABBA", "A"),
        ("portland", "ABBAA", "B"),
        ("portland", "ABAA", "B"),
        ("portland", "ABAAB", "B"),
        # The last deal but one, the last and extra ones: its elder deals the next only.
        ("portland", "ABABB", "A"),
        ("portland", "ABABBA", "B"),
        ("portland", "ABABAA", "B"),
        ("portland", "ABABAAB", "A"),
        # No deal is the last of a partie to a target. Under au cent nothing follows.
        ("french", "ABABB", "A"),
        ("french", "ABABBA", "A"),
        ("french", "ABABBAA", "B"),
        ("au-cent", "ABB", "A"),
        ("au-cent", "ABBA", "B"),
    ],
)
def test_who_deals_after_a_deal_out_of_turn(name: str, dealers: str, dealer: str) -> None:
    assert next_dealer(ruleset(name), 0, seats(dealers)) == "AB".index(dealer)
    other = {0: 1, 1: 0}
    mirrored = [other[seat] for seat in seats(dealers)]
    assert next_dealer(ruleset(name), 1, mirrored) == other["AB".index(dealer)]


@pytest.mark.rule("L16", "LR16")
@pytest.mark.parametrize(
    ("name", "says", "number", "deals", "owed"),
    [
        ("portland", "twice_running", 4, None, 2),
        ("portland", "twice_running", 5, None, 1),
        ("portland", "twice_running", 6, 8, 2),
        ("portland", "twice_running", 7, 8, 1),
        ("portland", "twice_running", 8, 8, 1),
        ("portland", "void_if_unseen", 4, None, 2),
        ("portland", "no_remedy", 1, None, 1),
        ("french", "twice_running", 100, None, 2),
        ("french", "twice_running", 4, 5, 1),
    ],
)
def test_how_many_deals_are_owed(name: str, says: str, number: int, deals: int | None, owed: int) -> None:
    assert deals_owed(ruleset(name), says, number, deals) == owed
