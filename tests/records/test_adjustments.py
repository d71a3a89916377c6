"""Adjustments in records (docs/tournaments.md): lines, JSON, and the numbers of their verification, derived by hand."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.adjustments import Adjustment
from service.piquet.scoring.settlement import settle, totals
from service.records.json_form import from_json, to_json
from service.records.model import Deal, Reading, Record
from service.records.review import reviewable
from service.records.text.parser import read
from service.records.text.writer import write
from service.records.verification.report import report_json
from service.records.verification.verify import verify
from tests.contract.validation import validate_as
from tests.helpers.http import client, post
from tests.helpers.records import strictly
from tests.records.parties import random_deal

Json = Any

#: 28 + 30 + 22 + 28 + 30 + 22 = 160, and 23 + 40 + 7 + 23 + 40 + 7 = 140.
SCORES = ("28-23", "30-40", "22-7", "28-23", "30-40", "22-7")


def sheet(*adjustments: str, scores: tuple[str, ...] = SCORES, result: str = "", ruleset: str = "portland") -> str:
    """A record without cards: the scores of deals, adjustments, and the lines of a result, separated by semicolons."""
    deals = "".join(f"deal {number}\nscore: {score}\n" for number, score in enumerate(scores, 1))
    adjusted = "".join(f"adjustment {each}\n" for each in adjustments)
    ended = "result\n" + result.replace("; ", "\n") + "\n" if result else ""
    return f"piquet-record 1\nruleset: {ruleset}\nfirst dealer: B\n{deals}{adjusted}{ended}"


def checked(text: str) -> dict[str, Json]:
    report: dict[str, Json] = report_json(verify(strictly(read(text))))
    return report


def wrong(report: dict[str, Json]) -> list[tuple[str, Json, Json, bool]]:
    """What is wrong by itself: pointer, claimed, computed, and whether it would be right without adjustments."""
    names = ("pointer", "claimed", "computed", "without_adjustments")
    return [tuple(each[name] for name in names) for each in report["divergences"]]


def pair(a: int, b: int) -> dict[str, int]:
    return {"A": a, "B": b}


def three(before: tuple[int, int], adjustment: tuple[int, int], after: tuple[int, int]) -> dict[str, Json]:
    return {"before": pair(*before), "adjustment": pair(*adjustment), "after": pair(*after)}


# ---------------------------------------------------------------- reading and writing


def test_adjustments_are_read_within_a_deal_and_after_the_deals_and_written_after_them() -> None:
    text = (
        "piquet-record 1\n\ndeal 1\nadjustment B  20 deal 1 :  late: twice \nscore: 28-43\n\n"
        "adjustment A -5 settlement: no sheet\n\nresult\nadjustment A +0 partie: a warning\ntotals: 28-43\n"
    )
    reading = strictly(read(text))
    assert write(reading.record) == (
        "piquet-record 1\n\ndeal 1\nscore: 28-43\n\nadjustment B +20 deal 1: late: twice\n"
        "adjustment A -5 settlement: no sheet\nadjustment A +0 partie: a warning\n\nresult\ntotals: 28-43\n"
    )
    twin = to_json(reading.record)
    assert twin["adjustments"] == [
        {"seat": "B", "points": 20, "of": "deal", "deal": 1, "reason": "late: twice"},
        {"seat": "A", "points": -5, "of": "settlement", "reason": "no sheet"},
        {"seat": "A", "points": 0, "of": "partie", "reason": "a warning"},
    ]
    assert strictly(from_json(json.loads(json.dumps(twin)))).record == reading.record
    assert strictly(read(write(reading.record))).record == reading.record


def test_in_json_an_adjustment_may_stand_in_a_deal() -> None:
    one = {"seat": "A", "points": -20.0, "of": "deal", "deal": 1, "reason": " slow\tplay "}
    given = {
        "piquet_record": 1,
        "deals": [{"adjustments": [one]}],
        "adjustments": [{**one, "of": "partie", "deal": None}],
    }
    record = strictly(from_json(given)).record
    assert [(each.points, each.of, each.deal, each.reason) for each in record.adjustments] == [
        (-20, "deal", 1, "slow play"),
        (-20, "partie", None, "slow play"),
    ]


def test_negative_numbers_of_claims_are_read_where_an_adjustment_may_have_made_them() -> None:
    text = "piquet-record 1\n\ndeal 1\nscore: -8-23\ntotals: -8--3\n\nresult\ntotals: ?--3\nsettlement: -59\n"
    record = strictly(read(text)).record
    assert (record.deals[0].score, record.deals[0].totals) == ((-8, 23), (-8, -3))
    assert record.result is not None and (record.result.totals, record.result.settlement) == ((None, -3), -59)
    assert write(record) == text
    assert strictly(from_json(to_json(record))).record == record


@pytest.mark.parametrize(
    ("line", "column", "part"),
    [
        ("adjustment C -20 deal 1: x", 12, "the seat is A or B"),
        ("adjustment A twenty deal 1: x", 14, "whole number"),
        ("adjustment A -2.5 deal 1: x", 14, "whole number"),
        ("adjustment A -100001 deal 1: x", 14, "up to 100000"),
        ("adjustment A -20 partei: x", 18, "did you mean partie?"),
        ("adjustment A -20 deal: x", 22, "the deal has a number"),
        ("adjustment A -20 deal 201: x", 23, "from 1 to 200"),
        ("adjustment A -20 deal 1 2: x", 25, "a colon and the reason"),
        ("adjustment A -20 partie 1: x", 25, "a colon and the reason"),
        ("adjustment A -20 partie", 24, "a colon and the reason"),
        ("adjustment A -20 partie:  ", 25, "has a reason"),
        ("adjustment A -20 partie: " + "x" * 201, 26, "at most 200 characters"),
        ("adjustment: x", 11, "the seat is A or B"),
    ],
)
def test_the_line_and_column_are_told_where_an_adjustment_is_wrong(line: str, column: int, part: str) -> None:
    reading = read(f"piquet-record 1\n\ndeal 1\n{line}\nscore: 28-23\n")
    (problem,) = reading.problems
    assert (problem.code, problem.line, problem.column) == ("adjustment.malformed", 4, column)
    assert part in problem.message
    assert reading.record.adjustments == [] and reading.record.deals[0].score == (28, 23)


GIVEN = {"seat": "A", "points": -20, "of": "deal", "deal": 1, "reason": "slow play"}


@pytest.mark.parametrize(
    ("changed", "places"),
    [
        ({"seat": "a"}, ["/seat"]),
        ({"seat": []}, ["/seat"]),
        ({"points": 10**30}, ["/points"]),
        ({"points": True}, ["/points"]),
        ({"points": "-20"}, ["/points"]),
        ({"of": "result"}, ["/of"]),
        ({"of": "partie"}, ["/deal"]),
        ({"deal": 0}, ["/deal"]),
        ({"deal": None}, ["/deal"]),
        ({"reason": " "}, ["/reason"]),
        ({"reason": "x" * 201}, ["/reason"]),
        ({"raeson": "x"}, ["/raeson"]),
        ({"seat": None, "points": 0.5, "of": {}, "reason": 5}, ["/seat", "/points", "/of", "/reason"]),
    ],
)
def test_the_member_is_told_where_an_adjustment_is_wrong_in_json(changed: dict[str, Json], places: list[str]) -> None:
    reading = from_json({"piquet_record": 1, "adjustments": [GIVEN, {**GIVEN, **changed}]})
    found = [(problem.code, problem.pointer) for problem in reading.problems]
    assert found == [("adjustment.malformed", f"/adjustments/1{place}") for place in places]
    assert len(reading.record.adjustments) == 1


def test_in_json_an_adjustment_is_an_object() -> None:
    reading = from_json({"piquet_record": 1, "adjustments": [GIVEN, "A -20 deal 1: slow play"]})
    assert [(each.code, each.pointer) for each in reading.problems] == [("member.type", "/adjustments/1")]


def test_a_reason_may_have_two_hundred_characters() -> None:
    text = "piquet-record 1\n\nadjustment A -20 partie: " + "x" * 200 + "\n"
    record = strictly(read(text)).record
    assert len(record.adjustments[0].reason) == 200
    assert strictly(from_json(to_json(record))).record.adjustments == record.adjustments


def test_a_record_has_at_most_a_hundred_adjustments() -> None:
    text = "piquet-record 1\n" + "adjustment A -1 partie: x\n" * 102
    for reading in (read(text), from_json({"piquet_record": 1, "deals": [{"adjustments": [GIVEN] * 60}] * 2})):
        assert {problem.code for problem in reading.problems} == {"record.limit"}
        assert len(reading.record.adjustments) == 100


# ---------------------------------------------------------------- three numbers


@pytest.mark.rule("R8.1")
def test_what_was_played_the_adjustment_and_the_sum_are_told_apart() -> None:
    """In deal 3 A played 22, and has 2. A's totals are 160 - 20 = 140, B's 140 + 10 = 150, who wins 10 + 100."""
    scores = ("28-23", "30-40", "2-7", "28-23", "30-40", "22-7")
    report = checked(
        sheet(
            "A -20 deal 3: slow play", "B +10 partie: late", "B -5 settlement: no sheet",
            scores=scores, result="totals: 140-150; winner: B; rubicon: no; settlement: 105",
        )
    )  # fmt: skip
    assert report["agrees"]
    assert report["totals"] == pair(160, 140)
    assert report["result"] == {"totals": pair(160, 140), "winner": "A", "rubicon": False, "settlement": 120}
    adjusted = report["adjusted"]
    assert [each["reason"] for each in adjusted.pop("adjustments")] == ["slow play", "late", "no sheet"]
    assert adjusted == {
        "deals": [{"deal": 3, **three((22, 7), (-20, 0), (2, 7))}],
        "totals": three((160, 140), (-20, 10), (140, 150)),
        "settlement": three((-110, 110), (0, -5), (-110, 105)),
        "winner": "B",
        "rubicon": False,
    }


def test_a_record_without_adjustments_has_none_in_its_report() -> None:
    assert checked(sheet())["adjusted"] is None


@pytest.mark.rule("R8.1")
def test_a_claim_before_the_adjustment_is_wrong_and_the_report_says_what_it_leaves_out() -> None:
    """160 - 20 is 140 and 140 equal: a drawn partie. The record claims what was played."""
    report = checked(sheet("A -20 partie: late", result="totals: 160-140; winner: A; rubicon: no; settlement: 120"))
    assert wrong(report) == [("/result/totals", pair(160, 140), pair(140, 140), True)]
    assert [(each["pointer"], each["carries"], each["without_adjustments"]) for each in report["carried_forward"]] == [
        ("/result/winner", ["/result/totals"], True),
        ("/result/settlement", ["/result/totals"], True),
    ]
    alone = checked(sheet("A -20 partie: late", result="winner: A; settlement: 120"))
    assert wrong(alone) == [("/result/winner", "A", "none", True), ("/result/settlement", 120, 0, True)]
    assert report["divergences"][0]["message"] == (
        "the totals of the partie are 140 to 140 with the adjustments; the claim leaves them out"
    )
    assert checked(sheet("A -20 partie: late", result="totals: 150-140"))["divergences"][0]["message"] == (
        "the totals of the partie are 140 to 140 with the adjustments"
    )


@pytest.mark.rule("R8.1")
def test_totals_after_a_deal_have_the_adjustments_of_deals_so_far_and_not_those_of_the_partie() -> None:
    text = sheet("A -20 deal 1: slow", "B +9 partie: late", scores=("8-23", "30-40"))
    right = text.replace("score: 8-23", "score: 8-23\ntotals: 8-23").replace("30-40", "30-40\ntotals: 38-63")
    assert checked(right)["agrees"]
    without = checked(right.replace("totals: 38-63", "totals: 58-63"))
    assert wrong(without) == [("/deals/1/totals", pair(58, 63), pair(38, 63), True)]
    other = checked(right.replace("totals: 38-63", "totals: 38-72"))
    assert wrong(other) == [("/deals/1/totals", pair(38, 72), pair(38, 63), False)]


@pytest.mark.rule("R8.1")
def test_an_error_from_a_score_before_the_adjustment_is_carried_forward() -> None:
    """The sheets give 28 to 23, so the score is 8 to 23. The totals rightly add to the score as it is written."""
    text = "piquet-record 1\n\ndeal 1\nscore: 28-23\nwritten A: 28-23\nwritten B: 28-23\ntotals: 28-23\n"
    report = checked(f"{text}adjustment A -20 deal 1: slow\n")
    assert wrong(report) == [("/deals/0/score", pair(28, 23), pair(8, 23), True)]
    assert [(each["pointer"], each["carries"]) for each in report["carried_forward"]] == [
        ("/deals/0/totals", ["/deals/0/score"])
    ]


@pytest.mark.rule("R8.2")
@pytest.mark.parametrize(
    ("adjustments", "result"),
    [
        # 160 - 61 is 99: B wins with the loser under a hundred, 99 + 140 + 100.
        (["A -61 partie: late"], "totals: 99-140; winner: B; rubicon: yes; settlement: 339"),
        (["A -61 deal 6: late"], "totals: 99-140; winner: B; rubicon: yes; settlement: 339"),
        (["A -60 deal 6: late"], "totals: 100-140; winner: B; rubicon: no; settlement: 140"),
        # One of a settlement changes neither the totals nor the rubicon: 20 + 100, and 19 for the loser alone.
        (["A -61 settlement: late"], "totals: 160-140; winner: A; rubicon: no; settlement: 59"),
        (["B -61 settlement: late"], "totals: 160-140; winner: A; rubicon: no; settlement: 120"),
        (["A -130 settlement: late"], "totals: 160-140; winner: A; settlement: -10"),
        # Nobody wins a drawn partie.
        (["B +20 partie: late", "B -7 settlement: late"], "totals: 160-160; winner: none; settlement: 0"),
        (["A -100000 partie: late"] * 3, "totals: ?-140; winner: B; rubicon: yes; settlement: ?"),
    ],
)
def test_only_adjustments_of_totals_change_the_rubicon(adjustments: list[str], result: str) -> None:
    """The score of deal 6 is 22 to 7 as played."""
    points = sum(int(each.split()[1]) for each in adjustments if "deal 6" in each)
    scores = (*SCORES[:5], f"{22 + points}-7")
    given = result.replace("; settlement: ?", "")
    assert wrong(checked(sheet(*adjustments, scores=scores, result=given))) == []


@pytest.mark.rule("R8.1")
def test_an_adjustment_of_a_deal_that_counts_double_counts_double() -> None:
    """2 * 20 + 20 + 20 + 2 * 30, and 2 * 10 + 10 + 10 + 2 * 10; the first deal was played 30 to 10."""
    text = sheet("A -10 deal 1: slow", scores=("20-10", "20-10", "20-10", "30-10"), ruleset="portland.partie_deals-4")
    report = checked(text + "result\ntotals: 140-60\nwinner: A\nrubicon: yes\nsettlement: 300\n")
    assert report["agrees"]
    assert report["adjusted"]["totals"] == three((160, 60), (-20, 0), (140, 60))


@pytest.mark.rule("R7.1")
def test_without_cards_a_score_less_its_adjustment_must_be_possible() -> None:
    """174 is the most that a deal can score (W15)."""
    assert checked(sheet("A +20 deal 1: redress", scores=("194-0",)))["agrees"]
    assert not checked(sheet("A +20 deal 1: redress", scores=("195-0",)))["agrees"]
    assert checked(sheet("A +20 deal 1: redress", scores=("48-23",)))["agrees"]
    report = checked(sheet("A -20 deal 1: slow", scores=("28-23", "8-23")))
    assert report["agrees"] and report["adjusted"]["deals"][0]["before"] == pair(48, 23)
    report = checked(sheet("A +40 deal 1: redress", scores=("28-23",)))
    assert wrong(report) == [("/deals/0/score", pair(28, 23), None, True)]  # -12 cannot be scored, 28 can
    assert report["divergences"][0]["code"] == "score.impossible"


def test_an_adjustment_of_a_deal_that_there_is_not_is_told_with_its_line_and_counts_for_nothing() -> None:
    text = sheet("A -20 deal 7: slow", result="totals: 160-140; winner: A; settlement: 120")
    report = checked(text)
    (found,) = report["divergences"]
    assert (found["code"], found["pointer"]) == ("adjustment.deal", "/adjustments/0")
    assert text.splitlines()[found["line"] - 1] == "adjustment A -20 deal 7: slow"
    assert report["adjusted"]["totals"] == three((160, 140), (0, 0), (160, 140))


def test_in_an_unfinished_partie_adjustments_count_in_the_totals_so_far() -> None:
    report = checked(sheet("A -20 deal 1: slow", "A +1 partie: x", "A -1 settlement: x", scores=("8-23", "30-40")))
    assert report["agrees"] and report["deals_due"] == 4
    assert report["totals"] == pair(58, 63)
    assert report["adjusted"]["totals"] == three((58, 63), (-19, 0), (39, 63))
    assert [report["adjusted"][name] for name in ("settlement", "winner", "rubicon")] == [None] * 3


def test_the_totals_of_a_result_alone_have_the_adjustments_in_them() -> None:
    """120 to 80 with the adjustments; the loser is rubiconed: 120 + 80 + 100."""
    adjustments = "adjustment B -30 partie: late\nadjustment A -5 deal 2: slow\n"
    text = f"piquet-record 1\n{adjustments}result\ntotals: 120-80\nwinner: A\n"
    assert checked(f"{text}rubicon: yes\nsettlement: 300\n")["agrees"]
    # 125 to 110 were played, without a rubicon: 15 + 100.
    assert wrong(checked(f"{text}settlement: 115\n")) == [("/result/settlement", 115, 300, True)]


# ---------------------------------------------------------------- when a partie ends


def game(*lines: str, scores: tuple[str, ...], result: str = "") -> dict[str, Json]:
    """The report of a game to a hundred; a deal that the target cut short may have any score."""
    return checked(sheet(*lines, scores=scores, result=result, ruleset="au-cent"))


@pytest.mark.rule("R8.4")
def test_a_game_that_an_adjustment_ended_is_over() -> None:
    """A has 95 as played, and 105 with the adjustment."""
    report = game("A +10 deal 1: redress", scores=("60-20", "45-30"), result="totals: 105-50; winner: A; settlement: 1")
    assert report["agrees"] and report["deals_due"] == 0
    assert report["result"] is None
    assert report["adjusted"]["winner"] == "A"


@pytest.mark.rule("R8.4")
def test_a_game_that_went_on_by_an_adjustment_is_not_over_too_early() -> None:
    """A has 105 as played after two deals and 85 with the adjustment, and then B has 20 + 30 + 60."""
    scores = ("30-20", "55-30", "10-60")
    report = game("A -20 deal 1: slow", scores=scores, result="totals: 95-110; winner: B; settlement: 1")
    assert report["agrees"]


@pytest.mark.rule("R8.4")
def test_a_game_that_was_over_stays_so_after_an_adjustment() -> None:
    """A has 105 as played, and 85 with the adjustment made afterwards, which is still more than 50."""
    report = game("A -20 partie: slow", scores=("50-20", "55-30"), result="totals: 85-50; winner: A; settlement: 1")
    assert report["agrees"]
    drawn = game("A -55 partie: slow", scores=("50-20", "55-30"), result="totals: 50-50; winner: none; settlement: 0")
    assert drawn["agrees"]


@pytest.mark.rule("R8.4")
def test_a_deal_is_too_many_if_the_game_was_over_with_and_without_adjustments() -> None:
    report = game("A -1 deal 1: slow", scores=("49-20", "55-30", "10-60"))
    assert [each["code"] for each in report["divergences"]] == ["partie.over"]
    assert report["adjusted"]["deals"] == [{"deal": 1, **three((50, 20), (-1, 0), (49, 20))}]


@pytest.mark.rule("R8.3")
def test_an_adjustment_may_break_a_tie_or_make_one() -> None:
    """Six deals of 20 to 20 need two more unless the adjustment counts, and 21 to 20 none unless it does."""
    level = ("20-20",) * 6
    assert checked(sheet("A +1 partie: redress", scores=level, result="totals: 121-120; winner: A"))["agrees"]
    scores = (*level[:5], "20-20", "30-20", "20-20")  # 121 to 120 as played: deal 6 was 21 to 20
    report = checked(sheet("A -1 deal 6: slow", scores=scores, result="totals: 170-160; winner: A; settlement: 110"))
    assert report["agrees"]


# ---------------------------------------------------------------- with cards

PARTIE = (Path(__file__).parents[2] / "examples" / "partie.piquet").read_text(encoding="utf-8")


@pytest.mark.rule("R8.2")
def test_with_cards_the_claims_are_compared_with_the_sums() -> None:
    """In deal 5 A scored 7, and has -13. B has 80 + 25, which is no rubicon any more: 267 - 105 + 100."""
    text = PARTIE.replace("settlement: 467", "settlement: 262").replace("rubicon: yes", "rubicon: no")
    for old, new in (
        ("score: 7-18\ntotals: 256-72", "score: -13-18\ntotals: 236-72\nadjustment A -20 deal 5: slow play"),
        ("totals: 287-80\n\nresult", "totals: 267-80\nadjustment B +25 partie: A was late\n\nresult"),
        ("result\ntotals: 287-80", "result\ntotals: 267-105"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    report = checked(text)
    assert report["agrees"] and report["complete"]
    assert report["deals"][4]["score"] == pair(7, 18)
    assert report["adjusted"]["deals"] == [{"deal": 5, **three((7, 18), (-20, 0), (-13, 18))}]
    forgotten = checked(text.replace("score: -13-18", "score: 7-18"))
    (found,) = forgotten["divergences"]
    assert found["message"] == "the score of the deal is -13 to 18 with the adjustments; the claim leaves them out"


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize(("points", "then"), [(-60, True), (60, True), (-60, False), (60, False)])
def test_play_that_a_target_ends_fits_the_scores_with_or_without_adjustments(points: int, then: bool) -> None:
    """A director adjusts the score of the first deal: then, so that the players go by it, or after the game."""
    deals = game_by(points if then else 0, random.Random(f"adjusted games:{points}"))
    played = scores_of(deals)
    given = with_first_adjusted(deals, points)
    report = report_json(verify(given))
    assert report["divergences"] == []
    assert report["deals_due"] == 0
    assert report["adjusted"]["totals"]["before"] == pair(*totals(ruleset("au-cent"), played))
    _, reviewed = reviewable(given)
    assert [len(each.played.actions) for each in reviewed if each.played] == [len(deal.steps) for deal in deals]


@pytest.mark.rule("R8.4")
def test_a_deal_that_fits_neither_scores_says_nothing_of_those_after_it() -> None:
    """A's sixty are added after the game; the second deal has a wrong claim, whichever scores the players went by."""
    deals = game_by(0, random.Random("adjusted games:60"))
    assert len(deals) > 2
    deals[1].steps[0].score = (1, 1)
    divergences = report_json(verify(with_first_adjusted(deals, 60)))["divergences"]
    assert [each["pointer"] for each in divergences] == ["/deals/1/steps/0/score"]


@pytest.mark.rule("R8.4")
def test_players_who_ended_a_game_by_an_adjustment_go_by_it_to_the_end() -> None:
    """A's hundred with the sixty ends the third deal and the game; two more deals are played as if it had not."""
    rules, rng = ruleset("au-cent"), random.Random("x0")
    deals = game_by(60, rng)
    assert len(deals) == 3
    for _ in range(2):
        assert not settle(rules, scores_of(deals)).over
        deals.append(random_deal(rules, 0, scores_of(deals), rng))
    divergences = report_json(verify(with_first_adjusted(deals, 60)))["divergences"]
    nobody = [each["pointer"] for each in divergences if each["code"] == "turn.nobody"]
    assert [pointer[:9] for pointer in nobody] == ["/deals/3/", "/deals/4/"]


def game_by(points: int, rng: random.Random) -> list[Deal]:
    """A random game to a hundred whose players add these points to A's score of the first deal."""
    rules, deals = ruleset("au-cent"), list[Deal]()
    while True:
        finished = tuple((a + points * (not at), b) for at, (a, b) in enumerate(scores_of(deals)))
        if finished and settle(rules, finished).over:
            return deals
        deals.append(random_deal(rules, 0, finished, rng))


def scores_of(deals: list[Deal]) -> tuple[tuple[int, int], ...]:
    scores = []
    for deal in deals:
        assert deal.score is not None and deal.score[0] is not None and deal.score[1] is not None
        scores.append((deal.score[0], deal.score[1]))
    return tuple(scores)


def with_first_adjusted(deals: list[Deal], points: int) -> Reading:
    """The record of a game to a hundred in which a director adjusts A's score of the first deal."""
    ((a, b),) = scores_of(deals[:1])
    deals[0].score = a + points, b
    given = Record(ruleset="au-cent", first_dealer="A", deals=deals)
    given.adjustments = [Adjustment("A", points, "deal", 1, "slow play")]
    return Reading(given)


# ---------------------------------------------------------------- over HTTP


def test_the_service_reports_adjustments_of_lists_and_streams_and_converts_them() -> None:
    """A played 28, and has 8; the unfinished partie has no settlement yet, the finished one has."""
    begun = "piquet-record 1\n\ndeal 1\nscore: 8-23\n\nadjustment A -20 deal 1: slow\n"
    over = sheet("A -20 partie: late", "A -5 settlement: no sheet", result="totals: 140-140; winner: none")
    reports = post("/v1/records/verify", {"records": [begun, over]})["reports"]
    assert reports == [checked(begun), checked(over)]
    assert [each["adjusted"]["settlement"] for each in reports] == [None, three((0, 0), (-5, 0), (-5, 0))]
    twin = post("/v1/records/convert", {"record": begun})["record"]
    assert post("/v1/records/convert", {"record": twin})["record"] == begun
    for kind, body in (
        ("text/plain", begun + over),
        ("application/x-ndjson", f"{json.dumps(twin)}\n{json.dumps(over)}"),
    ):
        answer = client().post("/v1/records/verify", data=body, content_type=kind)
        lines = [json.loads(line) for line in answer.data.splitlines()]
        for line in lines:
            validate_as("StreamedReport", line)
        assert [line["adjusted"] for line in lines] == [report["adjusted"] for report in reports]
