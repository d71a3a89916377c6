"""A reckoning of what is held but not due (K17)."""

from typing import Final

from service.piquet.law.kinds.kind import SCORES, Kind
from service.piquet.law.kinds.questions import ELDER_LED, FIRST_CARD_PLAYED, SIDE, choice, flag
from service.piquet.law.kinds.speech import STRUCK, nobody_speaks, too_late_to_reckon
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Table, Then, regular, settled

KINDS: Final = (
    Kind(
        "K17",
        "undue_reckoning",
        "A player reckoned something that they hold but that is not due.",
        ("L56",),
        "act",
        "adversary",
        SCORES,
        public=False,
        rows=("omitted",),
    ),
)

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
    {"past": too_late_to_reckon},
)

TABLES: Final = {"undue_reckoning": UNDUE}
