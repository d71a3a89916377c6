"""A carte blanche that is none (K13)."""

from typing import Final

from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import SIDE, Question, flag
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Then, settled, table

_KIND: Final = Kind(
    "K13",
    "false_blanche",
    "A carte blanche was claimed with court cards in the hand, or after the player's own exchange.",
    ("L18", "L20", "L55"),
    "act",
    "adversary",
    "the carte blanche counts",
    readings=("LR23",),
)

_OBJECT: Final = Offered(
    "object", ("E4", "E12"), "next_call", "the hand has a court card, or cards drawn are mixed with it"
)

FALSE_BLANCHE: Final = table(
    (_KIND,),
    (
        SIDE,
        flag("courts", "Does the hand have a court card?"),
        flag("exchanged", "Had the player exchanged?"),
        Question("mixed", "Were the cards drawn mixed with the hand?", "flag", (True, False), null=True),
        flag("laid_out", "Did the other player lay out a discard for it?"),
    ),
    (
        Case({"good": True}, settled("the carte blanche counts", "harmless", finding="held")),
        Case(
            {"laid_out": True},
            Then(
                "the carte blanche is struck, and the discard laid out for it is free",
                law="L55",
                offers=(_OBJECT, Offered("alter", (), "next_call", "a discard was laid out for it")),
            ),
        ),
        Case(ELSE, Then("the carte blanche is struck, without penalty", law="L55", offers=(_OBJECT,))),
    ),
    {"good": lambda reader: not reader["courts"] and (not reader["exchanged"] or reader["mixed"] is False)},
)
