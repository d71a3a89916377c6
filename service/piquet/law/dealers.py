"""Who deals next, if a deal was dealt out of turn (L16, LR16)."""

from collections.abc import Sequence

from service.piquet.law.codes import value
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import dealer_of


def dealers_in_turn(first_dealer: int, deals: int) -> tuple[int, ...]:
    """The seats that deal the first deals of a partie if every deal is in turn (R2.4)."""
    return tuple(dealer_of(first_dealer, number) for number in range(1, deals + 1))


def next_dealer(rules: Ruleset, first_dealer: int, dealers: Sequence[int]) -> int:
    """The seat that deals after deals by these seats.

    If a deal out of turn stands, its elder deals the next two deals; only the next if it was the last deal or the one
    before. Then the deal alternates again.
    """
    twice = value(rules, "out_of_turn") != "no_remedy"
    due, owed = first_dealer, list[int]()
    for number, dealer in enumerate(dealers, 1):
        if dealer != due:
            owed = [1 - dealer] * (2 if twice and number < rules.partie_deals - 1 else 1)
        due = owed.pop() if owed else 1 - dealer
    return due
