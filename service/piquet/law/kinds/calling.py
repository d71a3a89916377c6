"""Irregularities of calling and reckoning."""

from typing import Final

from service.piquet.law.kinds.kind import SCORES, STANDS, Kind

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
        "K15",
        "false_claim",
        "A player called, stated or reckoned a holding that is not in the hand.",
        ("L52", "L53", "L54", "L55"),
        "act",
        "adversary",
        SCORES,
        public=False,
        readings=("LR4", "LR5", "LR6", "LR7", "LR8"),
        rows=("mend_call", "mend_claim", "false_claim", "must_show"),
    ),
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
    Kind(
        "K18b",
        "implied",
        "Younger reckoned something no better than a holding in cards that elder has reckoned or shown, in a category "
        "that elder omitted.",
        ("L56",),
        "asking",
        "elder",
        SCORES,
        public=False,
        readings=("LR36",),
        rows=("shown_bars",),
    ),
)
