"""What several kinds of calling and reckoning share."""

from typing import Final

from service.piquet.law import mending
from service.piquet.law.codes import MUST_SHOW
from service.piquet.law.kinds.tables import Case, Reader, regular

LATE: Final = ("E5", "E12")

STRUCK: Final = ("E4", "E12")

STRUCK_LATE: Final = ("E4", "E5", "E12")

#: Calling is automatic, so that no call can be irregular.
NOBODY_SPEAKS: Final = Case(
    {"calling": "automatic"}, regular("where calling is automatic, nobody can call wrongly", who=None)
)


def must_show(reader: Reader) -> bool:
    """Whether the code has the claim shown, or else lost (LA1)."""
    return reader["category"] in MUST_SHOW[reader["law_must_show"]]


def too_late_to_reckon(reader: Reader) -> bool:
    """Whether it is too late to make good what was omitted (L56)."""
    elders_own = reader["side"] == "elder" and not mending.in_time(
        reader["law_omitted"], "elder", mending.BEFORE_FIRST_CARD
    )
    return bool(reader["elder_led" if elders_own else "first_card_played"])
