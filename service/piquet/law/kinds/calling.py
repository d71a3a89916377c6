"""Irregular calls, replies and reckonings (K13 to K18)."""

from typing import Final

from service.piquet.law.data import codes
from service.piquet.law.kinds.tables import Reader, table

# ---------------------------------------------------------------- what several kinds share


def must_show(reader: Reader) -> bool:
    """Whether the code has the claim shown, or else lost (LA1)."""
    return reader["category"] in codes.MUST_SHOW[reader.word("law_must_show")]


def too_late_to_reckon(reader: Reader) -> bool:
    """Whether it is too late to make good what was omitted (L56)."""
    elders_own = reader["side"] == "elder" and not codes.in_time(
        reader.word("law_omitted"), "elder", codes.BEFORE_FIRST_CARD
    )
    return bool(reader["elder_led" if elders_own else "first_card_played"])


# ---------------------------------------------------------------- a false carte blanche (K13)

FALSE_BLANCHE: Final = table(
    "false_blanche",
    {"good": lambda reader: not reader["courts"] and (not reader["exchanged"] or reader["mixed"] is False)},
)


# ---------------------------------------------------------------- what was not called, shown or reckoned (K14, K18)

LOST_POINT: Final = table("lost_point")

NOT_RECKONED: Final = table("not_reckoned", {"past": too_late_to_reckon, "must_show": must_show})


# ---------------------------------------------------------------- a false claim (K15)


def _correction_made(reader: Reader) -> str:
    """Which correction it was, in time: `A1`, `A3`, `A4`, `A5`; or `no`."""
    moment = reader.word("mended")
    if moment == "never":
        return "no"
    side = reader.word("side")
    if side == "elder":
        misnomer = _finding(reader) == "misnomer"
        if codes.in_time(codes.for_misnomer(reader.word("law_mend_call"), misnomer=misnomer), side, moment):
            return "A1"
    if reader["said"] == "reckoned" and side == "elder":
        return "A5" if codes.in_time(reader.word("law_omitted"), side, moment) else "no"
    answered = side == "younger" or moment != codes.BEFORE_REPLY
    if answered and codes.in_time(reader.word("law_mend_claim"), side, moment):
        return "A3" if side == "elder" else "A4"
    return "no"


def _may_be_corrected(reader: Reader) -> bool:
    """Whether the time of A3 and A4 is not over, so that nothing is due yet."""
    moment, since = reader.word("now"), reader.optional_flag("own_card_since")
    if reader["said"] == "reckoned" and reader["side"] == "elder":  # corrected as what was omitted is (A5)
        return codes.in_time(reader.word("law_omitted"), "elder", moment)
    return codes.in_time(reader.word("law_mend_claim"), reader.word("side"), moment, own_card_since=since)


def _finding(reader: Reader) -> str:
    """Return what a claim of what is not held was: `shown`, a `misnomer`, `false` or `impossible`."""
    tests = (("shown", "shown"), ("in_union", "false"), ("same_value_held", "misnomer"))
    return next((finding for fact, finding in tests if reader[fact]), "impossible")


FALSE_CLAIM: Final = table(
    "false_claim",
    {
        "corrected_by": _correction_made,
        "may_be_corrected": _may_be_corrected,
        # Whether nothing of the offender's saves from pique and repique; misnomers are then no excuse either.
        "saves_nothing": lambda reader: reader["law_false_claim"] == "reckons_nothing_misnomers_too" or None,
        "call_lost": lambda reader: True,  # with all that was reckoned on it
        "finding": _finding,
        "must_show": must_show,
        "is_set": lambda reader: reader["category"] == "set",
    },
)


# ---------------------------------------------------------------- a false reply (K16)

FALSE_REPLY: Final = table(
    "false_reply",
    {
        "corrected_in_time": lambda reader: (
            reader["mended"] != "never"
            and codes.in_time(reader.word("law_mend_reply"), "younger", reader.word("mended"))
        ),
        "may_be_corrected": lambda reader: codes.in_time(reader.word("law_mend_reply"), "younger", reader.word("now")),
    },
)


# ---------------------------------------------------------------- a reckoning that was not due (K17)

UNDUE: Final = table("undue_reckoning", {"past": too_late_to_reckon})


# ---------------------------------------------------------------- a reckoning against the cards shown (K18b)

IMPLIED: Final = table(
    "implied",
    {
        "sequence_shown": lambda reader: reader["category"] == "sequence" and reader["laid"] == "shown",
        "reckons_too": lambda reader: reader.rules.target is None and reader["below_rubicon"],
    },
)


TABLES: Final = (FALSE_BLANCHE, LOST_POINT, FALSE_CLAIM, FALSE_REPLY, UNDUE, NOT_RECKONED, IMPLIED)
