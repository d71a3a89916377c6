"""The kinds of irregularity K1 to K29 (docs/law.md): what each is, its laws, what is asked, and how it is decided."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from service.piquet.law.kinds import calling, dealing, exchange, outside, play
from service.piquet.law.kinds.tables import BY_NAME, BY_NUMBER, Kind, Table

# ---------------------------------------------------------------- the kinds as which the law deals with violations


class Cover(NamedTuple):
    """A kind as which the law deals with a violation.

    It applies to the `actions` with these types in these `phases` (all, if empty), and under the `condition`, a key of
    `acts.CONDITIONS`.
    """

    kind: str
    actions: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    condition: str = ""


_CLAIMS = ("call", "state_tie_break", "reckon")

#: The kinds as which the law deals with violations, by code. It deals with no other violation.
VIOLATION_KINDS: Final[Mapping[str, tuple[Cover, ...]]] = {
    **{code: (Cover(kind.name),) for kind in BY_NUMBER.values() for code in kind.violations},
    "cards.not_held": (Cover("false_claim", _CLAIMS),),
    **dict.fromkeys(("exchange.too_many", "exchange.more_than_announced"), (Cover("wrong_exchange", ("exchange",)),)),
    "turn.not_now": (Cover("not_reckoned", ("play",), ("calling", "tie_break", "reckoning"), "elder_may_lead"),),
    "call.out_of_order": (Cover("lost_point", condition="point_open"),),
    "turn.other_seat": (
        Cover("lead_out_of_turn", ("play",), condition="no_card_lies"),
        Cover("overplayed", ("play",), condition="card_lies"),
        Cover("wrong_exchange", ("exchange",), ("elder_exchange",), "by_younger"),
    ),
    "exchange.too_few": (Cover("wrong_exchange", ("exchange",), condition="some_discarded"),),
}


# ---------------------------------------------------------------- all kinds

__all__ = ["BY_NAME", "BY_NUMBER", "GROUPS", "KINDS", "REPORTED", "TABLES", "VIOLATION_KINDS", "Cover", "Kind"]

#: How kinds are decided, by the part of a game that they belong to.
GROUPS: Final[Mapping[str, tuple[Table, ...]]] = {
    module.__name__.rpartition(".")[2]: module.TABLES for module in (dealing, exchange, calling, play, outside)
}
_TABLES = {table.kinds[0].name: table for tables in GROUPS.values() for table in tables}

#: How each kind is decided, by its name.
TABLES: Final[Mapping[str, Table]] = {name: _TABLES[name] for name in BY_NAME}

#: All kinds, in the order of their numbers.
KINDS: Final = tuple(BY_NUMBER.values())

#: The members of each kind that an `Incident` reports.
REPORTED: Final[Mapping[str, tuple[str, ...]]] = {
    kind.name: kind.members for kind in KINDS if kind.enters == "incident"
}
