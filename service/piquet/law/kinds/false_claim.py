"""A false claim (K15)."""

from typing import Any, Final

from service.piquet.law import mending
from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import CATEGORY, SIDE, Question, choice, flag, told
from service.piquet.law.kinds.speech import NOBODY_SPEAKS, STRUCK_LATE, must_show
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Reader, Then, regular, settled, table

_KIND: Final = Kind(
    "K15",
    "false_claim",
    "A player called, stated or reckoned a holding that is not in the hand.",
    ("L52", "L53", "L54", "L55"),
    "act",
    "adversary",
    "the claim scores",
    public=False,
    readings=("LR4", "LR5", "LR6", "LR7", "LR8"),
    rows=("mend_call", "mend_claim", "false_claim", "must_show"),
)

_MENDED: Final = choice(
    "mended",
    "When did the player correct it: before younger replied, before elder led, before younger played a card, later, or "
    "never?",
    "never",
    mending.BEFORE_REPLY,
    mending.BEFORE_LEAD,
    mending.BEFORE_FIRST_CARD,
    mending.LATER,
)

#: What is known of a claim that may still be corrected.
NOW: Final = (
    choice(
        "said", "Was it called or stated, or was it reckoned?", "called", "reckoned", optional=True, absent="called"
    ),
    choice(
        "now",
        "How far has the deal come: is it before younger's reply, before elder's lead, before younger's first card, or "
        "later?",
        mending.BEFORE_REPLY,
        mending.BEFORE_LEAD,
        mending.BEFORE_FIRST_CARD,
        mending.LATER,
        optional=True,
        absent=mending.LATER,
    ),
    Question("own_card_since", "Has the player played a card since?", "flag", (True, False), optional=True),
)


def _mended(reader: Reader) -> str:
    """Which correction it was, in time: `A1`, `A3`, `A4`, `A5`; or `no`."""
    moment = reader["mended"]
    if moment == "never":
        return "no"
    side = reader["side"]
    if side == "elder":
        misnomer = _finding(reader) == "misnomer"
        if mending.in_time(mending.for_misnomer(reader["law_mend_call"], misnomer=misnomer), side, moment):
            return "A1"
    if reader["said"] == "reckoned" and side == "elder":
        return "A5" if mending.in_time(reader["law_omitted"], side, moment) else "no"
    answered = side == "younger" or moment != mending.BEFORE_REPLY
    if answered and mending.in_time(reader["law_mend_claim"], side, moment):
        return "A3" if side == "elder" else "A4"
    return "no"


def _may_be_mended(reader: Reader) -> bool:
    """Whether the time of A3 and A4 is not over, so that nothing is due yet (§5.2)."""
    moment, since = reader["now"], reader["own_card_since"]
    if reader["said"] == "reckoned" and reader["side"] == "elder":  # corrected as what was omitted is (A5)
        return mending.in_time(reader["law_omitted"], "elder", moment)
    return mending.in_time(reader["law_mend_claim"], reader["side"], moment, own_card_since=since)


def _finding(reader: Reader) -> str:
    """Return what a claim of what is not held was: `shown`, a `misnomer`, `false` or `impossible`."""
    tests = (("shown", "shown"), ("in_union", "false"), ("same_value_held", "misnomer"))
    return next((finding for fact, finding in tests if reader[fact]), "impossible")


def _judged(finding: str, message: str, **more: Any) -> Then:
    offers = (Offered("reckon", STRUCK_LATE, "next_deal", "any other finding"),)
    return Then(message, finding=finding, offers=offers, **more)


_PENALIZED: Final = Then(
    "{side} claimed a holding that is not in the hand, but could have been",
    law="L54",
    finding="false",
    offers=(
        Offered("enforce", ("E3", "E5", "E12"), "next_deal", "the finding is false"),
        Offered("waive", STRUCK_LATE, "next_deal", "the finding is false"),
    ),
    shows=("saves_nothing",),
)

_STILL: Final = Then("{side} may still correct the claim", law="L54", entitled="nobody")

_NOT_SHOWN: Final = "the claim could not be shown and is lost; the opponent may reckon what they have"

#: What is asked of any claim.
QUESTIONS: Final = (
    SIDE,
    CATEGORY,
    flag("held", "Was such a holding in the hand after the exchange?"),
    _MENDED,
    flag("allowed", "Was it allowed, as good or equal?"),
    flag("shown", "Were the cards laid open with the claim?"),
    flag("in_union", "Could it be made of the hand after the exchange together with the player's discard?"),
    flag(
        "same_value_held",
        "Was a holding of as many cards (in a set, of as many of a rank) in the hand after the exchange?",
    ),
)

FALSE_CLAIM: Final = table(
    (_KIND,),
    (
        *QUESTIONS,
        *NOW,
        told("claimed", "Which cards were claimed?", "cards"),
        told("lacking", "Which of them were not in the hand after the exchange?", "cards"),
    ),
    (
        NOBODY_SPEAKS,
        Case({"held": True}, regular("the claim was true", finding="held")),
        Case({"mended_by": "A1"}, settled("elder corrected the call in time", "amended", law="L50")),
        Case({"now": mending.BEFORE_REPLY}, _STILL),
        Case({"allowed": False}, settled("the claim was not allowed: nothing follows", "harmless", law="L54")),
        Case({"mended_by": "A3"}, settled("elder corrected the claim in time", "amended", law="L52")),
        Case(
            {"mended_by": "A4"},
            Then(
                "younger corrected the reckoning in time: elder may lead another card",
                "amended",
                law="L52",
                entitled="elder",
                offers=(Offered("relead", ("E6", "E12"), "next_entry"), Offered("forgo", (), "next_entry")),
            ),
        ),
        Case({"mended_by": "A5"}, settled("elder corrected the reckoning in time", "amended", law="L56")),
        Case({"may_be_mended": True}, _STILL),
        Case(
            {"finding": "shown"},
            _judged("shown", "the cards were shown: they count for what they are, if that is good", law="L55"),
        ),
        Case(
            {"finding": "misnomer", "law_false_claim": "reckons_nothing_misnomers_too"},
            _PENALIZED._replace(
                finding="misnomer", message="{side} gave a holding a wrong name, which this code does not excuse"
            ),
        ),
        Case(
            {"finding": "misnomer"},
            _judged("misnomer", "a wrong name: what is held counts, if that is good", law="L53", also=("L54",)),
        ),
        Case(
            {"finding": "impossible"},
            _judged(
                "impossible",
                "the claim was not possible: it is struck without penalty, and the opponent reckons",
                law="L54",
            ),
        ),
        Case(
            {"law_false_claim": "sets_only", "is_set": False, "must_show": True},
            _judged("false", _NOT_SHOWN, law="LA1", shows=("call_lost",)),
        ),
        Case(
            {"law_false_claim": "sets_only", "is_set": False},
            _judged("false", "the code has no penalty for it: the claim is struck", law="L54"),
        ),
        Case(ELSE, _PENALIZED),
    ),
    {
        "mended_by": _mended,
        "may_be_mended": _may_be_mended,
        # Whether nothing of the offender's saves from pique and repique; misnomers are then no excuse either.
        "saves_nothing": lambda reader: reader["law_false_claim"] == "reckons_nothing_misnomers_too" or None,
        "call_lost": lambda reader: True,  # with all that was reckoned on it
        "finding": _finding,
        "must_show": must_show,
        "is_set": lambda reader: reader["category"] == "set",
    },
)
