"""Records with irregular entries: the worked examples of the law, and what their verification reports."""

from __future__ import annotations

import json

import pytest

from service.piquet.rulesets.published import ruleset
from service.records.batch import convert_record
from service.records.json_form import from_json, to_json
from service.records.review import reviewable
from service.records.text.parser import read
from service.records.text.writer import write
from service.records.verification.deals import deals_in_turn, numbered
from service.records.verification.report import Report, report_json
from service.records.verification.verify import verify
from tests.helpers.http import post
from tests.helpers.random_cases import generator
from tests.helpers.records import strictly
from tests.records import irregular as law


def verified(text: str) -> Report:
    """The report of a record without problems. That of its JSON form is the same, apart from lines."""
    reading = strictly(read(text))
    report = verify(reading)
    twin = report_json(verify(strictly(from_json(to_json(reading.record)))))
    for each in (*twin["deals"], twin):
        if each["divergence"]:
            assert each["divergence"]["line"] is None
    assert [deal["score"] for deal in twin["deals"]] == [deal["score"] for deal in report_json(report)["deals"]]
    assert [deal["incidents"] for deal in twin["deals"]] == [deal.incidents for deal in report.deals]
    assert twin["agrees"] is report.agrees
    return report


def agrees(text: str) -> Report:
    report = verified(text)
    assert report.agrees, [deal.divergence for deal in report.deals] + [report.divergence]
    return report


def incident(report: Report, number: int, deal: int = 1) -> dict:
    """The only incident with this number."""
    (found,) = [each for each in report.deals[deal - 1].incidents if each["number"] == number]
    return found


def diverges(text: str, code: str, pointer: str):
    report = verified(text)
    found = next((deal.divergence for deal in report.deals if deal.divergence), report.divergence)
    assert found is not None
    assert (found.code, found.pointer) == (code, pointer)
    return found


OUT_OF_TURN = "dealer: B out of turn\n"


@pytest.mark.parametrize("text", law.ALL)
def test_every_record_of_the_worked_examples_agrees(text: str) -> None:
    agrees(text)


@pytest.mark.rule("L52", "A3")
def test_lw22_a_call_mended_in_time() -> None:
    """The quint's 15 is struck, and the quart counts 4: 9 in hand with the point."""
    found = incident(agrees(law.L_W22), 6)
    assert (found["kind"], found["status"], found["entitled"]) == ("false_claim", "amended", [])
    later = law.record(law.UNMENDED + "A amend call sequence 4 A")
    assert diverges(later, "amend.too_late", "/deals/0/steps/13/action/action").rule == "L52"


@pytest.mark.rule("L54", "E5")
def test_lw25_an_impossible_claim_that_is_raised() -> None:
    found = incident(agrees(law.L_W25), 6)
    assert (found["law"], found["offender"], found["election"], found["status"]) == ("L54", "A", "reckon", "ruled")
    assert diverges(law.L_W25.replace("= 6-23", "= 6-20"), "claim.running", "/deals/0/steps/13/score").computed == {
        "A": 6,
        "B": 23,
    }


@pytest.mark.rule("L54", "LR1")
def test_what_nobody_raised_is_no_divergence_and_is_told_with_who_may_still_raise_it() -> None:
    found = incident(agrees(law.record(law.UNMENDED)), 6)
    assert (found["status"], found["entitled"], found["elections"]) == ("open", ["B"], ["reckon"])
    assert (found["until"], found["public"]) == ("next_deal", False)


@pytest.mark.rule("L54", "R6.1")
def test_irregularities_before_an_illegal_action_are_told() -> None:
    found = incident(verified(law.record(law.UNMENDED + "A 7D")), 6)
    assert (found["kind"], found["status"]) == ("false_claim", "open")


@pytest.mark.rule("LR29")
def test_once_the_next_deal_is_dealt_nobody_may_raise_it() -> None:
    text = law.record(f"{law.PLAYED}\nscore: 31-23") + "\ndeal 2\n"
    found = incident(agrees(text), 8)
    assert (found["status"], found["entitled"], found["elections"], found["until"]) == ("lapsed", [], [], None)


@pytest.mark.rule("L15")
def test_what_has_no_end_is_open_after_the_next_deal_is_dealt() -> None:
    """K5: both may have the deal made anew, without end, as long as no card has been taken up."""
    found = incident(verified(law.record("A incident pack not taken up") + "\ndeal 2\n"), 1)
    assert (found["kind"], found["status"], found["offender"]) == ("pack", "open", None)
    assert (found["entitled"], found["elections"], found["until"]) == (["A", "B"], ["redeal"], "none")


@pytest.mark.rule("L54", "E3", "E4")
def test_lw26_enforced_or_waived() -> None:
    """Enforced, A has nothing of 31; waived, 3 is struck."""
    assert agrees(law.L_W26_ENFORCED).deals[0].score == (0, 23)
    assert agrees(law.L_W26_WAIVED).deals[0].score == (28, 23)
    assert agrees(law.record(f"{law.PLAYED}\nscore: 31-23")).deals[0].score == (31, 23)
    diverges(law.L_W26_ENFORCED.replace("score: 0-23", "score: 28-23"), "claim.score", "/deals/0/score")


@pytest.mark.rule("L59", "E6")
def test_lw32_play_goes_back_and_the_score_with_it() -> None:
    """KD 15, AS 16, JS 17; back at KD A has 15. AD is B's trick: 18."""
    found = incident(agrees(law.L_W32), 23)
    assert (found["kind"], found["law"], found["election"]) == ("revoke", "L59", "replay")


@pytest.mark.rule("L59", "R6.1")
def test_lw32_a_revoke_that_is_not_marked_is_a_divergence_with_what_the_law_says() -> None:
    found = diverges(law.L_W32_UNMARKED, "play.must_follow_suit", "/deals/0/steps/22/action/card")
    assert found.ruling is not None
    assert (found.ruling["kind"], found.ruling["law"]) == ("revoke", "L59")
    assert found.ruling.keys() == {"kind", "law", "message"}


@pytest.mark.parametrize(
    ("steps", "code", "kind"),
    [
        ("A exchange SK D98 C87\nB exchange S7 H97\nA call sequence 4 A", "call.out_of_order", "lost_point"),
        (
            "A exchange SK D98 C87\nB exchange S7 H97\nA call sequence 5 A",
            "call.not_held",
            "lost_point",
        ),  # and out of order
        (f"{law.EXCHANGES}A call point 6", "call.not_held", "false_claim"),
        (f"{law.EXCHANGES}A call point 5 49; B not good", "reply.not_better", "false_reply"),
        ("A exchange SK D98 CJ87", "exchange.too_many", "wrong_exchange"),
        (f"{law.EXCHANGES}A call point 5 49; B good\nA AH", "turn.not_now", "not_reckoned"),
        (f"{law.EXCHANGES}A call point 5 49; B good\nA 7D", "cards.not_held", None),
        (f"{law.EXCHANGES}B pass point", "turn.other_seat", None),
        ("B ruling 1 enforce", "ruling.no_incident", None),
    ],
)
def test_what_the_law_would_say_of_an_illegal_action(steps: str, code: str, kind: str | None) -> None:
    report = verified(law.record(steps))
    found = report.deals[0].divergence
    assert found is not None
    assert code in {reason["code"] for reason in found.reasons}
    assert (found.ruling and found.ruling["kind"]) == kind
    if kind == "wrong_exchange":  # the first law of K7
        assert found.ruling is not None and found.ruling["law"] == "L28"


def test_what_a_code_does_not_know_has_no_ruling() -> None:
    text = law.L_W32_UNMARKED.replace("portland@1", "portland@1.law-none")
    assert diverges(text, "play.must_follow_suit", "/deals/0/steps/22/action/card").ruling is None
    marked = law.L_W32.replace("portland@1", "portland@1.law-none")
    diverges(marked, "law.none", "/deals/0/steps/22/action")
    regular = law.record(law.REGULAR).replace("portland@1", "portland@1.law-none")
    for old, new, pointer in (
        ("deal 1\n", "deal 1\nirregular: deal\n", "irregular"),
        ("\ndealer: B", "\ndealer: A out of turn", "out_of_turn"),
    ):
        diverges(regular.replace(old, new), "law.none", f"/deals/0/{pointer}")
    due = diverges(regular.replace("\ndealer: B", "\ndealer: A"), "claim.dealer", "/deals/0/dealer")
    assert due.ruling is None
    for ruling in ("B ruling enforce", "B ruling 5 enforce"):  # after the calls, which could be corrected under a law
        steps = f"{law.EXCHANGES}A call point 5 49; B good\n{ruling}"
        refused = law.record(steps).replace("portland@1", "portland@1.law-none")
        assert diverges(refused, "law.none", "/deals/0/steps/4/action").ruling is None


# ---------------------------------------------------------------- deals


@pytest.mark.rule("L12", "E1")
def test_lw1_a_deal_that_is_annulled_counts_for_no_number() -> None:
    report = agrees(law.L_W1)
    assert [(deal.number, deal.annulled, deal.score) for deal in report.deals] == [
        (1, True, (0, 0)),
        (1, False, (28, 23)),
    ]
    assert report.settlement is not None
    assert (report.settlement.totals, report.settlement.due) == ((28, 23), 5)
    assert report.complete


@pytest.mark.rule("L12", "E1")
def test_an_annulled_deal_must_be_headed_so_and_the_other_way_round() -> None:
    headed = law.L_W1.replace("deal 1 annulled", "deal 1").replace(
        "\ndeal 1\ndealer: B\nhand", "\ndeal 2\ndealer: A\nhand"
    )
    found = diverges(headed, "claim.annulled", "/deals/0/annulled")
    assert (found.claimed, found.computed, found.rule) == (False, True, "E1")
    assert found.message == "a ruling annuls this deal"
    steps = law.record(law.REGULAR).replace("deal 1", "deal 1 annulled")
    found = diverges(steps, "claim.annulled", "/deals/0/annulled")
    assert (found.claimed, found.computed, found.message) == (True, False, "no ruling annuls this deal")


@pytest.mark.rule("L11", "L12", "R2.2")
def test_wrong_numbers_that_are_not_marked_are_a_divergence_with_the_law() -> None:
    found = diverges(law.L_W1.replace("irregular: deal\n", ""), "deal.wrong_count", "/deals/0/dealt/hands/B")
    assert found.ruling is not None
    assert (found.ruling["kind"], found.ruling["law"]) == ("misdeal", "L12")
    thirteen = law.CARDS_OF_P.replace("SAKJ ", "SAKJT ").replace("ST7 ", "S7 ")  # L-W2
    found = diverges(law.HEADER + law.deal("", cards=thirteen), "deal.wrong_count", "/deals/0/dealt/hands/A")
    assert found.ruling is not None and found.ruling["law"] == "L11"
    counts = [(each["params"]["where"], each["params"]["count"], each["params"]["expected"]) for each in found.reasons]
    assert counts == [("hands/A", 13, 12), ("hands/B", 11, 12)]
    # Who dealt decides who is entitled to what; and another code does not deal with it.
    unknown = (law.HEADER + law.deal("", cards=thirteen)).replace("first dealer: B\n", "").replace("dealer: B\n", "")
    assert diverges(unknown, "deal.wrong_count", "/deals/0/dealt/hands/A").ruling is None
    none = (law.HEADER + law.deal("", cards=thirteen)).replace("portland@1", "portland@1.law-none")
    assert diverges(none, "deal.wrong_count", "/deals/0/dealt/hands/A").ruling is None


@pytest.mark.rule("R2.2")
def test_a_card_too_many_that_is_unknown_has_no_ruling() -> None:
    """What the law would say depends on the cards, and one of them is not known."""
    nine = law.CARDS_OF_P.replace("talon: ", "talon: ? ")
    found = diverges(law.record(law.REGULAR).replace(law.CARDS_OF_P, nine), "deal.wrong_count", "/deals/0/dealt/talon")
    assert found.ruling is None


@pytest.mark.rule("R2.1", "R2.2")
def test_a_hand_of_thirteen_with_a_card_twice_has_no_ruling() -> None:
    """All 32 cards are there, but the law deals with wrong numbers of the right cards."""
    cards = law.CARDS_OF_P.replace("hand A: SAKJ", "hand A: AS SAKJ")
    found = diverges(law.record("").replace(law.CARDS_OF_P, cards), "deal.card_twice", "/deals/0/dealt/hands/A")
    assert [reason["code"] for reason in found.reasons] == ["deal.card_twice", "deal.wrong_count"]
    assert found.ruling is None


@pytest.mark.rule("R2.1")
def test_an_irregular_deal_with_more_cards_than_the_pack_is_contradictory() -> None:
    nine = law.CARDS_OF_P.replace("talon: ", "talon: ? ")
    text = law.HEADER + law.deal("A ruling redeal", cards=nine, heading="dealer: B\nirregular: deal\n")
    found = diverges(text.replace("deal 1", "deal 1 annulled"), "cards.contradictory", "/deals/0/dealt")
    assert (found.rule, found.message) == ("R2.1", "no deal of the pack fits the known cards")


def test_right_numbers_that_are_marked_are_a_divergence() -> None:
    text = law.record(law.REGULAR).replace("deal 1\n", "deal 1\nirregular: deal\n")
    diverges(text, "irregular.regular", "/deals/0/irregular")
    in_turn = law.L_W9.replace("deal 1\ndealer: A", "deal 1\ndealer: A out of turn")
    diverges(in_turn, "irregular.regular", "/deals/0/out_of_turn")


@pytest.mark.rule("L40", "E11")
def test_a_wrong_deal_that_stands_is_played_to_its_end() -> None:
    """L-W3: A puts out six for five, B two for three. Twelve each: B lacks TS, and has 7H.

    In hand A has 9, and B three tens and three queens, 6. A leads five hearts and KD: 15. B takes AD and leads four
    clubs, QD and QS: 13. AS takes QS in the last trick: 17. Six tricks each, so nobody has the cards.
    """
    thirteen = law.CARDS_OF_P.replace("SAKJ ", "SAKJT ").replace("ST7 ", "S7 ")
    steps = f"""A ruling stand
A exchange SKT D98 C87
B exchange S7 H9
{law.POINT}{law.QUART}{law.KNAVES}A AH = 10-0; B reckon set HT DT CT, set SQ DQ CQ = 10-6; B TH
A KH; B 7H
A QH; B 7D
A JH; B TD
A 8H; B JD
A KD = 15-6; B AD = 15-7
B AC; A 9C
B KC; A JC
B QC; A 8S
B TC; A 9S
B QD; A JS
B QS = 15-13; A AS = 17-13
score: 17-13"""
    report = agrees(law.HEADER + law.deal(steps, cards=thirteen, heading="dealer: B\nirregular: deal\n"))
    assert report.deals[0].score == (17, 13)
    assert [(each["law"], each["status"]) for each in report.deals[0].incidents][-1] == ("L11", "ruled")


@pytest.mark.rule("R5.2", "R5.6")
def test_a_reply_that_does_not_fit_is_told_after_a_ruling_without_a_number() -> None:
    """L-W3 up to the sets: after *good*, A would have to reckon the knaves. B's three tens make *not good* true."""
    thirteen = law.CARDS_OF_P.replace("SAKJ ", "SAKJT ").replace("ST7 ", "S7 ")
    steps = (
        f"A ruling stand\nA exchange SKT D98 C87\nB exchange S7 H9\n{law.POINT}{law.QUART}A call set 3 J; B good\nA AH"
    )
    text = law.HEADER + law.deal(steps, cards=thirteen, heading="dealer: B\nirregular: deal\n")
    found = diverges(text, "reply.contradictory", "/deals/0/steps/10/action/reply")
    assert found.computed == {"seat": "B", "type": "reply", "reply": "not_good"}
    assert found.message == "the next action fits the reply not good, not good"
    assert verified(text).deals[0].checked == 10


@pytest.mark.rule("L16", "LR16")
def test_lw9_a_deal_out_of_turn_stands_and_its_elder_deals_twice() -> None:
    report = agrees(law.L_W9)
    assert [deal.dealer for deal in report.deals] == ["AB".index(dealer[0]) for dealer in law.DEALERS]
    found = diverges(law.L_W9.replace("deal 5\ndealer: A", "deal 5\ndealer: B"), "claim.dealer", "/deals/4/dealer")
    assert (found.computed, found.ruling and found.ruling["law"]) == ("A", "L16")


@pytest.mark.rule("L16", "E2")
def test_lw9_found_before_a_hand_is_taken_up_it_is_void_and_a_deals() -> None:
    """P with A dealing: B has A's cards."""
    cards = law.CARDS_OF_P.replace("hand A", "hand X").replace("hand B", "hand A").replace("hand X", "hand B")
    void = f"\ndeal 3 annulled\ndealer: B out of turn\n{law.CARDS_OF_P}A ruling 0 void untouched\n"
    text = law.L_W9.partition("\ndeal 3")[0] + void + f"\ndeal 3\ndealer: A\n{cards}\ndeal 4\ndealer: B\n"
    agrees(text)


@pytest.mark.rule("L75")
@pytest.mark.parametrize(
    "cards",
    ["", law.CARDS_OF_P, law.CARDS_OF_P.replace("D98", "D97")],
    ids=["not written", "as they should be", "as they were"],
)
def test_lw37_a_deal_with_an_incorrect_pack_is_void_and_earlier_ones_stand(cards: str) -> None:
    """Deal 4 is A's to deal, so that B is elder. 4 times 28-23 are 112-92; two deals remain."""
    report = agrees(law.L_W37.format(cards=cards))
    assert [(deal.number, deal.annulled) for deal in report.deals] == [
        (1, False),
        (2, False),
        (3, False),
        (4, True),
        (4, False),
    ]
    assert report.settlement is not None
    assert (report.settlement.totals, report.settlement.due) == ((112, 92), 2)


@pytest.mark.rule("L75", "R2.1")
def test_a_card_that_is_there_twice_without_proof_is_a_divergence() -> None:
    text = law.L_W37.format(cards=law.CARDS_OF_P.replace("D98", "D97"))
    diverges(text.replace(" double D7", ""), "deal.card_twice", "/deals/3/dealt/talon")
    another = text.replace("hand B: ST7", "hand B: SA7")  # AS is A's, and nobody has told of it
    diverges(another, "deal.card_twice", "/deals/3/dealt/hands/B")


def test_an_annulled_deal_has_no_score() -> None:
    text = law.L_W37.format(cards="").replace("A ruling redeal\n", "A ruling redeal\nscore: 5-0\n")
    assert diverges(text, "claim.score", "/deals/3/score").computed == {"A": 0, "B": 0}
    agrees(text.replace("score: 5-0", "score: 0-0"))


#: More than the target, and the game stays lost all the same.
ADJUSTED = "\nadjustment {seat} +150 partie: redress\n"


@pytest.mark.rule("L28", "E10", "R8.4")
def test_lw38_a_game_is_lost_by_a_ruling() -> None:
    report = agrees(law.L_W38 + law.LOST)
    assert report.settlement is not None
    assert (report.settlement.winner, report.settlement.points, report.settlement.over) == (1, 1, True)
    diverges((law.L_W38 + law.LOST).replace("winner: B", "winner: A"), "claim.winner", "/result/winner")
    diverges((law.L_W38 + law.LOST).replace("settlement: 1", "settlement: 2"), "claim.settlement", "/result/settlement")
    diverges(law.L_W38 + "\ndeal 2\n", "partie.over", "/deals/1")
    adjusted = law.L_W38 + ADJUSTED.format(seat="A") + law.LOST
    agrees(adjusted.replace("result\ntotals: 0-0", "result\ntotals: 150-0"))


@pytest.mark.rule("L28", "E10", "R8.4")
def test_lw38_with_the_seats_the_other_way_round_the_other_player_wins() -> None:
    """A deals, and B has the cards that were A's."""
    cards = law.CARDS_OF_P.replace("hand A", "hand X").replace("hand B", "hand A").replace("hand X", "hand B")
    steps = law.SIX.replace("A irregular", "B irregular") + "; A ruling enforce\ntotals: 0-0"
    header = law.HEADER.replace("portland", "au-cent").replace("dealer: B", "dealer: A")
    lost = law.LOST.replace("winner: B", "winner: A")
    report = agrees(header + law.deal(steps, cards=cards, heading="") + lost)
    assert report.settlement is not None and report.settlement.winner == 0
    adjusted = header + law.deal(steps, cards=cards, heading="") + ADJUSTED.format(seat="B") + lost
    agrees(adjusted.replace("result\ntotals: 0-0", "result\ntotals: 0-150"))


@pytest.mark.rule("E10")
def test_whether_a_game_was_lost_is_not_judged_without_the_cards() -> None:
    text = (law.L_W38 + law.LOST).replace("hand B: ST7 HT97 DAQJT CKQT\n", "")
    assert agrees(text).settlement is None
    diverges(text.replace("; B ruling enforce", ""), "partie.not_over", "/result")
    diverges(text.replace("au-cent", "portland"), "partie.not_over", "/result")  # E3, where no games are played
    begun = text.replace("first dealer: B", "first dealer: A").replace("0-0", "28-23")
    assert agrees(begun.replace("\ndeal 1\n", "\ndeal 1\nscore: 28-23\n\ndeal 2\n")).settlement is None


@pytest.mark.rule("L27", "E3", "R8.4")
def test_a_ruling_that_costs_no_game_leaves_the_totals() -> None:
    """Elder has looked at a card of the talon and shown it: the great penalty, not the game."""
    begun = law.FIRST_DEALER_A.replace("portland", "au-cent") + "\ndeal 1\nscore: 28-23\n"
    settled = agrees(begun + law.deal("A incident peeked 6 shown; B ruling enforce", 2)).settlement
    assert settled is not None and (settled.totals, settled.over) == ((28, 23), False)


# ---------------------------------------------------------------- rulings without a number


@pytest.mark.parametrize(
    ("text", "number"),
    [(law.L_W25, 6), (law.L_W26_ENFORCED, 8), (law.L_W32, 23), (law.L_W1, 0), (law.L_W38, 1)],
    ids=["claim", "reckoning", "revoke", "deal", "exchange"],
)
def test_a_ruling_without_a_number_is_about_the_latest_entry_and_canonical_text_has_it(text: str, number: int) -> None:
    canonical = write(numbered(strictly(read(text)).record))
    assert f"ruling {number} " in canonical
    agrees(canonical)
    converted, problems, _ = convert_record(json.dumps(text).encode(), "text")
    assert (json.loads(converted), json.loads(problems)) == (canonical, [])


@pytest.mark.rule("L54", "L59")
@pytest.mark.parametrize(
    ("ruling", "number", "codes"),
    [
        ("reckon", 6, []),
        ("replay", 25, []),
        ("revoke replay", 25, []),
        ("waive", None, ["ruling.not_offered"]),  # it is about 25, the latest that is open to B
        ("revoke reckon", None, ["ruling.not_offered"]),
    ],
)
def test_a_ruling_is_about_the_latest_entry_that_offers_it(ruling: str, number: int | None, codes: list[str]) -> None:
    """A claimed a quint without TH in entry 6, and did not follow AC in entry 25, holding 9C. B may rule on both."""
    steps = f"{law.UNMENDED}{law.HEARTS}A KD; B AD\nB AC; A irregular JS\nB KC; A 9C\nB ruling {ruling}"
    reading = strictly(read(law.record(steps)))
    assert [each.code for each in verify(reading).deals[0].divergences] == codes
    written = f"ruling {ruling}" if number is None else f"ruling {number} {ruling}"
    assert written in write(numbered(reading.record))
    if ruling == "replay":  # A does not follow KC either
        again = strictly(read(law.record(steps.replace("A 9C", "A irregular 8S"))))
        assert "ruling 27 replay" in write(numbered(again.record))


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize(
    ("before", "after", "is_numbered"),
    [
        ("score: 28-23", "", True),
        ("", "", False),  # nobody knows whether the game to a hundred was over
        ("score: 28-23", "\nB ?", False),  # not all actions are known
    ],
)
def test_a_number_is_written_where_the_deal_can_be_played(before: str, after: str, is_numbered: bool) -> None:
    begun = law.L_W38.replace("first dealer: B", "first dealer: A").replace(
        "\ndeal 1\n", f"\ndeal 1\n{before}\n\ndeal 2\n"
    )
    text = begun.replace("\ntotals: 0-0", after)
    expected = "B ruling 1 enforce" if is_numbered else "B ruling enforce"
    assert expected in write(numbered(strictly(read(text)).record))


# A deal that has only totals counts what they say for whoever asks: `verify`, `rule`, `convert` and `review`.
@pytest.mark.rule("R8.1", "R8.4")
@pytest.mark.parametrize(
    ("name", "first", "finished"),
    [
        ("hoyle", "totals: 28-23", ((28, 23),)),
        ("portland", "totals: 28-23", ((28, 23),)),
        ("portland", "totals: 38-23\nadjustment A +10 deal 1: a fault of the director", ((28, 23),)),
        ("portland", "written A: 28-?\nwritten B: ?-23", ((28, 23),)),
    ],
)
def test_what_a_deal_without_cards_counts_is_the_same_for_all(name: str, first: str, finished: object) -> None:
    second = law.deal(law.REGULAR.partition("\nscore")[0], number=2)
    text = law.FIRST_DEALER_A.replace("portland", name) + f"\ndeal 1\n{first}\n{second}"
    record = strictly(read(text)).record
    rules = ruleset(name)
    _, played = deals_in_turn(record, rules)
    assert played.replayed is not None and played.replayed.begun.finished == finished
    report, (_, reviewed) = reviewable(strictly(read(text)))
    assert [deal.counted for deal in report.deals][:1] == [*finished]
    assert reviewed.played is not None and reviewed.played.begun.finished == finished


@pytest.mark.rule("L28")
def test_it_is_known_how_many_cards_each_seat_has_taken_once_something_irregular_was_done() -> None:
    record = strictly(read(law.L_W38)).record
    (deal,) = deals_in_turn(record, ruleset("au-cent"))
    replayed = deal.replayed
    assert replayed is not None and replayed.taken(0) is replayed.taken(1) is None
    replayed.apply(deal.deal.steps[0].entry)
    assert (replayed.taken(0), replayed.taken(1)) == (6, 0)


@pytest.mark.rule("L12", "L16")
@pytest.mark.parametrize("irregular", [law.L_W1, law.FIRST_DEALER_A + law.deal(law.REGULAR, heading=OUT_OF_TURN)])
def test_a_code_without_irregular_deals_does_not_play_them(irregular: str) -> None:
    record = strictly(read(irregular)).record
    assert next(deals_in_turn(record, ruleset("portland"))).replayed is not None
    assert next(deals_in_turn(record, ruleset("portland", {"law": "none"}))).replayed is None


def test_an_entry_is_played_with_the_events_that_it_makes_and_no_earlier_ones() -> None:
    record = strictly(read(law.record(law.REGULAR))).record
    (deal,) = deals_in_turn(record, ruleset("portland"))
    assert deal.replayed is not None
    events = [[event.kind for event in deal.replayed.apply(step.entry)] for step in deal.deal.steps[:4]]
    assert events == [["exchanged"], ["exchanged"], ["called"], ["replied"]]


@pytest.mark.rule("L54", "R6.1")
def test_after_an_illegal_action_no_ruling_gets_a_number() -> None:
    """A plays a card that A does not hold. Nobody knows what may be ruled after that."""
    text = law.record(f"{law.UNMENDED}{{}}B ruling reckon")
    for played, expected in (("", "B ruling 6 reckon"), ("A 7D\n", "B ruling reckon")):
        assert expected in write(numbered(strictly(read(text.format(played))).record))


@pytest.mark.parametrize("steps", [law.EXCHANGES, law.QUINT])
def test_a_ruling_that_nothing_is_open_to_is_refused(steps: str) -> None:
    """A may amend a quint, and has nothing to rule on."""
    text = law.record(f"{steps}A ruling enforce")
    found = verified(text).deals[0].divergence
    assert found is not None and found.code == "ruling.no_incident"
    assert "A ruling enforce" in write(numbered(strictly(read(text)).record)), "no number would be right"


# ---------------------------------------------------------------- unknown cards


@pytest.mark.parametrize("text", [law.L_W22, law.L_W25, law.L_W26_ENFORCED, law.L_W32])
def test_with_unknown_cards_the_check_ends_at_the_first_act_of_the_law(text: str) -> None:
    """It neither finds a divergence nor claims to know the score."""
    without = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(("hand ", "talon")))
    report = agrees(without)
    (found,) = report.deals
    acts = [at for at, step in enumerate(read(text).record.deals[0].steps) if "irregular" in step.action]
    assert (found.basis, found.checked, found.score) == ("fitting_cards", acts[0], None)
    assert not report.complete


def test_a_true_record_agrees_whatever_cards_are_unknown() -> None:
    rng = generator("unknown cards")
    for _ in range(300):
        record = to_json(strictly(read(rng.choice(law.ALL))).record)
        for each in record["deals"]:
            hands = each.get("dealt", {}).get("hands", {})
            for seat in list(hands):
                if rng.random() < 0.3:
                    del hands[seat]
                else:
                    hands[seat] = [card if rng.random() < 0.8 else "?" for card in hands[seat]]
            for step in each.get("steps", []):
                if step["action"]["type"] == "exchange" and rng.random() < 0.4:
                    step["action"]["cards"] = [rng.choice((card, "?")) for card in step["action"]["cards"]]
        report = verify(strictly(from_json(record)))
        assert report.agrees, (record, report)


def test_an_irregular_deal_with_unknown_cards_is_not_checked() -> None:
    text = law.L_W1.replace("hand A: SAKJ HAQJ8 D98 CJ87\n", "", 1)
    assert agrees(text).deals[0].basis == "nothing"
    assert agrees(law.L_W1.replace(law.NINE_IN_THE_TALON, "")).deals[0].basis == "nothing"


def test_marked_exchanges_are_never_inferred_from() -> None:
    """B's hand is not written down. A takes QS, which is B's to draw: no divergence, whatever B plays later."""
    text = law.record(law.SIX).replace("hand B: ST7 HT97 DAQJT CKQT\n", "")
    (found,) = agrees(text).deals
    assert (found.basis, found.checked) == ("fitting_cards", 0)


def test_the_service_reports_the_same() -> None:
    """As text and as JSON; each answer is held against the contract."""
    texts = [*law.ALL, law.L_W32_UNMARKED, law.record(law.UNMENDED)]
    both = [*texts, *(to_json(read(text).record) for text in texts)]
    reports = post("/v1/records/verify", {"records": both})["reports"]
    assert len(reports) == len(both)
    for text, report in zip(texts, reports[: len(texts)], strict=True):
        assert report == json.loads(json.dumps(report_json(verify(read(text)))))
    assert [report["agrees"] for report in reports] == 2 * ([True] * len(law.ALL) + [False, True])
    (found,) = reports[len(law.ALL)]["deals"]
    assert (found["divergence"]["ruling"]["kind"], found["divergence"]["ruling"]["law"]) == ("revoke", "L59")
