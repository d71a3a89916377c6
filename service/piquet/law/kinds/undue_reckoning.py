"""A reckoning of what is held but not due (K17)."""

from typing import Final

from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import ELDER_LED, FIRST_CARD_PLAYED, SIDE, choice, flag
from service.piquet.law.kinds.speech import NOBODY_SPEAKS, STRUCK, too_late_to_reckon
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Then, regular, settled, table

_KIND: Final = Kind(
    "K17",
    "undue_reckoning",
    "A player reckoned something that they hold but that is not due.",
    ("L56",),
    "act",
    "adversary",
    "what was reckoned scores",
    public=False,
    rows=("omitted",),
)

_OBJECT: Final = (Offered("object", STRUCK, "next_deal"),)

UNDUE: Final = table(
    (_KIND,),
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
        flag("replaced", "Was the list corrected in time?", absent=False),
    ),
    (
        NOBODY_SPEAKS,
        Case({"replaced": True}, settled("{side} corrected the list in time", "amended")),
        Case({"reason": "too_late", "past": False}, regular("what was omitted may still be reckoned", also=("L46",))),
        Case(
            {"reason": "better_than_called"},
            Then("{side} reckoned more than was called", law="L49", also=("L56",), offers=_OBJECT),
        ),
        Case(ELSE, Then("{side} reckoned what is held but not due", offers=_OBJECT)),
    ),
    {"past": too_late_to_reckon},
)
