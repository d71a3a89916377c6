"""A false reply (K16)."""

from typing import Final

from service.piquet.law import mending
from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import FIRST_CARD_PLAYED, choice, flag
from service.piquet.law.kinds.speech import LATE, NOBODY_SPEAKS
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Then, regular, settled, table

_KIND: Final = Kind(
    "K16",
    "false_reply",
    "Younger said not good without holding or reckoning anything better, or equal without an equal holding.",
    ("L46",),
    "act",
    "elder",
    "the reply stands",
    public=False,
    readings=("LR17", "LR18"),
    rows=("mend_reply", "false_refusal"),
)


_REFUSED: Final = Then(
    "younger refused the call without showing why: elder's call counts as good",
    offers=(Offered("reckon", LATE, "next_deal"),),
)

_CALL_GONE: Final = "the call that was answered stands no more"

_ELDER_RECKONS: Final = (
    Case({"law_false_refusal": "elder_reckons_after_lead"}, _REFUSED._replace(law="LA3")),
    Case(ELSE, _REFUSED),
)

FALSE_REPLY: Final = table(
    (_KIND,),
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
        NOBODY_SPEAKS,
        Case({"mended_in_time": True}, settled("younger corrected the reply in time", "amended", law="L51")),
        Case({"call_gone": True}, settled(_CALL_GONE, "lapsed", unraised=_CALL_GONE)),
        Case({"held": False, "may_be_mended": True}, Then("younger may still correct the reply", entitled="nobody")),
        Case({"held": False}, _ELDER_RECKONS),
        Case({"first_card_played": False}, regular("the reply was true, and younger may still reckon")),
        Case({"reckoned": False}, _ELDER_RECKONS),
        Case({"law_false_refusal": "elder_reckons_after_lead", "shown": False}, _REFUSED._replace(law="LA3")),
        Case(ELSE, regular("the reply was true")),
    ),
    {
        "mended_in_time": lambda reader: (
            reader["mended"] != "never" and mending.in_time(reader["law_mend_reply"], "younger", reader["mended"])
        ),
        "may_be_mended": lambda reader: mending.in_time(reader["law_mend_reply"], "younger", reader["now"]),
    },
    offender="younger",
)
