"""Irregularities outside the play: packs, scores, the cut, packets, offers (K5, K6, K24, K25, K27 to K29)."""

from typing import Final

from service.piquet.law.data.codes import LATER
from service.piquet.law.kinds import tables
from service.piquet.law.kinds.calling import FALSE_CLAIM
from service.piquet.law.kinds.tables import ELSE, Case, Offered, table

# ---------------------------------------------------------------- packs (K5, K6)

_REDEAL: Final = Offered("redeal", ("E1",), "next_deal")

PACK: Final = table(
    "pack",
    ("taken_up", "deal_complete"),
    (
        Case({"past": True}, "it is too late: the packs remain exchanged", "lapsed"),
        Case(
            ELSE,
            "the pack was the wrong one: there is a fresh deal",
            offers=tables.only_when("no card has been taken up", _REDEAL._replace(until="none")),
        ),
    ),
    {"past": lambda reader: reader["deal_complete" if reader["law_wrong_pack"] == "deal_complete" else "taken_up"]},
    offender=None,
)

_PROOFS: Final = (None, {"missing": ("8D",), "double": ("7D",)})

SPOILED: Final = table(
    "spoiled",
    (
        "proof",
        "where",
        "claimed",
        "played",
        "side",
        "category",
        "held",
        "mended",
        "allowed",
        "shown",
        "in_union",
        "same_value_held",
    ),
    (
        Case(
            {"proved": True},
            "the pack is incorrect: the deal is void",
            who=None,
            offers=tables.only_when("it is proved", _REDEAL),
        ),
        Case(
            {"where": "discard"},
            "the player held one card too many",
            number="K26",
            also=("L75",),
            readings=("LR33",),
            offers=tables.PENALTY,
        ),
        Case({"where": "stock"}, "nothing is proved: the deal stands", "harmless", who=None),
        *tables.under({"claimed": True}, FALSE_CLAIM.cases),
        Case(
            {"played": True},
            "the card was played: play goes back to it, and it is taken out",
            entitled="both",
            offers=tables.only_when("the strange card was played", Offered("replay", ("E6", "E12"), "next_deal")),
        ),
        Case(ELSE, "the card is taken out of the hand, without penalty", "harmless"),
    ),
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


def _correctable(reader: tables.Reader) -> str | None:
    """Until when the count may be corrected (an `until`); None if it is too late."""
    word = reader["law_count_errors"]
    if word == "bonuses_next_shuffle" and reader["bonus"]:
        return None if reader["shuffled"] else "next_deal"
    if word == "next_hand":
        return None if reader["next_hand_seen"] else "next_deal"
    return None if reader["game_over"] else "end_of_game"


MISCOUNTED: Final = table(
    "miscounted",
    ("deal", "score", "proved", "bonus", "next_hand_seen", "shuffled", "game_over"),
    (
        Case({"proved": False}, "nothing is proved: the written score stands", "harmless"),
        *(
            Case({"correctable": until}, "the written score is put right", until=until)
            for until in ("next_deal", "end_of_game")
        ),
        Case(ELSE, "it is too late: the written score stands", "lapsed"),
    ),
    {"correctable": _correctable},
    offender=None,
)


def _own_sheets(reader: tables.Reader) -> dict[str, tables.FactValue] | None:
    if not reader.get("written"):
        return None
    written = reader.members("written")
    return {seat: tables.as_members(written[seat])[seat] for seat in "AB"}


_ANN, _BEN = {"A": 28, "B": 23}, {"A": 28, "B": 22}

SHEETS: Final = table(
    "sheets",
    ("written",),
    (
        Case({"agree": True}, "the sheets agree", "none"),
        Case(
            ELSE,
            "each player's own score is taken from their own sheet; an error in it may still be proved",
            "ruled",
            also=("L70",),
            shows=("own_sheets",),
        ),
    ),
    {
        "agree": lambda reader: reader.members("written")["A"] == reader.members("written")["B"],
        "own_sheets": _own_sheets,
    },
    offender=None,
    samples={"written": ({"A": _ANN, "B": _BEN}, {"A": _ANN, "B": _ANN})},
)


# ---------------------------------------------------------------- the cut, and packets (K27, K28)

_LOWEST: Final = (
    "if the opponent likes, the lowest of the cards shown counts as the cut; otherwise the player cuts again"
)

CUT: Final = table(
    "cut",
    ("when", "sizes", "cards", "confused", "pack_incorrect"),
    (
        Case({"when": "for_deal", "pack_incorrect": True}, "the cut for the deal stands", "harmless", law="L6"),
        Case({"when": "for_deal", "several": False}, "the cut is good", "none", law="L5"),
        Case(
            {"when": "for_deal", "law_cut_exposed": "lowest_counts"},
            _LOWEST,
            "ruled",
            law="L5",
            unraised=_LOWEST,
            finding="lowest_counts",
        ),
        Case({"when": "for_deal"}, "the player who showed the cards cuts again", "ruled", law="L5", finding="again"),
        Case({"small": True}, "a packet has fewer than two cards: the pack is cut again", "ruled", finding="again"),
        Case({"disturbed": True}, "the pack is shuffled and cut afresh", "ruled", law="L7", finding="again"),
        Case(ELSE, "the cut is good", "none", law="L7"),
    ),
    {
        "small": lambda reader: min(reader.numbers("sizes")) < 2,
        "several": lambda reader: reader.number("cards") > 1,
        "disturbed": lambda reader: reader.number("cards") > 0 or reader["confused"],
    },
    offender=None,
)

PACKETS: Final = table(
    "packets",
    ("where", "taken_up"),
    (
        Case({"where": "stock"}, "how the talon is laid out is a matter of manners: nothing follows", "harmless"),
        Case(
            {"taken_up": ()},
            "no hand was taken up: with elder's leave the deal is put right, or made afresh",
            also=("L10",),
            offers=tables.only_when("no hand has been taken up", *tables.UNTOUCHED),
        ),
        Case(ELSE, "a hand was taken up: the deal stands", "harmless"),
    ),
    offender="younger",
)


# ---------------------------------------------------------------- the offer of a fresh deal (K29)

OFFER: Final = table(
    "offer",
    ("side",),
    (Case(ELSE, "{other} may accept a fresh deal", offers=(Offered("accept", ("E1",), "next_entry"),)),),
)


TABLES: Final = (PACK, SPOILED, MISCOUNTED, SHEETS, CUT, PACKETS, OFFER)
