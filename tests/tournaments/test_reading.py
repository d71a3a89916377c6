"""Which events are whole, and where it is said what is wrong with one."""

import copy
import re
from pathlib import Path
from typing import Any

import pytest

from service.records.model import Reading
from service.records.text.parser import read as read_text
from service.tournaments.parties import Unreadable
from service.tournaments.reading import read_event
from service.tournaments.report import Refusal, event_json, ranked, standings_json
from service.tournaments.standings import rounds_in, standings
from tests.tournaments.events import event, faults, table, whole

Json = Any

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
#: A record with all its cards, which names nobody.
PARTIE = re.sub(r"^player [AB]: .*\n", "", (EXAMPLES / "partie.piquet").read_text(encoding="utf-8"), flags=re.MULTILINE)

ROUNDS: Json = [
    {"tables": [table(1, "A", "B", totals=[150, 120]), table(2, "C", "D", totals=[110, 100])]},
    {"tables": [table(1, "A", "C", totals=[130, 90]), table(2, "B", "D", totals=[140, 70])], "byes": []},
]


def changed(pointer: str, value: Json, **more: Json) -> Json:
    """The event of `ROUNDS` with another value at a place; None takes the member away."""
    found = event(copy.deepcopy(ROUNDS), **more)
    *path, last = pointer.split("/")[1:]
    node = found
    for token in path:
        node = node[int(token)] if isinstance(node, list) else node[token]
    if value is None:
        del node[last]
    elif isinstance(node, list):
        node.insert(int(last), value)
    else:
        node[last] = value
    return found


FIRST = "/rounds/0/tables/0"
#: What follows if there is no B: they sit at table 1 of round 1 and at table 2 of round 2.
NO_B = [("player.unknown", f"{FIRST}/b", 1, 1), ("player.unknown", "/rounds/1/tables/1/a", 2, 2)]
LOT = [("tie_break.lot", "/tie_breaks", None, None), ("member.missing", "/lot_seed", None, None)]
NO_REASON = {"seat": "A", "points": -5, "of": "partie"}
WRONG_ADJUSTMENT = {"seat": "C", "points": 1.5, "of": "all", "reason": "x"}


@pytest.mark.parametrize(
    ("pointer", "value", "expected"),
    [
        ("/players/1/id", "A", [("player.twice", "/players/1/id", None, None), *NO_B]),
        ("/players/1/id", "no blanks", [("player.id", "/players/1/id", None, None), *NO_B]),
        ("/players/1/nmae", "B", [("member.unknown", "/players/1/nmae", None, None)]),
        ("/scoring/points", "gmae", [("member.value", "/scoring/points", None, None)]),
        ("/scoring/cap", 20, [("member.unknown", "/scoring/cap", None, None)]),
        ("/scoring/win", 0.25, [("member.value", "/scoring/win", None, None)]),
        ("/scoring", None, [("member.missing", "/scoring", None, None)]),
        ("/tie_breaks", ["wins", "wins"], [("tie_break.twice", "/tie_breaks/1", None, None)]),
        ("/tie_breaks", ["lot", "wins"], LOT),
        ("/ruleset", "portand", [("ruleset.unknown", "/ruleset", None, None)]),
        ("/withdrawn", {"X": 1}, [("player.unknown", "/withdrawn/X", None, None)]),
        ("/withdrawn", {"D": 1}, [("player.withdrawn", "/rounds/1/tables/1/b", 2, 2)]),
        ("/withdrawn", {"D": -1}, [("member.value", "/withdrawn/D", None, None)]),
        ("/entered", {"D": 3}, [
            ("player.absent", "/rounds/0/tables/1/b", 1, 2), ("player.absent", "/rounds/1/tables/1/b", 2, 2),
        ]),
        ("/entered", {"D": [1]}, [("member.value", "/entered/D", None, None)]),
        ("/entered", ["D"], [("member.type", "/entered", None, None)]),
        ("/returned", {"D": 2}, [("player.returned", "/returned/D", None, None)]),
        ("/missed", {"D": [2]}, [("player.absent", "/rounds/1/tables/1/b", 2, 2)]),
        ("/missed", {"D": [2, 0]}, [("member.value", "/missed/D", None, None)]),
        ("/rounds/1/number", 3, [("round.number", "/rounds/1/number", 3, None)]),
        ("/rounds/1/number", 1, [("round.twice", "/rounds/1/number", 1, None)]),
        ("/rounds/0/tables/1/table", 1, [("table.twice", "/rounds/0/tables/1/table", 1, 1)]),
        ("/rounds/1/byes/0", "A", [("player.twice", "/rounds/1/byes/0", 2, None)]),
        # That B has no place follows: it may be the one that was meant for him.
        (f"{FIRST}/b", "A", [("player.twice", f"{FIRST}/b", 1, 1)]),
        (f"{FIRST}/b", "X", [("player.unknown", f"{FIRST}/b", 1, 1)]),
        ("/rounds/0/tables", [ROUNDS[0]["tables"][0]], [
            ("player.missing", "/rounds/0", 1, None), ("player.missing", "/rounds/0", 1, None),
        ]),
        (f"{FIRST}/forfeit", "A", [("table.several", FIRST, 1, 1)]),
        (f"{FIRST}/result", {"winner": "A"}, [("member.missing", f"{FIRST}/result", 1, 1)]),
        (f"{FIRST}/result", {"totals": [1]}, [("member.value", f"{FIRST}/result/totals", 1, 1)]),
        (f"{FIRST}/result", {"totals": [1, -2]}, [("member.value", f"{FIRST}/result/totals/1", 1, 1)]),
        (f"{FIRST}/result", {"totals": {"A": 150, "B": 120, "AB": 9}}, [
            ("member.unknown", f"{FIRST}/result/totals/AB", 1, 1),
        ]),
        (f"{FIRST}/result", {"totals": {"A": 150, "B": 120, "": 9}}, [
            ("member.unknown", f"{FIRST}/result/totals/", 1, 1),
        ]),
        (f"{FIRST}/result", {"totals": [80, 80]}, []),
        (f"{FIRST}/result", {"deals": [[30, 20]] * 5}, [("partie.unfinished", f"{FIRST}/result", 1, 1)]),
        (f"{FIRST}/adjustments", [NO_REASON], [("adjustment.malformed", f"{FIRST}/adjustments/0/reason", 1, 1)]),
        (f"{FIRST}/adjustments", [WRONG_ADJUSTMENT], [
            ("adjustment.malformed", f"{FIRST}/adjustments/0/seat", 1, 1),
            ("adjustment.malformed", f"{FIRST}/adjustments/0/points", 1, 1),
            ("adjustment.malformed", f"{FIRST}/adjustments/0/of", 1, 1),
        ]),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(pointer: str, value: Json, expected: list[Any]) -> None:
    assert faults(changed(pointer, value)) == expected


@pytest.mark.parametrize(
    ("name", "value", "example"),
    [
        ("entered", 3, "entered = { gus = 3 }"),
        ("entered", {"D": 0}, "entered = { gus = 3 }"),
        ("withdrawn", {"D": "2"}, "withdrawn = { eve = 2 }"),
        ("returned", ["D"], "returned = { eve = 5 }"),
        ("missed", {"D": []}, "missed = { hal = [2, 5] }"),
        ("returned", {"D": 2}, "withdrawn = { D = 1 }"),
    ],
)
def test_a_fault_of_who_is_there_has_an_example(name: str, value: Json, example: str) -> None:
    (fault,) = read_event(changed(f"/{name}", value)).faults
    assert fault.message.endswith(f", as in {example}")


ADJUSTED = PARTIE.replace("\n\nresult\ntotals: 287-80", "\nadjustment A -100 partie: late\n\nresult\ntotals: 187-80")
ADJUSTED = ADJUSTED.replace("settlement: 467", "settlement: 367")
OF_THE_TABLE = [
    {"seat": "B", "points": 20, "of": "deal", "deal": 2, "reason": "redress"},
    {"seat": "A", "points": -7, "of": "settlement", "reason": "no sheet"},
]


def at_one_table(**more: Json) -> Json:
    return event([{"tables": [table(1, "A", "B", **more)]}])


def test_the_adjustments_of_a_record_and_those_of_its_table_both_count() -> None:
    """287 - 100 and 80 as the record has them: 187 + 80 + 100. With 20 for B there is no rubicon: 187 - 100 + 100."""
    given = at_one_table(record=ADJUSTED, adjustments=OF_THE_TABLE)
    read = read_event(given)
    assert read.faults == []
    partie = event_json(read)["parties"][0]
    assert (partie["status"], partie["divergence"]) == ("verified", None)
    assert (partie["played"], partie["totals"]) == ({"A": 287, "B": 80}, {"A": 187, "B": 100})
    assert (partie["winner"], partie["rubicon"], partie["settlement"]) == ("A", False, 187)
    assert [each["reason"] for each in partie["adjustments"]] == ["late", "redress", "no sheet"]
    given["scoring"] = {"points": "settlement"}
    outcomes = {row.player: row.against[0] for row in standings(read_event(given).event, 1)}
    assert (outcomes["A"].points, outcomes["A"].adjusted, outcomes["B"].points) == (180, -7, -187)


def test_the_claims_of_a_result_are_those_of_the_slip_before_the_adjustments_of_its_table() -> None:
    """120 to 80 is worth 120 + 80 + 100; with 30 less for A the table counts 90 + 80 + 100."""
    late = [{"seat": "A", "points": -30, "of": "partie", "reason": "late"}]
    slip = {"totals": [120, 80], "winner": "A", "settlement": 300}
    given = at_one_table(result=slip, adjustments=late)
    partie = event_json(read_event(given))["parties"][0]
    assert (partie["status"], partie["settlement"]) == ("claimed", 270)


def test_an_adjustment_of_a_deal_that_a_partie_does_not_have_is_told() -> None:
    late = [{"seat": "A", "points": -30, "of": "deal", "deal": 7, "reason": "late"}]
    six = at_one_table(result={"deals": [[30, 20]] * 6}, adjustments=late)
    assert faults(six) == [("adjustment.deal", f"{FIRST}/adjustments/0/deal", 1, 1)]
    of_record = PARTIE.replace("\n\nresult", "\nadjustment A -1 deal 7: late\n\nresult")
    read = read_event(at_one_table(record=of_record))
    assert event_json(read)["parties"][0]["divergence"] == "there is no deal 7 to adjust"


def test_a_wrong_record_counts_by_its_claims_with_its_own_adjustments() -> None:
    """The record claims 187 to 81, of which 100 less for A: 287 to 81 as played."""
    wrong = ADJUSTED.replace("totals: 187-80", "totals: 187-81")
    partie = event_json(read_event(at_one_table(record=wrong)))["parties"][0]
    assert (partie["status"], partie["played"], partie["totals"]) == ("wrong", {"A": 287, "B": 81}, {"A": 187, "B": 81})


def written_deals(*deals: Json) -> Json:
    """The partie of a record without a result, in which 100 of A's points are taken away."""
    late = {"seat": "A", "points": -100, "of": "partie", "reason": "late"}
    record = {"piquet_record": 1, "players": {"A": "A", "B": "B"}, "deals": list(deals), "adjustments": [late]}
    return event_json(read_event(at_one_table(record=record)))["parties"][0]


def test_the_scores_that_a_wrong_record_claims_count_with_its_adjustment_of_the_partie() -> None:
    """500 and five times 30, of which 100 are taken away; no deal can score 500."""
    partie = written_deals({"score": {"A": 500, "B": 10}}, *[{"score": {"A": 30, "B": 15}}] * 5)
    assert (partie["status"], partie["played"], partie["totals"]) == ("wrong", {"A": 650, "B": 85}, {"A": 550, "B": 85})


@pytest.mark.parametrize(
    "first",
    [
        {"totals": {"A": 40, "B": 10}},
        {"written": {"A": {"A": 40, "B": 10}, "B": {"A": 40, "B": 10}}},
    ],
)
def test_a_deal_of_a_wrong_record_counts_as_its_totals_or_its_sheets_say(first: Json) -> None:
    """40 and 500 and four times 30."""
    partie = written_deals(first, {"score": {"A": 500, "B": 10}}, *[{"score": {"A": 30, "B": 15}}] * 4)
    assert (partie["status"], partie["played"], partie["totals"]) == ("wrong", {"A": 660, "B": 80}, {"A": 560, "B": 80})


def test_all_faults_are_told_together() -> None:
    given = changed("/scoring/points", "gmae")
    given["rounds"][1]["tables"][0]["a"] = "X"
    given["rounds"][0]["tables"][1]["result"] = {"deals": [[30, 20]]}
    assert [fault[:2] for fault in faults(given)] == [
        ("partie.unfinished", "/rounds/0/tables/1/result"),
        ("player.unknown", "/rounds/1/tables/0/a"),
        ("member.value", "/scoring/points"),
    ]


@pytest.mark.parametrize(("given", "near"), [("portand", "portland"), ("", None), (7, None)])
def test_the_nearest_name_is_told(given: Json, near: str | None) -> None:
    (fault,) = read_event(changed("/ruleset", given)).faults
    assert (near or "") in fault.message
    assert "did you mean" in read_event(changed("/tie_breaks", ["bucholz"])).faults[0].message


@pytest.mark.parametrize(
    "value", [None, 7, "x", [], {"players": 7, "rounds": {}, "scoring": []}, {"players": [7], "rounds": [7]}]
)
def test_what_is_no_event_is_told_and_not_crashed_upon(value: Json) -> None:
    assert read_event(value).faults


def test_no_more_faults_are_listed_than_there_is_room_for() -> None:
    given = event([{"tables": [], "byes": [f"P{number}" for number in range(1500)]}])
    given["rounds"][0]["byes"] = []
    found = read_event(given).faults
    assert (len(found), found[-1].code) == (1000, "event.limit")


# ---------------------------------------------------------------- parties


#: The same with the name of B at both seats.
NAMED = PARTIE.replace("ruleset:", "player A: Player B\nplayer B: player  b\nruleset:")


def of(result: Json, **more: Json) -> Json:
    """What is told of a partie with this result, record or forfeit."""
    found = event([{"tables": [table(1, "A", "B", **result, **more)]}])
    read = read_event(found)
    assert read.faults == []
    return event_json(read)["parties"][0]


def test_a_record_with_all_its_cards_is_verified() -> None:
    told = of({"record": PARTIE})
    assert (told["status"], told["divergence"]) == ("verified", None)
    assert told["totals"] == told["played"]


def test_scores_of_deals_are_counted_and_totals_are_claimed() -> None:
    """60 + 60 + 60 and 30 + 30 + 30: B is below the rubicon, 180 + 90 + 100."""
    counted = of({"result": {"deals": [[30, 15]] * 6, "winner": "A", "settlement": 370}})
    assert (counted["status"], counted["totals"], counted["settlement"]) == ("counted", {"A": 180, "B": 90}, 370)
    assert of({"result": {"totals": [180, 90]}})["status"] == "claimed"


@pytest.mark.parametrize("claim", [{"settlement": 371}, {"winner": "B"}, {"winner": "none"}])
@pytest.mark.parametrize("result", [{"deals": [[30, 15]] * 6}, {"totals": [180, 90]}])
def test_a_claim_that_does_not_follow_is_wrong_and_counts_by_the_totals(result: Json, claim: Json) -> None:
    told = of({"result": result | claim})
    assert (told["status"], told["totals"], told["winner"]) == ("wrong", {"A": 180, "B": 90}, "A")
    assert told["divergence"]


def test_an_impossible_score_of_a_deal_is_wrong() -> None:
    told = of({"result": {"deals": [[500, 10], *[[30, 15]] * 5]}})
    assert (told["status"], told["totals"]) == ("wrong", {"A": 650, "B": 85})


@pytest.mark.rule("R8.1")
def test_a_result_may_have_both_the_deals_and_the_totals_and_the_addition_is_checked() -> None:
    """Five deals of 30 to 15 and one of 40 to 20 make 190 to 95."""
    deals = [[30, 15]] * 5 + [[40, 20]]
    right = of({"result": {"deals": deals, "totals": [190, 95]}})
    assert (right["status"], right["totals"], right["divergence"]) == ("counted", {"A": 190, "B": 95}, None)
    wrong = of({"result": {"deals": deals, "totals": [180, 95]}})
    assert (wrong["status"], wrong["divergence"]) == ("wrong", "the totals of the partie are 190 to 95")


@pytest.mark.rule("R8.1", "R8.3")
def test_totals_that_no_partie_can_have_are_wrong() -> None:
    """Six deals of 174 make 1,044 (W15), or eight 1,392; but the last two of eight follow a tie."""
    assert of({"result": {"totals": [1393, 101]}})["divergence"] == "no partie can have these totals"
    assert of({"result": {"totals": [0, 0]}})["status"] == "wrong"
    assert of({"result": {"totals": [1044, 101]}})["status"] == "claimed"


def test_a_record_names_the_players_of_the_table() -> None:
    found = event([{"tables": [table(1, "A", "B", record=NAMED)]}])
    assert [fault[:2] for fault in faults(found)] == [("record.players", f"{FIRST}/record")]


def test_a_record_in_a_file_is_told_by_its_name() -> None:
    def load(name: str) -> Reading:
        if name != "partie.piquet":
            raise Unreadable("there is no such file")
        return read_text(PARTIE)

    found = event([{"tables": [table(1, "A", "B", record="partie.piquet"), table(2, "C", "D", record="x.piquet")]}])
    read = read_event(found, load)
    assert [(fault.code, fault.file, fault.round, fault.table) for fault in read.faults] == [
        ("record.unreadable", "x.piquet", 1, 2)
    ]
    assert [each["status"] for each in event_json(read)["parties"]] == ["verified"]
    assert [fault.code for fault in read_event(found).faults] == ["record.unreadable"] * 2  # there are no files here


# ---------------------------------------------------------------- rounds that are in


def test_a_table_without_a_result_is_still_being_played() -> None:
    given = changed("/rounds/1/tables/1/result", None)
    found = whole(given)
    assert rounds_in(found) == 1
    assert standings_json(*ranked(found))["round"] == 1
    with pytest.raises(Refusal, match="round 2"):
        standings_json(*ranked(found, 2))


def test_wrong_parties_are_accepted_only_if_it_is_said() -> None:
    given = changed("/rounds/1/tables/1/result", {"totals": [140, 70], "winner": "D"})
    found = whole(given)
    with pytest.raises(Refusal, match="table 2 of round 2") as refused:
        standings_json(*ranked(found))
    assert refused.value.wrong == [(2, 2)]
    assert [row["player"] for row in standings_json(*ranked(found, accept_wrong=True))["rows"]] == ["A", "B", "C", "D"]
    assert standings_json(*ranked(found, 1))["round"] == 1


def test_of_many_wrong_parties_the_sentence_names_a_few() -> None:
    tables = [table(at, f"A{at}", f"B{at}", result={"totals": [120, 80], "winner": f"B{at}"}) for at in range(1, 101)]
    with pytest.raises(Refusal) as refused:
        ranked(whole(event([{"tables": tables}])))
    assert len(refused.value.wrong) == 100
    assert str(refused.value).endswith("table 10 of round 1 and 90 more")


def test_two_meetings_are_told_and_allowed() -> None:
    read = read_event(
        event(
            [{"tables": [table(1, "A", "B", totals=[150, 120])]}, {"tables": [table(1, "B", "A", totals=[150, 120])]}]
        )
    )
    assert (read.faults, event_json(read)["meetings"]) == ([], [{"players": ["A", "B"], "rounds": [1, 2]}])
