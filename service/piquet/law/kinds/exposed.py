"""Cards that lie face up: turned up while dealing, in the pack or in the talon (K3, K4)."""

from typing import Final

from service.piquet.law.kinds.kind import DEAL_STANDS, Kind
from service.piquet.law.kinds.questions import CARDS, ROLES, choice, flag, number, some_of
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Then, only_when, settled, table

_EXPOSED: Final = Kind(
    "K3",
    "exposed",
    "The dealer turned up a card while dealing.",
    ("L13",),
    "incident",
    "elder",
    DEAL_STANDS,
    members=("cards",),
    readings=("LR14",),
)

_FACED: Final = Kind(
    "K4",
    "faced",
    "A card lay face up in the pack or in the talon.",
    ("L14",),
    "incident",
    "both",
    DEAL_STANDS,
    members=("where",),
    rows=("faced",),
    compulsory=True,
)

EXPOSED: Final = table(
    (_EXPOSED,),
    (choice("owner", "Whose card was it, or was it of the talon?", *ROLES, "stock"), CARDS),
    (
        Case({"owner": "younger"}, settled("it was the dealer's own card: the deal stands", "harmless")),
        Case(
            ELSE,
            Then(
                "the dealer turned up a card of elder's or of the talon: elder may have a fresh deal",
                offers=only_when(
                    "the card is elder's or of the talon",
                    Offered("redeal", ("E1",), "taken"),
                    Offered("stand", (), "taken"),
                ),
            ),
        ),
    ),
    offender="younger",
)

_STAYS: Final = settled("the card stays with the hand, or in the place, to which it falls", "harmless")

FACED: Final = table(
    (_FACED,),
    (
        choice("where", "Where did the card lie?", "pack", "stock"),
        some_of("exchanged", "Which players have exchanged?", *ROLES),
        number("faced", "How many cards lay face up?", 1, 12, lambda _, known: (1, 2)),
        flag("bottom", "Was it the bottom card?"),
    ),
    (
        Case({"too_late": True}, settled("it is too late: the deal stands", "lapsed")),
        Case({"law_faced": "redeal_but_bottom", "faced": 1, "bottom": True}, _STAYS),
        Case({"law_faced": "redeal_from_two", "faced": 1}, _STAYS),
        Case(
            ELSE, Then("a card lay face up: there is a fresh deal", offers=(Offered("redeal", ("E1",), "next_call"),))
        ),
    ),
    {
        "too_late": lambda reader: len(reader["exchanged"]) > (0 if reader["where"] == "pack" else 1),
    },
    offender=None,
)
