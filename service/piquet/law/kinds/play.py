"""Irregular play: revokes, cards out of turn, wrong answers, and hands of unequal length (K19 to K23, K26)."""

from typing import Final

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.kinds import tables
from service.piquet.law.kinds.tables import ELSE, Case, table
from service.piquet.rulesets.parameters import Ruleset

# ---------------------------------------------------------------- cards (K19 to K22)

_WITHDRAW: Final = (tables.Offered("withdraw", ("E6", "E12"), "answered"),)

_GONE: Final = "play has gone back beyond it, and it is gone with the cards"

# Play has gone back beyond the card (E6).
_GONE_BACK: Final = Case({"taken_back": True}, _GONE, "lapsed", unraised=_GONE)

REVOKE: Final = table(
    "revoke",
    ("side", "answered", "played_since", "taken_back"),
    (
        _GONE_BACK,
        Case(
            ELSE,
            "{side} did not follow suit: play goes back to that card, and a card of the suit is played",
            offers=tables.REPLAY,
            shows=("cards_taken_back",),
        ),
    ),
    {"cards_taken_back": lambda reader: None if reader["played_since"] is None else reader.number("played_since") + 1},
)

LEAD_OUT_OF_TURN: Final = table(
    "lead_out_of_turn",
    ("side", "answered", "elder_led", "played_since", "taken_back"),
    (
        _GONE_BACK,
        Case(
            {"elder_led": False, "side": "younger"},
            "elder has not led yet: the card goes back to the hand",
            "ruled",
            readings=("LR20",),
            unraised="the card goes back to the hand",
        ),
        Case({"answered": True}, "the trick stands as led by {side}", "lapsed"),
        Case(ELSE, "the card led out of turn may go back", readings=(), offers=_WITHDRAW),
    ),
)

RUN: Final = table(
    "run",
    ("side", "answered", "played_since", "taken_back"),
    (
        _GONE_BACK,
        Case(
            ELSE,
            "each card is led when the one before it has been answered; the first that loses sends the rest back",
            "harmless",
        ),
    ),
)

OVERPLAYED: Final = table(
    "overplayed",
    ("side", "answered", "played_since", "taken_back"),
    (
        _GONE_BACK,
        Case(
            ELSE,
            "{side} may go back to the first card after the run, taking back a card that they gave to it",
            offers=tables.REPLAY,
        ),
    ),
)

DROPPED: Final = table(
    "dropped",
    ("side", "cards"),
    (Case(ELSE, "the cards go back to the hand; both have seen them", "harmless"),),
)


# ---------------------------------------------------------------- wrong answers (K23)


def _same(reader: tables.Reader) -> bool:
    """Whether an answer is what the player has in hand of the cards declared. Numbers and cards compare by number."""
    answer, held = reader["answer"], reader["declared_in_hand"]
    if isinstance(answer, int) or isinstance(held, int):
        return _count(answer) == _count(held)
    return frozenset(tables.as_words(answer)) == frozenset(tables.as_words(held))


def _count(amount: tables.FactValue) -> int:
    return amount if isinstance(amount, int) else len(tables.as_words(amount))


def _amounts(other: str) -> tables.Samples:
    """Amounts that stand for all others, around another amount."""

    def samples(_: Ruleset, known: tables.GivenFacts) -> tuple[tables.FactValue, ...]:
        given = known.get(other, 1)
        return (given, _count(given) + 1)

    return samples


MISINFORMED: Final = table(
    "misinformed",
    ("side", "about", "answer", "declared_in_hand", "asker_played"),
    (
        Case({"true": True}, "the answer was true: nothing follows", "harmless", finding="true"),
        Case(
            {"asker_played": False},
            "{side} answered wrongly: there is no card of {other}'s yet to go back to",
            finding="untrue",
            entitled="nobody",
        ),
        Case(
            ELSE,
            "{side} answered wrongly: {other} may go back to their own first card after the answer",
            finding="untrue",
            offers=tables.REPLAY,
        ),
    ),
    {"true": _same},
    samples={"answer": _amounts("declared_in_hand"), "declared_in_hand": _amounts("answer")},
)


# ---------------------------------------------------------------- long hands (K26)

LONG_HAND: Final = table(
    "long_hand",
    ("cards", "cause", "side"),
    (
        Case({"length": 0}, "the hand has twelve cards", "none"),
        *tables.short_hand(Case({"length": -1}, "the hand is too short, which is not punished", law="L57")),
        Case({"cause": "deal"}, "the deal alone made the hand long: that is a misdeal, not a long hand", "none"),
        Case({"law_long_hand": "reckons_nothing"}, "{side} plays with more than twelve cards", offers=tables.PENALTY),
    ),
    {"length": lambda reader: (reader.number("cards") > HAND_SIZE) - (reader.number("cards") < HAND_SIZE)},
)


TABLES: Final = (REVOKE, LEAD_OUT_OF_TURN, RUN, OVERPLAYED, DROPPED, MISINFORMED, LONG_HAND)
