"""Errors of the written score (K24, K25)."""

from typing import Final

from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import Question, flag, told
from service.piquet.law.kinds.tables import ELSE, Case, Reader, Then, regular, settled, table

_MISCOUNTED: Final = Kind(
    "K24",
    "miscounted",
    "A hand was counted or written down wrongly.",
    ("L70",),
    "facts",
    "both",
    "the written score stands",
    readings=("LR29",),
    rows=("count_errors",),
)

_SHEETS: Final = Kind(
    "K25",
    "sheets",
    "The score sheets of the players differ.",
    ("L74",),
    "facts",
    "nobody",
    "each player's own score is taken from their own sheet",
)


def _correctable(reader: Reader) -> str | None:
    """Until when the count may be corrected (an `until`); None if it is too late."""
    word = reader["law_count_errors"]
    if word == "bonuses_next_shuffle" and reader["bonus"]:
        return None if reader["shuffled"] else "next_deal"
    if word == "next_hand":
        return None if reader["next_hand_seen"] else "next_deal"
    return None if reader["game_over"] else "end_of_game"


MISCOUNTED: Final = table(
    (_MISCOUNTED,),
    (
        told("deal", "Which deal was miscounted?", "number", least=1, most=101),
        told("score", "What is the right score?", "number", most=400),
        flag("proved", "Can the error be proved?"),
        flag("bonus", "Is it a pique or repique that was miscounted?"),
        flag("next_hand_seen", "Has the player whose count is wrong seen their next hand?"),
        flag("shuffled", "Have the cards been shuffled for the next deal?"),
        flag("game_over", "Is the game over?"),
    ),
    (
        Case({"proved": False}, settled("nothing is proved: the written score stands", "harmless")),
        *(
            Case({"correctable": until}, Then("the written score is put right", until=until))
            for until in ("next_deal", "end_of_game")
        ),
        Case(ELSE, settled("it is too late: the written score stands", "lapsed")),
    ),
    {"correctable": _correctable},
    offender=None,
)


def _own_sheets(reader: Reader) -> dict[str, int] | None:
    written = reader.get("written")
    return {seat: written[seat][seat] for seat in "AB"} if written else None


_ANN, _BEN = {"A": 28, "B": 23}, {"A": 28, "B": 22}

SHEETS: Final = table(
    (_SHEETS,),
    (
        Question(
            "written",
            "What did each player write down, for both?",
            "sheets",
            samples=lambda _, known: ({"A": _ANN, "B": _BEN}, {"A": _ANN, "B": _ANN}),
        ),
    ),
    (
        Case({"agree": True}, regular("the sheets agree")),
        Case(
            ELSE,
            settled(
                "each player's own score is taken from their own sheet; an error in it may still be proved",
                also=("L70",),
                shows=("own_sheets",),
            ),
        ),
    ),
    {
        "agree": lambda reader: reader["written"]["A"] == reader["written"]["B"],
        "own_sheets": _own_sheets,
    },
    offender=None,
)
