"""What was not called or not reckoned (K14, K18)."""

from typing import Final

from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import CATEGORY, ELDER_LED, FIRST_CARD_PLAYED, SIDE, choice
from service.piquet.law.kinds.speech import must_show, nobody_speaks, too_late_to_reckon
from service.piquet.law.kinds.tables import ELSE, Case, Table, Then, regular, settled

KINDS: Final = (
    Kind(
        "K14",
        "lost_point",
        "A sequence or a set was called before the point.",
        ("L46",),
        "act",
        "nobody",
        "the point is passed for good",
    ),
    Kind(
        "K18",
        "not_reckoned",
        "Elder led with a category uncalled or a good call unreckoned, or younger played without reckoning what they "
        "must.",
        ("L56",),
        "act",
        "nobody",
        "it is lost",
        rows=("omitted", "must_show"),
    ),
)

LOST_POINT: Final = Table(
    (),
    (
        nobody_speaks("K14"),
        Case(ELSE, settled("K14", "elder called another category before the point, which is passed", who="elder")),
    ),
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
    {"past": too_late_to_reckon, "must_show": must_show},
)

TABLES: Final = {"lost_point": LOST_POINT, "not_reckoned": NOT_RECKONED}
