"""Rulings from facts on deals with wrong numbers, and out of turn (K1, K2)."""

from typing import Any, Final

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.dealers import deals_owed
from service.piquet.law.facts.questions import (
    ROLES,
    STOCK,
    TAKEN_UP,
    Known,
    Question,
    choice,
    flag,
    number,
)
from service.piquet.law.facts.standing import exchanges
from service.piquet.law.facts.tables import (
    ELSE,
    PENALTY,
    UNTOUCHED,
    Case,
    Offered,
    Reader,
    Table,
    Then,
    only_when,
    regular,
    stand,
)
from service.piquet.law.wrong_numbers import cards_off, has_choice, must_redeal, standing_of
from service.piquet.rulesets.parameters import Ruleset

_REDEAL: Final = Offered("redeal", ("E1",), "next_deal")

_SHAPES: Final = tuple((elder, younger) for elder in range(10, 16) for younger in range(10, 16))


def _deals(rules: Ruleset, known: Known) -> tuple[tuple[int, int, int], ...]:
    """Numbers of cards that stand for all others."""
    return tuple((elder, younger, rules.pack - elder - younger) for elder, younger in _SHAPES)


def _shape(reader: Reader) -> str:
    """How wrong the numbers are: `right`, `one` card off, `many`, or `other`: one that no law names."""
    dealt = reader["dealt"]
    if not cards_off(reader.rules, dealt):
        return "right"
    if must_redeal(reader.rules, dealt, reader["law_many_wrong"]):
        return "many"
    return "one" if has_choice(dealt, reader["law_one_card_wrong"]) else "other"


def _misdeal(number: str, message: str, **more: Any) -> Then:
    return Then(number, message, **{"who": "younger", **more})


def _standing(reader: Reader) -> tuple[str, ...]:
    return ("E11",) if standing_of(reader["dealt"]) else ("E7",)


def _standing_law(reader: Reader) -> str | None:
    standing = standing_of(reader["dealt"])
    return standing.law if standing else None


def _choice_of_elder(law: str, also: tuple[str, ...]) -> Then:
    return _misdeal(
        "K1c",
        "one card was dealt to the wrong place: elder may have a fresh deal, or play on",
        law=law,
        also=also,
        offers=(Offered("redeal", ("E1",), "taken"), stand("standing", "taken")),
        shows=("exchanges",),
    )


# What elder may have done with the talon when it is too late, by the word of the row `one_card_wrong`.
_TAKEN: Final = ("taken",)
_TOO_LATE_FROM: Final = {
    "elder_before_taking": _TAKEN,
    "elder_before_touching": ("touched", "taken"),
    "elder_thirteen_or_short": _TAKEN,
    "nondealer": _TAKEN,
    "holder_discards_more": _TAKEN,
}

_TOO_LATE: Final = (
    Case(
        {"elder_long": True, "long_hand_apart": True},
        _misdeal(
            "K1d",
            "elder exchanged without a word: the choice is lost, and the discard is final; the hand is too long",
            status="lapsed",
            also=("L58",),
            who="elder",
        ),
    ),
    Case(
        {"elder_long": True},
        _misdeal(
            "K1d",
            "elder exchanged without a word: the choice is lost, the discard final, and the hand too long",
            also=("L58",),
            who="elder",
            entitled="younger",
            offers=only_when("elder has more than twelve cards", *PENALTY),
        ),
    ),
    Case(
        ELSE,
        _misdeal(
            "K1d",
            "elder exchanged without a word: the choice is lost, and the discard is final",
            status="lapsed",
            also=("L57",),
            who="elder",
        ),
    ),
)

MISDEAL: Final = Table(
    (
        Question(
            "dealt", "How many cards were dealt to elder, to younger, and to the talon?", "counts", samples=_deals
        ),
        TAKEN_UP,
        STOCK,
        number("cards", "How many cards does elder have after the exchange?", 0, 15, lambda _, known: (11, 12, 13)),
        flag("long_hand_apart", "Is the long hand ruled on by itself, as `long_hand`?", absent=False),
    ),
    (
        Case({"shape": "right"}, regular("K1b", "the numbers of cards are right", who="younger")),
        Case(
            {"nobody_has_looked": True},
            _misdeal(
                "K1a",
                "no hand was taken up: with elder's leave the deal is put right, or made afresh; standing leads to "
                "L11 or L12",
                offers=UNTOUCHED,
            ),
        ),
        Case(
            {"shape": "many"},
            _misdeal("K1b", "too many cards are in the wrong place: the deal is void", offers=(_REDEAL,)),
        ),
        Case({"shape": "other"}, _misdeal("K1c", "the code has no law for these numbers", status="harmless")),
        Case(
            {"spoke_too_late": True, "standing_law": "L43"},
            _misdeal(
                "K1c",
                "with twelve cards and a talon that is one short, elder stands by exchanging",
                status="lapsed",
                also=("L43",),
                unraised="the deal stands",
                shows=("exchanges",),
            ),
        ),
        Case({"spoke_too_late": True}, _TOO_LATE),
        *(
            Case({"standing_law": law}, _choice_of_elder("L11", (law,) if law else ()))
            for law in ("L40", "L41", "L42", "L43", None)
        ),
    ),
    {
        "shape": _shape,
        "nobody_has_looked": lambda reader: not reader["taken_up"],
        "spoke_too_late": lambda reader: reader["stock"] in _TOO_LATE_FROM[reader["law_one_card_wrong"]],
        "elder_long": lambda reader: reader["cards"] > HAND_SIZE and bool(reader["law_long_hand"]),
        "standing_law": _standing_law,
        "standing": _standing,
        "exchanges": exchanges,
    },
)

# ---------------------------------------------------------------- deals out of turn


def _owed(reader: Reader) -> int:
    """How many of the next deals this deal's elder deals; fewer if it is last or last but one (LR16)."""
    return deals_owed(reader.rules, reader["law_out_of_turn"], reader["deal"], reader["deals"])


def _next_dealers(reader: Reader) -> list[str]:
    """Who deals next, by their roles in this deal: after it as many deals as matter (LR16)."""
    deals = reader["deals"] or (None if reader.rules.target else reader.rules.partie_deals)
    due = [*["elder"] * _owed(reader), "younger"]
    return due if deals is None else due[: max(0, deals - reader["deal"])]


def _unseen(reader: Reader) -> bool:
    """Whether the deal out of turn is still void, which depends on who has taken up a hand."""
    taken_up = reader["taken_up"]
    if reader["law_out_of_turn"] in ("no_remedy", "void_if_unseen"):
        return "younger" not in taken_up
    if len(taken_up) != 1:
        return not taken_up
    return reader["noticed"] not in (*taken_up, "both")


OUT_OF_TURN: Final = Table(
    (
        number("deal", "Which deal of the partie is it?", 1, 101, lambda _, known: (1, 5)),
        number(
            "deals",
            "How many deals has the partie, extra deals included?",
            1,
            101,
            lambda _, known: (6,),
            optional=True,
        ),
        TAKEN_UP,
        choice("noticed", "Who noticed it?", *ROLES, "both"),
    ),
    (
        Case(
            {"unseen": True},
            Then(
                "K2",
                "the deal is void, and the player whose turn it is deals",
                who="younger",
                offers=(Offered("void", ("E2",), "untouched"),),
            ),
        ),
        Case(
            {"law_out_of_turn": "no_remedy"},
            Then("K2", "the deal stands, and nothing follows", "lapsed", who="younger", unraised="the deal stands"),
        ),
        Case(
            {"owed": 1},
            Then(
                "K2",
                "the deal stands, and its elder deals the next",
                "lapsed",
                who="younger",
                finding="one_deal",
                shows=("next_dealers",),
            ),
        ),
        Case(
            ELSE,
            Then(
                "K2",
                "the deal stands, and its elder deals the next two",
                "lapsed",
                who="younger",
                finding="two_deals",
                shows=("next_dealers",),
            ),
        ),
    ),
    {"unseen": _unseen, "owed": _owed, "next_dealers": _next_dealers},
)
