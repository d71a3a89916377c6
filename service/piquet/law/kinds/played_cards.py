"""Cards played, put down or dropped irregularly (K19 to K22)."""

from typing import Final

from service.piquet.law.kinds.kind import UNEQUAL, Kind
from service.piquet.law.kinds.penalties import REPLAY
from service.piquet.law.kinds.questions import ANSWERED, CARDS, ELDER_LED, PLAYED_SINCE, SIDE, TAKEN_BACK, told
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Then, settled, table

_REVOKE: Final = Kind(
    "K19",
    "revoke",
    "A player did not follow suit although they held a card of it.",
    ("L59",),
    "act",
    "both",
    "the card stands as it was played",
    public=False,
    readings=("LR19",),
    compulsory=True,
)

_LEAD_OUT_OF_TURN: Final = Kind(
    "K20",
    "lead_out_of_turn",
    "A player led out of turn.",
    ("L59",),
    "act",
    "both",
    "the trick stands as it was led",
    readings=("LR20",),
)

_RUN: Final = Kind(
    "K21",
    "run",
    "A leader put down several cards at once.",
    ("L59",),
    "act",
    "nobody",
    "each card is led when the one before it has been answered",
    readings=("LR34",),
)

_OVERPLAYED: Final = Kind(
    "K21b",
    "overplayed",
    "A player put down more cards to a run than there were leads to answer.",
    ("L59",),
    "act",
    "offender",
    UNEQUAL,
    readings=("LR34",),
)

_DROPPED: Final = Kind(
    "K22",
    "dropped",
    "A player dropped cards.",
    ("L59",),
    "incident",
    "nobody",
    "the cards go back; both players have seen them",
    members=("cards",),
)

_WITHDRAW: Final = (Offered("withdraw", ("E6", "E12"), "answered"),)

# Of these facts only `side` and `taken_back` decide anything.
_CARD_PLAYED: Final = (SIDE, told("answered", ANSWERED.text, "flag"), PLAYED_SINCE, TAKEN_BACK)

_GONE: Final = "play has gone back beyond it, and it is gone with the cards"

# Play has gone back beyond the card (E6).
_GONE_BACK: Final = Case({"taken_back": True}, settled(_GONE, "lapsed", unraised=_GONE))

REVOKE: Final = table(
    (_REVOKE,),
    _CARD_PLAYED,
    (
        _GONE_BACK,
        Case(
            ELSE,
            Then(
                "{side} did not follow suit: play goes back to that card, and a card of the suit is played",
                offers=REPLAY,
                shows=("cards_taken_back",),
            ),
        ),
    ),
    {"cards_taken_back": lambda reader: None if reader["played_since"] is None else reader["played_since"] + 1},
)

LEAD_OUT_OF_TURN: Final = table(
    (_LEAD_OUT_OF_TURN,),
    (SIDE, ANSWERED, ELDER_LED, PLAYED_SINCE, TAKEN_BACK),
    (
        _GONE_BACK,
        Case(
            {"elder_led": False, "side": "younger"},
            settled(
                "elder has not led yet: the card goes back to the hand",
                readings=("LR20",),
                unraised="the card goes back to the hand",
            ),
        ),
        Case({"answered": True}, settled("the trick stands as led by {side}", "lapsed")),
        Case(ELSE, Then("the card led out of turn may go back", readings=(), offers=_WITHDRAW)),
    ),
)

RUN: Final = table(
    (_RUN,),
    _CARD_PLAYED,
    (
        _GONE_BACK,
        Case(
            ELSE,
            settled(
                "each card is led when the one before it has been answered; the first that loses sends the rest back",
                "harmless",
            ),
        ),
    ),
)

OVERPLAYED: Final = table(
    (_OVERPLAYED,),
    _CARD_PLAYED,
    (
        _GONE_BACK,
        Case(
            ELSE,
            Then(
                "{side} may go back to the first card after the run, taking back a card that they gave to it",
                offers=REPLAY,
            ),
        ),
    ),
)

DROPPED: Final = table(
    (_DROPPED,),
    (SIDE, CARDS),
    (Case(ELSE, settled("the cards go back to the hand; both have seen them", "harmless")),),
)
