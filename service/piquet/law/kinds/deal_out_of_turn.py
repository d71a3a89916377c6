"""A deal out of turn (K2)."""

from typing import Final

from service.piquet.law.dealers import deals_owed
from service.piquet.law.kinds.kind import DEAL_STANDS, Kind
from service.piquet.law.kinds.questions import ROLES, TAKEN_UP, choice, number
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Reader, Then, table

_KIND: Final = Kind(
    "K2",
    "deal_out_of_turn",
    "A player dealt out of turn.",
    ("L16",),
    "deal",
    "both",
    "the deal stands, and its elder deals the next two; only the next if it is the last deal or the one before",
    readings=("LR16",),
    rows=("out_of_turn",),
)


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


OUT_OF_TURN: Final = table(
    (_KIND,),
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
                "the deal is void, and the player whose turn it is deals",
                offers=(Offered("void", ("E2",), "untouched"),),
            ),
        ),
        Case(
            {"law_out_of_turn": "no_remedy"},
            Then("the deal stands, and nothing follows", "lapsed", unraised=DEAL_STANDS),
        ),
        Case(
            {"owed": 1},
            Then(
                "the deal stands, and its elder deals the next",
                "lapsed",
                finding="one_deal",
                unraised="the deal stands, and its elder deals the next",
                shows=("next_dealers",),
            ),
        ),
        Case(
            ELSE,
            Then(
                "the deal stands, and its elder deals the next two",
                "lapsed",
                finding="two_deals",
                unraised="the deal stands, and its elder deals the next two",
                shows=("next_dealers",),
            ),
        ),
    ),
    {"unseen": _unseen, "owed": _owed, "next_dealers": _next_dealers},
    offender="younger",
)
