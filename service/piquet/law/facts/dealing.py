"""Rulings from facts on the cut, the pack and the deal (K3 to K6, K27 to K29)."""

from typing import Final

from service.piquet.law.facts.claims import FALSE_CLAIM, QUESTIONS
from service.piquet.law.facts.questions import (
    CARDS,
    ROLES,
    SIDE,
    TAKEN_UP,
    Question,
    choice,
    flag,
    number,
    some_of,
)
from service.piquet.law.facts.tables import (
    ELSE,
    PENALTY,
    UNTOUCHED,
    Case,
    Offered,
    Table,
    Then,
    only_when,
    regular,
    settled,
    stand,
)
from service.piquet.law.mending import LATER

_REDEAL: Final = Offered("redeal", ("E1",), "next_deal")

# ---------------------------------------------------------------- cards exposed while dealing

EXPOSED: Final = Table(
    (choice("owner", "Whose card was it, or was it of the talon?", *ROLES, "stock"), CARDS),
    (
        Case(
            {"owner": "younger"},
            settled("K3", "it was the dealer's own card: the deal stands", "harmless", who="younger"),
        ),
        Case(
            ELSE,
            Then(
                "K3",
                "the dealer turned up a card of elder's or of the talon: elder may have a fresh deal",
                who="younger",
                offers=only_when(
                    "the card is elder's or of the talon", Offered("redeal", ("E1",), "taken"), stand((), "taken")
                ),
            ),
        ),
    ),
)

_STAYS: Final = settled("K4", "the card stays with the hand, or in the place, to which it falls", "harmless", who=None)

FACED: Final = Table(
    (
        choice("where", "Where did the card lie?", "pack", "stock"),
        some_of("exchanged", "Which players have exchanged?", *ROLES),
        number("faced", "How many cards lay face up?", 1, 12, lambda _, known: (1, 2)),
        flag("bottom", "Was it the bottom card?"),
    ),
    (
        Case({"too_late": True}, settled("K4", "it is too late: the deal stands", "lapsed", who=None)),
        Case({"law_faced": "redeal_but_bottom", "alone": True, "bottom": True}, _STAYS),
        Case({"law_faced": "redeal_from_two", "alone": True}, _STAYS),
        Case(
            ELSE,
            Then(
                "K4",
                "a card lay face up: there is a fresh deal",
                who=None,
                offers=(_REDEAL._replace(until="next_call"),),
            ),
        ),
    ),
    {
        "too_late": lambda reader: len(reader["exchanged"]) > (0 if reader["where"] == "pack" else 1),
        "alone": lambda reader: reader["faced"] == 1,
    },
)

# ---------------------------------------------------------------- packs

PACK: Final = Table(
    (flag("taken_up", "Has anybody taken up a card?"), flag("deal_complete", "Has the last card been dealt?")),
    (
        Case({"past": True}, settled("K5", "it is too late: the packs remain exchanged", "lapsed", who=None)),
        Case(
            ELSE,
            Then(
                "K5",
                "the pack was the wrong one: there is a fresh deal",
                who=None,
                offers=only_when("no card has been taken up", _REDEAL._replace(until="none")),
            ),
        ),
    ),
    {"past": lambda reader: reader["deal_complete" if reader["law_wrong_pack"] == "deal_complete" else "taken_up"]},
)

_PROOFS: Final = (None, {"missing": ("8D",), "double": ("7D",)})

SPOILED: Final = Table(
    (
        Question(
            "proof",
            "Which cards are proved to be missing from the pack, or to be in it twice? null: nothing is proved.",
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
            Then("K6", "the pack is incorrect: the deal is void", who=None, offers=only_when("it is proved", _REDEAL)),
        ),
        Case(
            {"where": "discard"},
            Then("K26", "the player held one card too many", also=("L75",), readings=("LR33",), offers=PENALTY),
        ),
        Case({"where": "stock"}, settled("K6", "nothing is proved: the deal stands", "harmless", who=None)),
        Case({"claimed": True}, FALSE_CLAIM.cases),
        Case(
            {"played": True},
            Then(
                "K6",
                "the card was played: play goes back to it, and it is taken out",
                entitled="both",
                offers=only_when("the strange card was played", Offered("replay", ("E6", "E12"), "next_deal")),
            ),
        ),
        Case(ELSE, settled("K6", "the card is taken out of the hand, without penalty", "harmless")),
    ),
    {
        **FALSE_CLAIM.derived,
        "said": lambda reader: "called",
        "now": lambda reader: LATER,
        "own_card_since": lambda reader: None,
        "proved": lambda reader: any((reader["proof"] or {}).values()),
    },
)

# ---------------------------------------------------------------- cut, packets and offers

CUT: Final = Table(
    (
        choice("when", "What was the cut for: the choice of the deal, or the deal itself?", "for_deal", "to_dealer"),
        Question(
            "sizes",
            "How many cards were in the two packets of the cut?",
            "packets",
            samples=lambda _, known: ((16, 16), (1, 31)),
        ),
        number("cards", "How many cards were shown?", 0, 36, lambda _, known: (0, 1, 2)),
        flag("confused", "Were the cards confused?"),
        flag("pack_incorrect", "Did the pack prove incorrect?"),
    ),
    (
        Case(
            {"when": "for_deal", "pack_incorrect": True},
            settled("K27", "the cut for the deal stands", "harmless", law="L6", who=None),
        ),
        Case({"when": "for_deal", "several": False}, regular("K27", "the cut is good", law="L5", who=None)),
        Case(
            {"when": "for_deal", "law_cut_exposed": "lowest_counts"},
            settled(
                "K27",
                "if the adversary likes, the lowest of the cards shown counts as the cut; otherwise the player cuts "
                "again",
                law="L5",
                finding="lowest_counts",
                who=None,
            ),
        ),
        Case(
            {"when": "for_deal"},
            settled("K27", "the player who showed the cards cuts again", law="L5", finding="again", who=None),
        ),
        Case(
            {"small": True},
            settled("K27", "a packet has fewer than two cards: the pack is cut again", finding="again", who=None),
        ),
        Case(
            {"disturbed": True},
            settled("K27", "the pack is shuffled and cut afresh", law="L7", finding="again", who=None),
        ),
        Case(ELSE, regular("K27", "the cut is good", law="L7", who=None)),
    ),
    {
        "small": lambda reader: min(reader["sizes"]) < 2,
        "several": lambda reader: reader["cards"] > 1,
        "disturbed": lambda reader: reader["cards"] > 0 or reader["confused"],
    },
)

PACKETS: Final = Table(
    (choice("where", "Which packets were wrong: those of the hands, or of the talon?", "hands", "stock"), TAKEN_UP),
    (
        Case(
            {"where": "stock"},
            settled("K28", "how the talon is laid out is a matter of manners", "harmless", who="younger"),
        ),
        Case(
            {"nobody_has_looked": True},
            Then(
                "K28",
                "no hand was taken up: with elder's leave the deal is put right, or made afresh",
                also=("L10",),
                who="younger",
                offers=only_when("no hand has been taken up", *UNTOUCHED),
            ),
        ),
        Case(ELSE, settled("K28", "a hand was taken up: the deal stands", "harmless", who="younger")),
    ),
    {"nobody_has_looked": lambda reader: not reader["taken_up"]},
)

OFFER: Final = Table(
    (SIDE,),
    (
        Case(
            ELSE,
            Then("K29", "{other} may accept a fresh deal", offers=(Offered("accept", ("E1",), "next_entry"),)),
        ),
    ),
)
