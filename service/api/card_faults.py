"""Faults of the cards that a request names."""

from collections.abc import Iterable, Iterator

from service.api.problems import Fault
from service.piquet.cards.cards import BIT
from service.piquet.rulesets.parameters import Ruleset


def card_faults(rules: Ruleset, listed: Iterable[tuple[str, str]], pack: str = "") -> Iterator[Fault]:
    """Yield a fault for each card that is listed twice, or is not in the pack, which a message calls `pack`.

    `listed` are the cards, each with the pointer to it.
    """
    seen = 0
    for where, card in listed:
        if seen & BIT[card]:
            yield Fault(where, f"is {card}, which is listed twice")
        elif not rules.cards & BIT[card]:
            yield Fault(where, f"is {card}, which is not in {pack or f'a pack of {rules.pack}'}")
        seen |= BIT[card]
