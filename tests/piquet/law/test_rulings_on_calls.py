"""Rulings from facts on calling and reckoning (law.md, K14 to K18b)."""

from typing import Any

import pytest

from tests.helpers.rulings import FALSE_CLAIM, needs, offers, ruled

AUTOMATIC = {"name": "portland", "overrides": {"calling": "automatic"}}
SPEAKING = ("lost_point", "false_claim", "false_reply", "undue_reckoning", "not_reckoned", "implied")


@pytest.mark.parametrize("kind", SPEAKING)
def test_where_calling_is_automatic_nobody_can_err(kind: str) -> None:
    ruling = ruled(kind, AUTOMATIC)
    assert (ruling["status"], ruling["elections"], ruling["needs"]) == ("none", [], [])


def test_a_category_before_the_point_loses_it() -> None:
    # L-W19 (K14, L46)
    ruling = ruled("lost_point")
    assert (ruling["law"], ruling["offender"], ruling["status"]) == ("L46", "A", "ruled")
    assert (ruling["entitled"], ruling["elections"]) == ([], [])
    assert ruling["unraised"] == "the point is passed for good"
    assert ruled("not_reckoned", side="elder", omitted="point")["kind"] == "lost_point"


# ---------------------------------------------------------------- K15


def claim(ruleset: Any = "portland", **facts: Any) -> Any:
    return ruled("false_claim", ruleset, **{**FALSE_CLAIM, "in_union": False, **facts})


def test_a_false_claim() -> None:
    # L-W26 (L54): the tierce of clubs lies partly in the discard.
    ruling = claim(in_union=True)
    assert (ruling["law"], ruling["finding"], ruling["entitled"]) == ("L54", "false", ["B"])
    assert offers(ruling) == {"enforce": ("E3 E5 E12", "next_deal"), "waive": ("E4 E5 E12", "next_deal")}
    assert ruling["unraised"] == "the claim scores"
    # A holding of as many cards does not excuse what lies in the union.
    assert claim(in_union=True, same_value_held=True)["finding"] == "false"


def test_a_misnomer() -> None:
    # L-W24 (L53 before L54): a quart to a king, and the quart major is held.
    ruling = claim(same_value_held=True)
    assert (ruling["law"], ruling["finding"]) == ("L53", "misnomer")
    assert offers(ruling) == {"reckon": ("E4 E5 E12", "next_deal")}  # what was named is struck, what is held counts


def test_an_impossible_claim() -> None:
    # L-W25 (L54, LR8): a quint, and the ten of hearts was never elder's; struck, no penalty.
    ruling = claim()
    assert (ruling["law"], ruling["finding"]) == ("L54", "impossible")
    assert offers(ruling) == {"reckon": ("E4 E5 E12", "next_deal")}


@pytest.mark.parametrize("in_union", [True, False])
def test_cards_that_were_shown(in_union: bool) -> None:
    # L-W30 (L55 before L54)
    ruling = claim(shown=True, in_union=in_union)
    assert (ruling["law"], ruling["finding"], offers(ruling)) == (
        "L55",
        "shown",
        {"reckon": ("E4 E5 E12", "next_deal")},
    )


def test_a_true_claim_and_one_that_was_not_allowed() -> None:
    # LR6: only what was allowed good or equal counts.
    assert (claim(held=True)["status"], claim(held=True)["finding"]) == ("none", "held")
    refused = claim(allowed=False, in_union=True)
    assert (refused["status"], refused["elections"]) == ("harmless", [])


@pytest.mark.parametrize(
    ("mended", "law"), [("before_reply", "L50"), ("before_lead", "L52"), ("before_first_card", "L52")]
)
def test_elder_corrects_a_call_in_time(mended: str, law: str) -> None:
    # L-W20, L-W22 (A1, A3); a correction goes before a penalty.
    ruling = claim(mended=mended, in_union=True)
    assert (ruling["status"], ruling["law"], ruling["elections"]) == ("amended", law, [])


def test_a_correction_that_came_too_late() -> None:
    # L-W25: after younger's first card.
    assert claim(mended="later", in_union=True)["finding"] == "false"


def test_younger_corrects_a_reckoning_after_the_lead() -> None:
    # L-W23 (A4, L52): elder leads another card or not.
    ruling = claim(side="younger", category="set", mended="before_first_card", in_union=True)
    assert (ruling["status"], ruling["law"], ruling["offender"]) == ("amended", "L52", "B")
    assert ruling["entitled"] == ["A"]
    assert offers(ruling) == {"relead": ("E6 E12", "next_entry"), "forgo": ("", "next_entry")}


# ---------------------------------------------------------------- K16


def reply(ruleset: Any = "portland", **facts: Any) -> Any:
    known = {"mended": "never", "held": False, "first_card_played": True, "reckoned": False, "shown": False}
    return ruled("false_reply", ruleset, **{**known, **facts})


RECKON = {"reckon": ("E5 E12", "next_deal")}


def test_not_good_without_a_better_holding() -> None:
    # K16 (L46, LR17): the call counts as good.
    ruling = reply()
    assert (ruling["law"], ruling["readings"], ruling["offender"]) == ("L46", ["LR17", "LR18"], "B")
    assert (ruling["entitled"], offers(ruling)) == (["A"], RECKON)


def test_silence_after_a_true_not_good() -> None:
    # L-W29, K18: younger says not good to the point and reckons nothing.
    assert offers(reply(held=True)) == RECKON
    assert reply(held=True, reckoned=True)["status"] == "none"
    assert reply(held=True, first_card_played=False)["status"] == "none"
    sent_on = ruled("not_reckoned", side="younger", omitted="after_not_good")
    assert (sent_on["kind"], sent_on["status"]) == ("false_reply", "none")


def test_a_reply_corrected_in_time() -> None:
    # L-W21 (A2, L51): before elder's next call or lead.
    amended = reply(mended="before_next_call")
    assert (amended["status"], amended["law"], amended["elections"]) == ("amended", "L51", [])
    assert offers(reply(mended="before_first_card")) == RECKON


def test_au_cent_wants_to_see_why() -> None:
    # L-W39 (LA3): to "forty-nine" younger says not good and plays without showing better.
    for known in ({"held": False}, {"held": True}, {"held": True, "reckoned": True}):
        ruling = reply("au-cent", **known)
        assert (ruling["law"], ruling["entitled"], offers(ruling)) == ("LA3", ["A"], RECKON)
    assert reply("au-cent", held=True, reckoned=True, shown=True)["status"] == "none"


# ---------------------------------------------------------------- K17 to K18b


@pytest.mark.parametrize(
    ("reason", "law"), [("better_than_called", "L49"), ("category_closed", "L56"), ("twice", "L56")]
)
def test_what_is_held_but_not_due(reason: str, law: str) -> None:
    # K17
    ruling = ruled("undue_reckoning", side="elder", reason=reason)
    assert (ruling["law"], ruling["entitled"]) == (law, ["B"])
    assert offers(ruling) == {"object": ("E4 E12", "next_deal")}


def test_what_is_reckoned_too_late() -> None:
    # K17, L56: after younger's first card.
    known = {"side": "elder", "reason": "too_late"}
    assert offers(ruled("undue_reckoning", **known, first_card_played=True)) == {"object": ("E4 E12", "next_deal")}
    assert ruled("undue_reckoning", **known, first_card_played=False)["status"] == "none"


def test_what_was_omitted() -> None:
    # L-W31 (K18, A5, L56): elder passes sequences and leads; before younger's card it may be made good.
    known = {"side": "elder", "omitted": "call"}
    ruling = ruled("not_reckoned", **known, first_card_played=False)
    assert (ruling["law"], ruling["status"], ruling["entitled"], ruling["until"]) == (
        "L56",
        "open",
        ["A"],
        "first_card",
    )
    late = ruled("not_reckoned", **known, first_card_played=True)
    assert (late["status"], late["entitled"], late["until"], late["unraised"]) == (
        "lapsed",
        [],
        None,
        "what was omitted is lost",
    )
    assert ruled("not_reckoned", passed=("first_card",), **known, first_card_played=False)["status"] == "lapsed"


def test_what_lies_in_elders_cards_bars() -> None:
    # K18b (L56, LR36)
    known = {"category": "sequence", "laid": "reckoned", "compared": "lower"}
    ruling = ruled("implied", **known, below_rubicon=False)
    assert (ruling["law"], ruling["offender"], ruling["entitled"]) == ("L56", "B", ["A"])
    assert (ruling["readings"], offers(ruling)) == (["LR36"], {"object": ("E4 E12", "first_card")})
    below = ruled("implied", **known, below_rubicon=True)
    assert offers(below) == {"object": ("E4 E5 E12", "first_card")}
    # Where games are played there is no rubicon.
    assert needs(ruled("implied", "french", **known)) == []
