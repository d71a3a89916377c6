"""`piquet-referee event --import`: results as spreadsheets write them, and rounds that are there already."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from service.cli.main import AGREES, DIVERGES, UNREADABLE, main

#: Two players have one name. A comment stands before each part.
EVENT = """\
# the cup
name = "Cup"
scoring = { points = "game" }
players = [
  { id = "rene", name = "René Lœwe" },
  { id = "zoe", name = "Zoë" },
  { id = "ann", name = "Ann Smith" },
  { id = "ann-2", name = "Ann  smith" },
]

[[rounds]] # the first
number = 1
byes = []

[[rounds.tables]]
table = 1
a = "rene"
b = "zoe"

[[rounds.tables]]
table = 2
a = "ann"
b = "ann-2"
result = { totals = [120, 130] }
adjustments = [{ seat = "A", points = -5, of = "settlement", reason = "late" }]

# what the cup is made of
[withdrawn]
"""


class Desk:
    """An event and the results that are imported into it."""

    def __init__(self, folder: Path) -> None:
        self.event = folder / "event.toml"
        self.event.write_text(EVENT, encoding="utf-8")
        self.results = folder / "results.csv"

    def imports(self, results: str | bytes, *options: str, number: int = 1) -> int:
        self.results.write_bytes(results if isinstance(results, bytes) else results.encode())
        return main(["event", "--import", str(self.results), "--round", str(number), *options, str(self.event)])

    def round(self, number: int = 1) -> Any:
        return tomllib.loads(self.event.read_text(encoding="utf-8"))["rounds"][number - 1]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.parametrize(
    ("encoding", "notices"), [("utf-8", 0), ("utf-8-sig", 0), ("utf-16", 0), ("cp1252", 1), ("mac_roman", 0)]
)
def test_results_are_read_in_the_encoding_of_the_spreadsheet(
    encoding: str, notices: int, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    results = "table;a;b;a_total;b_total\r\n1;René Lœwe;ZOË;130;120\r\n".encode(encoding)
    options = ["--encoding", "mac_roman"] if encoding == "mac_roman" else []
    assert desk.imports(results, *options) == AGREES
    assert desk.round()["tables"][0] == {"table": 1, "a": "rene", "b": "zoe", "result": {"totals": [130, 120]}}
    assert capsys.readouterr().err.count("was read as Windows-1252") == notices


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_results_in_another_encoding_than_the_one_given_are_refused(
    encoding: str, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk.imports("table;a;b\r\n1;René;Zoë\r\n".encode("cp1252"), "--encoding", encoding) == UNREADABLE
    assert f"it is not {encoding}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Ann Smith", "row 2, column 3 (b): 2 players are called Ann Smith: write ann or ann-2"),
        ("Zoee", "row 2, column 3 (b): Zoee is neither the id nor the name of a player (did you mean zoe?)"),
    ],
)
def test_a_name_that_is_not_that_of_one_player_is_a_fault_of_its_cell(
    name: str, why: str, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk.imports(f"table,a,b,a_total,b_total\n1,rene,{name},130,120\n") == DIVERGES
    assert capsys.readouterr().err.endswith(f"results.csv: {why}\n")
    assert desk.event.read_text(encoding="utf-8") == EVENT


def test_a_round_has_scores_of_deals_forfeits_adjustments_and_open_tables(desk: Desk) -> None:
    rows = [
        "table,a,b,a_1,b_1,a_2,b_2,a_3,b_3,a_4,b_4,a_5,b_5,a_6,b_6,a_total,b_total,forfeit,adjustment,reason",
        "1,zoe,ann,31,12,8,45,27,20,15,33,40,11,22,19,143,140,,A -20 deal 3,slow play",
        "2,rene,ann-2,,,,,,,,,,,,,,,b,B -10,absent",
    ]
    assert desk.imports("\n".join(rows), number=2) == AGREES
    deals = [[31, 12], [8, 45], [27, 20], [15, 33], [40, 11], [22, 19]]
    slow = {"seat": "A", "points": -20, "of": "deal", "deal": 3, "reason": "slow play"}
    assert desk.round(2)["tables"] == [
        {"table": 1, "a": "zoe", "b": "ann", "result": {"deals": deals, "totals": [143, 140]}, "adjustments": [slow]},
        {
            "table": 2,
            "a": "rene",
            "b": "ann-2",
            "forfeit": "ann-2",
            "adjustments": [{"seat": "B", "points": -10, "of": "partie", "reason": "absent"}],
        },
    ]
    assert desk.imports("table,a,b\n1,Zoë,rene\n2,ann,ann-2\n", number=3) == AGREES
    assert desk.round(3)["tables"] == [{"table": 1, "a": "zoe", "b": "rene"}, {"table": 2, "a": "ann", "b": "ann-2"}]


@pytest.mark.parametrize(
    ("results", "why"),
    [
        ("table,a,b,a_1,b_1\n1,rene,zoe,31,\n", "row 2, column 5 (b_1): b_1 is not a whole number"),
        ("table,a,b,a_1,b_1,a_2,b_2\n1,rene,zoe,,,8,9\n", "row 2, column 4 (a_1): a_1 is not a whole number"),
        ("table,a,b,a_1,b_1\n1,rene,zoe,31,12\n", "row 2, column 4 (a_1): the partie is not over"),
        ("table,a,b,forfeit\n1,rene,zoe,ann\n", "row 2, column 4 (forfeit): this is not rene, zoe or both"),
        ("table,a,b,adjustment,reason\n1,rene,zoe,C -5,late\n", "row 2, column 4 (adjustment): the seat is A or B"),
        ("table,a,b,adjustment,reason\n1,rene,zoe,A -5,\n", "row 2, column 5 (reason): an adjustment has a reason"),
        ("table,a,b,adjustment\n", "row 1: the column reason is missing"),
        ("table,a,b,forfeit\nx,rene,zoe,\n", "row 2, column 1 (table): table is not a whole number"),
    ],
)
def test_what_is_wrong_is_named_by_row_and_column(
    results: str, why: str, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk.imports(results) == DIVERGES
    assert why in capsys.readouterr().err
    assert desk.event.read_text(encoding="utf-8") == EVENT


def test_a_table_that_is_being_played_gets_its_result(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    """The other table stays, and so does everything else in the file."""
    before = desk.round()
    assert desk.imports("table,a,b,a_total,b_total\n1,rene,zoe,130,120\n") == AGREES
    assert "result was" not in capsys.readouterr().out, "nothing was there before"
    assert desk.round()["tables"] == [{**before["tables"][0], "result": {"totals": [130, 120]}}, before["tables"][1]]
    text = desk.event.read_text(encoding="utf-8")
    assert text.startswith(EVENT.partition("[[rounds]]")[0]) and text.endswith(
        "\n\n# what the cup is made of\n[withdrawn]\n"
    )


def test_only_a_replacement_changes_what_is_there(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    """The adjustment stays, because the file says nothing of adjustments."""
    results = "table,a,b,a_total,b_total\n2,ann,ann-2,140,130\n1,rene,zoe,130,120\n"
    assert desk.imports(results) == DIVERGES
    why = "row 2, column 1 (table): table 2 is otherwise in the event; --replace replaces the round"
    assert why in capsys.readouterr().err
    assert desk.imports(results, "--replace") == AGREES
    assert [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()] == [
        "round 1, table 2: result was { totals = [120, 130] } and is { totals = [140, 130] }",
        "whole; 1 of 1 round in; 2 claimed",
    ]
    assert desk.round()["tables"][0]["adjustments"][0]["reason"] == "late"
    assert desk.imports(results) == AGREES, "the same once more changes nothing"


def test_a_replacement_leaves_the_rounds_before_and_after_as_they_are_written(desk: Desk) -> None:
    for number in (2, 3):
        assert desk.imports("table,a,b\n1,zoe,rene\n2,ann,ann-2\n", number=number) == AGREES
    before = desk.event.read_text(encoding="utf-8")
    assert desk.imports("table,a,b\n1,zoe,ann\n2,rene,ann-2\n", "--replace", number=2) == AGREES
    after = desk.event.read_text(encoding="utf-8")
    assert after == before.replace('a = "zoe"\nb = "rene"', 'a = "zoe"\nb = "ann"', 1).replace(
        'a = "ann"\nb = "ann-2"\n\n[[rounds]]\nnumber = 3', 'a = "rene"\nb = "ann-2"\n\n[[rounds]]\nnumber = 3'
    )


@pytest.mark.parametrize("options", [[], ["--replace"]])
def test_a_round_that_makes_no_sense_is_no_crash(options: list[str], desk: Desk) -> None:
    for old, new in (
        ("byes = []", "byes = 5"),
        ("table = 1\n", "table = [1]\n"),
        ("[[rounds.tables]]", "[[rounds.x]]"),
    ):
        desk.event.write_text(EVENT.replace(old, new), encoding="utf-8")
        results = "table,a,b,a_total,b_total\n2,ann,ann-2,120,130\n1,rene,zoe,130,120\n"
        assert desk.imports(results, *options) in (AGREES, DIVERGES, UNREADABLE)


def test_the_options_of_an_import_go_with_one(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["event", "--replace", str(desk.event)]) == UNREADABLE
    assert "--replace and --encoding go with --import" in capsys.readouterr().err
