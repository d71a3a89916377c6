"""Decoder from the structs of the contract to the values of `service.piquet`."""

from collections.abc import Iterable, Iterator

import msgspec

from service.api.problems import Fault
from service.api.schemas.actions import Action as ActionStruct
from service.api.schemas.short_cache import cached_if_short
from service.piquet.actions import Proposal, proposal_of
from service.piquet.cards.cards import BIT
from service.piquet.model.actions import Action
from service.piquet.model.violations import Violation
from service.piquet.rulesets.parameters import Ruleset

SEAT = {"A": 0, "B": 1}


class RepeatedCard(ValueError):
    """Raised for cards that one list of an action names twice; `reasons` has a violation for each list."""

    def __init__(self, reasons: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(reason.message for reason in reasons))
        self.reasons = reasons


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


_pack = msgspec.msgpack.Encoder().encode


@cached_if_short
def _proposal_of(packed: bytes) -> Proposal:
    return proposal_of(msgspec.msgpack.decode(packed))


def read_proposal(action: ActionStruct) -> Proposal:
    """Return an action of the contract as an action of the engine, which may name a card twice."""
    return _proposal_of(_pack(action))


def read_action(action: ActionStruct) -> Action:
    """Return an action of the contract as an action of the engine. Raises `RepeatedCard`."""
    read, repeats = read_proposal(action)
    if repeats:
        raise RepeatedCard(repeats)
    return read
