"""Cards taken back from the discard, or put to it, after drawing (K8, K9)."""

from typing import Final

from service.piquet.law.kinds.kind import UNEQUAL, Kind
from service.piquet.law.kinds.penalties import short_hand
from service.piquet.law.kinds.questions import CARDS, ELDER_LED, SIDE, STOCK, choice, flag
from service.piquet.law.kinds.tables import (
    ELSE,
    PENALTY,
    Case,
    Offered,
    Reader,
    Then,
    only_when,
    regular,
    settled,
    table,
)

_RECOVERED: Final = Kind(
    "K8",
    "recovered",
    "A player who had drawn took cards back from the discard.",
    ("L25",),
    "incident",
    "adversary",
    UNEQUAL,
    members=("cards",),
    rows=("discard_final",),
    waives="long_hand",
)

_BURIED: Final = Kind(
    "K9",
    "buried",
    "A player mixed cards of the hand, or cards of the talon that were still due to them, with the discard.",
    ("L26", "L37"),
    "incident",
    "elder",
    UNEQUAL,
    members=("cards",),
    rows=("discard_final", "short_hand"),
)


def _final(reader: Reader) -> bool:
    """Whether the discard could no longer be altered (L24)."""
    word = reader["law_discard_final"]
    if reader["stock"] == "touched":
        return word == "touched" or (word == "touched_with_exceptions" and not reader["freed"])
    return bool(reader["stock"] == "taken")


_FREED: Final = flag(
    "freed",
    "Was the discard still free, since the deal was wrong, elder had left cards in silence, or the talon was counted?",
)

_UNSEEN: Final = "the discard stays unseen"

_NOT_FINAL: Final = Case({"final": False}, regular("the discard could still be altered", law="L24"))

RECOVERED: Final = table(
    (_RECOVERED,),
    (SIDE, STOCK, _FREED, CARDS),
    (
        _NOT_FINAL,
        Case(ELSE, Then("{side} took cards back from the discard after drawing", also=("L24", "L58"), offers=PENALTY)),
    ),
    {"final": _final},
)

BURIED: Final = table(
    (_BURIED,),
    (
        SIDE,
        STOCK,
        _FREED,
        choice(
            "source",
            "Where did the cards come from: the hand, the talon, or the cards that younger left?",
            "hand",
            "stock",
            "left",
        ),
        ELDER_LED,
        CARDS,
    ),
    (
        Case(
            {"source": "left", "side": "younger", "left_cards": "after_lead_shared", "elder_led": True},
            Then(
                "younger mixed cards that they had left with the discard: elder may see all of it",
                law="L37",
                unraised=_UNSEEN,
                offers=only_when(
                    "younger buried cards that they had left, and elder has led",
                    Offered("inspect", ("E9",), "deal_over"),
                ),
            ),
        ),
        Case(
            {"source": "left", "side": "younger", "left_cards": "after_lead_shared"},
            Then(
                "elder may see younger's discard after the first lead",
                law="L37",
                until="deal_over",
                unraised=_UNSEEN,
            ),
        ),
        Case(
            {"source": "left"},
            settled("the ruleset has no law on cards that were left: nothing follows", "harmless", law="L37"),
        ),
        _NOT_FINAL,
        Case(ELSE, short_hand("the cards remain in the discard, and {side} plays without them", also=("L57",))),
    ),
    {"final": _final},
)
