"""The cut, and the packets in which cards are dealt (K27, K28)."""

from typing import Final

from service.piquet.law.kinds.kind import STANDS, Kind
from service.piquet.law.kinds.questions import TAKEN_UP, Question, choice, flag, number
from service.piquet.law.kinds.tables import ELSE, UNTOUCHED, Case, Table, Then, only_when, regular, settled

KINDS: Final = (
    Kind(
        "K27",
        "cut",
        "The cut was irregular.",
        ("L3", "L5", "L6", "L7"),
        "facts",
        "both",
        STANDS,
        rows=("cut_exposed",),
        compulsory=True,
    ),
    Kind(
        "K28",
        "packets",
        "Cards were dealt in the wrong packets.",
        ("L9",),
        "facts",
        "elder",
        STANDS,
        readings=("LR32",),
    ),
)

CUT: Final = Table(
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
            settled("K27", "the cut for the deal stands", "harmless", law="L6", who=None),
        ),
        Case({"when": "for_deal", "several": False}, regular("K27", "the cut is good", law="L5", who=None)),
        Case(
            {"when": "for_deal", "law_cut_exposed": "lowest_counts"},
            settled(
                "K27",
                "if the adversary likes, the lowest of the cards shown counts as the cut; otherwise the player cuts "
                "again",
                law="L5",
                finding="lowest_counts",
                who=None,
            ),
        ),
        Case(
            {"when": "for_deal"},
            settled("K27", "the player who showed the cards cuts again", law="L5", finding="again", who=None),
        ),
        Case(
            {"small": True},
            settled("K27", "a packet has fewer than two cards: the pack is cut again", finding="again", who=None),
        ),
        Case(
            {"disturbed": True},
            settled("K27", "the pack is shuffled and cut afresh", law="L7", finding="again", who=None),
        ),
        Case(ELSE, regular("K27", "the cut is good", law="L7", who=None)),
    ),
    {
        "small": lambda reader: min(reader["sizes"]) < 2,
        "several": lambda reader: reader["cards"] > 1,
        "disturbed": lambda reader: reader["cards"] > 0 or reader["confused"],
    },
)

PACKETS: Final = Table(
    (choice("where", "Which packets were wrong: those of the hands, or of the talon?", "hands", "stock"), TAKEN_UP),
    (
        Case(
            {"where": "stock"},
            settled("K28", "how the talon is laid out is a matter of manners", "harmless", who="younger"),
        ),
        Case(
            {"nobody_has_looked": True},
            Then(
                "K28",
                "no hand was taken up: with elder's leave the deal is put right, or made afresh",
                also=("L10",),
                who="younger",
                offers=only_when("no hand has been taken up", *UNTOUCHED),
            ),
        ),
        Case(ELSE, settled("K28", "a hand was taken up: the deal stands", "harmless", who="younger")),
    ),
    {"nobody_has_looked": lambda reader: not reader["taken_up"]},
)

TABLES: Final = {"cut": CUT, "packets": PACKETS}
