"""The wrong pack, and an incorrect one (K5, K6)."""

from typing import Final

from service.piquet.law.kinds.false_claim import FALSE_CLAIM, QUESTIONS
from service.piquet.law.kinds.kind import DEAL_STANDS, Kind
from service.piquet.law.kinds.questions import Question, choice, flag
from service.piquet.law.kinds.tables import ELSE, PENALTY, Case, Offered, Then, only_when, settled, table
from service.piquet.law.mending import LATER

_PACK: Final = Kind(
    "K5",
    "pack",
    "The deal was made with the wrong pack.",
    ("L15",),
    "incident",
    "both",
    "the packs remain exchanged",
    members=("taken_up",),
    rows=("wrong_pack",),
    compulsory=True,
)

_SPOILED: Final = Kind(
    "K6",
    "spoiled",
    "The pack is incorrect: a card is missing, or is in it twice.",
    ("L75",),
    "incident",
    "both",
    DEAL_STANDS,
    members=("proof",),
    readings=("LR33",),
    compulsory=True,
)

_REDEAL: Final = Offered("redeal", ("E1",), "next_deal")

PACK: Final = table(
    (_PACK,),
    (flag("taken_up", "Has anybody taken up a card?"), flag("deal_complete", "Has the last card been dealt?")),
    (
        Case({"past": True}, settled("it is too late: the packs remain exchanged", "lapsed")),
        Case(
            ELSE,
            Then(
                "the pack was the wrong one: there is a fresh deal",
                offers=only_when("no card has been taken up", _REDEAL._replace(until="none")),
            ),
        ),
    ),
    {"past": lambda reader: reader["deal_complete" if reader["law_wrong_pack"] == "deal_complete" else "taken_up"]},
    offender=None,
)

_PROOFS: Final = (None, {"missing": ("8D",), "double": ("7D",)})

SPOILED: Final = table(
    (_SPOILED,),
    (
        Question(
            "proof",
            "Which cards are proved to be missing from the pack, or to be in it twice, if any?",
            "proof",
            null=True,
            samples=lambda _, known: _PROOFS,
        ),
        choice("where", "Where was the strange card found?", "hand", "discard", "stock"),
        flag("claimed", "Did a claim rest on the strange card?"),
        flag("played", "Was the strange card played?"),
        *QUESTIONS,
    ),
    (
        Case(
            {"proved": True},
            Then("the pack is incorrect: the deal is void", who=None, offers=only_when("it is proved", _REDEAL)),
        ),
        Case(
            {"where": "discard"},
            Then("the player held one card too many", number="K26", also=("L75",), readings=("LR33",), offers=PENALTY),
        ),
        Case({"where": "stock"}, settled("nothing is proved: the deal stands", "harmless", who=None)),
        Case({"claimed": True}, FALSE_CLAIM.cases),
        Case(
            {"played": True},
            Then(
                "the card was played: play goes back to it, and it is taken out",
                entitled="both",
                offers=only_when("the strange card was played", Offered("replay", ("E6", "E12"), "next_deal")),
            ),
        ),
        Case(ELSE, settled("the card is taken out of the hand, without penalty", "harmless")),
    ),
    {
        **FALSE_CLAIM.derived,
        "said": lambda reader: "called",
        "now": lambda reader: LATER,
        "own_card_since": lambda reader: None,
        "proved": lambda reader: any((reader["proof"] or {}).values()),
    },
)
