"""The cut, and the packets in which cards are dealt (K27, K28)."""

from typing import Final

from service.piquet.law.kinds.kind import DEAL_STANDS, Kind
from service.piquet.law.kinds.questions import TAKEN_UP, Question, choice, flag, number
from service.piquet.law.kinds.tables import ELSE, UNTOUCHED, Case, Then, only_when, regular, settled, table

_CUT: Final = Kind(
    "K27",
    "cut",
    "The cut was irregular.",
    ("L3", "L5", "L6", "L7"),
    "facts",
    "both",
    "the cards are cut again",
    rows=("cut_exposed",),
    compulsory=True,
)

_PACKETS: Final = Kind(
    "K28",
    "packets",
    "Cards were dealt in the wrong packets.",
    ("L9",),
    "facts",
    "elder",
    DEAL_STANDS,
    readings=("LR32",),
)

_LOWEST: Final = (
    "if the opponent likes, the lowest of the cards shown counts as the cut; otherwise the player cuts again"
)

CUT: Final = table(
    (_CUT,),
    (
        choice("when", "What was the cut for: the choice of the deal, or the deal itself?", "for_deal", "to_dealer"),
        Question(
            "sizes",
            "How many cards were in the two packets of the cut?",
            "packets",
            samples=lambda _, known: ((16, 16), (1, 31)),
        ),
        number("cards", "How many cards were shown?", 0, 36, lambda _, known: (0, 1, 2)),
        flag("confused", "Were the cards confused?"),
        flag("pack_incorrect", "Did the pack prove incorrect?"),
    ),
    (
        Case(
            {"when": "for_deal", "pack_incorrect": True},
            settled("the cut for the deal stands", "harmless", law="L6"),
        ),
        Case({"when": "for_deal", "several": False}, regular("the cut is good", law="L5")),
        Case(
            {"when": "for_deal", "law_cut_exposed": "lowest_counts"},
            settled(
                _LOWEST,
                law="L5",
                unraised=_LOWEST,
                finding="lowest_counts",
            ),
        ),
        Case({"when": "for_deal"}, settled("the player who showed the cards cuts again", law="L5", finding="again")),
        Case({"small": True}, settled("a packet has fewer than two cards: the pack is cut again", finding="again")),
        Case({"disturbed": True}, settled("the pack is shuffled and cut afresh", law="L7", finding="again")),
        Case(ELSE, regular("the cut is good", law="L7")),
    ),
    {
        "small": lambda reader: min(reader["sizes"]) < 2,
        "several": lambda reader: reader["cards"] > 1,
        "disturbed": lambda reader: reader["cards"] > 0 or reader["confused"],
    },
    offender=None,
)

PACKETS: Final = table(
    (_PACKETS,),
    (choice("where", "Which packets were wrong: those of the hands, or of the talon?", "hands", "stock"), TAKEN_UP),
    (
        Case(
            {"where": "stock"}, settled("how the talon is laid out is a matter of manners: nothing follows", "harmless")
        ),
        Case(
            {"taken_up": ()},
            Then(
                "no hand was taken up: with elder's leave the deal is put right, or made afresh",
                also=("L10",),
                offers=only_when("no hand has been taken up", *UNTOUCHED),
            ),
        ),
        Case(ELSE, settled("a hand was taken up: the deal stands", "harmless")),
    ),
    offender="younger",
)
