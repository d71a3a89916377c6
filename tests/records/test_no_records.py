"""What is no record is told what it looks like and where the format is described; a winner may be named."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from service.cli.main import DIVERGES, UNREADABLE, main
from service.records.json_form import from_json, to_json
from service.records.recognition import FORMAT_PAGE
from service.records.stream import of_json
from service.records.text.parser import read, read_many
from service.records.verification.verify import verify
from tests.helpers.records import strictly

ROOT = Path(__file__).parents[2]
OF_TEXT = "a record as text, which is sent as a string, or kept in a file named .piquet"
NONE = "this is not one of A, B, none, nor the name of a player"
SHEET = (ROOT / "examples" / "score-sheet.piquet").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"deal,Anna,Berta\n1,28,23\n2,30,40\n", "CSV"),
        (b"deal;Anna;Berta\r\n1;28;23\r\n", "CSV"),
        (b"1\t28\t23\n2\t30\t40\n", "CSV"),
        (b"PK\x03\x04\x14\x00\x08\x08\n\x00", "a spreadsheet or another ZIP archive"),
        (b"%PDF-1.7\n%\xe2\xe3\n", "a PDF"),
        (b"\x1f\x8b\x08\x00\n", "a compressed file (gzip)"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"<!doctype html>\n<table>\n", "HTML or XML"),
        (b'{"deals": []}\n', "JSON"),
        (b'[Event "Hastings"]\n1. e4 e5\n', "PGN, the notation of chess"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "a spreadsheet or a document of an office program"),
        (b"{\\rtf1\\ansi\n", "a document in RTF"),
        (b"(\xb5/\xfd\x04", "a compressed file (Zstandard)"),
        (b"BZh91AY", "a compressed file (bzip2)"),
        (b"\xfd7zXZ", "a compressed file (xz)"),
        (b"7z\xbc\xaf\x27", "a 7z archive"),
        (b"\xff\xd8\xff\xe0", "a picture"),
        (b"GIF89a", "a picture"),
        (b"SQLite format 3\n", "a database (SQLite)"),
        (b"[1, 2]\n", "JSON"),
        (b'"A", "B"\n', "JSON"),
        (b"MZ\x90\x00\x03\n", "binary data"),
        (b"x" * 1023 + b"\x00\n", "binary data"),  # the first 1,024 bytes are looked at
    ],
)
def test_a_text_that_is_none_is_one_problem_that_says_what_it_looks_like(content: bytes, what: str) -> None:
    (problem,) = read(content).problems
    assert (problem.code, problem.line, problem.column) == ("record.header", 1, 1)
    assert problem.message == (
        f"this looks like {what}; a record must begin with piquet-record 1; {FORMAT_PAGE} describes the format"
    )


@pytest.mark.parametrize(
    "begins", ["event: Rome, 1882", "deal 1", "A exchange SK D98; B exchange S7", "score: 28-23", "hello", "28-23"]
)
def test_a_record_without_its_header_is_still_read(begins: str) -> None:
    reading = read(f"{begins}\nplayer A: Anna\n")
    assert reading.problems[0].message == (
        f"a record must begin with piquet-record 1; {FORMAT_PAGE} describes the format"
    )
    assert reading.record.players[0] == "Anna"


def test_records_after_something_that_is_none_are_read() -> None:
    first, second = read_many(BytesIO(b"a,b\n1,2\nplayer A: x\n" + SHEET.encode()))
    assert [problem.code for problem in first.problems] == ["record.header"]
    assert not second.problems and len(second.record.deals) == 6


def test_an_empty_text_is_told_the_page() -> None:
    for empty in ("", " \n\n", "# only a remark\n"):
        (problem,) = read(empty).problems
        assert (problem.code, FORMAT_PAGE in problem.message) == ("record.empty", True)


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ({"name": "Anna", "score": 28}, "JSON of another kind"),
        ({"record": {"piquet_record": 1}}, "an object around a record: send the value of its member record"),
        ({"reports": [], "engine_version": "1.0.0"}, "a report of a verification"),
        ({"partie": {}, "phase": "play", "hands": {}, "events": []}, "a state of the game"),
        ({"partie": {}, "phase": "play", "hands": {}}, "a state of the game"),
    ],
)  # fmt: skip
def test_json_of_another_kind_is_one_problem(value: Any, what: str) -> None:
    (problem,) = from_json(value).problems
    assert problem.code == "record.header"
    assert problem.message.startswith(f'this looks like {what}; a record must have the member "piquet_record": 1')
    assert problem.message.endswith(f"{FORMAT_PAGE} describes the format")


@pytest.mark.parametrize("name", ["deals", "players", "result", "first_dealer"])
def test_json_with_a_member_of_a_record_may_be_one(name: str) -> None:
    (problem,) = from_json({name: None, "event": "x"}).problems
    assert problem.message.startswith('a record must have the member "piquet_record": 1')


@pytest.mark.parametrize("name", ["partie", "phase", "hands"])
def test_json_that_lacks_a_member_of_a_state_is_none(name: str) -> None:
    state = {"partie": {}, "phase": "play", "hands": {}}
    del state[name]
    (problem,) = from_json(state).problems
    assert problem.message.startswith("this looks like JSON of another kind;")


def test_json_that_only_lacks_its_version_is_still_read() -> None:
    reading = from_json({"deals": [{"score": {"A": 28, "B": 23}}]})
    assert [problem.code for problem in reading.problems] == ["record.header"]
    assert reading.record.deals[0].score == (28, 23)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"a,b\n", "; it looks like CSV"),
        (SHEET.encode(), f"; it looks like {OF_TEXT}"),
        (b"", "; it looks like an empty file"),
        (b'{"deals": [', ""),
        (b'{"event": NaN}', ""),
        (b'{"event": "\\ud800"}', ""),
        (b'{"event": "\\uD83C"}', ""),
        (b"x" * 1023 + b"\x00", "; it looks like binary data"),
        (b"x" * 1024 + b"\x00", ""),
        (b" " * 1023 + b"a", ""),
        (b" " * 1024 + b"a", "; it looks like an empty file"),
    ],
)  # fmt: skip
def test_what_is_not_json_is_told_what_it_looks_like(content: bytes, what: str) -> None:
    (problem,) = of_json(content).problems
    assert problem.message == f"this is not JSON{what}; {FORMAT_PAGE} describes the format of records"


def test_json_may_begin_with_a_mark_and_escape_letters_beyond_the_first_plane() -> None:
    reading = strictly(of_json(b'\xef\xbb\xbf{"piquet_record": 1, "event": "\\ud83c\\udca1"}'))
    assert reading.record.tags == {"event": "\U0001f0a1"}


def test_the_page_is_there() -> None:
    page, _, anchor = FORMAT_PAGE.partition("#")
    assert f"\n## {anchor.capitalize()}\n" in (ROOT / page).read_text(encoding="utf-8")


def test_the_command_tells_what_a_file_looks_like(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "season.csv").write_text("deal,Anna,Berta\n1,28,23\n")
    (tmp_path / "state.json").write_text(json.dumps({"piquet": 1}))
    (tmp_path / "empty.piquet").touch()
    for name, status, said in (
        ("season.csv", DIVERGES, "season.csv:1:1: this looks like CSV; a record must begin with piquet-record 1;"),
        ("state.json", DIVERGES, "this looks like JSON of another kind"),
        ("empty.piquet", UNREADABLE, f"empty.piquet: it is empty; {FORMAT_PAGE} describes the format"),
    ):
        assert main(["verify", "--jobs", "1", str(tmp_path / name)]) == status
        assert said in capsys.readouterr().out


@pytest.mark.parametrize("verb", ["replay", "rule"])
def test_a_commentary_and_a_ruling_need_a_record(tmp_path: Path, capsys: Any, verb: str) -> None:
    file = tmp_path / "season.csv"
    file.write_text("deal,Anna,Berta\n1,28,23\n")
    assert main([verb, str(file)]) == UNREADABLE
    captured = capsys.readouterr()
    assert f"{file}: this looks like CSV; a record must begin with piquet-record 1" in captured.err
    assert captured.out == ""


# ---------------------------------------------------------------- the winner by name


def named(a: str, b: str, winner: str) -> str:
    players = SHEET.replace("player A: A", f"player A: {a}").replace("player B: B", f"player B: {b}")
    return players.replace("winner: A", f"winner: {winner}")


@pytest.mark.parametrize("winner", ["Anna Müller", "anna  müller", "ANNA MÜLLER", "A"])
def test_the_winner_may_be_written_by_the_name_of_the_player(winner: str) -> None:
    reading = strictly(read(named("Anna Müller", "Berta", winner)))
    assert reading.record.result is not None and reading.record.result.winner == "A"
    assert verify(reading).agrees
    written = to_json(reading.record)
    written["result"]["winner"] = winner
    assert strictly(from_json(written)).record.result == reading.record.result


@pytest.mark.rule("R8.2")
def test_a_winner_by_name_is_checked_like_a_seat() -> None:
    report = verify(strictly(read(named("Anna", "Berta", "Berta"))))
    assert report.divergence is not None
    assert (report.divergence.claimed, report.divergence.computed) == ("B", "A")


@pytest.mark.parametrize(
    ("a", "b", "winner", "message"),
    [
        ("Anna", "Anna", "Anna", "both players have this name; write A or B"),
        ("Anna", "Berta", "Ana", f"{NONE} (did you mean Anna?)"),
        ("Anna Müller", "Berta", "Anna", f"{NONE} (did you mean Anna Müller?)"),
        ("Anna", "Berta", "Clara", NONE),
    ],
)  # fmt: skip
def test_a_name_that_is_ambiguous_or_unknown_is_told(a: str, b: str, winner: str, message: str) -> None:
    (problem,) = read(named(a, b, winner)).problems
    assert (problem.code, problem.message) == ("tag.value", message)
    written = to_json(read(named(a, b, "A")).record)
    written["result"]["winner"] = winner
    (problem,) = from_json(written).problems
    assert (problem.pointer, problem.message) == ("/result/winner", message)


def test_without_names_only_seats_are_named() -> None:
    (problem,) = read("piquet-record 1\nresult\nwinner: C\n").problems
    assert problem.message == "this is not one of A, B, none"


def test_a_seat_comes_before_a_player_who_is_called_like_it() -> None:
    result = strictly(read(named("B", "A", "A"))).record.result
    assert result is not None and result.winner == "A"
