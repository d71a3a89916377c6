"""Records from text and JSON: what is written comes back, and whatever is wrong is told with its place."""

from __future__ import annotations

import copy
import io
import json
import random
import tracemalloc
from collections.abc import Iterable
from pathlib import Path

import pytest

from service.piquet.actions import action_of
from service.piquet.rulesets.parameters import PARAMETERS
from service.records.json_form import from_json, to_json
from service.records.model import STEPS, Deal, Note, Record, Result, Step
from service.records.text.parser import read, read_many
from service.records.text.tokens import LINE, lines
from service.records.text.writer import write
from service.records.verification.verify import verify
from tests.helpers.records import strictly
from tests.records.parties import random_record, seeded

SHEET = """piquet-record 1
event: Club evening
player A: Ann
player B: Ben
ruleset: portland@1
first dealer: B

deal 1
hand A: SAKJ HAQJ8 D98 CJ87
A exchange SK D98 C87
remark: the deal was broken off
score: 28-23
"""


def test_tens_and_signs_of_suits_are_read_and_written_in_letters():
    plain = SHEET.replace("A exchange SK D98 C87", "hand B: ST7 HT97 DAQJT CKQT\ntalon: TS\nA exchange SK D98 C87")
    signed = plain.replace("SAKJ HAQJ8", "♠AKJ ♥AQJ8").replace("DAQJT CKQT", "♢AQJ10 ♧KQ10").replace(": TS", ": 10♤")
    assert signed.count("10") == 3
    assert write(strictly(read(signed)).record) == write(strictly(read(plain)).record)
    (problem,) = read(plain.replace("HT97", "H110")).problems
    assert (problem.code, problem.line, problem.column) == ("card.unknown", 10, 13)


class Chunks(io.RawIOBase):
    """A stream that gives its bytes in these chunks."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks, self._rest = iter(chunks), b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        rest = self._rest or next(self._chunks, b"")
        count = min(len(buffer), len(rest))
        buffer[:count], self._rest = rest[:count], rest[count:]
        return count


def in_chunks(chunks: Iterable[bytes]) -> io.BufferedReader:
    return io.BufferedReader(Chunks(chunks))


def problems_of(text: str | bytes) -> list[tuple[str, int | None, int | None]]:
    return [(problem.code, problem.line, problem.column) for problem in read(text).problems]


def with_line(number: int, line: str) -> str:
    """The sheet with another line in the place of one, from 1."""
    listed = SHEET.split("\n")
    listed[number - 1] = line
    return "\n".join(listed)


def scribbled(record: Record, rng: random.Random) -> Record:
    """The record as people leave them: with cards and numbers missing, remarks, two sheets."""
    record = copy.deepcopy(record)
    for deal in record.deals:
        for at, hand in enumerate(deal.hands):
            if hand is not None and rng.random() < 0.3:
                some = rng.sample(range(12), rng.randrange(12))
                deal.hands[at] = [card for n, card in enumerate(hand) if n not in some] + ["?"] * len(some)
            elif rng.random() < 0.1:
                deal.hands[at] = None
        if deal.talon is not None:
            deal.talon = [card if rng.random() < 0.8 else "?" for card in deal.talon] if rng.random() < 0.8 else None
        for step in deal.steps:
            if step.score is not None and rng.random() < 0.3:
                step.score = rng.choice([None, (None, step.score[1]), (step.score[0], None), (None, None)])
            cards = step.action.get("cards")
            if cards and step.action["type"] == "exchange" and rng.random() < 0.3:
                step.action["cards"] = [*cards[1:], "?"]
            if step.action["type"] == "play" and rng.random() < 0.03:
                step.action["card"] = "?"
        for _ in range(rng.randrange(3)):
            after = rng.randrange(len(deal.steps) + 1)
            deal.notes.append(
                Note(rng.choice(["remark", "irregularity"]), rng.choice(["as told", "= 3-4; A KH: #"]), after)
            )
        deal.notes.sort(key=lambda note: note.after)
        deal.written = [rng.choice([None, deal.score, (None, 5)]) for _ in "AB"]
        deal.totals = rng.choice([None, deal.totals])
    record.notes = [Note("remark", "Überall · ça va")]
    record.tags |= {"date": "1885-??-??", "site": "Turf Club"}
    if record.result is not None:
        record.result = Result(rng.choice([None, record.result.totals]), record.result.winner)
    return record


def test_random_records_come_back_from_text_and_from_json():
    checked = 0
    for which, overrides, rng in seeded("records", 2):
        played = random_record(which, overrides, rng)
        for record in (played, scribbled(played, rng), scribbled(played, rng)):
            text = write(record)
            again = strictly(read(text)).record
            assert again == record
            assert write(again) == text
            twin = to_json(record)
            again = strictly(from_json(json.loads(json.dumps(twin)))).record
            assert again == record
            assert to_json(again) == twin
            assert write(again) == text
            checked += 1
    assert checked > 50


def test_what_a_person_writes_is_read_as_the_canonical_text():
    loose = SHEET.replace("\n", "  \r\n").replace("A exchange SK D98 C87", " A   exchange 8C KS 7C 9D 8D ")
    loose = "\ufeff" + loose.replace("hand A: SAKJ HAQJ8", "# his hand\n\nhand A:HAQJ8 KSASJS ")
    assert strictly(read(loose)).record == read(SHEET).record
    assert write(read(loose).record) == SHEET


def test_a_card_may_be_played_with_or_without_the_word():
    one, other = (read(with_line(10, line)).record for line in ("A play AH = 1-?", "A AH=1-?"))
    assert one == other
    assert one.deals[0].steps == [Step({"seat": "A", "type": "play", "card": "AH"}, (1, None))]


def test_the_same_mistake_has_the_column_of_each_place():
    reading = read(with_line(10, "A ?; A AX; B good;  A AX"))
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == [
        ("action.malformed", 10, 8),
        ("action.malformed", 10, 23),
    ]
    assert reading.record.deals[0].unread == 1  # the steps before the first that makes no sense
    assert len(reading.record.deals[0].steps) == 2


def test_an_action_that_was_changed_is_verified_as_it_is_now():
    reading = read((Path(__file__).parents[2] / "examples" / "w1.piquet").read_bytes())
    assert verify(reading).agrees
    action = reading.record.deals[0].steps[14].action  # B follows suit with the ten, their only heart
    assert action == {"seat": "B", "type": "play", "card": "TH"}
    action["card"] = "QC"
    found = verify(reading).deals[0].divergence
    assert found is not None
    assert (found.code, found.rule, found.step) == ("play.must_follow_suit", "R6.1", 15)
    assert found.pointer == "/deals/0/steps/14/action/card"


@pytest.mark.parametrize(
    ("number", "line", "expected"),
    [
        (1, "piquet-record 2", [("record.version", 1, 1)]),
        (1, "event: no header", [("record.header", 1, 1), ("tag.twice", 2, 1)]),
        (2, "colour: blue", [("tag.unknown", 2, 1)]),
        (3, "player A:", [("tag.empty", 3, 10)]),
        (4, "player A: Ann", [("tag.twice", 4, 1)]),
        (5, "ruleset: Portland", [("tag.value", 5, 10)]),
        (6, "first dealer:  Ben", [("tag.value", 6, 16)]),
        (6, "nonsense", [("line.unknown", 6, 1)]),
        (6, "A AH", [("line.place", 6, 1)]),
        (6, "score: 3-4", [("line.place", 6, 1)]),
        (8, "deal 2", [("deal.number", 8, 1)]),
        (9, "hand A: SAKJ H1", [("card.unknown", 9, 14)]),
        (10, "A exchange SK D98 C8x", [("card.unknown", 10, 19)]),
        (10, "A exchange SKK K", [("card.unknown", 10, 16)]),
        (10, "A exchange SK;  B shuffles", [("action.malformed", 10, 19)]),
        (10, "A AH = 3", [("claim.form", 10, 8)]),
        (10, "A AH = three-4", [("claim.not_a_number", 10, 8)]),
        (10, "A AH = 3-1000000", [("claim.not_a_number", 10, 10)]),
        (10, "A AH = 3--4", [("claim.form", 10, 8)]),
        (12, "score: ?-x", [("claim.not_a_number", 12, 10)]),
        (12, "result\nwinner: Zoe\nrubicon: maybe\nsettlement: 3-", [("tag.value", 13, 9), ("tag.value", 14, 10),
                                                                     ("claim.not_a_number", 15, 13)]),
        (12, "result\ndeal 2", [("deal.after_result", 13, 1)]),
    ],
)  # fmt: skip
def test_a_problem_is_told_with_line_and_column_and_the_rest_is_read(number, line, expected):
    reading = read(with_line(number, line))
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == expected
    if number < 8:
        assert reading.record.deals[0].score == (28, 23)


def test_an_unknown_tag_is_kept_as_a_remark():
    assert read(with_line(2, "colour: blue")).record.notes == [Note("remark", "colour: blue")]


def test_a_thousand_and_one_errors_are_told_up_to_the_limit_and_the_rest_is_read():
    text = SHEET.replace("deal 1\n", "nonsense\n" * 5000 + "deal 1\n")
    reading = read(text)
    last = reading.problems[-1]
    assert len(reading.problems) == 1000
    assert (last.code, last.line, last.column) == ("record.limit", 8 + 999, 1)
    assert [problem.line for problem in reading.problems[:3]] == [8, 9, 10]
    assert reading.record.deals[0].score == (28, 23)


def test_wrong_encodings_are_told_with_their_place():
    assert problems_of(SHEET.encode().replace(b"Ann", b"Ann\xe9")) == [("text.encoding", 3, 14)]
    assert problems_of(SHEET.encode("utf-16")) == [("text.encoding", 1, 1)]
    assert problems_of(SHEET.replace("Ann", "A\x07nn")) == [("text.control", 3, 12)]
    assert problems_of(b"") == [("record.empty", 1, 1)]
    assert problems_of(SHEET.encode().replace(b"Ann", "Änn\x85".encode())) == [("text.control", 3, 14)]


def test_a_truncated_file_is_read_as_far_as_it_goes():
    content = SHEET.encode()
    for end in range(len(content)):
        reading = read(content[:end])
        assert len(reading.problems) <= 2
        for problem in reading.problems:
            assert problem.line and problem.column
    whole = SHEET.index("A exchange")
    assert problems_of(content[: whole + 6]) == [("action.malformed", 10, 3)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 10**6])
def test_lines_are_the_same_in_chunks_of_any_size(size):
    content = f"one\n\n{'x' * 25}\ntwo\r\n{'y' * 10}\nlast".encode()
    chunks = [content[at : at + size] for at in range(0, len(content), size)]
    found = [(line.number, line.content, line.whole) for line in lines(in_chunks(chunks), 10)]
    assert found == [
        (1, b"one", True),
        (2, b"", True),
        (3, b"x" * 10, False),
        (4, b"two\r", True),
        (5, b"y" * 10, True),
        (6, b"last", True),
    ]


@pytest.mark.parametrize(("end", "expected"), [(0, []), (1, [7]), (3, [7]), (4, [7]), (5, [7, 8]), (9, [7, 8, 9])])
def test_lines_are_those_that_begin_before_the_end(end, expected):
    found = lines(io.BytesIO(b"one\ntwo\nlast"), 10, first=7, end=end)  # they begin at 0, 4 and 8
    assert [line.number for line in found] == expected


def test_an_endless_line_is_one_problem_and_takes_no_memory():
    chunk = b"x" * (1 << 16)
    count = 1 << 10  # 64 MiB, of which less than one is kept at a time
    begin = SHEET.replace("event: Club evening\n", "event: ").split("player")[0].encode()
    rest = b"\n" + SHEET[SHEET.index("player A") :].encode()

    def chunks():
        yield begin
        for _ in range(count):
            yield chunk
        yield rest

    tracemalloc.start()
    (reading,) = read_many(in_chunks(chunks()))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1 << 20
    codes = [(problem.code, problem.line) for problem in reading.problems]
    assert codes == [("line.too_long", 2), ("tag.too_long", 2)]
    assert reading.problems[0].column == LINE + 1
    assert reading.record.deals[0].score == (28, 23)


def test_records_that_follow_one_another_are_read_one_by_one():
    content = (SHEET + "\n" + with_line(6, "nonsense") + SHEET).encode()
    for size in (1, 100, 10**6):
        readings = list(read_many(in_chunks(content[at : at + size] for at in range(0, len(content), size))))
        assert [len(reading.problems) for reading in readings] == [0, 1, 0]
        assert readings[0].record == readings[2].record == read(SHEET).record
    assert problems_of(SHEET + SHEET) == [("record.second", 13, 1)]


def test_more_than_a_record_may_hold_is_left_out_and_told():
    many = SHEET + "".join(f"deal {number}\n" for number in range(2, 250))
    reading = read(many)
    assert len(reading.record.deals) == 200
    assert {problem.code for problem in reading.problems} == {"record.limit"}
    reading = read(SHEET.replace("A exchange SK D98 C87", "B good\n" * 250))
    assert len(reading.record.deals[0].steps) == 200 and reading.record.deals[0].unread == 200
    assert [problem.code for problem in reading.problems] == ["record.limit"] * 50


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (7, [("member.type", "")]),
        ([], [("member.type", "")]),
        ({"piquet_record": None}, [("record.header", "")]),
        ({"piquet_record": None, "hello": "a game"}, [("tag.unknown", "/hello"), ("record.header", "")]),
        ({"piquet_record": 2}, [("record.version", "/piquet_record")]),
        ({"piquet_record": True}, [("record.version", "/piquet_record")]),
        ({"colour": 1}, [("tag.unknown", "/colour")]),
        ({"event": 5, "site": ""}, [("member.type", "/event"), ("tag.empty", "/site")]),
        ({"event": "a\nb"}, [("text.control", "/event")]),
        ({"players": []}, [("member.type", "/players")]),
        ({"ruleset": {"name": "portland", "overrides": {"target": "101"}}}, [("tag.value", "/ruleset/overrides")]),
        ({"ruleset": 5}, [("tag.value", "/ruleset")]),
        ({"first_dealer": "C"}, [("tag.value", "/first_dealer")]),
        ({"deals": 3}, [("member.type", "/deals")]),
        ({"deals": [3]}, [("member.type", "/deals/0")]),
        ({"deals": [{"dealt": {"hands": {"A": ["1H"]}}}]}, [("card.unknown", "/deals/0/dealt/hands/A/0")]),
        ({"deals": [{"score": {"A": "x", "B": -100_001}}]},
         [("claim.not_a_number", "/deals/0/score/A"), ("claim.not_a_number", "/deals/0/score/B")]),
        ({"deals": [{"steps": [{"action": {"seat": "A", "type": "play", "card": "AH"}, "score": 3}, {}]}]},
         [("member.type", "/deals/0/steps/0/score"), ("action.malformed", "/deals/0/steps/1/action")]),
        ({"deals": [{"steps": [{"action": {"seat": "A", "type": "exchange", "cards": ["AH", 5]}}]}]},
         [("action.malformed", "/deals/0/steps/0/action/cards/1")]),
        ({"deals": [{"notes": [{"kind": "rumour", "text": "x"}, {"kind": "remark", "text": "x", "after": 1}]}]},
         [("tag.value", "/deals/0/notes/0/kind"), ("member.type", "/deals/0/notes/1/after")]),
        ({"result": {"winner": "C", "rubicon": 1, "settlement": 1.5}},
         [("tag.value", "/result/winner"), ("member.type", "/result/rubicon"),
          ("claim.not_a_number", "/result/settlement")]),
    ],
)  # fmt: skip
def test_a_problem_of_json_is_told_with_its_pointer(members, expected):
    value = {"piquet_record": 1, **members} if isinstance(members, dict) else members
    assert [(problem.code, problem.pointer) for problem in from_json(value).problems] == expected


CALL = {"action": {"seat": "A", "type": "call", "category": "point", "length": 5}}
GOOD = {"action": {"seat": "B", "type": "reply", "reply": "good"}}


@pytest.mark.parametrize(
    ("action", "place"),
    [
        (None, ""),
        ([], ""),
        ({"seat": "A"}, "/type"),
        ({"seat": "A", "type": "flee"}, "/type"),
        ({"type": "decline"}, "/seat"),
        ({"seat": "C", "type": "decline"}, "/seat"),
        ({"seat": "A", "type": "play", "card": "1H"}, "/card"),
        ({"seat": "A", "type": "play", "card": "?", "length": 1}, "/length"),
        ({"seat": "A", "type": "play", "card": "AH", "a/b~c": 1}, "/a~1b~0c"),
        ({"seat": "A", "type": "play", "card": "AH", "x" * 60: 1}, "/" + "x" * 40),
        ({"seat": "A", "type": "exchange"}, "/cards"),
        ({"seat": "A", "type": "exchange", "cards": "AH"}, "/cards"),
        ({"seat": "A", "type": "exchange", "cards": ["?"] * 37}, "/cards"),
        ({"seat": "A", "type": "exchange", "cards": ["AH", "AH", "1H"]}, "/cards/2"),
        ({"seat": "A", "type": "reckon", "holdings": {}}, "/holdings"),
        ({"seat": "A", "type": "reckon", "holdings": [1]}, "/holdings/0"),
        ({"seat": "A", "type": "reckon", "holdings": [{"category": "set", "cards": ["?", "1H"]}]},
         "/holdings/0/cards/0"),
        ({"seat": "A", "type": "call", "category": "set", "count": 3, "rank": "J", "cards": ["JS"]}, "/cards"),
    ],
)  # fmt: skip
def test_an_action_of_json_that_makes_no_sense_is_told_and_ends_what_is_checked(action, place):
    steps = [CALL, GOOD, {"action": action}, GOOD, {"action": action}, GOOD]
    reading = from_json({"piquet_record": 1, "deals": [{"steps": steps}]})
    assert [(problem.code, problem.pointer) for problem in reading.problems] == [
        ("action.malformed", f"/deals/0/steps/{at}/action{place}") for at in (2, 4)
    ]
    (deal,) = reading.record.deals
    assert deal.unread == 2  # the steps before the first that makes no sense
    assert deal.steps == [Step(step["action"]) for step in (CALL, GOOD, GOOD, GOOD)]
    assert from_json(to_json(reading.record)).record == reading.record  # which has nothing that makes no sense


def test_a_record_of_json_is_checked_up_to_the_action_that_makes_no_sense():
    record = to_json(strictly(read(SHEET.replace("score: 28-23", "totals: 28-23"))).record)
    record["deals"][0]["steps"].append({"action": {"seat": "B", "type": "flee"}, "score": {"A": 99, "B": 0}})
    (deal,) = verify(from_json(record)).deals
    assert (deal.checked, deal.steps, deal.divergence) == (1, 1, None)


@pytest.mark.parametrize(("wrong", "told"), [(999, 999), (1000, 1000), (1001, 1000), (2000, 1000)])
def test_a_thousand_problems_of_json_are_told_at_the_most(wrong, told):
    whole, rest = divmod(wrong, STEPS)
    deals = [{"steps": [{"action": None}] * count} for count in [STEPS] * whole + [rest]]
    found = from_json({"piquet_record": 1, "deals": deals}).problems
    assert len(found) == told
    # The last that is told says that there are more, even where it is the last.
    assert [each.code for each in found if each.code != "action.malformed"] == ["record.limit"] * (wrong >= 1000)


def test_of_a_second_record_nothing_is_read():
    other = SHEET.replace("Ann", "Eve").replace("28-23", "29-23")
    reading = read(SHEET + other)
    assert reading.record == read(SHEET).record
    assert [problem.code for problem in reading.problems] == ["record.second"]


def test_lists_of_json_are_read_up_to_their_limits():
    def limits(**members: object) -> list[tuple[str, str]]:
        return [(each.code, each.pointer) for each in from_json({"piquet_record": 1, **members}).problems]

    dealt = from_json({"piquet_record": 1, "deals": [{"dealt": {"talon": ["?"] * 100}}]}).record.deals[0]
    assert dealt.talon == ["?"] * 72  # each card of the pack of 36 twice
    assert limits(deals=[{"dealt": {"talon": ["?"] * 72, "hands": {"A": ["?"] * 72}}}]) == []
    assert limits(deals=[{"dealt": {"talon": ["?"] * 73}}]) == [("record.limit", "/deals/0/dealt/talon")]
    assert limits(deals=[{}] * 200) == []
    assert limits(deals=[{}] * 201) == [("record.limit", "/deals")]
    note = {"kind": "remark", "text": "x"}
    assert limits(notes=[note] * 200) == []
    assert limits(notes=[note] * 201, deals=[{"notes": [note] * 201}]) == [
        ("record.limit", "/notes"),
        ("record.limit", "/deals/0/notes"),
    ]
    assert limits(event="x" * 2000) == []
    assert limits(event="x" * 2001) == [("tag.too_long", "/event")]


@pytest.mark.parametrize(("count", "unread"), [(200, None), (201, 200), (250, 200)])
def test_a_deal_of_json_has_two_hundred_steps_at_the_most(count, unread):
    reading = from_json({"piquet_record": 1, "deals": [{"steps": [GOOD] * count}]})
    assert (len(reading.record.deals[0].steps), reading.record.deals[0].unread) == (200, unread)
    assert [(each.code, each.pointer) for each in reading.problems] == (
        [("record.limit", "/deals/0/steps")] if unread else []
    )
    steps = [*[GOOD] * 3, {"action": None}, *[GOOD] * 200]
    assert from_json({"piquet_record": 1, "deals": [{"steps": steps}]}).record.deals[0].unread == 3


def test_what_makes_no_sense_is_left_out_of_the_lists_of_json():
    """Parsing is lenient (docs/notation.md, Reading): the rest is read, and a talon is in order."""
    notes = [
        {"kind": "rumour", "text": "x"},
        {"kind": "remark"},
        {"kind": "remark", "text": "y", "after": 2},
        {"kind": "irregularity", "text": "z", "after": 1},
    ]
    deal = {"dealt": {"talon": ["9S", "1H", 5, "?", "KD"], "hands": {"B": 3}}, "steps": [GOOD], "notes": notes}
    reading = from_json({"piquet_record": 1, "deals": [deal]})
    assert [(each.code, each.pointer) for each in reading.problems] == [
        ("member.type", "/deals/0/dealt/hands/B"),
        ("card.unknown", "/deals/0/dealt/talon/1"),
        ("card.unknown", "/deals/0/dealt/talon/2"),
        ("tag.value", "/deals/0/notes/0/kind"),
        ("member.type", "/deals/0/notes/1/text"),
        ("member.type", "/deals/0/notes/2/after"),
    ]
    (found,) = reading.record.deals
    assert (found.talon, found.hands) == (["9S", "?", "?", "?", "KD"], [None, None])
    assert found.notes == [Note("remark", "y", 0), Note("irregularity", "z", 1)]


def test_steps_are_equal_if_their_actions_and_their_scores_are():
    good, equal = GOOD["action"], {**GOOD["action"], "reply": "equal"}
    step = Step(action_of(good), (1, 0))
    assert step == Step(action_of(good), (1, 0)) == Step(good, (1, 0))
    for other in (Step(action_of(good), (0, 0)), Step(good), Step(action_of(equal), (1, 0)), Step(equal, (1, 0)), good):
        assert step != other


def test_a_step_that_is_changed_changes_no_other_of_the_same_words():
    words = ["A ?", "B good", "A KH"]
    first, again = (read(with_line(10, "; ".join(words))).record.deals[0].steps for _ in range(2))
    for step in first:
        step.action["seat"] = "C"
    assert [step.action["seat"] for step in again] == ["A", "B", "A"]


def test_null_is_the_same_as_nothing():
    assert strictly(from_json({"piquet_record": 1, "event": None, "deals": [{"score": None}]})).record == Record(
        deals=[Deal()]
    )


# ---------------------------------------------------------------- every line of a record (docs/notation.md, "As text")

EVERY_LINE = """piquet-record 1
event: Club evening
 site:  Turf Club
date: 1885-??-??
round: 3
player A: Ann
player B: Ben
ruleset: portland@1
first dealer: B
remark: kept

deal 1
dealer: B
irregular: deal
hand A: SAKJ HAQJ8 D98 CJ87
hand B: ?
talon: 9S ?
A exchange SK D98 C87 = 0-0; B exchange S7 = ?-0
irregularity: broken off
score: 28-23
written A: 28-23
written B: 28 - ?
totals: 28-23

result
totals: 38-33
winner: Ann
rubicon: no
settlement: 141
"""
EVERY_MEMBER = {
    "piquet_record": 1,
    "event": "Club evening",
    "site": "Turf Club",
    "date": "1885-??-??",
    "round": "3",
    "players": {"A": "Ann", "B": "Ben"},
    "ruleset": "portland@1",
    "first_dealer": "B",
    "notes": [{"kind": "remark", "text": "kept"}],
    "deals": [
        {
            "dealer": "B",
            "irregular": True,
            "dealt": {
                "hands": {"A": ["AS", "KS", "JS", "AH", "QH", "JH", "8H", "9D", "8D", "JC", "8C", "7C"], "B": ["?"]},
                "talon": ["9S", "?"],
            },
            "steps": [
                {
                    "action": {"seat": "A", "type": "exchange", "cards": ["KS", "9D", "8D", "8C", "7C"]},
                    "score": {"A": 0, "B": 0},
                },
                {"action": {"seat": "B", "type": "exchange", "cards": ["7S"]}, "score": {"B": 0}},
            ],
            "score": {"A": 28, "B": 23},
            "written": {"A": {"A": 28, "B": 23}, "B": {"A": 28}},
            "totals": {"A": 28, "B": 23},
            "notes": [{"kind": "irregularity", "after": 2, "text": "broken off"}],
        }
    ],
    "result": {"totals": {"A": 38, "B": 33}, "winner": "A", "rubicon": False, "settlement": 141},
}
# What each line of the text fills, and where its value is: the line and the column.
PLACES = {
    "/event": (2, 8),
    "/site": (3, 9),
    "/date": (4, 7),
    "/round": (5, 8),
    "/players/A": (6, 11),
    "/players/B": (7, 11),
    "/ruleset": (8, 10),
    "/first_dealer": (9, 15),
    "/deals/0/dealer": (13, 9),
    "/deals/0/irregular": (14, 12),
    "/deals/0/dealt/hands/A": (15, 9),
    "/deals/0/dealt/hands/B": (16, 9),
    "/deals/0/dealt/talon": (17, 8),
    "/deals/0/score": (20, 8),
    "/deals/0/written/A": (21, 12),
    "/deals/0/written/B": (22, 12),
    "/deals/0/totals": (23, 9),
    "/result/totals": (26, 9),
    "/result/winner": (27, 9),
    "/result/rubicon": (28, 10),
    "/result/settlement": (29, 13),
}
OTHER_PLACES = {
    "": (1, 1),
    "/deals/0": (12, 1),
    "/deals/0/steps/0": (18, 1),
    "/deals/0/steps/0/score": (18, 25),
    "/deals/0/steps/1": (18, 30),
    "/deals/0/steps/1/score": (18, 46),
    "/result": (25, 1),
}


def test_every_line_fills_its_member_and_has_its_place() -> None:
    reading = strictly(read(EVERY_LINE))
    assert to_json(reading.record) == EVERY_MEMBER
    assert strictly(from_json(EVERY_MEMBER)).record == reading.record
    assert reading.places == PLACES | OTHER_PLACES
    assert reading.place("/deals/0/steps/1/action/cards/0") == (18, 30)  # that of what contains it
    assert from_json(EVERY_MEMBER).place("/deals/0") == (None, None)


def test_the_canonical_text_has_one_form() -> None:
    canonical = EVERY_LINE
    for loose, strict in (
        (" site:  Turf", "site: Turf"),
        ("28 - ?", "28-?"),
        ("Ann\nrubicon", "A\nrubicon"),
        ("0-0; B", "0-0\nB"),
    ):
        canonical = canonical.replace(loose, strict)
    assert write(read(EVERY_LINE).record) == canonical
    deal = """piquet-record 1

deal 1 annulled
dealer: A out of turn

deal 1
remark: first
A exchange SK
remark: second
irregularity: third
B exchange S7
A call point 5; B equal; A value 49; B good; A reckon point HAKQJ8
A pass sequence
A call set 3 J; B not good
A AH
B reckon nothing
B TH = 1-0
A KH
remark: within the trick
B 7D
A QH; B 8D
remark: last
"""
    assert write(strictly(read(deal)).record) == deal


def test_of_a_line_that_is_given_twice_the_first_counts() -> None:
    lines, pointers, numbers = EVERY_LINE.splitlines(), list(PLACES), []
    for number in sorted((line for line, _ in PLACES.values()), reverse=True):
        lines.insert(number, lines[number - 1].partition(":")[0] + ": 5")
    for at, (number, _) in enumerate(PLACES.values()):
        numbers.append(number + at + 1)
    reading = read("\n".join([*lines, "result", ""]))
    problems = [(each.code, each.pointer, each.line, each.column) for each in reading.problems]
    columns = [2 if pointer == "/site" else 1 for pointer in pointers]
    told = list(zip(["tag.twice"] * len(pointers), pointers, numbers, columns, strict=True))
    assert problems == [*told, ("tag.twice", "/result", len(lines) + 1, 1)]
    assert reading.record == read(EVERY_LINE).record
    twice = read("piquet-record 1\nresult\nsettlement: 0\nsettlement: 5\n")
    assert [(each.code, each.line) for each in twice.problems] == [("tag.twice", 4)]
    assert twice.record.result == Result(settlement=0)


@pytest.mark.parametrize(
    ("lines", "column", "message"),
    [
        ("score: 3-4", 1, "score must be in a deal, and none has begun"),
        ("  totals: 3-4", 3, "totals must be in a deal, and none has begun"),
        ("winner: A", 1, "winner must be in a result, and none has begun"),
        ("result\nscore: 3-4", 1, "score must be in a deal, and none has begun"),
        ("result\n A AH", 2, "actions must be in a deal"),
        ("deal 1\nsettlement: 3", 1, "settlement must be in a result, and none has begun"),
    ],
)
def test_a_line_in_the_wrong_part_says_where_it_belongs(lines: str, column: int, message: str) -> None:
    (problem,) = read(f"piquet-record 1\n{lines}\n").problems
    assert (problem.code, problem.message) == ("line.place", message)
    assert (problem.line, problem.column) == (2 + lines.count("\n"), column)


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("   nonsense", "line.unknown", 4),
        ("  piquet-record 2", "record.version", 3),
        ("  deal 3", "deal.number", 3),
        ("  deal 2 annulled anew", "deal.number", 3),
        ("  deal: 2", "tag.unknown", 3),
        (" deal : 2", "tag.unknown", 2),
        ("  deal 2: 28-23", "tag.unknown", 3),
        ("   written A:", "tag.unknown", 4),  # as a remark, for the claim is given first
        ("  irregular:  hand", "tag.value", 15),
        ("totals:  3-x", "claim.not_a_number", 12),
        ("totals: x - 3", "claim.not_a_number", 9),
        ("totals: 3 -  x", "claim.not_a_number", 14),
        ("totals: 3-100001", "claim.not_a_number", 11),
        ("totals: 1-2-3", "claim.form", 9),
        ("talon: AS  SX", "card.unknown", 12),
        ("talon: AS , KS", "action.malformed", 11),
        ("A AH =  x-3", "claim.not_a_number", 9),
        ("  A AH;   B AX", "action.malformed", 13),
        ("\u2028A AH", "text.control", 1),
    ],
)
def test_a_problem_has_the_column_where_it_begins(line: str, code: str, column: int) -> None:
    if code == "tag.unknown" and "written" in line:
        line = line.replace("written A", "sheet A")
    (problem,) = read(f"piquet-record 1\ndeal 1\n{line}\n").problems
    assert (problem.code, problem.line, problem.column) == (code, 3, column)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
def test_of_a_text_in_another_encoding_nothing_is_read(encoding: str) -> None:
    begins = b"\xfe\xff" if encoding == "utf-16-be" else b""
    reading = read(begins + SHEET.encode(encoding))
    assert [(each.code, each.message) for each in reading.problems] == [
        ("text.encoding", f"this is not UTF-8 but {encoding[:6].upper()}: save it as UTF-8")
    ]
    assert reading.record == Record()
    assert problems_of(SHEET.encode("utf-16-be")) == [("text.encoding", 1, 1)]  # begins with a zero byte
    assert problems_of(SHEET.replace("Ann", "A\ud800n")) == [("text.encoding", 3, 12)]


def test_a_line_that_is_cut_within_a_letter_is_only_too_long() -> None:
    for letter in ("\u00e9", "\u20ac", "\U0001f0a1"):  # of two, three and four bytes
        for shift in range(4):
            long = "event: " + "x" * shift + letter * (LINE // len(letter.encode()))
            assert problems_of(f"piquet-record 1\n{long}\n") == [("line.too_long", 2, LINE + 1), ("tag.too_long", 2, 8)]
    within = b"piquet-record 1\nevent: \xff" + b"x" * LINE
    assert problems_of(within) == [("line.too_long", 2, 10_001), ("text.encoding", 2, 8), ("tag.too_long", 2, 8)]
    assert problems_of(b"piquet-record 1\nevent: x\xe2\x82\n") == [("text.encoding", 2, 9)]
    # The cut leaves at most three bytes of a letter, so what is wrong before these is wrong by itself.
    near = b"remark: " + b"x" * (LINE - 12) + b"\xff" + b"x" * 100
    codes = [(code, column) for code, _, column in problems_of(b"piquet-record 1\n" + near)]
    assert codes[:2] == [("line.too_long", LINE + 1), ("text.encoding", LINE - 3)]


def test_the_limits_of_text_are_those_of_the_page() -> None:
    def told(lines: Iterable[str]) -> list[str]:
        return [problem.code for problem in read("\n".join(["piquet-record 1", *lines, ""])).problems]

    remarks, steps = ["remark: x"] * 200, ["A AH"] * 200
    deals = [f"deal {number}" for number in range(1, 202)]
    assert told([*remarks, "deal 1", *remarks, *steps, *deals[1:200]]) == []
    assert told([*remarks, "remark: y", "deal 1", *remarks, "remark: y"]) == ["record.limit"] * 2
    assert told(["deal 1", *steps, "B AH"]) == ["record.limit"]
    assert told(deals) == ["record.limit"]
    assert told(["deal 1", "talon: " + "?" * 72]) == []  # each card of the pack of 36 twice
    assert told(["deal 1", "talon: " + "?" * 73]) == ["action.malformed"]
    assert told(["event: " + "x" * 2000, "deal 1", "score: 100000-0", "result", "settlement: 100000"]) == []
    assert told(["result", "settlement: 100001"]) == ["claim.not_a_number"]
    assert told(["event: " + "x" * 2001]) == ["tag.too_long"]
    assert read("piquet-record 1\nevent: " + "x" * 2001).record.tags == {"event": "x" * 2000}
    assert told(["nonsense"] * 999) == ["line.unknown"] * 999
    assert told(["nonsense"] * 1001) == ["line.unknown"] * 999 + ["record.limit"]


def test_a_deal_beyond_the_limit_is_left_out_with_its_lines() -> None:
    deals = [f"deal {number}" for number in range(1, 202)]
    reading = read(
        "\n".join(["piquet-record 1", *deals, "A AH", "score: 28-23", "remark: x", "", "result", "winner: A"])
    )
    assert [problem.code for problem in reading.problems] == ["record.limit"]
    assert reading.record.deals == [Deal()] * 200 and reading.record.result == Result(winner="A")


# ---------------------------------------------------------------- JSON (docs/notation.md, "As JSON")


@pytest.mark.parametrize(
    ("record", "members"),
    [
        (Record(), {}),
        (Record(players=["Ann", None]), {"players": {"A": "Ann"}}),
        (Record(players=[None, "Ben"]), {"players": {"B": "Ben"}}),
        (Record(ruleset="french"), {"ruleset": "french"}),
        (
            Record(ruleset="french", overrides={"target": 101, "nought": True}),
            {"ruleset": {"name": "french", "overrides": {"nought": True, "target": 101}}},
        ),
        (Record(result=Result()), {"result": {}}),
        (Record(result=Result((None, 5), "none", False, 0)),
         {"result": {"totals": {"B": 5}, "winner": "none", "rubicon": False, "settlement": 0}}),
        (Record(deals=[Deal()]), {"deals": [{}]}),
        (Record(deals=[Deal(hands=[None, ["AS"]])]), {"deals": [{"dealt": {"hands": {"B": ["AS"]}}}]}),
        (Record(deals=[Deal(talon=["AS"])]), {"deals": [{"dealt": {"talon": ["AS"]}}]}),
        (Record(deals=[Deal(written=[(1, 2), None])]), {"deals": [{"written": {"A": {"A": 1, "B": 2}}}]}),
        (Record(deals=[Deal(written=[None, (1, 2)])]), {"deals": [{"written": {"B": {"A": 1, "B": 2}}}]}),
        (Record(deals=[Deal(score=(1, None), totals=(None, 0))]), {"deals": [{"score": {"A": 1}, "totals": {"B": 0}}]}),
        (Record(deals=[Deal("A", out_of_turn=True)]), {"deals": [{"dealer": "A", "out_of_turn": True}]}),
        (Record(deals=[Deal(annulled=True, irregular=True)]), {"deals": [{"annulled": True, "irregular": True}]}),
    ],
)  # fmt: skip
def test_what_a_record_does_not_have_is_left_out_of_its_json(record: Record, members: dict[str, object]) -> None:
    expected = {"piquet_record": 1, "deals": [], **members}
    assert to_json(record) == expected
    assert strictly(from_json(expected)).record == record
    assert strictly(read(write(record))).record == record


@pytest.mark.parametrize(
    ("members", "pointer"),
    [
        ({"players": {"C": "x"}}, "/players/C"),
        ({"ruleset": {"name": "portland", "x": 1}}, "/ruleset/x"),
        ({"notes": [{"kind": "remark", "text": "x", "after": 0}]}, "/notes/0/after"),
        ({"result": {"x": 1}}, "/result/x"),
        ({"result": {"totals": {"C": 1}}}, "/result/totals/C"),
        ({"deals": [{}, {"x": 1}]}, "/deals/1/x"),
        ({"deals": [{"dealt": {"x": 1}}]}, "/deals/0/dealt/x"),
        ({"deals": [{"dealt": {"hands": {"C": []}}}]}, "/deals/0/dealt/hands/C"),
        ({"deals": [{"written": {"C": {}}}]}, "/deals/0/written/C"),
        ({"deals": [{"written": {"B": {"C": 1}}}]}, "/deals/0/written/B/C"),
        ({"deals": [{"score": {"C": 1}}]}, "/deals/0/score/C"),
        ({"deals": [{"totals": {"C": 1}}]}, "/deals/0/totals/C"),
        ({"deals": [{"notes": [{"kind": "remark", "text": "x", "a/~b": 1}]}]}, "/deals/0/notes/0/a~1~0b"),
        ({"deals": [{"steps": [{**CALL, "x": 1}]}]}, "/deals/0/steps/0/x"),
        ({"deals": [{"steps": [{**CALL, "score": {"C": 1}}]}]}, "/deals/0/steps/0/score/C"),
        ({"x" * 50: 1}, "/" + "x" * 40),
    ],
)
def test_a_member_that_does_not_belong_there_is_told_with_its_pointer(members: dict[str, object], pointer: str) -> None:
    (problem,) = from_json({"piquet_record": 1, **members}).problems
    assert (problem.code, problem.pointer) == ("tag.unknown", pointer)


@pytest.mark.parametrize(
    ("members", "code", "pointer"),
    [
        ({"event": 5}, "member.type", "/event"),
        ({"event": "  "}, "tag.empty", "/event"),
        ({"players": {"B": ""}}, "tag.empty", "/players/B"),
        ({"notes": {}}, "member.type", "/notes"),
        ({"notes": [{"text": "x"}]}, "tag.value", "/notes/0/kind"),
        ({"notes": [{"kind": "remark"}]}, "member.type", "/notes/0/text"),
        ({"ruleset": {"overrides": {}}}, "tag.value", "/ruleset"),
        ({"ruleset": {"name": "portland", "overrides": 5}}, "tag.value", "/ruleset/overrides"),
        ({"deals": [{"dealer": "C"}]}, "tag.value", "/deals/0/dealer"),
        ({"deals": [{"dealt": []}]}, "member.type", "/deals/0/dealt"),
        ({"deals": [{"dealt": {"hands": []}}]}, "member.type", "/deals/0/dealt/hands"),
        ({"deals": [{"dealt": {"hands": {"B": "AS"}}}]}, "member.type", "/deals/0/dealt/hands/B"),
        ({"deals": [{"dealt": {"talon": ["AS", "1S"]}}]}, "card.unknown", "/deals/0/dealt/talon/1"),
        ({"deals": [{"written": []}]}, "member.type", "/deals/0/written"),
        ({"deals": [{"steps": {}}]}, "member.type", "/deals/0/steps"),
        ({"deals": [{"notes": [{"kind": "remark", "text": "x", "after": -1}]}]},
         "member.type", "/deals/0/notes/0/after"),
        ({"deals": [{"totals": {"A": True}}]}, "claim.not_a_number", "/deals/0/totals/A"),
        ({"deals": [{"totals": {"B": 100_001}}]}, "claim.not_a_number", "/deals/0/totals/B"),
        ({"result": []}, "member.type", "/result"),
        ({"result": {"totals": 3}}, "member.type", "/result/totals"),
        ({"result": {"settlement": "5"}}, "claim.not_a_number", "/result/settlement"),
    ],
)  # fmt: skip
def test_a_value_that_makes_no_sense_is_told_with_its_pointer(
    members: dict[str, object], code: str, pointer: str
) -> None:
    (problem,) = from_json({"piquet_record": 1, **members}).problems
    assert (problem.code, problem.pointer) == (code, pointer)


def test_the_values_of_overrides_are_words_whole_numbers_and_truths() -> None:
    def overrides(**values: object) -> dict[str, object]:
        reading = from_json({"piquet_record": 1, "ruleset": {"name": "portland", "overrides": values}})
        assert len(reading.problems) == len(values) - len(reading.record.overrides)
        return dict(reading.record.overrides)

    good = {"a": 0, "b": 100_000, "c": True, "d": False, "e": None, "f": "at_once", "g": "x" * 48}
    assert overrides(**good) == good
    assert overrides(a=-1, b=100_001, c=1.5, d="true", e="false", f="null", g="x" * 49, h="101", i=[]) == {}
    many = {f"p{number}": 1 for number in range(len(PARAMETERS) + 5)}
    reading = from_json({"piquet_record": 1, "ruleset": {"name": "portland", "overrides": many}})
    assert len(reading.record.overrides) == len(PARAMETERS) + 1  # one too many is enough to refuse them


def test_numbers_and_places_of_json_have_the_bounds_of_the_page() -> None:
    note = {"kind": "remark", "text": "x"}
    deal = {"steps": [CALL, GOOD], "notes": [{**note, "after": 2}, {**note, "after": 0}, {**note, "text": " y "}]}
    reading = strictly(from_json({"piquet_record": 1, "deals": [{**deal, "score": {"A": 100_000, "B": 5.0}}]}))
    (found,) = reading.record.deals
    assert found.score == (100_000, 5)
    assert found.notes == [Note("remark", "x", 0), Note("remark", "y", 0), Note("remark", "x", 2)]
    long = from_json({"piquet_record": 1, "event": " " + "x" * 2000, "site": "a\x07b"})
    assert [(each.code, each.pointer) for each in long.problems] == [
        ("tag.too_long", "/event"),
        ("text.control", "/site"),
    ]
    assert long.record.tags == {"event": "x" * 1999, "site": "a b"}
