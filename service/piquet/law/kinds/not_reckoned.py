"""What was not called or not reckoned (K14, K18)."""

from typing import Final

from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import CATEGORY, ELDER_LED, FIRST_CARD_PLAYED, SIDE, choice
from service.piquet.law.kinds.speech import NOBODY_SPEAKS, must_show, too_late_to_reckon
from service.piquet.law.kinds.tables import ELSE, Case, Then, regular, settled, table

_LOST_POINT: Final = Kind(
    "K14",
    "lost_point",
    "A sequence or a set was called before the point.",
    ("L46",),
    "act",
    "nobody",
    "the point is passed for good",
)

_NOT_RECKONED: Final = Kind(
    "K18",
    "not_reckoned",
    "Elder led with a category uncalled or a good call unreckoned, or younger played without reckoning what they must.",
    ("L56",),
    "act",
    "nobody",
    "what was omitted is lost",
    rows=("omitted", "must_show"),
)

LOST_POINT: Final = table(
    (_LOST_POINT,),
    (),
    (
        NOBODY_SPEAKS,
        Case(ELSE, settled("elder called another category before the point, which is passed")),
    ),
    offender="elder",
)

_NOT_SHOWN: Final = "what was not shown is lost"

NOT_RECKONED: Final = table(
    (_NOT_RECKONED,),
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
        NOBODY_SPEAKS,
        Case({"omitted": "point"}, LOST_POINT.cases),
        Case(
            {"omitted": "after_not_good", "side": "younger"},
            regular("younger must reckon after saying not good: that is a false reply, not an omission", number="K16"),
        ),
        Case(
            {"omitted": "showing", "must_show": False},
            regular("under this code nothing must be shown unasked", law="L55"),
        ),
        Case({"omitted": "showing", "past": True}, settled(_NOT_SHOWN, "lapsed", law="LA1", unraised=_NOT_SHOWN)),
        Case(
            {"past": False},
            Then("{side} may still make good what was omitted", entitled="offender", until="first_card"),
        ),
        Case(ELSE, settled("what was omitted is lost", "lapsed")),
    ),
    {"past": too_late_to_reckon, "must_show": must_show},
)
