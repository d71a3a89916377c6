"""A false reply (K16)."""

from typing import Final

from service.piquet.law import mending
from service.piquet.law.kinds.kind import STANDS, Kind
from service.piquet.law.kinds.questions import FIRST_CARD_PLAYED, choice, flag
from service.piquet.law.kinds.speech import LATE, nobody_speaks
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Table, Then, regular, settled

KINDS: Final = (
    Kind(
        "K16",
        "false_reply",
        "Younger said not good without holding or reckoning anything better, or equal without an equal holding.",
        ("L46",),
        "act",
        "elder",
        STANDS,
        public=False,
        readings=("LR17", "LR18"),
        rows=("mend_reply", "false_refusal"),
    ),
)


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

TABLES: Final = {"false_reply": FALSE_REPLY}
