"""Rulings from facts on calling and reckoning (K14, K16 to K18b)."""

from typing import Final

from service.piquet.law import mending
from service.piquet.law.facts.claims import LATE, STRUCK, STRUCK_LATE, must_show, nobody_speaks
from service.piquet.law.facts.questions import (
    CATEGORY,
    ELDER_LED,
    FIRST_CARD_PLAYED,
    SIDE,
    choice,
    flag,
)
from service.piquet.law.facts.tables import (
    ELSE,
    AnyOf,
    Case,
    Offered,
    Reader,
    Table,
    Then,
    regular,
    settled,
)

LOST_POINT: Final = Table(
    (),
    (
        nobody_speaks("K14"),
        Case(ELSE, settled("K14", "elder called another category before the point, which is passed", who="elder")),
    ),
)

# ---------------------------------------------------------------- false replies


def _elder_reckons(law: str) -> Then:
    return Then(
        "K16",
        "younger refused the call without showing why: elder's call counts as good",
        law=law,
        who="younger",
        offers=(Offered("reckon", LATE, "next_deal"),),
    )


FALSE_REPLY: Final = Table(
    (
        choice(
            "mended",
            "When did younger correct it: before elder's next call or lead (or before elder told which card of a trio "
            "is not reckoned), before younger played a card, later, or never?",
            "never",
            mending.BEFORE_NEXT_CALL,
            mending.BEFORE_FIRST_CARD,
            mending.LATER,
        ),
        flag("held", "Did younger hold what the reply says?"),
        FIRST_CARD_PLAYED,
        flag("reckoned", "Did younger reckon it?"),
        flag("shown", "Did younger show it?"),
        choice(
            "now",
            "How far has the deal come: is it before elder's next call or lead (or before elder told which card of a "
            "trio is not reckoned), before younger's first card, or later?",
            mending.BEFORE_NEXT_CALL,
            mending.BEFORE_FIRST_CARD,
            mending.LATER,
            optional=True,
            absent=mending.LATER,
        ),
        flag(
            "call_gone", "Was the call replaced by another, or lost, so that the reply answers nothing?", absent=False
        ),
    ),
    (
        nobody_speaks("K16"),
        Case(
            {"mended_in_time": True},
            settled("K16", "younger corrected the reply in time", "amended", law="L51", who="younger"),
        ),
        Case({"call_gone": True}, settled("K16", "the call that was answered stands no more", "lapsed", who="younger")),
        Case(
            {"held": False, "may_be_mended": True},
            Then("K16", "younger may still correct the reply", who="younger", entitled="nobody"),
        ),
        Case({"held": False, "law_false_refusal": "elder_reckons_after_lead"}, _elder_reckons("LA3")),
        Case({"held": False}, _elder_reckons("L46")),
        Case(
            {"first_card_played": False},
            regular("K16", "the reply was true, and younger may still reckon", who="younger"),
        ),
        Case({"reckoned": False, "law_false_refusal": "elder_reckons_after_lead"}, _elder_reckons("LA3")),
        Case({"reckoned": False}, _elder_reckons("L46")),
        Case({"law_false_refusal": "elder_reckons_after_lead", "shown": False}, _elder_reckons("LA3")),
        Case(ELSE, regular("K16", "the reply was true", who="younger")),
    ),
    {
        "mended_in_time": lambda reader: (
            reader["mended"] != "never" and mending.in_time(reader["law_mend_reply"], "younger", reader["mended"])
        ),
        "may_be_mended": lambda reader: mending.in_time(reader["law_mend_reply"], "younger", reader["now"]),
    },
)

# ---------------------------------------------------------------- undue and omitted reckonings


def _past(reader: Reader) -> bool:
    """Whether it is too late to make good what was omitted (L56)."""
    elders_own = reader["side"] == "elder" and not mending.in_time(
        reader["law_omitted"], "elder", mending.BEFORE_FIRST_CARD
    )
    return bool(reader["elder_led" if elders_own else "first_card_played"])


_OBJECT: Final = (Offered("object", STRUCK, "next_deal"),)

UNDUE: Final = Table(
    (
        SIDE,
        choice(
            "reason",
            "Why was it not due: better than what was called, in a category that is closed, reckoned before, or too "
            "late?",
            "better_than_called",
            "category_closed",
            "twice",
            "too_late",
        ),
        FIRST_CARD_PLAYED,
        ELDER_LED,
        flag("replaced", "Was the list corrected in time (A4, A5)?", absent=False),
    ),
    (
        nobody_speaks("K17"),
        Case({"replaced": True}, settled("K17", "{side} corrected the list in time", "amended")),
        Case(
            {"reason": "too_late", "past": False},
            regular("K17", "what was omitted may still be reckoned", also=("L46",)),
        ),
        Case(
            {"reason": "better_than_called"},
            Then("K17", "{side} reckoned more than was called", law="L49", also=("L56",), offers=_OBJECT),
        ),
        Case(ELSE, Then("K17", "{side} reckoned what is held but not due", offers=_OBJECT)),
    ),
    {"past": _past},
)

NOT_RECKONED: Final = Table(
    (
        SIDE,
        choice(
            "omitted",
            "What was omitted: to call the point before another category, to call a category, to reckon, to show, or "
            "to reckon after saying not good?",
            "point",
            "call",
            "reckoning",
            "showing",
            "after_not_good",
        ),
        CATEGORY,
        FIRST_CARD_PLAYED,
        ELDER_LED,
    ),
    (
        nobody_speaks("K18"),
        Case({"omitted": "point"}, LOST_POINT.cases),
        Case(
            {"omitted": "after_not_good", "side": "younger"},
            regular("K16", "younger must reckon after saying not good: ask about `false_reply`"),
        ),
        Case(
            {"omitted": "showing", "must_show": False},
            regular("K18", "under this code nothing must be shown unasked", law="L55"),
        ),
        Case({"omitted": "showing", "past": True}, settled("K18", "what was not shown is lost", "lapsed", law="LA1")),
        Case(
            {"past": False},
            Then("K18", "it may still be made good", entitled="offender", until="first_card"),
        ),
        Case(ELSE, settled("K18", "what was omitted is lost", "lapsed")),
    ),
    {"past": _past, "must_show": must_show},
)

_NOT_BARRED: Final = regular("K18b", "elder's cards do not bar it", who="younger")
_BARRED: Final = Then(
    "K18b",
    "elder's cards bar what younger reckoned",
    who="younger",
    offers=(Offered("object", STRUCK, "first_card"),),
)

IMPLIED: Final = Table(
    (
        CATEGORY,
        choice("laid", "How are elder's cards known: reckoned, or shown?", "reckoned", "shown"),
        choice("compared", "Is what younger reckoned equal to elder's holding, or lower?", "equal", "lower"),
        flag("below_rubicon", "Is elder's total below the rubicon?"),
    ),
    (
        nobody_speaks("K18b"),
        Case({"law_shown_bars": "nothing"}, _NOT_BARRED),
        Case({"law_shown_bars": AnyOf(("shown_sequence", "equal_sequences")), "sequence_shown": False}, _NOT_BARRED),
        Case({"law_shown_bars": "equal_sequences", "compared": "lower"}, _NOT_BARRED),
        Case(
            {"reckons_too": True},
            _BARRED._replace(
                message="elder's cards bar it; below the rubicon elder must reckon the holding with the objection",
                offers=(Offered("object", STRUCK_LATE, "first_card"),),
            ),
        ),
        Case(ELSE, _BARRED),
    ),
    {
        "sequence_shown": lambda reader: reader["category"] == "sequence" and reader["laid"] == "shown",
        "reckons_too": lambda reader: reader.rules.target is None and reader["below_rubicon"],
    },
)
