"""Cards that lie face up: turned up while dealing, in the pack or in the talon (K3, K4)."""

from typing import Final

from service.piquet.law.kinds.kind import STANDS, Kind
from service.piquet.law.kinds.questions import CARDS, ROLES, choice, flag, number, some_of
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Table, Then, only_when, settled, stand

KINDS: Final = (
    Kind(
        "K3",
        "exposed",
        "The dealer turned up a card while dealing.",
        ("L13",),
        "incident",
        "elder",
        STANDS,
        members=("cards",),
        readings=("LR14",),
    ),
    Kind(
        "K4",
        "faced",
        "A card lay face up in the pack or in the talon.",
        ("L14",),
        "incident",
        "both",
        STANDS,
        members=("where",),
        rows=("faced",),
        compulsory=True,
    ),
)

_REDEAL: Final = Offered("redeal", ("E1",), "next_deal")

EXPOSED: Final = Table(
    (choice("owner", "Whose card was it, or was it of the talon?", *ROLES, "stock"), CARDS),
    (
        Case(
            {"owner": "younger"},
            settled("K3", "it was the dealer's own card: the deal stands", "harmless", who="younger"),
        ),
        Case(
            ELSE,
            Then(
                "K3",
                "the dealer turned up a card of elder's or of the talon: elder may have a fresh deal",
                who="younger",
                offers=only_when(
                    "the card is elder's or of the talon", Offered("redeal", ("E1",), "taken"), stand((), "taken")
                ),
            ),
        ),
    ),
)

_STAYS: Final = settled("K4", "the card stays with the hand, or in the place, to which it falls", "harmless", who=None)

FACED: Final = Table(
    (
        choice("where", "Where did the card lie?", "pack", "stock"),
        some_of("exchanged", "Which players have exchanged?", *ROLES),
        number("faced", "How many cards lay face up?", 1, 12, lambda _, known: (1, 2)),
        flag("bottom", "Was it the bottom card?"),
    ),
    (
        Case({"too_late": True}, settled("K4", "it is too late: the deal stands", "lapsed", who=None)),
        Case({"law_faced": "redeal_but_bottom", "alone": True, "bottom": True}, _STAYS),
        Case({"law_faced": "redeal_from_two", "alone": True}, _STAYS),
        Case(
            ELSE,
            Then(
                "K4",
                "a card lay face up: there is a fresh deal",
                who=None,
                offers=(_REDEAL._replace(until="next_call"),),
            ),
        ),
    ),
    {
        "too_late": lambda reader: len(reader["exchanged"]) > (0 if reader["where"] == "pack" else 1),
        "alone": lambda reader: reader["faced"] == 1,
    },
)

TABLES: Final = {"exposed": EXPOSED, "faced": FACED}
