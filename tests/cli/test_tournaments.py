"""`piquet-referee event` and `standings`: files, what is printed, and exit statuses."""

import csv
import io
import json
import os
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from service.cli.main import AGREES, DIVERGES, UNREADABLE, main
from service.cli.tournaments import SheetForm, _harmless
from tests.cli.test_verify import COMMAND, EXAMPLES, ROOT

CUP = (EXAMPLES / "spring-cup.toml").read_text(encoding="utf-8")

ENVIRON = {**os.environ, "PYTHONPATH": str(ROOT)}

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


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("form", ["toml", "json"])
def test_an_event_is_read_from_standard_input(mark: bytes, form: str) -> None:
    """Its records stand in the current folder. A byte order mark changes nothing, and UTF-16 is named."""
    content = CUP if form == "toml" else json.dumps(tomllib.loads(CUP), default=str)

    def asked(verb: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([*COMMAND, verb, "-"], input=given, capture_output=True, cwd=EXAMPLES, env=ENVIRON)

    done = asked("event", mark + content.encode())
    assert done.stdout == b"standard input: whole; 3 of 3 rounds in; 1 verified, 1 counted, 1 claimed\n"
    assert asked("standings", mark + content.encode()).stdout.startswith(b"Spring cup: standings after round 3 of 3\n")
    for verb in ("event", "standings"):
        done = asked(verb, content.encode("utf-16"))
        assert (done.returncode, done.stdout) == (UNREADABLE, b"")
        assert done.stderr == b"piquet-referee: standard input: it is not UTF-8 but UTF-16: save it as UTF-8\n"


def test_no_round_is_added_to_standard_input(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["event", "--import", written(""), "--round", "1", "-"]) == UNREADABLE
    assert "a round is added to the file of an event" in capsys.readouterr().err


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
        f"{name}: round 2, table 1: the winner of the partie is A [partie.wrong]",
        f"{name}: not whole (2 faults); 0 of 3 rounds in; 1 claimed, 1 wrong",
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


def test_a_number_with_thousands_of_digits_is_no_id(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """TOML has hexadecimal numbers of any length, which Python does not write out in decimals."""
    name = written(CUP.replace('a = "ann"', f"a = 0x{'F' * 5000}"))
    assert main(["event", name]) == DIVERGES
    assert "/rounds/0/tables/0/a: this is not the id of a player [player.unknown]" in capsys.readouterr().out


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
    ("given", "expected"),
    [
        ("=1+1", "'=1+1"),
        (" =1+1", " '=1+1"),
        ("-2", "-2"),
        ("2.5", "2,5"),
        ("-", "'-"),
        ("\uff1d1+1", "'\uff1d1+1"),  # the full-width forms of = + - @
        ("\uff0b1", "'\uff0b1"),
        ("\uff0d1", "'\uff0d1"),
        ("\uff20sum", "'\uff20sum"),
        ("Ann;=1+1", "Ann;'=1+1"),  # a spreadsheet with semicolons splits it here
        ("Ann, @x", "Ann, '@x"),
        ("Jean-Luc", "Jean-Luc"),
    ],
)
def test_no_cell_and_no_part_of_one_is_a_formula(given: str, expected: str) -> None:
    assert _harmless(given, SheetForm("csv", "en", ";", ",")) == expected


def test_a_separator_and_a_decimal_mark_are_chosen(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """Each has won a partie, lost one, and had a bye, which gives half a point here."""
    name = written(CUP.replace('points = "game"', 'points = "game"\nbye = 0.5'))
    assert main(["standings", "--format", "csv", "--separator", "semicolon", "--decimal", "comma", name]) == AGREES
    header, *rows = csv.reader(io.StringIO(capsys.readouterr().out.removeprefix("\ufeff"), newline=""), delimiter=";")
    assert {row[1]: row[header.index("points")] for row in rows} == dict.fromkeys(("ann", "ben", "cora"), "2,5")


def test_who_has_withdrawn_is_marked_in_every_form(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """Cora has withdrawn after the second of three rounds; Ann and Ben play the third."""
    text = CUP.partition("[[rounds]]\nnumber = 3")[0]
    name = written(text.replace("[scoring]", "[withdrawn]\ncora = 2\n\n[scoring]"))
    marks = {}
    for form in ("text", "csv", "html", "json"):
        assert main(["standings", "--format", form, name]) == AGREES
        marks[form] = capsys.readouterr().out
    assert [line.split("  ")[2].strip() for line in marks["text"].splitlines() if "withdrawn" in line] == [
        "Cora (withdrawn after round 2)"
    ]
    header, *rows = csv.reader(io.StringIO(marks["csv"].removeprefix("\ufeff"), newline=""))
    assert {row[1]: row[-1] for row in rows} == {"ann": "", "ben": "", "cora": "2"} and header[-1] == "withdrawn after"
    assert marks["html"].count("<bdi>Cora</bdi> (withdrawn after round 2)") == 2
    assert {row["player"]: row["withdrawn"] for row in json.loads(marks["json"])["rows"]} == {
        "ann": None,
        "ben": None,
        "cora": 2,
    }


def test_players_of_one_name_have_their_ids_behind_it(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    text = CUP.replace('record = "partie.piquet"', "result = { totals = [287, 80] }")
    name = written(text.replace('name = "Ann"', 'name = "Cora"').replace('name = "Ben"', 'name = "cora"'))
    for form, marks in (
        ("text", ("Cora (ann)", "cora (ben)", "Cora (cora)")),
        ("html", ("<bdi>Cora (ann)</bdi>", "<bdi>cora (ben)</bdi>", "<bdi>Cora (cora)</bdi>")),
    ):
        assert main(["standings", "--format", form, name]) == AGREES
        out = capsys.readouterr().out
        assert all(mark in out for mark in marks)


def test_an_event_without_a_round_says_so(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "--round", "7", written(CUP)]) == DIVERGES
    assert "the event has no round 7; its last round is 3" in capsys.readouterr().err


def test_a_name_that_turns_the_direction_of_text_turns_nothing(
    written: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """U+202E turns what follows it round, and U+200B has no width."""
    name = written(CUP.replace('name = "Cora"', 'name = "Co\\u202Era\\u200B"'))
    for form, shown in (("text", "Co\\u202era\\u200b"), ("html", "<bdi>Co\\u202era\\u200b</bdi>")):
        assert main(["standings", "--format", form, name]) == AGREES
        out = capsys.readouterr().out
        assert shown in out and "\u202e" not in out and "\u200b" not in out


def test_columns_are_as_wide_as_they_are_seen(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """Each of the two letters takes two columns, and the accent behind the e none."""
    name = written(CUP.replace('name = "Cora"', 'name = "\u6771\u4eac e\u0301"'))
    assert main(["standings", name]) == AGREES
    lines = capsys.readouterr().out.splitlines()[2:]
    (wide,) = [line for line in lines if "\u6771" in line]
    last = lines[0].index("points") + len("points") - 1
    assert wide[last - 1] == "4", "the name has six columns and five characters"


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
    assert "   3  Ben          4       2       2        -204" in capsys.readouterr().out


# ---------------------------------------------------------------- results from a spreadsheet

#: The fourth round: Ann beats Cora, and Ben has a bye.
RESULTS = "\ufefftable;a;b;a_total;b_total\r\n1;ann;cora;150;120\r\n\r\n;ben;;;\r\n"


def imported(name: str, results: str, number: int = 4) -> int:
    """The status of an import of results into the event."""
    place = Path(name).with_name("results.csv")
    place.write_text(results, encoding="utf-8", newline="")
    return main(["event", "--import", str(place), "--round", str(number), name])


def test_an_event_in_json_with_a_member_twice_is_refused(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    text = json.dumps(tomllib.loads(CUP), default=str)
    assert main(["event", written(text.replace('"name": "Cora"', '"name": "Dora", "name": "Cora"'))]) == UNREADABLE
    assert "an object has the member 'name' twice" in capsys.readouterr().err


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("form", ["toml", "json"])
def test_a_round_is_added_from_a_spreadsheet(
    form: str, separator: str, written: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ann and Ben have 6 points then, Cora 4. Ann has beaten Ben."""
    name = written(CUP if form == "toml" else json.dumps(tomllib.loads(CUP), default=str))
    before = Path(name).stat().st_mode
    named = f"sep={separator}\r\n" if separator == ";" else ""
    results = named + RESULTS.removeprefix("\ufeff") if named else RESULTS
    assert imported(name, results.replace(";", separator)) == AGREES
    capsys.readouterr()
    assert main(["standings", "--format", "json", name]) == AGREES
    told = json.loads(capsys.readouterr().out)
    assert told["round"] == 4
    assert [(row["player"], row["points"]) for row in told["rows"]] == [("ann", 6), ("ben", 6), ("cora", 4)]
    assert Path(name).stat().st_mode == before
    assert sorted(each.name for each in Path(name).parent.iterdir()) == ["event.toml", "partie.piquet", "results.csv"]


@pytest.mark.parametrize(
    ("results", "why"),
    [
        ("", "row 1: the columns table, a and b are missing"),
        ("table,a,b,a_totl,b_total\n", "row 1, column 4: a_totl is not the heading of a column (did you mean a_total"),
        ("table,a,b,a_total\n1,ann,ben,3\n", "row 1: the column b_total is missing"),
        ("table,a,b,a_1,b_1,b_2\n", "row 1: the column a_2 is missing"),
        ("table,a,b,a_total,b_total\n1,ann,ben,3,-3\n", "row 2, column 5 (b_total): b_total is not a whole number"),
        ("table,a,b,a_total,b_total\n1,ann,ben,100\n", "row 2, column 5 (b_total): b_total is not a whole number"),
        ("table,a,b,a_total,b_total\n1,ann,cora,1,249,101\n", "row 2, column 6: there is no heading for this cell"),
        ("table,a,b,a_total,b_total,a_total\n", "row 1, column 6: a_total is the heading of column 4 already"),
        ("table,a,b,a_total,b_total,forfiet\n", "row 1, column 6: forfiet is not the heading of a column"),
        ("table,a,b,,a_total,b_total\n", "row 1, column 4: an empty heading is not the heading of a column"),
        (RESULTS.replace(";ben;;;", ";ben;;149;"), "row 4, column 4 (a_total): a row without b is a bye"),
        (
            RESULTS.replace("cora", "corra"),
            "row 2, column 3 (b): corra is neither the id nor the name of a player (did you mean cora?)",
        ),
        (
            RESULTS.replace(";ben;;;", ";Benn;;;"),
            "row 4, column 2 (a): Benn is neither the id nor the name of a player",
        ),
        (RESULTS.replace(";ben;;;", ""), "round 4, /rounds/3: ben has neither a table nor a bye"),
        (RESULTS.replace("150", "120"), "row 2, column 4 (a_total): the partie is not over"),
        (RESULTS.replace("150", "14900"), "row 2, column 4 (a_total): no partie can have these totals"),
        (RESULTS.replace("150", "0").replace("120", "0"), "row 2, column 4 (a_total): no partie can have these totals"),
    ],
)
def test_nothing_is_added_if_anything_is_wrong(
    results: str, why: str, written: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset = 'ruleset = "portland"\noverrides = { tie = "two_more_until_broken" }'
    text = CUP.replace('ruleset = "portland"', ruleset)
    name = written(text)
    assert imported(name, results) == DIVERGES
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1 and why in told[0], "and nothing that follows from it"
    assert Path(name).read_text(encoding="utf-8") == text


def test_what_cannot_be_added_to_is_told(written: Write, capsys: pytest.CaptureFixture[str]) -> None:
    ids = [{"id": name} for name in ("ann", "ben", "cora")]
    toml = "rounds = []\n" + "".join(f'[[players]]\nid = "{each["id"]}"\n' for each in ids)
    for text in (toml, json.dumps({"rounds": 7, "players": ids})):
        name = written(text)
        assert imported(name, RESULTS) == UNREADABLE
        assert "none can be added" in capsys.readouterr().err
        assert Path(name).read_text(encoding="utf-8") == text
    assert imported(written(CUP), RESULTS.replace("ann", '"ann')) == UNREADABLE
    assert "it is not CSV" in capsys.readouterr().err
    assert main(["event", "--round", "4", written(CUP)]) == UNREADABLE
    assert main(["event", "--import", "x.csv", "--round", "4", written(CUP), written(CUP)]) == UNREADABLE
