"""A hand with too many cards (K26)."""

from typing import Final

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.kinds.kind import UNEQUAL, Kind
from service.piquet.law.kinds.penalties import short_hand
from service.piquet.law.kinds.questions import SIDE, choice, number
from service.piquet.law.kinds.tables import PENALTY, Case, Then, regular, table

_KIND: Final = Kind(
    "K26",
    "long_hand",
    "A hand has more than twelve cards after its exchange.",
    ("L58",),
    "act",
    "adversary",
    UNEQUAL,
    rows=("long_hand", "short_hand"),
)

LONG_HAND: Final = table(
    (_KIND,),
    (
        number("cards", "How many cards does the hand have after the exchange?", 0, 36, lambda _, known: (11, 12, 13)),
        choice("cause", "What made the hand long: the exchange, or the deal alone?", "exchange", "deal"),
        SIDE,
    ),
    (
        Case({"length": 0}, regular("the hand has twelve cards")),
        Case({"length": -1}, short_hand("the hand is too short, which is not punished", law="L57")),
        Case({"cause": "deal"}, regular("the deal alone made the hand long: that is a misdeal, not a long hand")),
        Case({"law_long_hand": "reckons_nothing"}, Then("{side} plays with more than twelve cards", offers=PENALTY)),
    ),
    {"length": lambda reader: (reader["cards"] > HAND_SIZE) - (reader["cards"] < HAND_SIZE)},
)
