"""Cards played, put down or dropped irregularly (K19 to K22)."""

from typing import Final

from service.piquet.law.kinds.kind import STANDS, UNEQUAL, Kind
from service.piquet.law.kinds.questions import ANSWERED, CARDS, ELDER_LED, PLAYED_SINCE, SIDE, TAKEN_BACK, told
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Table, Then, settled

KINDS: Final = (
    Kind(
        "K19",
        "revoke",
        "A player did not follow suit although they held a card of it.",
        ("L59",),
        "act",
        "both",
        STANDS,
        public=False,
        readings=("LR19",),
        compulsory=True,
    ),
    Kind(
        "K20",
        "lead_out_of_turn",
        "A player led out of turn.",
        ("L59",),
        "act",
        "both",
        "the trick stands as led by the offender",
        readings=("LR20",),
    ),
    Kind(
        "K21",
        "run",
        "A leader put down several cards at once.",
        ("L59",),
        "act",
        "nobody",
        "each card is led when the one before it has been answered",
        readings=("LR34",),
    ),
    Kind(
        "K21b",
        "overplayed",
        "A player put down more cards to a run than there were leads to answer.",
        ("L59",),
        "act",
        "offender",
        UNEQUAL,
        readings=("LR34",),
    ),
    Kind(
        "K22",
        "dropped",
        "A player dropped cards.",
        ("L59",),
        "incident",
        "nobody",
        "the cards go back; both players have seen them",
        members=("cards",),
    ),
)

_REPLAY: Final = (Offered("replay", ("E6", "E12"), "next_deal"),)

_WITHDRAW: Final = (Offered("withdraw", ("E6", "E12"), "answered"),)

# Of these facts only `side` and `taken_back` decide anything.
_CARD_PLAYED: Final = (SIDE, told("answered", ANSWERED.text, "flag"), PLAYED_SINCE, TAKEN_BACK)

_GONE: Final = "play has gone back beyond it, and it is gone with the cards"


def _gone(number: str) -> Case:
    """The case that play has gone back beyond the card (E6)."""
    return Case({"taken_back": True}, settled(number, _GONE, "lapsed", unraised=_GONE))


REVOKE: Final = Table(
    _CARD_PLAYED,
    (
        _gone("K19"),
        Case(
            ELSE,
            Then(
                "K19",
                "{side} did not follow suit: play goes back to that card, and a card of the suit is played",
                offers=_REPLAY,
                shows=("cards_taken_back",),
            ),
        ),
    ),
    {"cards_taken_back": lambda reader: None if reader["played_since"] is None else reader["played_since"] + 1},
)

LEAD_OUT_OF_TURN: Final = Table(
    (SIDE, ANSWERED, ELDER_LED, PLAYED_SINCE, TAKEN_BACK),
    (
        _gone("K20"),
        Case(
            {"elder_led": False, "side": "younger"},
            settled(
                "K20",
                "elder has not led yet: the card goes back to the hand",
                readings=("LR20",),
                unraised="the card goes back to the hand",
            ),
        ),
        Case(
            {"answered": True},
            settled("K20", "the trick stands as led by {side}", "lapsed"),
        ),
        Case(ELSE, Then("K20", "the card led out of turn may go back", readings=(), offers=_WITHDRAW)),
    ),
)

RUN: Final = Table(
    _CARD_PLAYED,
    (
        _gone("K21"),
        Case(
            ELSE,
            settled(
                "K21",
                "each card is led when the one before it has been answered; the first that loses sends the rest back",
                "harmless",
            ),
        ),
    ),
)

OVERPLAYED: Final = Table(
    _CARD_PLAYED,
    (
        _gone("K21b"),
        Case(
            ELSE,
            Then(
                "K21b",
                "{side} may go back to the first card after the run, taking back a card that they gave to it",
                offers=_REPLAY,
            ),
        ),
    ),
)

DROPPED: Final = Table(
    (SIDE, CARDS),
    (Case(ELSE, settled("K22", "the cards go back to the hand; both have seen them", "harmless")),),
)

TABLES: Final = {
    "revoke": REVOKE,
    "lead_out_of_turn": LEAD_OUT_OF_TURN,
    "run": RUN,
    "overplayed": OVERPLAYED,
    "dropped": DROPPED,
}
