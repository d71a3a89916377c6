"""Many records at once: cut out of a stream, and checked in portions."""

import json
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest

from service.records import batch, stream
from service.records.batch import convert_record, verify_parts, verify_records
from service.records.model import DEALS, NODES
from service.records.stream import LINE, Kind, Part, batches, of_json, of_ndjson, of_text, read_part
from service.records.text.parser import read, read_many
from service.records.verification import card_inference
from service.records.verification.card_inference import Tries
from service.records.verification.verify import verify

EXAMPLES = Path(__file__).parents[2] / "examples"
W1 = (EXAMPLES / "w1.piquet").read_bytes()
SHEET = (EXAMPLES / "score-sheet.piquet").read_bytes()


def cut(kind: Kind, chunks: Iterable[bytes]) -> list[Part]:
    return [part for _, parts in batches(kind, chunks, 7) for part in parts]


def pieces(content: bytes, size: int) -> Iterable[bytes]:
    return (content[at : at + size] for at in range(0, len(content), size))


# ---------------------------------------------------------------- cutting

STREAMS: dict[str, tuple[Kind, bytes]] = {
    "records": ("text", W1 + b"\n" + SHEET + W1),
    "with a byte order mark": ("text", b"\xef\xbb\xbf" + W1 + SHEET),
    "remarks before the first": ("text", b"\n# a club\n\n" + W1),
    "remarks and nothing else": ("text", b"# a club\n\n"),
    "something else before the first": ("text", b"A club\n" + W1),
    "no line break at the end": ("text", W1 + SHEET.rstrip(b"\n")),
    "Windows": ("text", (W1 + SHEET).replace(b"\n", b"\r\n")),
    "words of a header within a line": ("text", W1 + b"remark: piquet-record 1\n piquet-record 1\n" + SHEET),
    "nothing": ("text", b""),
    "lines": ("ndjson", b'{}\n\n"x"\n[]\n'),
    "no line break": ("ndjson", b'{}\n{"deals":[]}'),
    "blank lines": ("ndjson", b"\n \r\n\n\n{}"),
}


@pytest.mark.parametrize("size", [1, 2, 13, 14, 15, 64, 10_000])
@pytest.mark.parametrize("named", STREAMS)
def test_a_stream_is_cut_into_the_records_that_are_in_it_however_it_comes(named: str, size: int):
    kind, content = STREAMS[named]
    found = [read_part(kind, part) for part in cut(kind, pieces(content, size))]
    whole = of_text(BytesIO(content)) if kind == "text" else of_ndjson(BytesIO(content))
    assert [(line, reading.record) for line, reading in filter(None, found)] == [
        (line, reading.record) for line, reading in whole
    ]


def test_lines_are_counted_from_one_unless_it_is_said_from_where():
    text, lines = b"# a club\n\n" + SHEET + W1, b"\n{}\n[]"
    second = 3 + SHEET.count(b"\n")
    assert [line for line, _ in of_text(BytesIO(text))] == [3, second]
    assert [line for line, _ in of_text(BytesIO(text), 10)] == [12, second + 9]
    assert [line for line, _ in of_ndjson(BytesIO(lines))] == [2, 3]
    assert [line for line, _ in of_ndjson(BytesIO(lines), 10)] == [11, 12]
    (problem,) = next(read_many(BytesIO(b"piquet-record 1\nnonsense\n"))).problems
    assert (problem.line, problem.column) == (2, 1)


def test_no_more_records_come_together_than_are_asked_for():
    counted = [(received, len(parts)) for received, parts in batches("ndjson", [b"1\n" * 5, b"1\n" * 4, b"1"], 3)]
    assert counted == [(10, 3), (10, 2), (18, 3), (18, 1), (19, 1)]


@pytest.mark.parametrize("size", [1000, 1 << 16, 3 << 20])
def test_a_record_that_is_too_long_is_told_and_those_around_it_are_read(size: int):
    long = b"piquet-record 1\n" + b"# x\n" * (LINE // 4)
    content = SHEET + long + W1
    first, second, third = cut("text", pieces(content, size))
    assert first == Part(1, SHEET)
    assert second == Part(1 + SHEET.count(b"\n"), None)
    assert third == Part(1 + (SHEET + long).count(b"\n"), W1)
    found = read_part("text", second)
    assert found is not None and [problem.code for problem in found[1].problems] == ["record.limit"]


def test_a_line_may_be_as_long_as_is_said_and_no_longer():
    fits = b'"%b"' % (b"x" * (LINE - 2))
    assert cut("ndjson", [fits + b"\n" + fits]) == [Part(1, fits + b"\n"), Part(2, fits)]
    assert cut("ndjson", [b" " + fits + b"\n{}\n " + fits]) == [Part(1, None), Part(2, b"{}\n"), Part(3, None)]


@pytest.mark.parametrize("size", [1, 2, 7, 13, 14, 15, 16, 29, 30, 31, 32, 33, 1000])
def test_what_is_too_long_is_told_however_it_comes(monkeypatch, size: int):
    """With records of at most 30 bytes, and the line end: the header and its line end are 16."""
    monkeypatch.setattr(stream, "LINE", 30)
    header = b"piquet-record 1\n"
    records = [
        header + b"# 34567890123\n",
        header + b"# 345678901234\n",
        header + b"# 3456789012345\n",
        header + b"#\n" * 60,
        header + b"#\n" * 7,
        header + b"#\n" * 8,
        header + b"#" * 100 + b"\n",
        header,
    ]
    expected, line = [], 1
    for record in records:
        expected.append(Part(line, record if len(record) <= 31 else None))
        line += record.count(b"\n")
    assert [part.content is None for part in expected] == [False, False, True, True, False, True, True, False]
    assert cut("text", pieces(b"".join(records), size)) == expected
    lines = [b"x" * 30, b"", b"x" * 31, b"x" * 100, b"x", b"x" * 32, b"x" * 29]
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line]
    found = cut("ndjson", pieces(b"\n".join(lines), size))
    assert [(part.line, part.content and part.content.strip()) for part in found] == [
        (number, line if len(line) <= 30 else None) for number, line in numbered
    ]


def test_the_longest_line_has_a_mebibyte():
    fits = b'"%b"' % (b"x" * ((1 << 20) - 2))
    read = of_ndjson(BytesIO(fits + b"\n" + fits + b" \n{}"))
    problems = [(line, [(each.code, each.message) for each in reading.problems[:1]]) for line, reading in read]
    header = problems[0][1]
    assert header[0][0] == "record.header"
    assert problems[1] == (2, [("line.too_long", "a line has at most 1048576 bytes")])
    assert problems[2][0] == 3 and problems[2][1][0][0] == "record.header"
    for kind, told in (
        ("text", ("record.limit", "a record of a stream has at most 1048576 bytes")),
        ("ndjson", ("line.too_long", "a line has at most 1048576 bytes")),
    ):
        found = read_part(kind, Part(7, None))  # type: ignore[arg-type]
        assert found is not None and found[0] == 7
        assert [(each.code, each.message) for each in found[1].problems] == [told]


# ---------------------------------------------------------------- bounds


def nested(count: int) -> bytes:
    return b'{"x":[%b]}' % b",".join([b"[]"] * count)


def test_a_record_with_more_values_than_any_has_is_not_decoded():
    within, beyond = (of_json(nested(count)) for count in (NODES // 2 - 2, NODES // 2))
    assert [problem.code for problem in within.problems] == ["record.header"]
    assert [problem.code for problem in beyond.problems] == ["record.limit"]
    # 250,000 commas, colons and brackets (docs/notation.md), and the value itself.
    within, beyond = (of_json(b"[%b]" % (b"," * count)) for count in (249_998, 249_999))
    assert [problem.code for problem in within.problems] == ["member.type"]
    assert [problem.message for problem in beyond.problems] == [
        "a record has at most 250000 commas, colons and brackets"
    ]


def test_the_commas_of_a_text_are_not_values():
    text = json.dumps(W1.decode() + "remark: " + "," * NODES).encode()
    assert len(of_json(text).record.deals) == 1


def test_a_record_of_as_many_deals_as_there_may_be_has_fewer_values():
    step = {"action": {"seat": "A", "type": "call", "category": "sequence", "length": 4, "top": "A"},
            "score": {"A": 1, "B": 2}}  # fmt: skip
    record = {"piquet_record": 1, "deals": [{"steps": [step] * 60}] * DEALS}
    content = json.dumps(record).encode()
    assert len(of_json(content).record.deals) == DEALS
    assert not of_json(content).problems


def test_arrays_too_far_within_one_another_are_told():
    (problem,) = of_json(b"[" * 100_000 + b"]" * 100_000).problems
    assert (problem.code, "nested too deeply" in problem.message) == ("member.type", True)


def test_reports_that_do_not_fit_into_the_answer_are_left_out_one_by_one(monkeypatch):
    short, long = b'"piquet-record 1\\n"', b'{"deals":[%b]}' % b",".join([b"{}"] * 101)
    size = len(verify_records([long]).reports[0])
    monkeypatch.setattr(batch, "REPORTS", 2 * size + 1000)
    reports = [json.loads(report) for report in verify_records([long, long, long, short, long]).reports]
    assert [len(report["deals"]) for report in reports] == [101, 101, 0, 0, 0]
    left_out = [[problem["code"] for problem in report["problems"]] for report in reports]
    assert left_out[2] == left_out[4] == ["record.limit"] != left_out[3]
    assert reports[2]["ruleset"] == reports[0]["ruleset"]


@pytest.mark.parametrize(("spare", "left_out"), [(0, False), (-1, True)])
def test_a_report_may_be_as_long_as_there_is_room(monkeypatch, spare, left_out):
    record = b'{"deals":[%b]}' % b",".join([b"{}"] * 101)
    (report,) = verify_records([record]).reports
    monkeypatch.setattr(batch, "REPORTS", len(report) + spare)
    assert (verify_records([record]).reports != [report]) is left_out


def test_it_is_counted_how_often_unknown_cards_are_filled_in():
    """Once to find out that there are cards that fit, and once to play with them."""
    unknown = "".join(line for line in W1.decode().splitlines(keepends=True) if not line.startswith("talon"))
    records = [json.dumps(text).encode() for text in (W1.decode(), unknown, SHEET.decode(), unknown)]
    assert verify_records(records).tries == 4
    assert verify_records(records[:1]).tries == 0
    assert verify_parts("text", cut("text", [W1 + unknown.encode() + unknown.encode()]), 1, 60.0).tries == 4
    report = verify(read(unknown), Tries(2)).deals[0]
    assert (report.basis, report.checked) == ("fitting_cards", report.steps)
    report = verify(read(unknown), Tries(1)).deals[0]
    assert (report.basis, report.checked) == ("score", 0)


@pytest.mark.parametrize("allowed", [1, 2])
def test_unknown_cards_are_filled_in_so_often_for_all_records_together(monkeypatch, allowed):
    """It takes two to find that there are cards that fit and to play with them."""
    monkeypatch.setattr(batch, "TRIES", allowed)
    unknown = "".join(line for line in W1.decode().splitlines(keepends=True) if not line.startswith("talon"))
    reports, tries = verify_records([json.dumps(unknown).encode()] * 2)
    assert tries == allowed
    bases = [json.loads(report)["deals"][0]["basis"] for report in reports]
    assert bases == ["fitting_cards" if allowed == 2 else "score", "score"]


def test_the_bounds_of_a_request_are_those_of_the_documents():
    """docs/reference/records.md: filled in up to 2,000 times for a request and 200 for a record."""
    assert (batch.TRIES, card_inference.OF_A_RECORD, batch.REPORTS) == (2000, 200, 4 << 20)


# ---------------------------------------------------------------- portions


def test_what_does_not_fit_into_the_time_is_left_and_comes_out_the_same_later():
    parts = cut("text", [b"# first\n" + W1 + SHEET + b"nonsense\n" + W1])
    whole = verify_parts("text", parts, 1, 60.0).reports
    assert [len(lines) for lines in whole] == [0, 1, 1, 1]
    told: list[list[bytes]] = []
    while parts:
        done = verify_parts("text", parts, 1 + sum(map(len, told)), 0.0).reports
        assert len(done) == 1
        told += done
        parts = parts[1:]
    assert told == whole
    assert [json.loads(line)["record"] for lines in told for line in lines] == [1, 2, 3]


def test_a_part_without_a_record_is_answered_with_nothing_and_not_counted():
    parts = [Part(1, b"# a club\n"), Part(2, W1)]
    (nothing, (line,)) = verify_parts("text", parts, 1, 60.0).reports
    assert nothing == [] and (json.loads(line)["record"], json.loads(line)["line"]) == (1, 2)


def test_a_record_is_converted_with_its_problems():
    record, problems, _ = convert_record(json.dumps(W1.decode() + "nonsense\n").encode(), "text")
    assert json.loads(record) == W1.decode()
    assert [problem["code"] for problem in json.loads(problems)] == ["line.unknown"]
    record, *_ = convert_record(json.dumps("piquet-record 1\nsite: Zürich\n").encode(), "json")
    assert record == '{"piquet_record":1,"site":"Zürich","deals":[]}'.encode()
