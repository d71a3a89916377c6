"""Irregular calls, replies and reckonings (K13 to K18)."""

from typing import Final

from service.piquet.law.data import codes
from service.piquet.law.kinds.tables import ELSE, AnyOf, Case, Offered, Reader, table, under

# ---------------------------------------------------------------- what several kinds share

LATE: Final = ("E5", "E12")

STRUCK: Final = ("E4", "E12")

STRUCK_LATE: Final = ("E4", "E5", "E12")

#: Calling is automatic, so that no call can be irregular.
NOBODY_SPEAKS: Final = Case(
    {"calling": "automatic"}, "where calling is automatic, nobody can call wrongly", "none", who=None
)


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

_OBJECT_TO_BLANCHE: Final = Offered(
    "object", ("E4", "E12"), "next_call", "the hand has a court card, or cards drawn are mixed with it"
)

FALSE_BLANCHE: Final = table(
    "false_blanche",
    ("side", "courts", "exchanged", "mixed", "laid_out"),
    (
        Case({"good": True}, "the carte blanche counts", "harmless", finding="held"),
        Case(
            {"laid_out": True},
            "the carte blanche is struck, and the discard laid out for it is free",
            law="L55",
            offers=(_OBJECT_TO_BLANCHE, Offered("alter", (), "next_call", "a discard was laid out for it")),
        ),
        Case(ELSE, "the carte blanche is struck, without penalty", law="L55", offers=(_OBJECT_TO_BLANCHE,)),
    ),
    {"good": lambda reader: not reader["courts"] and (not reader["exchanged"] or reader["mixed"] is False)},
)


# ---------------------------------------------------------------- what was not called, shown or reckoned (K14, K18)

LOST_POINT: Final = table(
    "lost_point",
    (),
    (
        NOBODY_SPEAKS,
        Case(ELSE, "elder called another category before the point, which is passed", "ruled"),
    ),
    offender="elder",
)

_CALL_NOT_SHOWN: Final = "what was not shown is lost"

NOT_RECKONED: Final = table(
    "not_reckoned",
    ("side", "omitted", "category", "first_card_played", "elder_led"),
    (
        NOBODY_SPEAKS,
        *under({"omitted": "point"}, LOST_POINT.cases),
        Case(
            {"omitted": "after_not_good", "side": "younger"},
            "younger must reckon after saying not good: that is a false reply, not an omission",
            "none",
            number="K16",
        ),
        Case(
            {"omitted": "showing", "must_show": False},
            "under this code nothing must be shown unasked",
            "none",
            law="L55",
        ),
        Case({"omitted": "showing", "past": True}, _CALL_NOT_SHOWN, "lapsed", law="LA1", unraised=_CALL_NOT_SHOWN),
        Case({"past": False}, "{side} may still make good what was omitted", entitled="offender", until="first_card"),
        Case(ELSE, "what was omitted is lost", "lapsed"),
    ),
    {"past": too_late_to_reckon, "must_show": must_show},
)


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


_RECKONED_LATE: Final = (Offered("reckon", STRUCK_LATE, "next_deal", "any other finding"),)

_PENALIZED: Final = Case(
    ELSE,
    "{side} claimed a holding that is not in the hand, but could have been",
    law="L54",
    finding="false",
    offers=(
        Offered("enforce", ("E3", "E5", "E12"), "next_deal", "the finding is false"),
        Offered("waive", STRUCK_LATE, "next_deal", "the finding is false"),
    ),
    shows=("saves_nothing",),
)

_STILL: Final = Case(ELSE, "{side} may still correct the claim", law="L54", entitled="nobody")

FALSE_CLAIM: Final = table(
    "false_claim",
    (
        "side",
        "category",
        "held",
        "mended",
        "allowed",
        "shown",
        "in_union",
        "same_value_held",
        "said",
        "now",
        "own_card_since",
        "claimed",
        "lacking",
    ),
    (
        NOBODY_SPEAKS,
        Case({"held": True}, "the claim was true", "none", finding="held"),
        Case({"corrected_by": "A1"}, "elder corrected the call in time", "amended", law="L50"),
        _STILL._replace(when={"now": codes.BEFORE_REPLY}),
        Case({"allowed": False}, "the claim was not allowed: nothing follows", "harmless", law="L54"),
        Case({"corrected_by": "A3"}, "elder corrected the claim in time", "amended", law="L52"),
        Case(
            {"corrected_by": "A4"},
            "younger corrected the reckoning in time: elder may lead another card",
            "amended",
            law="L52",
            entitled="elder",
            offers=(Offered("relead", ("E6", "E12"), "next_entry"), Offered("forgo", (), "next_entry")),
        ),
        Case({"corrected_by": "A5"}, "elder corrected the reckoning in time", "amended", law="L56"),
        _STILL._replace(when={"may_be_corrected": True}),
        Case(
            {"finding": "shown"},
            "the cards were shown: they count for what they are, if that is good",
            law="L55",
            finding="shown",
            offers=_RECKONED_LATE,
        ),
        _PENALIZED._replace(
            when={"finding": "misnomer", "law_false_claim": "reckons_nothing_misnomers_too"},
            finding="misnomer",
            message="{side} gave a holding a wrong name, which this code does not excuse",
        ),
        Case(
            {"finding": "misnomer"},
            "a wrong name: what is held counts, if that is good",
            law="L53",
            also=("L54",),
            finding="misnomer",
            offers=_RECKONED_LATE,
        ),
        Case(
            {"finding": "impossible"},
            "the claim was not possible: it is struck without penalty, and the opponent reckons",
            law="L54",
            finding="impossible",
            offers=_RECKONED_LATE,
        ),
        Case(
            {"law_false_claim": "sets_only", "is_set": False, "must_show": True},
            "the claim could not be shown and is lost; the opponent may reckon what they have",
            law="LA1",
            finding="false",
            offers=_RECKONED_LATE,
            shows=("call_lost",),
        ),
        Case(
            {"law_false_claim": "sets_only", "is_set": False},
            "the code has no penalty for it: the claim is struck",
            law="L54",
            finding="false",
            offers=_RECKONED_LATE,
        ),
        _PENALIZED,
    ),
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

_REFUSED: Final = Case(
    ELSE,
    "younger refused the call without showing why: elder's call counts as good",
    offers=(Offered("reckon", LATE, "next_deal"),),
)

_CALL_GONE: Final = "the call that was answered stands no more"

_ELDER_RECKONS: Final = (
    _REFUSED._replace(when={"law_false_refusal": "elder_reckons_after_lead"}, law="LA3"),
    _REFUSED,
)

FALSE_REPLY: Final = table(
    "false_reply",
    ("mended", "held", "first_card_played", "reckoned", "shown", "now", "call_gone"),
    (
        NOBODY_SPEAKS,
        Case({"corrected_in_time": True}, "younger corrected the reply in time", "amended", law="L51"),
        Case({"call_gone": True}, _CALL_GONE, "lapsed", unraised=_CALL_GONE),
        Case({"held": False, "may_be_corrected": True}, "younger may still correct the reply", entitled="nobody"),
        *under({"held": False}, _ELDER_RECKONS),
        Case({"first_card_played": False}, "the reply was true, and younger may still reckon", "none"),
        *under({"reckoned": False}, _ELDER_RECKONS),
        _REFUSED._replace(when={"law_false_refusal": "elder_reckons_after_lead", "shown": False}, law="LA3"),
        Case(ELSE, "the reply was true", "none"),
    ),
    {
        "corrected_in_time": lambda reader: (
            reader["mended"] != "never"
            and codes.in_time(reader.word("law_mend_reply"), "younger", reader.word("mended"))
        ),
        "may_be_corrected": lambda reader: codes.in_time(reader.word("law_mend_reply"), "younger", reader.word("now")),
    },
    offender="younger",
)


# ---------------------------------------------------------------- a reckoning that was not due (K17)

_OBJECT_TO_RECKONING: Final = (Offered("object", STRUCK, "next_deal"),)

UNDUE: Final = table(
    "undue_reckoning",
    ("side", "reason", "first_card_played", "elder_led", "replaced"),
    (
        NOBODY_SPEAKS,
        Case({"replaced": True}, "{side} corrected the list in time", "amended"),
        Case({"reason": "too_late", "past": False}, "what was omitted may still be reckoned", "none", also=("L46",)),
        Case(
            {"reason": "better_than_called"},
            "{side} reckoned more than was called",
            law="L49",
            also=("L56",),
            offers=_OBJECT_TO_RECKONING,
        ),
        Case(ELSE, "{side} reckoned what is held but not due", offers=_OBJECT_TO_RECKONING),
    ),
    {"past": too_late_to_reckon},
)


# ---------------------------------------------------------------- a reckoning against the cards shown (K18b)

_NOT_BARRED: Final = Case(ELSE, "elder's cards do not bar it", "none")

_BARRED: Final = Case(
    ELSE, "elder's cards bar what younger reckoned", offers=(Offered("object", STRUCK, "first_card"),)
)

IMPLIED: Final = table(
    "implied",
    ("category", "laid", "compared", "below_rubicon"),
    (
        NOBODY_SPEAKS,
        _NOT_BARRED._replace(when={"law_shown_bars": "nothing"}),
        _NOT_BARRED._replace(
            when={"law_shown_bars": AnyOf(("shown_sequence", "equal_sequences")), "sequence_shown": False}
        ),
        _NOT_BARRED._replace(when={"law_shown_bars": "equal_sequences", "compared": "lower"}),
        _BARRED._replace(
            when={"reckons_too": True},
            message="elder's cards bar it; below the rubicon elder must reckon the holding with the objection",
            offers=(Offered("object", STRUCK_LATE, "first_card"),),
        ),
        _BARRED,
    ),
    {
        "sequence_shown": lambda reader: reader["category"] == "sequence" and reader["laid"] == "shown",
        "reckons_too": lambda reader: reader.rules.target is None and reader["below_rubicon"],
    },
    offender="younger",
)


TABLES: Final = (FALSE_BLANCHE, LOST_POINT, FALSE_CLAIM, FALSE_REPLY, UNDUE, NOT_RECKONED, IMPLIED)
