"""`piquet-referee event` and `standings`: files, what is printed, and exit statuses."""

import csv
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from service.cli.main import AGREES, DIVERGES, UNREADABLE, main
from tests.cli.test_verify import EXAMPLES

CUP = (EXAMPLES / "spring-cup.toml").read_text(encoding="utf-8")

Write = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path) -> Write:
    """Writes an event beside the record that it names; returns the name of its file."""
    shutil.copy(EXAMPLES / "partie.piquet", tmp_path)

    def write(text: str) -> str:
        place = tmp_path / "event.toml"
        place.write_text(text, encoding="utf-8")
        return str(place)

    return write


def test_a_whole_event_is_summed_up(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(CUP)
    assert main(["event", name]) == AGREES
    assert capsys.readouterr().out == f"{name}: whole; 3 of 3 rounds in; 1 verified, 1 counted, 1 claimed\n"


def test_every_fault_is_a_line_and_a_file_that_cannot_be_read_stops_no_other(
    written: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """The totals of round 2 are 143 to 140, so Ben has won, and not Cora."""
    name = written(
        CUP.replace('winner = "ben"', 'winner = "cora"')
        .replace('byes = ["cora"]', 'byes = ["corra"]')
        .replace('"partie.piquet"', '"../partie.piquet"')
    )
    assert main(["event", "nowhere.toml", name]) == UNREADABLE
    out, err = capsys.readouterr()
    assert err == "piquet-referee: nowhere.toml: No such file or directory\n"
    near = "corra is not the id of a player (did you mean cora?)"
    outside = "../partie.piquet: a record is in the folder of the event"
    assert out.splitlines() == [
        f"{name}: round 1, table 1, /rounds/0/tables/0/record: {outside} [record.unreadable]",
        f"{name}: round 1, /rounds/0/byes/0: {near} [player.unknown]",
        f"{name}: round 1, /rounds/0: cora has neither a table nor a bye [player.missing]",
        f"{name}: round 2, table 1: the winner of the partie is A [partie.wrong]",
        f"{name}: not whole (3 faults); 0 of 3 rounds in; 1 claimed, 1 wrong",
    ]


def test_json_of_events_is_a_line_for_each(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(CUP.replace("[31, 12]", "[500, 12]"))
    assert main(["event", "--json", name]) == DIVERGES
    told = json.loads(capsys.readouterr().out)
    assert (told["file"], told["whole"], told["rounds_in"]) == (name, True, 3)
    assert [each["status"] for each in told["parties"]] == ["verified", "wrong", "claimed"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("name = ", "it is neither TOML nor JSON: "),
        ('{"name": NaN}', "NaN is not a number in JSON"),
        ("\udcff", "it is not UTF-8"),
        ('{"a":' * 100_000, "arrays and objects are nested too deeply"),
    ],
)
def test_what_is_neither_toml_nor_json_is_told(
    content: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = tmp_path / "event"
    name.write_bytes(content.encode("utf-8", "surrogateescape"))
    for words in (["event", str(name)], ["standings", str(name)]):
        assert main(words) == UNREADABLE
        assert why in capsys.readouterr().err


def test_an_event_may_be_json(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    players = [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Ben"}]
    tables = [{"table": 1, "a": "a", "b": "b", "result": {"totals": [150, 120]}}]
    given = {"players": players, "rounds": [{"number": 1, "tables": tables}], "scoring": {"points": "difference"}}
    assert main(["standings", written("\ufeff" + json.dumps(given))]) == AGREES
    assert capsys.readouterr().out.splitlines() == [
        "Standings after round 1 of 1",
        "",
        "rank  player  points  played",
        "   1  Ann         30       1",
        "   2  Ben        -30       1",
    ]


def test_standings_after_an_earlier_round(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """A beat B, and Cora had a bye: two points each. A has no other difference than that of the record, 287 to 80."""
    name = written(CUP)
    assert main(["standings", "--round", "1", "--format", "json", name]) == AGREES
    told = json.loads(capsys.readouterr().out)
    assert told["round"] == 1
    assert [(row["rank"], row["player"], row["points"], row["tie_breaks"]["difference"]) for row in told["rows"]] == [
        (1, "ann", 2, 207),
        (2, "cora", 2, 0),
        (3, "ben", 0, None),
    ]


def test_a_spreadsheet_takes_no_text_for_a_formula(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(CUP.replace('name = "Cora"', 'name = "=1+1"').replace('club = "East"', 'club = "-"'))
    assert main(["standings", "--format", "csv", name]) == AGREES
    out = capsys.readouterr().out
    assert out.startswith("\ufeffrank,id,player") and out.endswith("\r\n")
    header, *rows = csv.reader(io.StringIO(out.removeprefix("\ufeff"), newline=""))
    found = {row[1]: dict(zip(header, row, strict=True)) for row in rows}
    assert (found["cora"]["player"], found["cora"]["club"]) == ("'=1+1", "'-")
    assert (found["ben"]["difference"], found["ben"]["decided by"]) == ("-204", "difference")
    assert [found["ann"][name] for name in ("opponent 1", "result 1", "points 2", "result 3")] == [
        "ben",
        "win",
        "2",
        "loss",
    ]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('byes = ["ann"]', "", "round 2, /rounds/1: ann has neither a table nor a bye [player.missing]"),
        ('winner = "ben"', 'winner = "cora"', "a partie is wrong: table 1 of round 2"),
        ("result = { totals = [152, 131] }", "", "not all tables up to round 3 are in"),
    ],
)
def test_there_are_no_standings_of_what_is_not_whole_or_wrong_or_not_in(
    old: str, new: str, why: str, written: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    assert CUP.count(old) == 1
    assert main(["standings", "--round", "3", written(CUP.replace(old, new))]) == DIVERGES
    out, err = capsys.readouterr()
    assert (out, why in err) == ("", True)


def test_a_wrong_partie_counts_as_it_is_claimed_if_one_says_so(
    written: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(CUP.replace('winner = "ben"', 'winner = "cora"'))
    assert main(["standings", "--accept-wrong", name]) == AGREES
    assert "   3  B            4       2       2        -204" in capsys.readouterr().out
