"""Every claim that is wrong by itself is told, and apart from them those that only carry an earlier error forward."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from service.cli.main import DIVERGES, main
from service.records.text.parser import read
from service.records.verification.report import report_json
from service.records.verification.verify import verify
from tests.helpers.records import strictly

ROOT = Path(__file__).parents[2]
W1 = (ROOT / "examples" / "w1.piquet").read_text(encoding="utf-8")
PARTIE = (ROOT / "examples" / "partie.piquet").read_text(encoding="utf-8")
SHEET = (ROOT / "examples" / "score-sheet.piquet").read_text(encoding="utf-8")


def checked(text: str) -> dict[str, Any]:
    report: dict[str, Any] = report_json(verify(strictly(read(text))))
    return report


def told(text: str) -> tuple[list[str], dict[str, list[str]]]:
    """The pointers of what is wrong by itself, and those of what carries errors forward, with where they come from."""
    report = checked(text)
    assert report["agrees"] is not bool(report["divergences"])
    wrong = [each["pointer"] for each in report["divergences"]]
    assert all(each["carries"] == [] for each in report["divergences"])
    return wrong, {each["pointer"]: each["carries"] for each in report["carried_forward"]}


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert text.count(old) == 1, (text.count(old), old)
        text = text.replace(old, new)
    return text


def sheet(*deals: tuple[str, str], result: str = "") -> str:
    """A score sheet without cards, with the score of each deal and the totals after it."""
    lines = [f"deal {number}\nscore: {score}\ntotals: {both}\n" for number, (score, both) in enumerate(deals, 1)]
    return f"piquet-record 1\nfirst dealer: B\n{''.join(lines)}{result}"


# ---------------------------------------------------------------- sheets


@pytest.mark.rule("R8.1")
def test_a_second_error_of_a_sheet_is_not_hidden_by_the_first() -> None:
    text = sheet(
        ("28-23", "28-23"),
        ("30-40", "60-63"),  # 28 + 30 is 58
        ("22-7", "82-70"),  # 60 + 22: right as it is written
        ("28-23", "109-93"),  # 82 + 28 is 110
        ("30-40", "139-133"),  # 109 + 30
        ("22-7", "160-140"),  # the sum of all six: right again
    )
    assert told(text) == (
        ["/deals/1/totals", "/deals/3/totals"],
        {"/deals/2/totals": ["/deals/1/totals"], "/deals/4/totals": ["/deals/3/totals"]},
    )


@pytest.mark.rule("R8.1")
def test_the_errors_of_both_players_are_followed_each_by_itself() -> None:
    text = sheet(
        ("28-23", "29-23"),  # A's is wrong
        ("30-40", "59-64"),  # A's follows from 29, B's is wrong
        ("22-7", "81-71"),  # both follow
        ("28-23", "109-93"),  # A's follows, B's is right again
    )
    assert told(text) == (
        ["/deals/0/totals", "/deals/1/totals"],
        {"/deals/2/totals": ["/deals/0/totals", "/deals/1/totals"], "/deals/3/totals": ["/deals/0/totals"]},
    )


@pytest.mark.rule("R8.1")
def test_a_deal_that_counts_double_carries_its_error_twice() -> None:
    """With four deals the first and the last count double: 28-23 and 22-7 make 28-23 twice and then 22-7 more."""
    deals = [("28-23", "56-46"), ("22-7", "78-53")]
    begun = "piquet-record 1\nruleset: portland.partie_deals-4\n"
    text = sheet(*deals).replace("piquet-record 1\n", begun)
    assert told(text) == ([], {})
    sheets = changed(text, ("score: 28-23\n", "score: 30-23\nwritten A: 28-23\nwritten B: 28-23\n"))
    assert told(sheets) == (["/deals/0/score"], {})
    doubled = changed(sheets, ("56-46", "60-46"), ("78-53", "82-53"))
    score = ["/deals/0/score"]
    assert told(doubled) == (score, {"/deals/0/totals": score, "/deals/1/totals": score})
    once = changed(sheets, ("56-46", "58-46"))
    assert told(once) == (["/deals/0/score", "/deals/0/totals"], {})
    younger = changed(text, ("score: 28-23\n", "score: 28-20\nwritten A: 28-23\nwritten B: 28-23\n"))
    assert told(changed(younger, ("56-46", "56-40"), ("78-53", "78-47"))) == (
        score,
        {"/deals/0/totals": score, "/deals/1/totals": score},
    )


@pytest.mark.rule("R8.1")
def test_an_error_that_was_put_right_is_not_carried_further() -> None:
    """B's totals are two too many after the first and the third deal, and right after the second."""
    text = sheet(("28-23", "28-25"), ("30-40", "58-63"), ("22-7", "80-72"), ("28-23", "108-95"))
    assert told(text) == (["/deals/0/totals", "/deals/2/totals"], {"/deals/3/totals": ["/deals/2/totals"]})


@pytest.mark.rule("R8.1")
def test_after_a_deal_without_score_and_totals_the_sums_begin_anew() -> None:
    text = sheet(("28-23", "28-23"), ("22-7", "90-70"), ("30-40", "121-110"))  # 90 + 30 is 120
    assert told(text.replace("score: 22-7\n", "").replace("score: 28-23\ntotals: 28-23\n", "")) == (
        ["/deals/2/totals"],
        {},
    )


@pytest.mark.rule("R8.2")
def test_a_result_carries_the_error_of_the_totals() -> None:
    """287 to 80 with a rubicon is 287 + 80 + 100; with 307 in place of 287 it is 487."""
    text = changed(SHEET, ("score: 31-8\ntotals: 287-80", "score: 31-8\ntotals: 307-80"), ("467", "487"))
    text = changed(text, ("result\ntotals: 287-80", "result\ntotals: 307-80"))
    last = ["/deals/5/totals"]
    assert told(text) == (last, {"/result/totals": last, "/result/settlement": last})
    assert told(changed(text, ("487", "486"))) == ([*last, "/result/settlement"], {"/result/totals": last})


@pytest.mark.rule("R8.2")
def test_a_settlement_carries_a_wrong_rubicon() -> None:
    """Without a rubicon 287 to 80 is 207 + 100."""
    text = changed(SHEET, ("rubicon: yes", "rubicon: no"), ("467", "307"))
    for each in (text, changed(text, ("winner: A\n", ""))):
        assert told(each) == (["/result/rubicon"], {"/result/settlement": ["/result/rubicon"]})


@pytest.mark.rule("R8.2")
def test_a_wrong_winner_and_a_wrong_settlement_are_both_told() -> None:
    text = changed(SHEET, ("winner: A", "winner: B"), ("467", "460"))
    assert told(text) == (["/result/winner", "/result/settlement"], {})


@pytest.mark.rule("R8.2", "R8.3")
def test_a_winner_that_follows_from_wrong_totals_is_carried_forward() -> None:
    """Twice 28-23, 30-40 and 22-7 make 160 to 140 (W6: 20 + 100); B's last totals are 60 too high."""
    deals = [("28-23", "28-23"), ("30-40", "58-63"), ("22-7", "80-70"), ("28-23", "108-93"), ("30-40", "138-133")]
    result = "result\ntotals: 160-200\nwinner: B\nrubicon: no\nsettlement: 140\n"
    last = ["/deals/5/totals"]
    assert told(sheet(*deals, ("22-7", "160-200"), result=result)) == (
        last,
        dict.fromkeys(("/result/totals", "/result/winner", "/result/settlement"), last),
    )


@pytest.mark.rule("R8.2")
def test_a_rubicon_that_follows_from_wrong_totals_is_carried_forward() -> None:
    """160 to 140 in truth; B's last totals are 50 too low, so that B has less than a hundred: 160 + 90 + 100."""
    deals = [("28-23", "28-23"), ("30-40", "58-63"), ("22-7", "80-70"), ("28-23", "108-93"), ("30-40", "138-133")]
    result = "result\ntotals: 160-90\nwinner: A\nrubicon: yes\nsettlement: 350\n"
    last = ["/deals/5/totals"]
    assert told(sheet(*deals, ("22-7", "160-90"), result=result)) == (
        last,
        dict.fromkeys(("/result/totals", "/result/rubicon", "/result/settlement"), last),
    )


@pytest.mark.rule("R8.2", "R8.3")
def test_a_settlement_carries_a_partie_that_was_called_drawn() -> None:
    """A drawn partie settles at 0."""
    text = changed(SHEET, ("winner: A", "winner: none"), ("467", "0"))
    assert told(text) == (["/result/winner"], {"/result/settlement": ["/result/winner"]})


@pytest.mark.rule("R8.5")
def test_a_game_of_one_deal_carries_the_error_of_its_totals() -> None:
    """100 to 49 wins a double game; with 51 in place of 49 it is a single one."""
    text = sheet(("100-49", "100-51"), result="result\ntotals: 100-51\nwinner: A\nsettlement: 1\n")
    text = changed(text, ("piquet-record 1\n", "piquet-record 1\nruleset: au-cent\n"))
    totals = ["/deals/0/totals"]
    assert told(text) == (totals, {"/result/totals": totals, "/result/settlement": totals})


@pytest.mark.rule("R8.5")
def test_a_game_of_one_deal_carries_an_error_that_makes_it_a_double_one() -> None:
    """100 to 51 wins a single game; with 49 in place of 51 it is a double one."""
    text = sheet(("100-51", "100-49"), result="result\ntotals: 100-49\nwinner: A\nsettlement: 2\n")
    text = changed(text, ("piquet-record 1\n", "piquet-record 1\nruleset: au-cent\n"))
    totals = ["/deals/0/totals"]
    assert told(text) == (totals, {"/result/totals": totals, "/result/settlement": totals})


@pytest.mark.rule("R8.1", "R8.2")
def test_a_settlement_carries_the_error_of_totals_once_though_deals_count_double() -> None:
    """Of four deals the first and the last count double: 164 to 139, or 25 + 100. A's last total is ten more."""
    deals = [("28-23", "56-46"), ("22-7", "78-53"), ("30-40", "108-93"), ("28-23", "174-139")]
    text = sheet(*deals, result="result\ntotals: 174-139\nwinner: A\nrubicon: no\nsettlement: 135\n")
    text = changed(text, ("piquet-record 1\n", "piquet-record 1\nruleset: portland.partie_deals-4\n"))
    last = ["/deals/3/totals"]
    assert told(text) == (last, {"/result/totals": last, "/result/settlement": last})


@pytest.mark.rule("R8.3")
def test_a_partie_that_is_tied_only_by_its_right_sums_is_not_over() -> None:
    """Three times 28-23 and three times 23-28 are 153 to 153, so two more deals are due."""
    scores = ["28-23", "23-28"] * 3
    right = ["28-23", "51-51", "79-74", "102-102", "130-125", "153-153"]
    result = "result\ntotals: 154-153\nwinner: A\n"
    deals = list(zip(scores, [*right[:5], "154-153"], strict=True))
    assert told(sheet(*deals, result=result)) == (
        ["/deals/5/totals"],
        {name: ["/deals/5/totals"] for name in ("/result", "/result/totals")},
    )
    own = told(sheet(*zip(scores, right, strict=True), result=result))
    assert own == (["/result/totals"], {"/result": ["/result/totals"]})


def test_sheets_that_differ_and_a_wrong_total_are_both_told() -> None:
    text = "piquet-record 1\ndeal 1\nwritten A: 28-23\nwritten B: 28-22\ntotals: 28-24\n"
    report = checked(text)
    assert [each["code"] for each in report["divergences"]] == ["sheets.differ", "claim.totals"]


def test_a_score_that_no_deal_can_have_is_told_with_a_wrong_total() -> None:
    report = checked(sheet(("29-1", "30-1"), ("28-23", "58-24")))
    assert [each["code"] for each in report["divergences"]] == ["score.impossible", "claim.totals"]
    assert [each["pointer"] for each in report["carried_forward"]] == ["/deals/1/totals"]


# ---------------------------------------------------------------- records with cards


def from_the_second_lead(text: str, more: int) -> str:
    """W1 with every score of A from A's second lead on, which makes eleven (R6.2), raised by so much."""
    begin = text.index("A KH = 11-17")
    later = re.sub(r"(= |score: |totals: )(\d+)-", lambda found: f"{found[1]}{int(found[2]) + more}-", text[begin:])
    return text[:begin] + later


@pytest.mark.rule("R6.2", "R7.1", "R8.1")
def test_what_follows_from_a_wrong_running_score_is_told_apart() -> None:
    wrong, carried = told(from_the_second_lead(W1, 1))
    assert wrong == ["/deals/0/steps/15/score"]
    assert {"/deals/0/score", "/deals/0/totals", "/deals/0/steps/17/score"} < carried.keys()
    assert all(origins == wrong for origins in carried.values())


@pytest.mark.rule("R6.2", "R7.1")
def test_a_second_wrong_running_score_is_not_hidden() -> None:
    last = ("28-23\nremark", "29-23\nremark")
    text = changed(W1, ("A KH = 11-17", "A KH = 12-17"), ("A JH = 13-17", "A JH = 15-17"), last)
    wrong, carried = told(text)
    # After 12 comes 12 again for QH, which is right; 15 for JH is two too many; the last is one too many.
    assert wrong == ["/deals/0/steps/15/score", "/deals/0/steps/19/score", "/deals/0/steps/36/score"]
    assert carried == {}


@pytest.mark.rule("R7.1", "R8.1")
def test_the_score_of_a_deal_that_is_wrong_by_itself_is_carried_into_the_totals() -> None:
    text = changed(PARTIE, ("score: 117-7", "score: 118-7"), ("145-30", "146-30"), ("222-33", "223-33"))
    score = ["/deals/1/score"]
    assert told(text) == (score, {"/deals/1/totals": score, "/deals/2/totals": score})


@pytest.mark.rule("R7.1", "R8.1")
def test_totals_rest_on_the_score_of_the_deal_or_else_on_each_players_own_number() -> None:
    claims = "score: 28-23\ntotals: 28-23"
    sheets = "written A: 29-23\nwritten B: 28-23\ntotals: 29-23"
    one = ["/deals/0/written/A"]
    assert told(changed(W1, (claims, sheets))) == (one, {"/deals/0/totals": one})
    of_b = "written A: 28-23\nwritten B: 28-24\ntotals: 28-24"
    other = ["/deals/0/written/B"]
    assert told(changed(W1, (claims, of_b))) == (other, {"/deals/0/totals": other})
    assert told(changed(W1, (claims, sheets.replace("totals: 29-23", "totals: 28-22")))) == (
        [*one, "/deals/0/totals"],
        {},
    )
    assert told(changed(W1, (claims, f"score: 28-23\n{sheets}"))) == ([*one, "/deals/0/totals"], {})
    score = ["/deals/0/score"]
    carried = changed(W1, (claims, f"score: 29-23\n{sheets}"))
    assert told(carried) == (score, {"/deals/0/written/A": score, "/deals/0/totals": score})


@pytest.mark.rule("R6.1", "R8.1")
def test_after_an_impossible_action_the_sums_are_still_checked() -> None:
    """B, who holds hearts, plays a club to a heart; the score as it is written stands, and 145 + 77 is 222."""
    text = changed(PARTIE, ("B AH = 98-2; A JH", "B AH = 98-2; A AC"), ("222-33", "223-33"), ("249-54", "250-54"))
    wrong, carried = told(text)
    assert wrong == ["/deals/1/steps/17/action/card", "/deals/2/totals"]
    assert carried == {"/deals/3/totals": ["/deals/2/totals"]}


@pytest.mark.rule("R6.1", "R6.2")
def test_claims_before_an_impossible_action_are_told_beside_it() -> None:
    text = changed(PARTIE, ("= 98-1\nA JD", "= 99-1\nA JD"), ("B AH = 98-2; A JH", "B AH = 98-2; A AC"))
    codes = [each["code"] for each in checked(text)["divergences"]]
    assert codes == ["claim.running", "play.must_follow_suit"]


@pytest.mark.rule("R7.1")
def test_both_sheets_are_checked_where_the_cards_decide() -> None:
    text = changed(W1, ("\nscore: 28-23", "\nwritten A: 29-23\nwritten B: 28-22"))
    assert told(text)[0] == ["/deals/0/written/A", "/deals/0/written/B"]


def test_the_first_divergence_stays_where_it_was() -> None:
    report = checked(from_the_second_lead(W1, 1))
    assert report["deals"][0]["divergence"] == report["divergences"][0]
    assert report["divergence"]["pointer"] == "/deals/0/totals"
    assert report["divergence"]["carries"] == ["/deals/0/steps/15/score"]


# ---------------------------------------------------------------- bounds


ENDLESS = "piquet-record 1\nruleset: portland.tie-two_more_until_broken\n"
EVEN = ("28-23", "23-28")  # two deals that leave a tie, so that two more are due (R8.3)


@pytest.mark.rule("R8.3")
def test_a_report_lists_a_hundred_of_each_and_counts_the_others() -> None:
    """Of the totals after 200 deals, every fourth is one more too high than before; the next three follow from it."""
    a = b = 0
    lines = []
    for number in range(200):
        score = EVEN[number % 2]
        a, b = a + int(score[:2]), b + int(score[3:])
        lines.append(f"deal {number + 1}\nscore: {score}\ntotals: {a + 1 + number // 4}-{b}\n")
    report = checked(ENDLESS + "".join(lines))
    assert (len(report["divergences"]), len(report["carried_forward"]), report["unlisted"]) == (50, 100, 50)
    # Each player's sheet has the right number of their own, and none of the other's: 200 sheets differ, too.
    both = re.compile(r"score: (\d+)-(\d+)")
    report = checked(ENDLESS + both.sub(r"written A: \1-0\nwritten B: 0-\2", "".join(lines)))
    assert (len(report["divergences"]), len(report["carried_forward"])) == (100, 100)
    assert report["unlisted"] == 150 + 50


@pytest.mark.rule("R8.1")
def test_the_claims_that_an_error_comes_from_are_limited() -> None:
    """Twelve scores are each one too high beside the sheets, and the totals after them add them as they are written."""
    lines = []
    for number in range(12):
        own = EVEN[number % 2]
        wrong = f"{int(own[:2]) + 1}-{own[3:]}"
        lines.append(f"deal {number + 1}\nscore: {wrong}\nwritten A: {own}\nwritten B: {own}\n")
    report = checked(f"{ENDLESS}{''.join(lines)}totals: {6 * 51 + 12}-{6 * 51}\n")
    assert [each["pointer"] for each in report["divergences"]] == [f"/deals/{at}/score" for at in range(12)]
    (carried,) = report["carried_forward"]
    assert carried["carries"] == [f"/deals/{at}/score" for at in range(8)]


# ---------------------------------------------------------------- the command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.piquet"
    path.write_text(sheet(("28-23", "28-23"), ("30-40", "60-63"), ("22-7", "82-70"), ("28-23", "109-93")))
    return path


@pytest.mark.rule("R8.1")
def test_the_command_tells_own_errors_first_and_carried_ones_in_a_line_each(file: Path, capsys: Any) -> None:
    assert main(["verify", "--jobs", "1", str(file)]) == DIVERGES
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith(str(file))]
    carried = "82-70 only carries forward what is wrong at line 8; the totals after deal 3 are 80 to 70"
    assert lines == [
        f"{file}:8:9: deal 2: the totals after deal 2 are 58 to 63 (R8.1) [claim.totals]",
        f"{file}:14:9: deal 4: the totals after deal 4 are 108 to 93 (R8.1) [claim.totals]",
        f"{file}:11:9: deal 3: {carried} (R8.1) [claim.totals]",
    ]


def test_the_other_reports_of_the_command_have_all_of_them(file: Path, capsys: Any) -> None:
    assert main(["verify", "--jobs", "1", "--junit", str(file)]) == DIVERGES
    junit = capsys.readouterr().out
    assert "deal 4: the totals after deal 4" in junit and "only carries forward" in junit
    assert main(["verify", "--jobs", "1", "--json", str(file)]) == DIVERGES
    report = json.loads(capsys.readouterr().out.splitlines()[0])
    assert [each["deal"] for each in report["divergences"]] == [2, 4]
    assert [each["deal"] for each in report["carried_forward"]] == [3]


def test_the_service_gives_the_same_report(client: Any) -> None:
    text = from_the_second_lead(W1, 1)
    answer = client.post("/v1/records/verify", json={"records": [text]}).json
    assert answer["reports"] == [checked(text)]
