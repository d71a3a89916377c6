"""The kinds of irregularity K1 to K29 (docs/law.md): what each is, its laws, what is asked, and how it is decided.

Imports the data that kinds share, and the parameters of rulesets.
"""

from collections.abc import Mapping
from typing import Final

from service.piquet.law.kinds import (
    altered_discard,
    cut,
    deal_out_of_turn,
    exposed,
    false_blanche,
    false_claim,
    false_reply,
    implied,
    left_cards,
    long_hand,
    misdeal,
    misinformed,
    not_reckoned,
    offer,
    packs,
    peeked,
    played_cards,
    score,
    undue_reckoning,
    wrong_exchange,
)
from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.tables import Table
from service.piquet.law.kinds.violations import CONDITIONS, VIOLATION_KINDS, Cover

__all__ = ["BY_NAME", "BY_NUMBER", "CONDITIONS", "KINDS", "REPORTED", "TABLES", "VIOLATION_KINDS", "Cover", "Kind"]

_MODULES = (
    misdeal,
    deal_out_of_turn,
    exposed,
    packs,
    wrong_exchange,
    altered_discard,
    peeked,
    left_cards,
    false_blanche,
    false_claim,
    false_reply,
    undue_reckoning,
    not_reckoned,
    implied,
    played_cards,
    misinformed,
    score,
    long_hand,
    cut,
    offer,
)

#: All kinds, in the order of their numbers.
KINDS: Final[tuple[Kind, ...]] = tuple(
    sorted((kind for module in _MODULES for kind in module.KINDS), key=lambda kind: kind.order)
)

#: The kinds by number, and by name: a name may have several numbers.
BY_NUMBER: Final[Mapping[str, Kind]] = {kind.number: kind for kind in KINDS}
BY_NAME: Final[Mapping[str, tuple[Kind, ...]]] = {
    name: tuple(kind for kind in KINDS if kind.name == name) for name in dict.fromkeys(kind.name for kind in KINDS)
}

#: The members of each kind that an `Incident` reports.
REPORTED: Final[Mapping[str, tuple[str, ...]]] = {
    kind.name: kind.members for kind in KINDS if kind.enters == "incident"
}

_TABLES: Final = {name: table for module in _MODULES for name, table in module.TABLES.items()}
#: How each kind is decided, by its name.
TABLES: Final[Mapping[str, Table]] = {name: _TABLES[name] for name in BY_NAME}
