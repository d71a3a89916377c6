"""Rulings from facts on play and on the score (K19 to K25)."""

from typing import Any, Final

from service.piquet.law.facts.questions import (
    ANSWERED,
    CARDS,
    ELDER_LED,
    PLAYED_SINCE,
    SIDE,
    TAKEN_BACK,
    Known,
    Question,
    flag,
    told,
)
from service.piquet.law.facts.tables import ELSE, Case, Offered, Reader, Table, Then, regular, settled
from service.piquet.rulesets.parameters import Ruleset

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

# ---------------------------------------------------------------- questions about declared cards


def _same(reader: Reader) -> bool:
    """Whether an answer is what the player has in hand of the cards declared. Numbers and cards compare by number."""
    answer, held = reader["answer"], reader["declared_in_hand"]
    if isinstance(answer, int) or isinstance(held, int):
        return bool(_count(answer) == _count(held))
    return frozenset(answer) == frozenset(held)


def _count(amount: Any) -> int:
    return amount if isinstance(amount, int) else len(amount)


def _amounts(other: str) -> Any:
    """Amounts that stand for all others, around another amount."""

    def samples(_: Ruleset, known: Known) -> tuple[Any, ...]:
        given = known.get(other, 1)
        return (given, _count(given) + 1)

    return samples


ABOUT: Final = told(
    "about",
    "What was asked about: a category, a suit, a rank, or all cards?",
    "choice",
    values=("point", "sequence", "set", *"SHDC6789TJQKA", "all"),
)

MISINFORMED: Final = Table(
    (
        SIDE,
        ABOUT,
        Question(
            "answer",
            "What was the answer: how many cards, or which?",
            "amount",
            most=36,
            samples=_amounts("declared_in_hand"),
        ),
        Question(
            "declared_in_hand",
            "Of the cards that they had declared, how many of those asked about did they have in hand, or which?",
            "amount",
            most=36,
            samples=_amounts("answer"),
        ),
        flag("asker_played", "Has the player who asked played a card since?", absent=True),
    ),
    (
        Case({"true": True}, settled("K23", "the answer was true", "harmless", finding="true")),
        Case(
            {"asker_played": False},
            Then(
                "K23",
                "{side} answered wrongly: there is no card of {other}'s yet to go back to",
                finding="untrue",
                entitled="nobody",
            ),
        ),
        Case(
            ELSE,
            Then(
                "K23",
                "{side} answered wrongly: {other} may go back to their own first card after the answer",
                finding="untrue",
                offers=_REPLAY,
            ),
        ),
    ),
    {"true": _same},
)

# ---------------------------------------------------------------- the score


def _correctable(reader: Reader) -> str:
    """Until when the count may be corrected (an `until`), or `past`."""
    word = reader["law_count_errors"]
    if word == "bonuses_next_shuffle" and reader["bonus"]:
        return "past" if reader["shuffled"] else "next_deal"
    if word == "next_hand":
        return "past" if reader["next_hand_seen"] else "next_deal"
    return "past" if reader["game_over"] else "end_of_game"


MISCOUNTED: Final = Table(
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
        Case({"proved": False}, settled("K24", "nothing is proved: the written score stands", "harmless", who=None)),
        *(
            Case(
                {"correctable": until},
                Then("K24", "the written score is put right", who=None, until=until),
            )
            for until in ("next_deal", "end_of_game")
        ),
        Case(ELSE, settled("K24", "it is too late: the written score stands", "lapsed", who=None)),
    ),
    {"correctable": _correctable},
)


def _own_sheets(reader: Reader) -> dict[str, int] | None:
    written = reader.get("written")
    return {seat: written[seat][seat] for seat in "AB"} if written else None


_ANN, _BEN = {"A": 28, "B": 23}, {"A": 28, "B": 22}

SHEETS: Final = Table(
    (
        Question(
            "written",
            "What did each player write down, for both?",
            "sheets",
            most=10_000,
            samples=lambda _, known: ({"A": _ANN, "B": _BEN}, {"A": _ANN, "B": _ANN}),
        ),
    ),
    (
        Case({"agree": True}, regular("K25", "the sheets agree", who=None)),
        Case(
            ELSE,
            settled(
                "K25",
                "each player's own score is taken from their own sheet; an error in it may be proved (L70)",
                also=("L70",),
                who=None,
                shows=("own_sheets",),
            ),
        ),
    ),
    {
        "agree": lambda reader: reader["written"]["A"] == reader["written"]["B"],
        "own_sheets": _own_sheets,
    },
)
