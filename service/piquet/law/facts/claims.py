"""Rulings from facts on false claims (K15)."""

from collections.abc import Mapping
from typing import Any, Final

from service.piquet.law.codes import MUST_SHOW
from service.piquet.law.facts.questions import (
    CATEGORY,
    SIDE,
    choice,
    flag,
)
from service.piquet.law.facts.tables import (
    ELSE,
    Case,
    Offered,
    Reader,
    Table,
    Then,
    regular,
    settled,
)

LATE: Final = ("E5", "E12")
STRUCK: Final = ("E4", "E12")
STRUCK_LATE: Final = ("E4", "E5", "E12")


def nobody_speaks(number: str) -> Case:
    """The case that calling is automatic, so that no call can be irregular."""
    return Case(
        {"calling": "automatic"}, regular(number, "where calling is automatic, nobody can call wrongly", who=None)
    )


_BEFORE_REPLY, _BEFORE_LEAD, _BEFORE_FIRST_CARD = "before_reply", "before_lead", "before_first_card"
_MENDED: Final = choice(
    "mended",
    "When did the player correct it: before younger replied, before elder led, before younger played a card, later, or "
    "never?",
    "never",
    _BEFORE_REPLY,
    _BEFORE_LEAD,
    _BEFORE_FIRST_CARD,
    "later",
)

# The moments at which a call may be mended, by the word of the row `mend_call`.
_CALL_MENDED: Final[Mapping[str, tuple[str, ...]]] = {
    "reply": (_BEFORE_REPLY,),
    "misnomer_until_lead": (),
    "own_first_card": (_BEFORE_REPLY, _BEFORE_LEAD),
}
# The moments at which a claim that was allowed may be mended, by the word of the row `mend_claim`.
_ELDERS_OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "elder": (_BEFORE_LEAD,),
    "younger": (_BEFORE_LEAD, _BEFORE_FIRST_CARD),
}
_CLAIM_MENDED: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "first_card": dict.fromkeys(("elder", "younger"), (_BEFORE_LEAD, _BEFORE_FIRST_CARD)),
    "own_next_card": _ELDERS_OWN,
    "own_first_card": _ELDERS_OWN,
}


def _mended(reader: Reader) -> str:
    """Which correction it was, in time: `A1`, `A3`, `A4`; or `no`."""
    moment = reader["mended"]
    if moment in ("never", "later"):
        return "no"
    side = reader["side"]
    if side == "elder" and moment != _BEFORE_FIRST_CARD:
        word = reader["law_mend_call"]
        misnomer = word == "misnomer_until_lead" and _finding(reader) == "misnomer"
        if misnomer or moment in _CALL_MENDED[word]:
            return "A1"
    if moment in _CLAIM_MENDED[reader["law_mend_claim"]][side]:
        return "A3" if side == "elder" else "A4"
    return "no"


def _finding(reader: Reader) -> str:
    """What the claim was: a holding that is `held`, or was `shown`; a `misnomer`, `false` or `impossible`."""
    tests = (("held", "held"), ("shown", "shown"), ("in_union", "false"), ("same_value_held", "misnomer"))
    return next((finding for fact, finding in tests if reader[fact]), "impossible")


def must_show(reader: Reader) -> bool:
    """Whether the code has the claim shown, or else lost (LA1)."""
    return reader["category"] in MUST_SHOW[reader["law_must_show"]]


def _judged(finding: str, message: str, *effects: str, **more: Any) -> Then:
    offers = (Offered("reckon", effects, "next_deal"),)
    return Then("K15", message, finding=finding, offers=offers, **more)


_PENALIZED: Final = Then(
    "K15",
    "{side} claimed a holding that is not in the hand, but could have been",
    law="L54",
    finding="false",
    offers=(
        Offered("enforce", ("E3", "E5", "E12"), "next_deal"),
        Offered("waive", STRUCK_LATE, "next_deal"),
    ),
)
_NOT_SHOWN: Final = "the claim could not be shown and is lost; the other player may reckon what they have"

FALSE_CLAIM: Final = Table(
    (
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
    ),
    (
        nobody_speaks("K15"),
        Case({"held": True}, regular("K15", "the claim was true", finding="held")),
        Case({"mended_by": "A1"}, settled("K15", "elder corrected the call in time", "amended", law="L50")),
        Case({"allowed": False}, settled("K15", "the claim was not allowed: nothing follows", "harmless", law="L54")),
        Case({"mended_by": "A3"}, settled("K15", "elder corrected the claim in time", "amended", law="L52")),
        Case(
            {"mended_by": "A4"},
            Then(
                "K15",
                "younger corrected the reckoning in time: elder may lead another card",
                "amended",
                law="L52",
                entitled="elder",
                offers=(Offered("relead", ("E6", "E12"), "next_entry"), Offered("forgo", (), "next_entry")),
            ),
        ),
        Case(
            {"finding": "shown"},
            _judged("shown", "the cards were shown: they count for what they are, if that is good", *LATE, law="L55"),
        ),
        Case(
            {"finding": "misnomer", "law_false_claim": "reckons_nothing_misnomers_too"},
            _PENALIZED._replace(
                finding="misnomer", message="{side} gave a holding a wrong name, which this code does not excuse"
            ),
        ),
        Case(
            {"finding": "misnomer"},
            _judged("misnomer", "a wrong name: what is held counts, if that is good", *LATE, law="L53", also=("L54",)),
        ),
        Case(
            {"finding": "impossible"},
            _judged(
                "impossible",
                "the claim was not possible: it is struck without penalty, and the other player reckons",
                *STRUCK_LATE,
                law="L54",
            ),
        ),
        Case(
            {"law_false_claim": "sets_only", "is_set": False, "must_show": True},
            _judged("false", _NOT_SHOWN, *STRUCK_LATE, law="LA1"),
        ),
        Case(
            {"law_false_claim": "sets_only", "is_set": False},
            _judged("false", "the code has no penalty for it: the claim is struck", *STRUCK_LATE, law="L54"),
        ),
        Case(ELSE, _PENALIZED),
    ),
    {
        "mended_by": _mended,
        "finding": _finding,
        "must_show": must_show,
        "is_set": lambda reader: reader["category"] == "set",
    },
)
