"""Irregularities outside the play: packs, scores, the cut, packets, offers (K5, K6, K24, K25, K27 to K29)."""

from typing import Final

from service.piquet.law.data.codes import LATER
from service.piquet.law.kinds.calling import FALSE_CLAIM
from service.piquet.law.kinds.tables import FactValue, Reader, as_members, table

# ---------------------------------------------------------------- packs (K5, K6)

PACK: Final = table(
    "pack",
    {"past": lambda reader: reader["deal_complete" if reader["law_wrong_pack"] == "deal_complete" else "taken_up"]},
)

_PROOFS: Final = (None, {"missing": ("8D",), "double": ("7D",)})

SPOILED: Final = table(
    "spoiled",
    {
        **FALSE_CLAIM.derived,
        "said": lambda reader: "called",
        "now": lambda reader: LATER,
        "own_card_since": lambda reader: None,
        "proved": lambda reader: any(reader.members("proof").values()),
    },
    samples={"proof": _PROOFS},
)


# ---------------------------------------------------------------- scores (K24, K25)


def _correctable(reader: Reader) -> str | None:
    """Until when the count may be corrected (an `until`); None if it is too late."""
    word = reader["law_count_errors"]
    if word == "bonuses_next_shuffle" and reader["bonus"]:
        return None if reader["shuffled"] else "next_deal"
    if word == "next_hand":
        return None if reader["next_hand_seen"] else "next_deal"
    return None if reader["game_over"] else "end_of_game"


MISCOUNTED: Final = table("miscounted", {"correctable": _correctable})


def _own_sheets(reader: Reader) -> dict[str, FactValue] | None:
    if not reader.get("written"):
        return None
    written = reader.members("written")
    return {seat: as_members(written[seat])[seat] for seat in "AB"}


_ANN, _BEN = {"A": 28, "B": 23}, {"A": 28, "B": 22}

SHEETS: Final = table(
    "sheets",
    {
        "agree": lambda reader: reader.members("written")["A"] == reader.members("written")["B"],
        "own_sheets": _own_sheets,
    },
    samples={"written": ({"A": _ANN, "B": _BEN}, {"A": _ANN, "B": _ANN})},
)


# ---------------------------------------------------------------- the cut, and packets (K27, K28)

CUT: Final = table(
    "cut",
    {
        "small": lambda reader: min(reader.numbers("sizes")) < 2,
        "several": lambda reader: reader.number("cards") > 1,
        "disturbed": lambda reader: reader.number("cards") > 0 or reader["confused"],
    },
)

PACKETS: Final = table("packets")


# ---------------------------------------------------------------- the offer of a fresh deal (K29)

OFFER: Final = table("offer")


TABLES: Final = (PACK, SPOILED, MISCOUNTED, SHEETS, CUT, PACKETS, OFFER)
