"""The score desk's check: what is found, by which rule, who may still correct it, and how far it was possible."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path

import pytest

from service.piquet.notation.action_lines import write_hand
from service.piquet.partie import WrittenPartie
from service.piquet.rulesets.published import ruleset
from service.records.json_form import from_json, to_json
from service.records.json_values import DEPTH
from service.records.model import PROBLEMS, Deal, Reading, Record, Step
from service.records.text.parser import read
from service.records.text.tokens import Words, take_cards
from service.records.text.writer import write
from service.records.verification.card_inference import Tries, completions, held
from service.records.verification.deals import deals_in_turn
from service.records.verification.report import Divergence, Report, divergence_json, report_json
from service.records.verification.verify import verify
from tests.helpers.records import strictly
from tests.records.parties import random_record, seeded

ROOT = Path(__file__).parents[2]
W1 = (ROOT / "examples" / "w1.piquet").read_text(encoding="utf-8")
PARTIE = (ROOT / "examples" / "partie.piquet").read_text(encoding="utf-8")
SHEET = (ROOT / "examples" / "score-sheet.piquet").read_text(encoding="utf-8")
SETTLEMENTS = json.loads((ROOT / "tests" / "golden" / "settlements.json").read_text(encoding="utf-8"))["parties"]
# What nobody knows who was only told the play: hands and talon.
PACK_OF_32 = [rank + suit for suit in "SHDC" for rank in "AKQJT987"]
CARDLESS = "".join(
    line for line in W1.splitlines(keepends=True) if not line.startswith(("hand ", "talon"))
)  # fmt: skip


def changed(text: str, old: str, new: str) -> Report:
    """The check of a text in which something is changed that is there once."""
    assert text.count(old) == 1, (text.count(old), old)
    return verify(read(text.replace(old, new)))


def only(report: Report, deal: int = 1) -> Divergence:
    """The one divergence of a report, in this deal."""
    found = [each for each in report.deals if each.divergence]
    assert [each.number for each in found] == [deal] and not report.problems and not report.agrees
    assert found[0].divergence is not None
    return found[0].divergence


# -- claims


@pytest.mark.rule("R6.2")
def test_a_running_total_that_is_wrong_is_told_with_the_score_that_it_should_have_had():
    found = only(changed(W1, "A KH = 11-17", "A KH = 12-17"))
    assert (found.code, found.pointer, found.rule) == ("claim.running", "/deals/0/steps/15/score", "R6.2")
    assert (found.claimed, found.computed) == ({"A": 12, "B": 17}, {"A": 11, "B": 17})
    assert found.reasons == [{"seat": "A", "kind": "lead", "points": 1, "rule": "R6.2"}]
    assert W1.splitlines()[(found.line or 0) - 1][(found.column or 0) - 1 :].startswith("11-17; B 7D")


def test_the_first_of_several_wrong_totals_is_told():
    found = only(verify(read(W1.replace("A KH = 11-17", "A KH = 12-17").replace("A JH = 13-17", "A JH = 14-17"))))
    assert found.step == 16


def test_a_total_of_one_player_alone_is_checked_alone():
    assert changed(W1, "A KH = 11-17", "A KH = 11-?").agrees
    assert only(changed(W1, "A KH = 11-17", "A KH = ?-18")).computed == {"A": 11, "B": 17}


def test_the_score_of_a_deal_is_checked():
    found = only(changed(W1, "score: 28-23", "score: 29-23"))
    assert (found.code, found.pointer, found.computed) == ("claim.score", "/deals/0/score", {"A": 28, "B": 23})


@pytest.mark.rule("R8.1")
def test_totals_are_checked_by_the_scores_that_the_deals_come_to():
    report = changed(PARTIE, "totals: 145-30", "totals: 155-30")
    assert report.divergence is not None and not any(deal.divergence for deal in report.deals)
    found = report.divergence
    assert (found.code, found.pointer, found.deal) == ("claim.totals", "/deals/1/totals", 2)
    assert (found.claimed, found.computed, found.rule) == ({"A": 155, "B": 30}, {"A": 145, "B": 30}, "R8.1")


@pytest.mark.rule("R8.1")
@pytest.mark.parametrize(
    ("ruleset", "totals", "result"),
    [
        # The deals made 28-23, 22-7, 30-40: by the totals alone, the first and the last of four doubled.
        ("portland", ["28-23", "50-30", "80-70"], None),
        ("portland.partie_deals-4", ["56-46", "78-53", "108-93", "168-173"], (274 - 100 - 1, "B", "105")),
    ],
)
def test_totals_alone_say_what_the_deals_made(ruleset, totals, result):
    text = f"piquet-record 1\nruleset: {ruleset}\nfirst dealer: B\n"
    text += "".join(f"deal {number}\ntotals: {both}\n" for number, both in enumerate(totals, 1))
    report = verify(strictly(read(text)))
    assert report.agrees, report.divergence
    assert report.settlement is not None and report.settlement.over is (result is not None)
    if result is not None:  # B wins by five, and a hundred
        assert verify(strictly(read(f"{text}result\nwinner: {result[1]}\nsettlement: {result[2]}\n"))).agrees


@pytest.mark.rule("R8.2")
@pytest.mark.parametrize(
    ("old", "new", "name", "claimed", "computed"),
    [
        # 287 to 80: the loser has less than a hundred, so 287 + 80 + 100.
        ("settlement: 467", "settlement: 307", "settlement", 307, 467),
        ("rubicon: yes", "rubicon: no", "rubicon", False, True),
        ("winner: A", "winner: B", "winner", "B", "A"),
    ],
)
def test_the_result_is_checked(old, new, name, claimed, computed):
    for text in (PARTIE, SHEET):
        report = changed(text, old, new)
        assert report.divergence is not None
        assert (report.divergence.code, report.divergence.pointer) == (f"claim.{name}", f"/result/{name}")
        assert (report.divergence.claimed, report.divergence.computed) == (claimed, computed)


# -- who may still correct it


def test_law_70_lets_who_counted_wrongly_correct_it_until_he_has_seen_his_next_hand():
    found = only(changed(W1, "A KH = 11-17", "A KH = 12-17"))
    assert found.correction is not None
    assert (found.correction.law, found.correction.by, found.correction.until) == ("L70", ["A"], "next_hand")
    found = only(changed(W1, "score: 28-23", "score: 29-24"))
    assert found.correction is not None and found.correction.by == ["A", "B"] and found.correction.open
    # In a partie that went on both have seen their next hands.
    found = only(changed(SHEET, "score: 117-7", "score: 200-7"), 2)
    assert found.correction is not None
    assert (found.correction.law, found.correction.by, found.correction.open) == ("L70", [], False)


def test_law_74_takes_each_players_score_of_his_own_hand():
    sheets = "deal 1\nwritten A: 28-22\nwritten B: 27-23\ntotals: 28-23\n"
    text = "piquet-record 1\nfirst dealer: B\n\n" + sheets
    found = only(verify(read(text)))
    assert (found.code, found.pointer) == ("sheets.differ", "/deals/0/written")
    assert found.claimed == {"A": {"A": 28, "B": 22}, "B": {"A": 27, "B": 23}}
    assert found.computed == {"A": 28, "B": 23}
    assert found.correction is not None and found.correction.law == "L74"
    # The totals go by it too.
    assert verify(read(text)).divergence is None
    agreed = text.replace("28-22", "28-23").replace("27-23", "28-23")
    assert verify(read(agreed)).agrees
    wrong = verify(read(agreed.replace("totals: 28-23", "totals: 29-23"))).divergence
    assert wrong is not None and (wrong.code, wrong.computed) == ("claim.totals", {"A": 28, "B": 23})


def test_where_the_cards_prove_it_a_players_own_sheet_is_no_answer():
    found = only(changed(W1, "score: 28-23\n", "written A: 38-23\n"))
    assert (found.code, found.pointer) == ("claim.written", "/deals/0/written/A")


def test_a_sum_may_be_put_right_by_either_player():
    found = changed(PARTIE, "totals: 145-30", "totals: 155-30").divergence
    assert found is not None and found.correction is not None
    assert (found.correction.law, found.correction.by, found.correction.until) == (None, ["A", "B"], None)


# -- what was said


@pytest.mark.rule("R5.3")
def test_a_false_reply_is_told_with_its_rule():
    found = only(changed(W1, "A call point 5; B equal;", "A call point 5; B not good;"))
    assert (found.code, found.rule, found.step) == ("reply.not_longer", "R5.3", 4)
    assert found.pointer == "/deals/0/steps/3/action/reply"
    assert found.claimed == {"seat": "B", "type": "reply", "reply": "not_good"} and found.computed is None


# In W1 younger holds a point of five, four tens and three queens, but no sequence of four (R5.2).
@pytest.mark.rule("R5.2", "R5.3", "R5.6")
@pytest.mark.parametrize(
    ("old", "new", "step", "said", "fits", "rule"),
    [
        # Elder would have to reckon the three knaves that are good (R5.6), and leads.
        ("A call set 3 J; B not good", "A call set 3 J; B good", 12, "good", "not_good", "R5.6"),
        # He would have to reckon the point, and says what it makes, which is asked with *equal* (R5.3).
        ("B equal; A value 49", "B good; A value 49", 4, "good", "equal", "R5.6"),
        # He might not reckon it (R5.6), and does. Younger's four tens make *not good* true.
        ("A call set 3 J; B not good", "A call set 3 J; B not good; A reckon set 3 J", 12, "not_good", "good", "R5.6"),
        # What he plays then is B's, too.
        ("A call set 3 J; B not good\nA AH", "A call set 3 J; B good\nA TH", 12, "good", "not_good", "R5.6"),
        # Younger's point of five makes *equal* true; what it makes would have to be said (R5.3).
        ("B equal; A value 49; B good; A reckon", "B equal; A reckon", 4, "equal", "good", "R5.3"),
    ],
)
def test_a_reply_that_does_not_fit_what_follows_is_told_at_its_own_place(old, new, step, said, fits, rule):
    new = new.replace("reckon set 3 J", "reckon set JS JH JC")
    report = changed(W1, old, new)
    found = only(report)
    assert report.deals[0].checked == step - 1
    not_, fitting = said.replace("_", " "), fits.replace("_", " ")
    assert found.message == f"the next action fits the reply {fitting}, not {not_}"
    assert (found.code, found.step, found.rule) == ("reply.contradictory", step, rule)
    assert found.pointer == f"/deals/0/steps/{step - 1}/action/reply"
    assert found.claimed == {"seat": "B", "type": "reply", "reply": said}
    assert found.computed == {"seat": "B", "type": "reply", "reply": fits}
    assert found.reasons[0]["code"] in ("turn.not_now", "turn.other_seat"), "what follows is not possible after it"
    words = {"good": "B good", "not_good": "B not good", "equal": "B equal"}[said]
    assert W1.replace(old, new).splitlines()[(found.line or 0) - 1][(found.column or 0) - 1 :].startswith(words)


@pytest.mark.rule("R5.6")
def test_a_reckoning_that_is_missing_is_told_where_it_is_missing():
    """Younger has no sequence, so that *good* is the only reply to the quart: what is wrong is elder's next call."""
    found = only(changed(W1, "B good; A reckon sequence HAKQJ = 9-0", "B good"))
    assert (found.code, found.step) == ("turn.not_now", 10)


def test_a_reply_that_does_not_fit_is_told_where_cards_are_unknown():
    text = W1.replace("talon: 9S 8S KH 9C KD QS AC 7D\n", "").replace("A exchange SK D98 C87", "A exchange SK ????")
    found = only(changed(text, "A call set 3 J; B not good", "A call set 3 J; B good"))
    assert (found.code, found.step) == ("reply.contradictory", 12)
    # A's hand was not played out, but B was dealt the four tens, and kept them.
    text = W1[: W1.index("B reckon set")].replace("talon: 9S 8S KH 9C KD QS AC 7D\n", "")
    text = text.replace("hand A: SAKJ HAQJ8 D98 CJ87\n", "")
    found = only(changed(text, "A call set 3 J; B not good", "A call set 3 J; B good"))
    assert (found.code, found.step) == ("reply.contradictory", 12)


@pytest.mark.rule("R6.1")
def test_a_revoke_is_told_at_the_card():
    # Hearts were led, and B, who has thrown none of his, plays a diamond.
    report = changed(W1, "B TH\n", "B 7D\n")
    found = only(report)
    assert (found.code, found.pointer) == ("play.must_follow_suit", "/deals/0/steps/14/action/card")
    assert (found.step, found.claimed) == (15, {"seat": "B", "type": "play", "card": "7D"})
    assert (report.deals[0].checked, report.deals[0].steps, report.deals[0].basis) == (14, 37, "cards")


@pytest.mark.rule("R5.1", "R7.6")
def test_what_was_sunk_is_not_reckoned_against_anybody():
    # A does not call his quart: he has four points less from there on, and nobody asks for them.
    quart = "A call sequence 4 A; B good; A reckon sequence HAKQJ = 9-0"
    sunk = W1.replace(quart, "A pass sequence")
    head, tail = sunk.split("A AH = 10-0")
    for total in range(10, 29):
        tail = tail.replace(f" = {total}-", f" = -{total - 4}-").replace(" = -", " = ")
    tail = tail.replace("score: 28-23\ntotals: 28-23", "score: 24-23\ntotals: 24-23")
    assert verify(read(head + "A AH = 6-0" + tail)).agrees
    # To claim them all the same diverges.
    found = only(verify(read(sunk)))
    assert (found.code, found.claimed, found.computed) == ("claim.running", {"A": 10, "B": 0}, {"A": 6, "B": 0})


def test_a_deal_that_breaks_off_has_no_score():
    text = W1[: W1.index("A JS")]
    assert verify(read(text)).agrees and verify(read(text)).deals[0].score is None
    found = only(verify(read(text + "score: 28-23\n")))
    assert (found.code, found.pointer) == ("deal.unfinished", "/deals/0")
    assert only(verify(read(text + "deal 2\n"))).code == "deal.unfinished"
    for seat in "AB":
        assert only(verify(read(text + f"written {seat}: 28-23\n"))).code == "deal.unfinished"


@pytest.mark.rule("R2.1")
def test_a_card_of_another_pack_is_told():
    found = only(changed(W1, "talon: 9S 8S KH", "talon: 6S 8S KH"))
    assert (found.code, found.pointer, found.rule) == ("deal.card_unknown", "/deals/0/dealt/talon", "R2.1")
    assert [reason["params"] for reason in found.reasons] == [{"card": "6S", "pack": 32}]


def test_a_record_is_complete_where_every_deal_was_checked_by_its_cards():
    assert verify(read(W1)).complete and verify(read(PARTIE)).complete
    assert not verify(read(W1 + "deal 2\nscore: 30-40\n")).complete
    assert not verify(read(W1 + "nonsense\n")).complete
    assert not verify(read(CARDLESS)).complete


@pytest.mark.rule("R6.2")
def test_the_reasons_of_a_running_score_say_who_scored():
    found = only(changed(AGAIN, "B QS = 7-1", "B QS = 7-2"))
    assert [(reason["seat"], reason["points"]) for reason in found.reasons] == [("B", 1)]


def test_what_may_hang_on_unknown_cards_is_not_told_and_ends_what_is_checked():
    """B's hand is not known yet at A's second lead, so that the score before it may have been another."""
    text = CARDLESS[: CARDLESS.index("A KH = 11-17")] + "A KH = 12-17\n"
    (deal,) = verify(strictly(read(text))).deals
    assert (deal.divergence, deal.checked, deal.steps, deal.basis) == (None, 15, 16, "fitting_cards")


def test_cards_twice_are_all_told():
    found = only(changed(W1, "talon: 9S 8S KH", "talon: AS 8S AH"))
    assert (found.code, found.pointer, found.rule) == ("deal.card_twice", "/deals/0/dealt/talon", "R2.1")
    assert [reason["params"]["card"] for reason in found.reasons] == ["AS", "AH"]


@pytest.mark.rule("R2.4")
def test_who_deals_follows_from_who_dealt_first():
    found = only(changed(W1, "\ndealer: B", "\ndealer: A"))
    assert (found.code, found.pointer, found.rule) == ("claim.dealer", "/deals/0/dealer", "R2.4")
    assert changed(W1, "first dealer: B\n", "").agrees


def test_a_ruleset_that_there_is_not_is_a_problem():
    report = changed(W1, "ruleset: portland@1", "ruleset: clubland")
    assert [problem.code for problem in report.problems] == ["ruleset.unknown"]
    assert report.problems[0].line == 5 and not report.agrees and not report.deals


def test_an_unknown_ruleset_is_told_within_the_limit_of_problems():
    report = verify(read("piquet-record 1\nruleset: 1\n" + "nonsense\n" * 2000))
    codes = [problem.code for problem in report.problems]
    assert len(codes) == PROBLEMS and codes[-2:] == ["record.limit", "ruleset.unknown"]
    assert [problem.line for problem in report.problems[:-2]] == list(range(3, PROBLEMS + 1))  # from the first on
    report = verify(read("piquet-record 1\nruleset: clubland\n" + "nonsense\n" * 999))
    assert [problem.code for problem in report.problems] == ["line.unknown"] * 999 + ["ruleset.unknown"]
    assert (report.problems[-1].pointer, report.ruleset) == ("/ruleset", "clubland")


def test_what_could_not_be_read_is_a_problem_and_the_rest_is_checked():
    report = changed(W1, "A KH = 11-17", "A KX = 11-17")
    assert [problem.code for problem in report.problems] == ["action.malformed"] and not report.agrees
    assert (report.deals[0].checked, report.deals[0].steps, report.deals[0].divergence) == (15, 36, None)
    report = changed(PARTIE, "A KH = 11-17", "A KX = 11-17")
    assert [deal.checked == deal.steps for deal in report.deals] == [False] + 5 * [True]


# -- unknown cards


def test_a_record_of_which_only_the_play_is_known_is_checked_by_it():
    report = verify(read(CARDLESS))
    (deal,) = report.deals
    assert report.agrees and not report.complete
    assert (deal.basis, deal.unknown_cards, deal.checked, deal.steps, deal.score) == (
        "fitting_cards", 32, 37, 37, (28, 23))  # fmt: skip
    found = only(changed(CARDLESS, "A KH = 11-17", "A KH = 12-17"))
    assert (found.code, found.pointer) == ("claim.running", "/deals/0/steps/15/score")
    found = only(changed(CARDLESS, "B equal", "B not good"))
    assert found.code == "reply.not_longer"


@pytest.mark.rule("R6.1", "R4.1")
@pytest.mark.parametrize(
    ("steps", "step", "code"),
    [
        ("B exchange ???", 1, "turn.other_seat"),
        ("A exchange ?????\nA pass point", 2, "turn.not_now"),
        ("A exchange ?????\nB exchange ???\nA AH", 3, "turn.not_now"),
    ],
)
def test_whose_turn_it_is_does_not_hang_on_the_cards(steps, step, code):
    found = only(verify(strictly(read(f"piquet-record 1\nfirst dealer: B\ndeal 1\n{steps}\n"))))
    assert (found.step, found.code) == (step, code)


# A has passed everything and leads. B has the point, tierces in diamonds and clubs, and sets of queens and tens, which
# make 4 3 3 3 14 with TC, and 5 3 3 3 3 with 7D. A concedes: 2 for A, 13 for B's play, and 10 for the cards.
CONCEDED = """piquet-record 1
ruleset: portland.concession-any_deal
first dealer: B
deal 1
hand A: SAKJ HAQJ8 D98 CJ87
hand B: ST7 HT97 DAQJT CKQ ?
talon: 9S 8S KH 9C KD QS AC ?
A exchange SK D98 C87
B exchange S7 H9
A pass point; A pass sequence; A pass set; A AS; B reckon; A concede = 2-{}
score: 2-{}
"""


@pytest.mark.rule("R5.10", "R5.12", "R6.5")
@pytest.mark.parametrize(
    ("running", "score", "checked", "computed"),
    [
        (27 + 23, 50, 8, (2, 50)),
        (17 + 23, 40, 8, (2, 40)),
        (50, 51, 8, None),  # all steps fit TC, and the score may be that of other cards
        (40, 41, 8, None),
        (50, 40, 8, None),
        (45, 45, 7, None),
    ],
)
def test_the_unknown_card_with_which_most_steps_agree_is_told(running, score, checked, computed):
    tries = Tries(20)
    (deal,) = verify(strictly(read(CONCEDED.format(running, score))), tries).deals
    if computed is None:  # the search for what fits takes one try, and eight ways of filling in the cards are tried
        assert tries.left == 20 - 1 - 8
    assert (deal.checked, deal.score, deal.divergences) == (checked, computed, [])
    assert (deal.steps, deal.basis, deal.unknown_cards) == (8, "fitting_cards", 2)


def test_of_what_the_discards_may_have_caused_only_what_comes_before_is_told():
    """Nobody knows what A and B put away, but both hands were played, so that every running score is certain."""
    better = CARDLESS.replace("A call sequence 4 A;", "A call sequence 3 A;")
    (deal,) = verify(strictly(read(better))).deals
    assert (deal.divergences, deal.checked) == ([], 9)
    (deal,) = verify(strictly(read(better.replace("HAKQJ8 = 5-0", "HAKQJ8 = 6-0")))).deals
    assert [(each.code, each.step) for each in deal.divergences] == [("claim.running", 7)]
    twice = CARDLESS.replace("A KH = 11-17", "A KH = 12-17").replace("A JH = 13-17", "A JH = 15-17")
    (deal,) = verify(strictly(read(twice))).deals
    assert [each.step for each in deal.divergences] == [16, 20]


def test_steps_that_do_not_end_a_deal_of_unknown_cards_are_told():
    text = CARDLESS.replace("A JS = ", "# ").replace("B TS = 28-23", "")
    text = text[: text.index("score: ")].rstrip().rsplit("\n", 1)[0] + "\nscore: 28-23\n"
    assert only(verify(strictly(read(text)))).code == "deal.unfinished"


def test_a_discard_that_nobody_knows_may_have_been_anything_that_fits():
    assert changed(CARDLESS, "A exchange SK D98 C87", "A exchange ?????").agrees
    assert changed(CARDLESS, "A exchange SK D98 C87", "A exchange SK ????").agrees


def test_a_card_that_was_thrown_away_and_played_contradicts_itself():
    found = only(changed(CARDLESS, "A exchange SK D98 C87", "A exchange SKA ???"))
    assert found.code == "cards.contradictory"
    # The ace of spades is A's in the last trick but one.
    assert found.claimed == {"seat": "A", "type": "play", "card": "AS"}


# Each play of A in W1 from the first on, with the step that it is. A has put away the king of spades.
PLAYS_OF_A = {13: "A AH", 16: "A KH", 20: "A JH", 24: "A KD", 29: "A JC", 35: "A AS"}


@pytest.mark.rule("R2.1")
@pytest.mark.parametrize("step", PLAYS_OF_A)
def test_the_first_action_that_fits_no_cards_is_told_wherever_it_is(step):
    text = CARDLESS[: CARDLESS.index("score: ")]
    card = PLAYS_OF_A[step]
    start = text.index(card, text.index("A AH = 10-0"))
    report = verify(strictly(read(text[:start] + "A KS" + text[start + len(card) :])))
    found = only(report)
    assert (found.code, found.step, found.deal) == ("cards.contradictory", step, 1)
    assert found.pointer == f"/deals/0/steps/{step - 1}/action"
    assert found.claimed == {"seat": "A", "type": "play", "card": "KS"}
    assert found.message == "this contradicts the cards that are known from the steps before"
    assert report.deals[0].basis == "fitting_cards"


@pytest.mark.rule("R2.1", "R4.3")
@pytest.mark.parametrize(
    ("dealt", "steps", "step"),
    [
        ("hand A: SAKJ HAQJ8 D98 CJ87", "A exchange SQ ????\nB exchange S7 H97", 1),  # not one of A's twelve
        ("hand B: ST7 HT97 DAQJT CKQT", "A exchange SK ST\nB exchange S7 H97", 1),  # B's
        ("talon: 9S 8S KH 9C KD QS AC 7D", "A exchange SQ ????\nB exchange S7 H97", 1),  # in the talon
        ("hand A: SAKJ HAQJ8 D98 CJ87", "A exchange SK D98 C87\nB exchange SA H97", 2),  # A's
    ],
)
def test_a_discard_that_fits_no_cards_is_told_where_it_is(dealt, steps, step):
    found = only(verify(strictly(read(f"piquet-record 1\nfirst dealer: B\ndeal 1\n{dealt}\n{steps}\n"))))
    assert (found.code, found.step) == ("cards.contradictory", step)


@pytest.mark.parametrize(
    ("exchanges", "step", "used"),
    [
        ("A exchange SK D98 C87\nB exchange SA\n", 2, 3),  # both, the first alone, and to play it
        ("A exchange SQ\nB exchange SA\nB exchange SJ\n", 1, 3),  # all three, the first alone, and to play none
    ],
)
def test_the_search_for_what_fits_goes_by_halves(exchanges, step, used):
    """B puts away cards of A's hand, which has no SQ."""
    text = f"piquet-record 1\nfirst dealer: B\ndeal 1\nhand A: SAKJ HAQJ8 D98 CJ87\n{exchanges}"
    tries = Tries(10)
    assert only(verify(strictly(read(text)), tries)).step == step
    assert tries.left == 10 - used


def test_an_unknown_card_ends_what_can_be_checked():
    report = changed(W1, "A 8H = 14-17; B QD", "A 8H = 14-17; B ?")
    (deal,) = report.deals
    assert report.agrees and not report.complete
    assert (deal.checked, deal.steps, deal.score) == (22, 37, None)
    assert only(changed(W1.replace("B QD", "B ?"), "A KH = 11-17", "A KH = 1-17")).step == 16


# A deal with elder's second exchange: he puts away KS 8C 7C 9D 8D for the first five, then 9C, one of them, for AC. He
# leads seven tricks and wins seven; younger wins the last: 7 and 1 and 1 and the cards against 1 and 3 and 1 and 2.
AGAIN = """piquet-record 1
ruleset: french
first dealer: B

deal 1
hand A: SAKJ HAQJ8 D98 CJ87
hand B: ST7 HT97 DAQJT CKQT
talon: 9S 8S KH 9C KD QS AC 7D
A exchange SK D98 C87
B exchange S7
A exchange C9
A pass point
A pass sequence
A pass set
A AH = 1-0; B reckon nothing; B 7H
A KH; B 9H; A QH; B TH; A JH; B TD; A 8H; B JD; A AS; B TS; A JS = 7-0; B QS = 7-1
B AD; A KD; B QD; A 8S; B KC = 7-4; A AC = 8-4; A JC = 9-4; B QC = 9-5; B TC; A 9S = 19-7
score: 19-7
"""
HANDS = ("hand A: SAKJ HAQJ8 D98 CJ87\n", "hand B: ST7 HT97 DAQJT CKQT\n")
TALON = "talon: 9S 8S KH 9C KD QS AC 7D\n"


@pytest.mark.rule("R4.6")
@pytest.mark.parametrize("second", ["A exchange C9", "A exchange ?"])
@pytest.mark.parametrize("younger", ["B exchange S7", "B exchange ?"])
@pytest.mark.parametrize("first", ["A exchange SK D98 C87", "A exchange SK ????", "A exchange ?????"])
@pytest.mark.parametrize("left_out", [(), (TALON,), HANDS, HANDS[:1], HANDS[1:], (*HANDS, TALON), (HANDS[0], TALON)])
def test_cards_of_a_second_exchange_may_be_unknown(left_out, first, younger, second):
    text = AGAIN.replace("A exchange SK D98 C87", first).replace("B exchange S7", younger)
    text = text.replace("A exchange C9", second)
    for line in left_out:
        text = text.replace(line, "")
    (deal,) = verify(strictly(read(text))).deals
    assert (deal.divergence, deal.score) == (None, (19, 7))
    assert deal.checked == deal.steps == 31
    assert deal.basis == ("fitting_cards" if "?" in text or left_out else "cards")


@pytest.mark.rule("R4.6", "R4.3")
@pytest.mark.parametrize(
    ("second", "left_out", "step"),
    [
        ("A exchange SK", (), 3),  # put away before
        ("A exchange ST", (), 3),  # younger's
        ("A exchange CA", (), 3),  # not drawn yet
        ("A exchange DK", HANDS, 23),  # played later
    ],
)
def test_a_second_exchange_of_a_card_that_elder_did_not_hold_is_told(second, left_out, step):
    text = AGAIN.replace("A exchange C9", second)
    for line in left_out:
        text = text.replace(line, "")
    found = only(verify(strictly(read(text))))
    assert (found.step, found.code, found.rule) == (step, "cards.not_held", "R4.3")


@pytest.mark.rule("R4.6", "R4.3")
@pytest.mark.parametrize("second", ["A exchange SK", "A exchange ST", "A exchange DK", "A exchange SQ"])
def test_a_second_exchange_that_no_cards_fit_is_told(second):
    # Put away before, younger's, played later, played by younger later.
    text = AGAIN.replace("A exchange C9", second).replace(TALON, "").replace(HANDS[0], "").replace(HANDS[1], "")
    found = only(verify(strictly(read(text))))
    assert (found.code, found.rule) == ("cards.contradictory", "R2.1")


# A's carte blanche. B puts away three knaves before it is shown and draws 9 8 7 of clubs once A has taken the five that
# he announced; where A takes four only, B exchanges anew, and draws the ten, too.
BLANK = """piquet-record 1
first dealer: B

deal 1
hand A: SAT987 HAT9 DAT98
hand B: SKQJ HKQJ DKQJ CKQJ
talon: 8H 7H 7D AC TC 9C 8C 7C
A carte blanche 5
B commit SJ DJ CJ
A exchange S987 D98
A pass point
A pass sequence
A pass set
A AS = 11-0; B reckon nothing; B QS
A AH; B JH; A AD; B QD; A AC = 14-0; B 7C
A TS; B KS = 15-1; B 9C = 15-2; A TC = 16-2; A 7D; B KD = 17-3
"""
BLANK_FEWER = BLANK.replace("A exchange S987 D98", "A exchange S98 D98\nB exchange SJ DJ CJ HJ").replace("B JH", "B QH")
BLANK_FEWER = BLANK_FEWER.replace("A TC = 16-2; A 7D; B KD = 17-3", "A 7D; B TC = 15-3")
BLANK_LINES = [line for line in BLANK.splitlines(keepends=True) if line.startswith(("hand", "talon"))]


@pytest.mark.rule("R3.3", "R4.3")
@pytest.mark.parametrize("text", [BLANK, BLANK_FEWER], ids=["as announced", "fewer"])
@pytest.mark.parametrize("commit", ["B commit SJ DJ CJ", "B commit SJ ??", "B commit ???"])
@pytest.mark.parametrize("first", ["known", "unknown"])
@pytest.mark.parametrize("left_out", [(), "hand A", "hand B", "hand", "talon", ("hand", "talon")])
def test_cards_put_away_for_a_carte_blanche_may_be_unknown(left_out, first, commit, text):
    for line in BLANK_LINES:
        if line.startswith(left_out):
            text = text.replace(line, "")
    text = text.replace("B commit SJ DJ CJ", commit)
    if first == "unknown":
        text = text.replace("A exchange S987 D98", "A exchange ?????").replace("A exchange S98 D98", "A exchange ????")
    (deal,) = verify(strictly(read(text))).deals
    assert (deal.divergence, deal.checked) == (None, deal.steps)


@pytest.mark.rule("R3.3", "R4.3")
@pytest.mark.parametrize(("old", "new"), [("B 7C", "B JC"), ("A AC", "A 9S")])
def test_a_card_that_was_put_away_cannot_be_played(old, new):
    # A has put the nine away, B the knave.
    for text in (BLANK, BLANK.replace(BLANK_LINES[0], "").replace(BLANK_LINES[1], "")):
        assert only(changed(text, old, new)).code in ("cards.not_held", "cards.contradictory")


def known_after(text: str, *without: str) -> tuple[str, str]:
    """What is known of the hands after the exchange, where lines that begin so are left out. B deals.

    The same is known if A deals, and the seats are the other way round.
    """
    lines = [line for line in text.splitlines() if not line.startswith(without or "#")]
    (deal,) = strictly(read("\n".join([*lines, ""]))).record.deals
    both = held(deal, 1, [step.action for step in deal.steps])
    other = turned(deal)
    assert held(other, 0, [step.action for step in other.steps]) == both[::-1]
    return write_hand(both[0]), write_hand(both[1])


def turned(deal: Deal) -> Deal:
    """The deal with A and B in each other's place."""
    steps = [Step({**step.action, "seat": {"A": "B", "B": "A"}[step.action["seat"]]}) for step in deal.steps]
    return Deal(hands=deal.hands[::-1], talon=deal.talon, steps=steps)


# A has S AJ, H AQJ8 and CJ left, and draws S98, HK, C9 and DK. B has ST, HT, D AQJT and C KQT, and draws SQ, CA and D7.
BEGUN = W1[: W1.index("A call")]
A_LEFT, A_DRAWN, A_WHOLE = "SAJHAQJ8CJ", "S98HKDKC9", "SAJ98HAKQJ8DKCJ9"
B_LEFT, B_DRAWN, B_WHOLE = "STHTDAQJTCKQT", "SQD7CA", "SQTHTDAQJT7CAKQT"
CLAIMS = BLANK[: BLANK.index("A pass")]


@pytest.mark.rule("R3.3", "R4.3", "R4.6", "R5.13")
@pytest.mark.parametrize(
    ("text", "without", "expected"),
    [
        (BEGUN, (), (A_WHOLE, B_WHOLE)),
        (BEGUN, ("talon",), (A_LEFT, B_LEFT)),
        (BEGUN, ("hand",), (A_DRAWN, B_DRAWN)),
        (BEGUN, ("hand A",), (A_DRAWN, B_WHOLE)),
        (BEGUN, ("hand", "talon"), ("", "")),
        (BEGUN, ("B exchange",), (A_WHOLE, "ST7HT97DAQJTCKQT")),
        # Of a hand of which a discard is unknown nothing is known but what was drawn.
        (BEGUN.replace("SK D98 C87", "SK ????"), (), (A_DRAWN, B_WHOLE)),
        (BEGUN.replace("S7 H97", "S7 ??"), (), (A_WHOLE, B_DRAWN)),
        # What was shown is known, too: the point and the sets.
        (BEGUN + "A reckon point HAKQJ8\nB reckon set ST HT DT CT\n", ("hand", "talon"), ("HAKQJ8", "STHTDTCT")),
        (BEGUN + "A call sequence 4 A HAKQJ; B good; A reckon\n", ("hand", "talon"), ("HAKQJ", "")),
        (BEGUN + "A call sequence 4; B equal; A top A HAKQJ\n", ("hand", "talon"), ("HAKQJ", "")),
        (BEGUN + "A AH; B TH\nA KH\n", ("hand", "talon"), ("HAK", "HT")),
        # An unknown card is none that is known.
        (BEGUN.replace("CJ87", "CJ8 ?"), (), (A_WHOLE, B_WHOLE)),
        # What was drawn first may be discarded in a second exchange (french).
        (AGAIN[: AGAIN.index("A pass")], (), ("SAJ98HAKQJ8DKCAJ", "SQTHT97DAQJTCKQT")),
        (AGAIN[: AGAIN.index("A pass")].replace("A exchange C9", "A exchange ?"), (), ("", "SQTHT97DAQJTCKQT")),
        (AGAIN[: AGAIN.index("A pass")], ("hand",), ("S98HKDKCA", "SQ")),
        # B's discard of three knaves for a carte blanche counts when A has taken the five that were announced.
        (CLAIMS, (), ("SATHAT987DAT7CAT", "SKQHKQJDKQCKQ987")),
        (BLANK[: BLANK.index("A exchange")], (), ("SAT987HAT9DAT98", "SKQJHKQJDKQJCKQJ")),
        (CLAIMS.replace("S987 D98", "S987 D9"), (), ("SATHAT987DAT87CA", "SKQJHKQJDKQJCKQJ")),
        (BLANK_FEWER[: BLANK_FEWER.index("A pass")], (), ("SAT7HAT987DAT7CA", "SKQHKQDKQCKQT987")),
        # Younger may have a carte blanche, too (a pack of 36), and need not have put away anything.
        (CLAIMS.replace("5\n", "5\nB carte blanche\n", 1), (), ("SATHAT987DAT7CAT", "SKQHKQJDKQCKQ987")),
        (CLAIMS.replace("B commit SJ DJ CJ\n", ""), (), ("SATHAT987DAT7CAT", "SKQJHKQJDKQJCKQJ")),
    ],
)  # fmt: skip
def test_what_is_known_of_a_hand_was_shown_or_dealt_or_drawn_and_not_put_away(text, without, expected):
    in_order = [write_hand(take_cards(Words(cards, 1))) for cards in expected]
    assert list(known_after(text, *without)) == in_order


@pytest.mark.rule("R2.4", "R4.3")
def test_elder_draws_first_whoever_deals():
    text = "piquet-record 1\ndeal 1\ntalon: 9S 8S KH 9C KD QS AC 7D\nB exchange SK D98 C87\nA exchange S7 H97\n"
    (deal,) = strictly(read(text)).record.deals
    both = held(deal, 0, [step.action for step in deal.steps])
    assert [write_hand(cards) for cards in both] == [write_hand(["QS", "AC", "7D"]), write_hand(deal.talon[:5])]


@pytest.mark.parametrize("text", [CARDLESS, AGAIN, BLANK_FEWER])
def test_cards_that_fit_make_up_the_pack_and_everything_that_was_done(text):
    """They are dealt in the right numbers, put away and drawn as written, and played by who then holds them."""
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("hand", "talon"))) + "\n"
    text = (
        text.replace("SK D98 C87", "SK ????")
        .replace("B exchange S7", "B exchange ?")
        .replace("B commit SJ", "B commit ?")
    )
    (deal,) = strictly(read(text)).record.deals
    actions, tries = [step.action for step in deal.steps], Tries(20)
    found = list(completions(ruleset("french"), deal, 1, actions, 8, tries))
    assert (len(found), tries.left) == (8, 12)
    assert len({str(filled) for filled in found}) > 1
    for filled in found:
        assert [len(cards) for cards in (*filled.hands, filled.talon)] == [12, 12, 8]
        assert sorted([*filled.hands[0], *filled.hands[1], *filled.talon]) == sorted(PACK_OF_32)
        assert [action["type"] for action in filled.actions] == [action["type"] for action in actions]
        now, talon = [set(filled.hands[0]), set(filled.hands[1])], list(filled.talon)
        for action, written in zip(filled.actions, actions, strict=True):
            seat = "AB".index(action["seat"])
            if action["type"] in ("exchange", "commit_discard"):
                cards = action["cards"]
                assert len(cards) == len(set(cards)) == len(written["cards"]) and "?" not in cards
                assert set(written["cards"]) - {"?"} <= set(cards) <= now[seat]
                if action["type"] == "exchange":
                    now[seat] = now[seat].difference(cards).union(talon[: len(cards)])
                    del talon[: len(cards)]
            elif action["type"] == "play":
                assert action["card"] in now[seat]


def hidden(record: Record, rng: random.Random) -> Record:
    """The record with some of the cards dealt and discarded forgotten."""
    record = copy.deepcopy(record)
    for deal in record.deals:
        share = rng.choice([0.1, 0.5, 1.0])
        for at, hand in enumerate(deal.hands):
            deal.hands[at] = sorted(card if rng.random() > share else "?" for card in hand or ())
        deal.talon = [card if rng.random() > share else "?" for card in deal.talon or ()]
        for step in deal.steps:
            if step.action["type"] == "exchange":
                step.action["cards"] = [card if rng.random() > share else "?" for card in step.action["cards"]]
    return record


def test_forgetting_cards_never_makes_a_true_record_diverge():
    whole = 0
    for which, overrides, rng in seeded("hidden", 4):
        record = hidden(random_record(which, overrides, rng, most=4), rng)
        report = verify(Reading(record))
        assert report.agrees, (report.divergence, [deal.divergence for deal in report.deals if deal.divergence])
        whole += sum(deal.checked == deal.steps for deal in report.deals)
    assert whole > 60


def test_a_wrong_total_is_found_without_the_cards_where_both_hands_were_played_out():
    for which, overrides, rng in seeded("hidden and wrong", 2):
        record = hidden(random_record(which, overrides, rng, most=2), rng)
        played = [
            number
            for number, deal in enumerate(record.deals)
            if sum(step.action["type"] == "play" for step in deal.steps) == 24
        ]
        if not played:
            continue
        deal = record.deals[rng.choice(played)]
        at = rng.randrange(len(deal.steps))
        score = deal.steps[at].score or (0, 0)
        deal.steps[at].score = (score[0], (score[1] or 0) + 1)
        report = verify(Reading(record))
        found = [each.divergence for each in report.deals if each.divergence]
        assert [each.step for each in found] == [at + 1]


# -- score sheets


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize(("ruleset", "basis"), [("portland", "cards"), ("french", "score")])
def test_a_deal_after_an_unknown_score_is_played_unless_a_target_may_cut_it_short(ruleset, basis):
    """Deal 2 is W1 with the seats as they are, so A deals first, though nobody wrote down what deal 1 made."""
    second = W1[W1.index("deal 1") :].replace("deal 1", "deal 2").replace("totals: 28-23\n", "")
    if ruleset == "french":
        second = second.replace("\nscore: 28-23", "\nscore: 28-23\n# ")
    report = verify(strictly(read(f"piquet-record 1\nruleset: {ruleset}\nfirst dealer: A\ndeal 1\n\n{second}")))
    deal = report.deals[1]
    assert (deal.basis, deal.divergence) == (basis, None)
    assert deal.checked == (deal.steps if basis == "cards" else 0)


# Law 74: each player's score of their own hand counts. What is not written down is not compared.
@pytest.mark.parametrize(
    ("lines", "codes", "basis"),
    [
        ("written A: 28-23", [], "nothing"),
        ("written B: 28-23", [], "nothing"),
        ("written A: 28-23\nwritten B: 28-23", [], "score"),
        ("written A: 28-?\nwritten B: ?-23", [], "score"),
        ("written A: ?-23\nwritten B: 28-23\nscore: 28-23", [], "score"),
        ("written A: 28-23\nwritten B: 28-?\nscore: 28-23", [], "score"),
        ("written A: ?-23\nwritten B: 28-23\nscore: 29-23", [], "score"),
        ("written A: 28-23\nwritten B: 28-23\nscore: 29-23", ["claim.score"], "nothing"),
        ("written A: 28-23\nwritten B: 28-23\nscore: 28-?", [], "score"),
        ("written A: 28-22\nwritten B: 28-23", ["sheets.differ"], "nothing"),
        ("written A: 28-22\nwritten B: 28-23\nscore: 28-23", ["sheets.differ"], "nothing"),
        ("written A: 28-22\nwritten B: 28-23\nscore: 28-22", ["sheets.differ", "claim.score"], "nothing"),
        ("written A: 0-23\nwritten B: 0-23", ["score.impossible"], "score"),
    ],
)
def test_what_the_sheets_say_of_a_deal_without_cards(lines, codes, basis):
    (deal,) = verify(strictly(read(f"piquet-record 1\nfirst dealer: B\ndeal 1\n{lines}\n"))).deals
    assert [each.code for each in deal.divergences] == codes
    assert deal.basis == basis
    if "claim.score" in codes:
        found = deal.divergences[-1]
        assert found.message == "the scores that the players wrote down for themselves are 28 to 23"
        assert (found.pointer, found.rule, found.computed) == ("/deals/0/score", "R7.1", {"A": 28, "B": 23})


def test_the_messages_of_a_deal_say_what_it_should_be():
    def messages(text: str, *changes: tuple[str, str]) -> list[tuple[str, str]]:
        for old, new in changes:
            assert text.count(old) == 1
            text = text.replace(old, new)
        return [(each.message, each.rule) for each in verify(strictly(read(text))).deals[0].divergences]

    assert messages(W1, ("A KH = 11-17", "A KH = 12-17")) == [("the score after this step is 11 to 17", "R6.2")]
    assert messages(W1, ("A KH = 11-17; B 7D", "A KH; B 7D = 11-18")) == [
        ("the score after this step is 11 to 17", "R7.1")
    ]
    # A has the last trick and the cards with it; the rule is that of the first.
    assert messages(W1, ("B TS = 28-23", "B TS = 29-23")) == [("the score after this step is 28 to 23", "R6.2")]
    assert messages(W1, ("score: 28-23", "score: 29-23")) == [("the score of the deal is 28 to 23", "R7.1")]
    assert messages(W1, ("\ndealer: B", "\ndealer: A")) == [("B deals", "R2.4")]
    unfinished = W1[: W1.index("A JS")] + "score: 28-23\n"
    assert messages(unfinished) == [("the steps do not end the deal", "R6.1")]
    sheets = "piquet-record 1\nfirst dealer: B\ndeal 1\nwritten A: {}\nwritten B: 28-23\n"
    differ = ("the two sheets differ; each player's own score counts", "R7.1")
    assert messages(sheets.format("28-22")) == [differ]
    assert messages(sheets.format("0-23")) == [differ, ("no deal can have this score", "R7.1")]


@pytest.mark.parametrize("example", SETTLEMENTS, ids=lambda example: example["id"])
@pytest.mark.rule("R8.1", "R8.2", "R8.3", "R8.4", "R8.5")
def test_golden_settlements_agree_as_score_sheets_and_no_other_result_does(example):
    """W6 and W7 among them: the sums, doubled deals, ties, rubicon and settlement that the sources print."""
    name = example["ruleset"]
    lines = ["piquet-record 1", "ruleset: " + (name if isinstance(name, str) else _with_overrides(name))]
    for number, deal in enumerate(example["deals"], 1):
        lines += [f"deal {number}", f"score: {deal['A']}-{deal['B']}"]
    result = example["result"]
    if not result["over"]:
        report = verify(read("\n".join([*lines, "result", "winner: A"])))
        assert report.divergence is not None and report.divergence.code == "partie.not_over"
        return
    winner = result["winner"] or "none"
    claims = {
        "totals": f"{result['totals']['A']}-{result['totals']['B']}",
        "winner": winner,
        "rubicon": "yes" if result["rubicon"] else "no",
        "settlement": str(result["settlement"]),
    }
    others = {
        "totals": f"{result['totals']['A']}-{result['totals']['B'] + 1}",
        "winner": "none" if winner != "none" else "A",
        "rubicon": "no" if result["rubicon"] else "yes",
        "settlement": str(result["settlement"] + 1),
    }
    report = verify(read("\n".join([*lines, "result", *(f"{name}: {value}" for name, value in claims.items())])))
    assert report.divergence is None
    for wrong in claims:
        written = claims | {wrong: others[wrong]}
        report = verify(read("\n".join([*lines, "result", *(f"{name}: {value}" for name, value in written.items())])))
        assert report.divergence is not None and report.divergence.pointer == f"/result/{wrong}"


def _with_overrides(choice: dict) -> str:
    words = {None: "null", True: "true", False: "false"}
    changed_ = (
        f".{name}-{words[value] if value is None or isinstance(value, bool) else value}"
        for name, value in sorted(choice["overrides"].items())
    )
    return choice["name"] + "".join(changed_)


@pytest.mark.rule("R8.1")
def test_a_deal_after_the_partie_was_over_is_told():
    report = changed(SHEET, "result\ntotals: 287-80", "deal 7\nscore: 20-20\nresult\ntotals: 287-80")
    assert report.divergence is not None
    assert (report.divergence.code, report.divergence.pointer) == ("partie.over", "/deals/6")
    assert (report.divergence.rule, report.divergence.deal) == ("R8.1", 7)
    assert report.divergence.message == "the partie was over before this deal"


@pytest.mark.rule("R8.1", "R8.4")
def test_deals_after_the_end_are_numbered_and_not_checked():
    after = "deal {}\nB good; A AH\n\ndeal {} annulled\nA ruling redeal\n\ndeal {}\nscore: 999-0\n\n"
    report = changed(SHEET, "result\n", after.format(7, 8, 8) + "result\n")
    assert [(deal.number, deal.annulled, deal.steps) for deal in report.deals[6:]] == [
        (7, False, 2), (8, True, 1), (8, False, 0),
    ]  # fmt: skip
    assert {(deal.basis, deal.checked, deal.unknown_cards, deal.divergence) for deal in report.deals[6:]} == {
        ("nothing", 0, 0, None)
    }
    game = "piquet-record 1\nruleset: au-cent\nfirst dealer: B\ndeal 1\nscore: 100-30\ndeal 2\n"
    found = verify(strictly(read(game))).divergence
    assert found is not None and (found.code, found.pointer, found.rule) == ("partie.over", "/deals/1", "R8.4")


def outline(*deals: str) -> Reading:
    """A record of deals with these lines. The heading of a deal whose lines begin with *annulled* says so."""
    lines, number = ["piquet-record 1"], 1
    for deal in deals:
        heading = f"deal {number} annulled" if deal.startswith("annulled") else f"deal {number}"
        lines += [heading, deal.removeprefix("annulled").strip()]
        number += not deal.startswith("annulled")
    return strictly(read("\n".join([*lines, ""])))


# A is 0 and B is 1. The players deal in turn (R2.4); after a deal out of turn its elder deals twice (L16).
@pytest.mark.rule("R2.4", "L16", "E1")
@pytest.mark.parametrize(
    ("deals", "dealers"),
    [
        ([""], [None]),
        (["", "dealer: A", ""], [1, 0, 1]),
        (["annulled", "dealer: A", ""], [0, 0, 1]),  # the annulled deal is dealt again by the same seat
        (["dealer: A out of turn", "", ""], [0, 1, 1]),
        (["", "dealer: B out of turn"], [1, 1]),  # A was due
        (["B exchange SK"], [0]),  # elder exchanges first
        (["", "A exchange SK", ""], [0, 1, 0]),
        (["B commit SJ\nA exchange SK"], [1]),  # younger puts away first for a carte blanche (R3.3)
        (["A irregular exchange SK", "A exchange SK"], [0, 1]),  # perhaps out of turn: the next deal shows it
        (["dealer: B\nB exchange SK"], [1]),  # what is written down comes first
        (["dealer: A", "dealer: A", ""], [0, 1, 0]),  # the second deal was B's
    ],
)
def test_who_dealt_is_known_as_soon_as_one_deal_shows_it(deals, dealers):
    reading = outline(*deals)
    assert [deal.dealer for deal in verify(reading).deals] == dealers
    assert [deal.dealer for deal in deals_in_turn(reading.record, ruleset("portland"))] == dealers


@pytest.mark.rule("R2.4", "L16")
def test_dealers_are_listed_from_the_first_deal_out_of_turn_on() -> None:
    partie = WrittenPartie(ruleset("portland"), 0, [])
    for dealer, listed in ((0, ()), (None, ()), (1, (0, 1, 1)), (0, (0, 1, 1, 0))):
        partie.end_deal(dealer, (28, 23))
        assert partie.dealers == listed


@pytest.mark.rule("R8.1")
@pytest.mark.parametrize(
    ("deals", "totals"),
    [
        ([], None),
        (["score: 28-23", "score: 30-40"], (58, 63)),
        (["score: 28-23", ""], (28, 23)),  # the last deal may be unfinished
        (["score: 28-23", "", ""], None),
        (["score: 28-23", "", "score: 30-40"], None),
        (["score: 28-?"], (0, 0)),
        (["score: 28-?", ""], None),
        (["written A: 28-22\nwritten B: 27-23"], (28, 23)),  # each player's own number counts (Law 74)
        (["written A: 28-22\nwritten B: 27-23\nscore: 28-22"], (28, 23)),
        (["written A: ?-22\nwritten B: 28-23\nscore: 28-23"], (28, 23)),
        (["written A: 28-22\nwritten B: 28-?\nscore: 28-22"], (28, 22)),
        (["written A: ?-22\nwritten B: 28-23"], (0, 0)),
        (["written A: 28-23"], (0, 0)),
        (["written A: 28-23", ""], None),
        (["totals: 28-23", "totals: 28-40"], (28, 40)),  # A made none in the second deal
        (["totals: 28-23", "totals: 58-23"], (58, 23)),
        (["totals: 28-23", "totals: 27-63", ""], None),  # no deal takes points away
        (["totals: 28-23", "totals: 58-22", ""], None),
        (["totals: 28-23", "annulled", "totals: 58-63"], (58, 63)),
        (["", "totals: 58-63", ""], None),
        (["totals: 28-?", "totals: 58-63", ""], None),
    ],
)
def test_the_totals_so_far_come_from_what_was_written_down(deals, totals):
    settled = verify(outline(*deals)).settlement
    assert (settled and settled.totals) == totals


@pytest.mark.rule("R8.1", "R8.3", "R8.4")
@pytest.mark.parametrize(
    ("ruleset", "scores", "message", "rule"),
    [
        ("portland", ["28-23"] * 4, "the partie is not over: 2 more deals are due", "R8.1"),
        ("portland", ["28-23"] * 5, "the partie is not over: 1 more deal is due", "R8.1"),
        ("portland", ["28-23", "23-28"] * 3, "the partie is not over: 2 more deals are due", "R8.3"),
        ("portland.partie_deals-4", ["28-23"] * 3, "the partie is not over: 1 more deal is due", "R8.1"),
        ("au-cent", ["28-23"], "the partie is not over: 1 more deal is due", "R8.4"),
    ],
)
def test_a_result_before_the_end_says_how_many_deals_are_due(ruleset, scores, message, rule):
    deals = [f"deal {number}\nscore: {score}\n" for number, score in enumerate(scores, 1)]
    text = f"piquet-record 1\nruleset: {ruleset}\nfirst dealer: B\n{''.join(deals)}result\nwinner: A\n"
    found = verify(strictly(read(text))).divergence
    assert found is not None and (found.code, found.pointer) == ("partie.not_over", "/result")
    assert (found.message, found.rule) == (message, rule)
    sums = [sum(int(score.split("-")[seat]) for score in scores) for seat in (0, 1)]
    if "deals-4" in ruleset:  # the first counts double
        sums = [sums[0] + 28, sums[1] + 23]
    assert found.computed == {"A": sums[0], "B": sums[1]} and found.carries == ()


@pytest.mark.rule("R8.1", "R8.2", "R8.5")
def test_what_is_wrong_of_a_result_is_told_with_its_rule_and_who_may_correct_it():
    """287 to 80 with a rubicon. At piquet au cent 100 to 49 wins a double game, and nobody may correct its end."""
    wrong = SHEET.partition("result\n")[0] + "result\ntotals: 288-80\nwinner: B\nrubicon: no\nsettlement: 1\n"
    found = verify(strictly(read(wrong))).divergences
    assert [(each.message, each.rule) for each in found] == [
        ("the totals of the partie are 287 to 80", "R8.1"),
        ("the winner of the partie is A", "R8.2"),
        ("the rubicon of the partie is yes", "R8.2"),
        ("the settlement of the partie is 467", "R8.2"),
    ]
    assert {
        (each.correction and each.correction.law, str(each.correction and each.correction.by)) for each in found
    } == {(None, "['A', 'B']")}
    rubicon = changed(
        SHEET, "totals: 287-80\nwinner: A\nrubicon: yes", "totals: ?-81\nwinner: A\nrubicon: yes"
    ).divergence
    assert rubicon is not None and (rubicon.claimed, rubicon.computed) == ({"B": 81}, {"B": 80})
    game = (
        "piquet-record 1\nruleset: au-cent\nfirst dealer: B\ndeal 1\nscore: 100-49\nresult\nwinner: B\nsettlement: 1\n"
    )
    found = verify(strictly(read(game))).divergences
    assert [(each.message, each.rule) for each in found] == [
        ("the winner of the partie is A", "R8.4"),
        ("the settlement of the partie is 2", "R8.5"),
    ]
    assert [each.correction and (each.correction.law, each.correction.by) for each in found] == [(None, [])] * 2


@pytest.mark.rule("R8.2")
@pytest.mark.parametrize(
    ("totals", "rubicon", "settlement", "agrees"),
    [
        # W6: 154 to 113 is 41 + 100; 154 to 93 is 154 + 93 + 100.
        ("154-113", "no", 141, True),
        ("154-93", "yes", 347, True),
        ("154-93", "yes", 161, False),
        ("154-113", "yes", 141, False),
    ],
)
def test_a_result_alone_is_checked_against_itself(totals, rubicon, settlement, agrees):
    text = f"piquet-record 1\nresult\ntotals: {totals}\nwinner: A\nrubicon: {rubicon}\nsettlement: {settlement}\n"
    report = verify(read(text))
    assert report.agrees == agrees
    if rubicon == "yes" and totals == "154-113":
        assert [each.message for each in report.divergences] == ["the rubicon of the partie is no"]


@pytest.mark.rule("R8.4", "R8.5")
@pytest.mark.parametrize(
    ("result", "codes"),
    [
        # Au cent: the first to reach a hundred has won, one game, or two if the loser has less than fifty.
        ("totals: 104-57\nwinner: A\nsettlement: 1\n", []),
        ("totals: 104-49\nwinner: A\nsettlement: 2\n", []),
        ("totals: 104-57\nwinner: B\n", ["claim.winner"]),
        ("totals: 104-57\nwinner: A\nsettlement: 2\n", ["claim.settlement"]),
        ("winner: A\nsettlement: 3\n", []),  # without totals nothing can be checked
    ],
)
def test_the_result_of_a_game_alone_is_checked_against_itself(result, codes):
    report = verify(read(f"piquet-record 1\nruleset: au-cent\nresult\n{result}"))
    assert [each.code for each in report.all_divergences()] == codes


@pytest.mark.rule("R8.3")
def test_equal_totals_alone_are_a_drawn_partie():
    text = "piquet-record 1\nresult\ntotals: 120-120\nwinner: {}\nsettlement: {}\n"
    assert verify(strictly(read(text.format("none", 0)))).agrees
    wrong = verify(strictly(read(text.format("A", 100)))).divergence
    assert wrong is not None and (wrong.code, wrong.claimed, wrong.computed) == ("claim.winner", "A", "none")


@pytest.mark.rule("R8.3")
def test_the_report_tells_what_a_partie_comes_to():
    def result(scores: list[str]) -> object:
        deals = [f"deal {number}\nscore: {score}\n" for number, score in enumerate(scores, 1)]
        return report_json(verify(strictly(read("piquet-record 1\nfirst dealer: B\n" + "".join(deals)))))["result"]

    # 3 * 28 + 3 * 23 is 153 for both, so each deals once more.
    even = ["28-23", "23-28"] * 3
    assert result(even) is None
    drawn = {"totals": {"A": 204, "B": 204}, "winner": "none", "rubicon": False, "settlement": 0}
    assert result([*even, "28-23", "23-28"]) == drawn
    won = {"totals": {"A": 199, "B": 209}, "winner": "B", "rubicon": False, "settlement": 110}
    assert result([*even, "23-28", "23-28"]) == won


def test_of_a_result_that_is_wrong_throughout_the_totals_are_told_first():
    text = PARTIE.replace("settlement: 467", "settlement: 1").replace("winner: A", "winner: B")
    at = text.index("result")
    text = text[:at] + text[at:].replace("totals: 287-80", "totals: 288-80")
    found = verify(strictly(read(text))).divergence
    assert found is not None and (found.code, found.rule) == ("claim.totals", "R8.1")
    assert (found.claimed, found.computed) == ({"A": 288, "B": 80}, {"A": 287, "B": 80})


@pytest.mark.rule("R8.4", "R8.5")
@pytest.mark.parametrize(("totals", "over"), [("41-30", False), ("101-30", True)])
def test_at_piquet_au_cent_a_sum_may_be_put_right_until_the_game_has_ended(totals, over):
    score = "100-30" if over else "40-30"
    text = f"piquet-record 1\nruleset: au-cent\nfirst dealer: B\ndeal 1\nscore: {score}\ntotals: {totals}\n"
    found = verify(strictly(read(text))).divergence
    assert found is not None and found.code == "claim.totals" and found.correction is not None
    correction = found.correction
    assert (correction.law, correction.by, correction.until) == (None, [] if over else ["A", "B"], "end_of_game")
    assert divergence_json(found)["correction"] == {
        "law": None, "by": correction.by, "until": "end_of_game", "open": not over,
    }  # fmt: skip


def test_a_report_is_json():
    written = report_json(changed(W1, "A KH = 11-17", "A KH = 12-17"))
    assert json.loads(json.dumps(written)) == written
    assert written["agrees"] is False and written["deals"][0]["divergence"]["correction"]["open"] is True
    assert written["deals"][0]["basis"] == "cards"


# -- a card that an action names twice


TWICE = {"code": "cards.twice", "rule": "R2.1", "message": "KS is named twice", "params": {"cards": ("KS",)}}


@pytest.mark.rule("R2.1")
def test_an_action_that_names_a_card_twice_is_illegal_with_all_its_reasons():
    """As everywhere else (`cards.twice`): it can be read, and is not a legal action."""
    found = only(changed(W1, "A exchange SK D98 C87", "A exchange SKK D98 C87A"))
    assert (found.code, found.pointer, found.rule) == ("cards.twice", "/deals/0/steps/0/action/cards", "R2.1")
    assert found.claimed["cards"] == ["KS", "KS", "9D", "8D", "AC", "8C", "7C"]
    assert found.reasons[0] == TWICE
    assert [reason["code"] for reason in found.reasons] == ["cards.twice", "exchange.too_many", "cards.not_held"]
    assert (found.line, found.column, found.step) == (13, 1, 1)


@pytest.mark.rule("R2.1")
def test_the_form_of_a_record_changes_nothing_about_a_card_named_twice():
    reading = strictly(read(W1.replace("A exchange SK D98 C87", "A exchange SKK D98")))
    assert "A exchange SKK D98" in write(reading.record)
    as_json = to_json(reading.record)
    assert from_json(json.loads(json.dumps(as_json))).record == reading.record
    assert divergence_json(only(verify(from_json(as_json)))) | {"line": 13, "column": 1} == divergence_json(
        only(verify(reading))
    )


@pytest.mark.rule("R2.1")
@pytest.mark.parametrize("cards", ["SKK D98 C7", "SKK D98 ?"])
def test_a_card_named_twice_is_wrong_whatever_the_unknown_cards_are(cards):
    report = changed(CARDLESS, "A exchange SK D98 C87", f"A exchange {cards}")
    assert (only(report).code, only(report).reasons) == ("cards.twice", [TWICE])
    assert report.deals[0].checked == 0


@pytest.mark.rule("R2.1")
def test_what_comes_before_a_card_named_twice_is_checked_without_the_cards_of_the_deal():
    report = changed(CARDLESS, "B exchange S7 H97", "B exchange S77 H9")
    assert (only(report).code, only(report).step, report.deals[0].checked) == ("cards.twice", 2, 1)


def test_what_is_no_card_has_its_own_place_beside_a_card_named_twice():
    action = {"seat": "A", "type": "exchange", "cards": ["7S", "7S", "XX"]}
    reading = from_json({"piquet_record": 1, "deals": [{"steps": [{"action": action}]}]})
    assert [(each.code, each.pointer) for each in reading.problems] == [
        ("action.malformed", "/deals/0/steps/0/action/cards/2")
    ]


def test_lists_nested_as_deeply_as_a_record_may_have_them_are_read():
    deep: list = []
    for _ in range(DEPTH):
        deep = [deep]
    action = {"seat": "A", "type": "exchange", "cards": ["7S", "7S"], "x": deep}
    reading = from_json({"piquet_record": 1, "deals": [{"steps": [{"action": action}]}]})
    assert [each.pointer for each in reading.problems] == ["/deals/0/steps/0/action/x"]


def test_a_card_named_twice_hides_no_other_fault():
    action = {"seat": "B", "type": "state_tie_break", "top": "A", "cards": ["7C", "7C"], "irregular": False}
    reading = from_json({"piquet_record": 1, "deals": [{"steps": [{"action": action}]}]})
    assert [each.pointer for each in reading.problems] == ["/deals/0/steps/0/action/irregular"]
