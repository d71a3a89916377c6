"""The kinds of irregularity K1 to K29 (docs/law.md): what each is, its laws, what is asked, and how it is decided."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from service.piquet.law.kinds.calling import (
    FALSE_BLANCHE,
    FALSE_CLAIM,
    FALSE_REPLY,
    IMPLIED,
    LOST_POINT,
    NOT_RECKONED,
    UNDUE,
)
from service.piquet.law.kinds.dealing import EXPOSED, FACED, MISDEAL, OUT_OF_TURN
from service.piquet.law.kinds.exchange import BURIED, DEALER_SAW, LOOKED, PEEKED, RECOVERED, UNDECLARED, WRONG_EXCHANGE
from service.piquet.law.kinds.outside import CUT, MISCOUNTED, OFFER, PACK, PACKETS, SHEETS, SPOILED
from service.piquet.law.kinds.play import DROPPED, LEAD_OUT_OF_TURN, LONG_HAND, MISINFORMED, OVERPLAYED, REVOKE, RUN
from service.piquet.law.kinds.tables import Kind, Table

# ---------------------------------------------------------------- the kinds as which the law deals with violations


class Cover(NamedTuple):
    """A kind as which the law deals with a violation.

    It applies to the `actions` with these types in these `phases` (all, if empty), and under the `condition`, a key of
    `CONDITIONS`.
    """

    kind: str
    actions: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    condition: str = ""


CONDITIONS: Final[Mapping[str, str]] = {
    "point_open": "the point is neither called nor passed",
    "by_younger": "the seat is younger",
    "card_lies": "a card lies unanswered, or the seat has just answered a card of a run",
    "no_card_lies": "no card lies unanswered, and the seat has not just answered a card of a run",
    "some_discarded": "at least one card is discarded, or the rules ask for none",
}
_CLAIMS = ("call", "state_tie_break", "reckon")

#: The kinds as which the law deals with violations, by code. It deals with no other violation.
VIOLATION_KINDS: Final[Mapping[str, tuple[Cover, ...]]] = {
    "call.not_held": (Cover("false_claim"),),
    "tie_break.not_held": (Cover("false_claim"),),
    "call.cards_do_not_match": (Cover("false_claim"),),
    "reckon.not_a_holding": (Cover("false_claim"),),
    "cards.not_held": (Cover("false_claim", _CLAIMS),),
    "reply.not_better": (Cover("false_reply"),),
    "reply.not_longer": (Cover("false_reply"),),
    "reply.not_equal": (Cover("false_reply"),),
    "reckon.better_than_called": (Cover("undue_reckoning"),),
    "reckon.not_good": (Cover("undue_reckoning"),),
    "reckon.category_closed": (Cover("undue_reckoning"),),
    "reckon.cards_shared": (Cover("undue_reckoning"),),
    "reckon.one_only": (Cover("undue_reckoning"),),
    "reckon.nought_once": (Cover("undue_reckoning"),),
    "reckon.already": (Cover("undue_reckoning"),),
    "reckon.too_late": (Cover("undue_reckoning"),),
    "reckon.called_missing": (Cover("not_reckoned"),),
    "reckon.better_missing": (Cover("not_reckoned"),),
    "reckon.long_missing": (Cover("not_reckoned"),),
    "play.reckon_first": (Cover("not_reckoned"),),
    "turn.not_now": (Cover("not_reckoned", ("play",), ("calling", "tie_break", "reckoning")),),
    "call.out_of_order": (Cover("lost_point", condition="point_open"),),
    "play.must_follow_suit": (Cover("revoke"),),
    "turn.other_seat": (
        Cover("lead_out_of_turn", ("play",), condition="no_card_lies"),
        Cover("overplayed", ("play",), condition="card_lies"),
        Cover("wrong_exchange", ("exchange",), ("elder_exchange",), "by_younger"),
    ),
    "exchange.too_many": (Cover("wrong_exchange"),),
    "exchange.too_few": (Cover("wrong_exchange", condition="some_discarded"),),
    "exchange.more_than_announced": (Cover("wrong_exchange"),),
    "exchange.not_stood": (Cover("misdeal"),),
    "carte_blanche.court_cards": (Cover("false_blanche"),),
    "carte_blanche.after_exchange": (Cover("false_blanche"),),
    "look.too_early": (Cover("looked"),),
    "look.too_late": (Cover("looked"),),
    "look.already_decided": (Cover("looked"),),
}


# ---------------------------------------------------------------- all kinds

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
