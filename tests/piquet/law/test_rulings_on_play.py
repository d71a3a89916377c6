"""Rulings from facts on play and on the score (law.md, K19 to K25)."""

from typing import Any

import pytest

from tests.helpers.rulings import needs, offers, ruled, told

REPLAY = {"replay": ("E6 E12", "next_deal")}


def test_a_revoke() -> None:
    # L-W32 (K19, L59 IV, LR19): both, until the next deal; five cards were played after it.
    ruling = ruled("revoke", side="younger", answered=True, played_since=5)
    assert (ruling["law"], ruling["readings"], ruling["offender"]) == ("L59", ["LR19"], "B")
    assert (ruling["entitled"], offers(ruling)) == (["A", "B"], REPLAY)
    assert told(ruling, "cards_taken_back") == 6
    late = ruled("revoke", passed=("next_deal",), side="younger")
    assert (late["status"], late["elections"], late["unraised"]) == ("lapsed", [], "the card stands as it was played")


def test_a_lead_out_of_turn() -> None:
    # L-W33 (K20, L59 III): before elder plays it goes back; when elder has played it stands.
    lead: dict[str, Any] = {"side": "younger", "elder_led": True}
    ruling = ruled("lead_out_of_turn", **lead, answered=False)
    assert (ruling["law"], ruling["entitled"]) == ("L59", ["A", "B"])
    assert offers(ruling) == {"withdraw": ("E6 E12", "answered")}
    stands = ruled("lead_out_of_turn", **lead, answered=True)
    assert (stands["status"], stands["unraised"]) == ("lapsed", "the trick stands as it was led")


def test_younger_cannot_lead_before_elder_has() -> None:
    # K20: "Before elder's first lead it is simply taken up" (LR20), so nobody has anything to elect.
    ruling = ruled("lead_out_of_turn", side="younger", elder_led=False)
    assert (ruling["readings"], ruling["status"], offers(ruling)) == (["LR20"], "ruled", {})
    assert ruling["unraised"] == "the card goes back to the hand"


def test_a_run_and_too_many_cards_to_it() -> None:
    # L-W34 (K21, L59 II): who overplayed may go back to the first card after the run.
    run = ruled("run", side="elder")
    assert (run["law"], run["status"], run["elections"]) == ("L59", "harmless", [])
    over = ruled("overplayed", side="younger", played_since=4)
    assert (over["law"], over["offender"], over["entitled"], offers(over)) == ("L59", "B", ["B"], REPLAY)


def test_dropped_cards_go_back() -> None:
    # K22 (L59 I)
    ruling = ruled("dropped", side="younger", cards=["7S"])
    assert (ruling["law"], ruling["status"], ruling["elections"]) == ("L59", "harmless", [])


@pytest.mark.parametrize(
    ("answer", "held", "true"),
    [(1, 2, False), (2, 2, True), (3, 2, False), (["JH"], ["JH", "8H"], False), (["8H", "JH"], ["JH", "8H"], True)],
)
def test_a_question_about_declared_cards(answer: Any, held: Any, true: bool) -> None:
    # L-W35 (K23, L59 V, LR21): elder, with JH and 8H of the point, says "one"; "two" would be nothing.
    ruling = ruled("misinformed", side="elder", about="point", answer=answer, declared_in_hand=held)
    assert (ruling["law"], ruling["readings"]) == ("L59", ["LR21"])
    assert (ruling["status"], ruling["finding"]) == (("harmless", "true") if true else ("open", "untrue"))
    assert (ruling["entitled"], offers(ruling)) == (([], {}) if true else (["B"], REPLAY))


def test_a_number_is_compared_with_the_number_of_cards() -> None:
    assert ruled("misinformed", side="elder", answer=2, declared_in_hand=["JH", "8H"])["finding"] == "true"
    assert needs(ruled("misinformed", side="elder", answer=5)) == ["declared_in_hand"]


def test_a_miscount_is_put_right_until_the_next_hand() -> None:
    # L-W36 (K24, L70): B may prove 23 until B has seen the next hand.
    known = {"deal": 1, "score": 23, "bonus": False}
    ruling = ruled("miscounted", **known, proved=True, next_hand_seen=False)
    assert (ruling["law"], ruling["status"], ruling["entitled"]) == ("L70", "open", ["A", "B"])
    assert (ruling["elections"], ruling["until"]) == ([], "next_deal")
    late = ruled("miscounted", **known, proved=True, next_hand_seen=True)
    assert (late["status"], late["unraised"]) == ("lapsed", "the written score stands")
    assert ruled("miscounted", **known, proved=False)["status"] == "harmless"


def test_two_score_sheets() -> None:
    # L-W36 (K25, L74): A wrote 28 to 23, B 28 to 22; 28 from A, 22 from B.
    ruling = ruled("sheets", written={"A": {"A": 28, "B": 23}, "B": {"A": 28, "B": 22}})
    assert (ruling["law"], ruling["also"], ruling["status"]) == ("L74", ["L70"], "ruled")
    assert told(ruling, "own_sheets") == {"A": 28, "B": 22}
    same = {"A": 28, "B": 23}
    assert ruled("sheets", written={"A": same, "B": same})["status"] == "none"
