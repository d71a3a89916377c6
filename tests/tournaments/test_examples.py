"""The tournament and the duplicate evening of `examples`, which a program writes."""

import tomllib
from pathlib import Path

from service.tournaments.reading import read_event
from service.tournaments.report import event_json
from tools import tournament_examples

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_the_tool_would_write_the_same_files() -> None:
    files = tournament_examples.written()
    assert {path: path.read_text(encoding="utf-8") for path in files} == files
    there = {path for name in ("tournament", "duplicate") for path in (EXAMPLES / name).iterdir()}
    assert there == files.keys()


def test_nobody_meets_anybody_twice_in_the_tournament_and_all_forms_of_results_are_there() -> None:
    event = tomllib.loads((EXAMPLES / "tournament" / "event.toml").read_text(encoding="utf-8"))
    assert event_json(read_event(event))["meetings"] == []
    tables = [table for each in event["rounds"] for table in each["tables"]]
    forms = {way if way != "result" else way + next(iter(table["result"])) for table in tables for way in table}
    assert {"record", "resultdeals", "resulttotals", "forfeit", "adjustments"} <= forms
    assert {str(table["record"]).rpartition(".")[2] for table in tables if "record" in table} == {"piquet", "json"}
