"""Who deals next, if a deal was dealt out of turn (L16, LR16)."""

from collections.abc import Sequence

from service.piquet.law.codes import value
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import dealer_of


def dealers_in_turn(first_dealer: int, deals: int) -> tuple[int, ...]:
    """The seats that deal the first deals of a partie if every deal is in turn (R2.4)."""
    return tuple(dealer_of(first_dealer, number) for number in range(1, deals + 1))


def deals_owed(rules: Ruleset, says: str, number: int, deals: int | None = None) -> int:
    """How many of the next deals the elder of a deal out of turn deals, if it stands; `number` is that of the deal.

    `says` is what the code says in the row `out_of_turn`, and `deals` how many deals the partie has, if that is known.
    """
    last = deals or (None if rules.target else rules.partie_deals)
    return 1 if says == "no_remedy" or (last is not None and number >= last - 1) else 2


def next_dealer(rules: Ruleset, first_dealer: int, dealers: Sequence[int]) -> int:
    """The seat that deals after deals by these seats. After what is owed for a deal out of turn they alternate."""
    due, owed = first_dealer, list[int]()
    for number, dealer in enumerate(dealers, 1):
        if dealer != due:
            owed = [1 - dealer] * deals_owed(rules, value(rules, "out_of_turn"), number)
        due = owed.pop() if owed else 1 - dealer
    return due
