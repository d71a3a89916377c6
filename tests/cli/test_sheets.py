"""`piquet-referee sheet`, and the forms of `standings` for people: what a tournament prints."""

import csv
import io
import json
from pathlib import Path

import pytest

from service.cli.main import AGREES, DIVERGES, main
from tests.cli.test_html_page import Page

#: Bea has withdrawn after round 2, and Dan did not play in it. The last round is being played.
EVENT = """\
name = "Cup"
scoring = { points = "game" }
tie_breaks = ["wins"]
withdrawn = { bea = 2 }
players = [
  { id = "ann", name = "Ann" }, { id = "bea", name = "Bea" },
  { id = "cem", name = "Cem" }, { id = "dan", name = "<Dan>" },
]

[[rounds]]
number = 1
tables = [
  { table = 1, a = "ann", b = "bea", result = { totals = [130, 120] } },
  { table = 2, a = "cem", b = "dan", result = { totals = [120, 120] } },
]

[[rounds]]
number = 2

[[rounds.tables]]
table = 1
a = "dan"
b = "ann"
forfeit = "dan"

[[rounds.tables]]
table = 2
a = "bea"
b = "cem"
result = { totals = [90, 150] }
adjustments = [{ seat = "B", points = -1, of = "settlement", reason = "late" }]

[[rounds]]
number = 3
byes = ["dan"]
tables = [{ table = 1, a = "cem", b = "ann" }]
"""


@pytest.fixture
def event(tmp_path: Path) -> str:
    place = tmp_path / "event.toml"
    place.write_text(EVENT, encoding="utf-8")
    return str(place)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*words]) == AGREES
    return capsys.readouterr().out


def test_the_pairings_of_the_last_round_with_byes(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "sheet", "pairings", event).splitlines() == [
        "Cup: pairings of round 3",
        "",
        "table  A (deals first)  B",
        "    1  Cem              Ann",
        "       <Dan>            bye",
    ]


def test_a_spreadsheet_of_the_pairings_is_imported_with_the_results(
    event: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two players have one name, behind which their ids stand."""
    Path(event).write_text(EVENT.replace('name = "Cem"', 'name = "Ann"'), encoding="utf-8")
    out = printed(capsys, "sheet", "entry", "--format", "csv", event)
    assert out.removeprefix("\ufeff").splitlines() == [
        "table,a,b,a_total,b_total",
        "1,Ann (cem),Ann (ann),,",
        ",<Dan>,,,",
    ]
    results = Path(event).with_name("results.csv")
    results.write_text(out.replace("(ann),,", "(ann),150,120"), encoding="utf-8")
    printed(capsys, "event", "--import", str(results), "--round", "3", event)
    assert "Cup: standings after round 3 of 3" in printed(capsys, "standings", event)


def test_the_results_of_a_round_with_forfeits_and_adjustments(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Cem has 2 for the win less 1."""
    assert printed(capsys, "sheet", "results", "--round", "2", event).splitlines()[2:] == [
        "table  player  total  points  player  total  points  remark",
        "    1  <Dan>               0  Ann                 2  <Dan> did not play",
        "    2  Bea        90       0  Cem       150      1*  adjusted",
    ]
    assert "being played" in printed(capsys, "sheet", "results", event)


def test_a_score_sheet_for_each_table_names_the_dealers(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A partie of portland has six deals (R8.1), which the players deal in turn."""
    rows = list(csv.reader(io.StringIO(printed(capsys, "sheet", "slips", "--round", "1", "--format", "csv", event))))
    assert rows[0] == ["\ufefftable", "deal", "dealer", "A", "B"]
    assert [row[2] for row in rows if row[0] == "2" and row[1].isdigit()] == ["Cem", "<Dan>"] * 3
    page = Page(printed(capsys, "sheet", "slips", "--round", "1", "--format", "html", event))
    assert [text.strip() for text in page.text["h2"]] == ["Round 1, table 1", "Round 1, table 2"]
    assert len(page.text["section"]) == 2


def test_the_cross_table_of_a_round_robin_is_each_against_each(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(capsys, "sheet", "crosstable", "--format", "json", event))
    assert told["sheets"][0]["headings"] == ["rank", "player", "1", "2", "points"]
    Path(event).write_text(
        EVENT.replace('points = "game" }', 'points = "game" }\npairing = { system = "round_robin" }')
    )
    told = json.loads(printed(capsys, "sheet", "crosstable", "--format", "json", event))
    assert told["sheets"] == [
        {
            "title": "Round by round",
            "headings": ["rank", "player", "1", "2", "3", "4", "points"],
            "rows": [
                ["1", "Ann", "×", "", "+f (2)", "+ (2)", "4"],
                ["2", "Cem", "", "×", "= (1)", "+ (1*)", "2"],
                ["3", "<Dan>", "−f (0)", "= (1)", "×", "", "1"],
                ["4", "Bea (withdrawn after round 2)", "− (0)", "− (0)", "", "×", "0"],
            ],
        }
    ]


def test_standings_have_a_cross_table_and_adjustments_on_request(
    event: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, "standings", "--grid", event)
    assert "   2  Cem                            =3 (1)  +4 (1*)       2" in out
    assert "    2      2  Cem (B)      −1  the settlement  late" in out
    assert "Round by round" not in printed(capsys, "standings", event)


def test_sheets_are_in_french(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "standings", "--lang", "fr", event)
    assert out.startswith("Cup: classement après la ronde 2 sur 3\n\nrang  joueur")
    assert "Bea (abandon après la ronde 2)" in out
    assert '<html lang="fr">' in printed(capsys, "sheet", "pairings", "--lang", "fr", "--format", "html", event)


def test_a_fragment_is_html_without_a_page_around_it(event: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "standings", "--fragment", event)
    assert out.startswith("<article>\n<h1>Cup</h1>\n") and out.endswith("</article>\n")
    assert "<bdi>&lt;Dan&gt;</bdi>" in out and "<style>" not in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["pairings", "--round", "7"], "the event has no round 7; its last round is 3"),
        (["standings", "--round", "3"], "not all tables up to round 3 are in"),
    ],
)
def test_there_is_no_sheet_of_what_is_not_there(
    words: list[str], why: str, event: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sheet", *words, event]) == DIVERGES
    assert why in capsys.readouterr().err
