"""The kinds of irregularity K1 to K29 (docs/law.md): what each is, its laws, what is asked, and how it is decided.

Imports the data that kinds share, and the parameters of rulesets.
"""

from collections.abc import Mapping
from typing import Final

from service.piquet.law.kinds.altered_discard import BURIED, RECOVERED
from service.piquet.law.kinds.cut import CUT, PACKETS
from service.piquet.law.kinds.deal_out_of_turn import OUT_OF_TURN
from service.piquet.law.kinds.exposed import EXPOSED, FACED
from service.piquet.law.kinds.false_blanche import FALSE_BLANCHE
from service.piquet.law.kinds.false_claim import FALSE_CLAIM
from service.piquet.law.kinds.false_reply import FALSE_REPLY
from service.piquet.law.kinds.implied import IMPLIED
from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.left_cards import LOOKED, UNDECLARED
from service.piquet.law.kinds.long_hand import LONG_HAND
from service.piquet.law.kinds.misdeal import MISDEAL
from service.piquet.law.kinds.misinformed import MISINFORMED
from service.piquet.law.kinds.not_reckoned import LOST_POINT, NOT_RECKONED
from service.piquet.law.kinds.offer import OFFER
from service.piquet.law.kinds.packs import PACK, SPOILED
from service.piquet.law.kinds.peeked import DEALER_SAW, PEEKED
from service.piquet.law.kinds.played_cards import DROPPED, LEAD_OUT_OF_TURN, OVERPLAYED, REVOKE, RUN
from service.piquet.law.kinds.score import MISCOUNTED, SHEETS
from service.piquet.law.kinds.tables import Table
from service.piquet.law.kinds.undue_reckoning import UNDUE
from service.piquet.law.kinds.violations import CONDITIONS, VIOLATION_KINDS, Cover
from service.piquet.law.kinds.wrong_exchange import WRONG_EXCHANGE

__all__ = ["BY_NAME", "BY_NUMBER", "CONDITIONS", "KINDS", "REPORTED", "TABLES", "VIOLATION_KINDS", "Cover", "Kind"]

# All tables, in the order of the numbers of their kinds.
_TABLES = (
    MISDEAL,
    OUT_OF_TURN,
    EXPOSED,
    FACED,
    PACK,
    SPOILED,
    WRONG_EXCHANGE,
    RECOVERED,
    BURIED,
    PEEKED,
    DEALER_SAW,
    UNDECLARED,
    LOOKED,
    FALSE_BLANCHE,
    LOST_POINT,
    FALSE_CLAIM,
    FALSE_REPLY,
    UNDUE,
    NOT_RECKONED,
    IMPLIED,
    REVOKE,
    LEAD_OUT_OF_TURN,
    RUN,
    OVERPLAYED,
    DROPPED,
    MISINFORMED,
    MISCOUNTED,
    SHEETS,
    LONG_HAND,
    CUT,
    PACKETS,
    OFFER,
)

#: How each kind is decided, by its name.
TABLES: Final[Mapping[str, Table]] = {table.kinds[0].name: table for table in _TABLES}

#: All kinds, in the order of their numbers.
KINDS: Final[tuple[Kind, ...]] = tuple(kind for table in _TABLES for kind in table.kinds)

#: The kinds by number, and by name: a name may have several numbers.
BY_NUMBER: Final[Mapping[str, Kind]] = {kind.number: kind for kind in KINDS}
BY_NAME: Final[Mapping[str, tuple[Kind, ...]]] = {name: table.kinds for name, table in TABLES.items()}

#: The members of each kind that an `Incident` reports.
REPORTED: Final[Mapping[str, tuple[str, ...]]] = {
    kind.name: kind.members for kind in KINDS if kind.enters == "incident"
}
