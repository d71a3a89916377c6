"""The standings of an event as a page: what it shows, on paper too."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from service.cli.main import AGREES, main
from tests.browser.accessibility import assert_accessible
from tests.helpers.random_cases import generator
from tests.tournaments.random_events import random_event

#: An A4 page within margins of a centimetre, at 96 pixels an inch.
A4_WIDTH = round((210 - 20) / 25.4 * 96)


def shown(new_page, given: dict, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Page:
    """The page of an event in the browser."""
    name = tmp_path / "event.json"
    name.write_text(json.dumps(given), encoding="utf-8")
    assert main(["standings", "--format", "html", str(name)]) == AGREES
    page = new_page()
    page.set_content(capsys.readouterr().out)
    return page


def test_the_standings_fit_on_paper_and_are_accessible(new_page, tmp_path: Path, capsys) -> None:
    """Eight players over eight rounds, with names as long as names are, and one with markup."""
    rng = generator("a page of standings")
    players = [{"id": f"P{number}", "name": f"Marie-Antoinette Dupont-Lefebvre {number}"} for number in range(8)]
    rounds = []
    for number in range(1, 9):
        ids = [player["id"] for player in players]
        rng.shuffle(ids)
        tables = [
            {"table": at // 2 + 1, "a": ids[at], "b": ids[at + 1], "result": {"totals": [150 + at, 120]}}
            for at in range(0, 8, 2)
        ]
        rounds.append({"number": number, "tables": tables})
    late = {"seat": "A", "points": -10, "of": "settlement", "reason": "slow <b>play</b>"}
    rounds[0]["tables"][0]["adjustments"] = [late]
    players[int(rounds[0]["tables"][0]["a"][1:])]["name"] = "<script>alert(1)</script>"
    given = {
        "name": "Autumn",
        "players": players,
        "rounds": rounds,
        "scoring": {"points": "settlement"},
        "tie_breaks": ["direct", "buchholz", "sonneborn_berger", "difference"],
    }
    page = shown(new_page, given, tmp_path, capsys)
    assert page.locator("h1").inner_text() == "Autumn"
    assert page.locator("table").nth(0).locator("tbody tr").count() == 8
    assert page.locator("table").nth(1).locator("tbody tr").nth(0).locator("td").count() == 1 + 8 + 1, "rank, points"
    assert page.get_by_text("<script>alert(1)</script>").count() == 3
    cells = page.locator("table").nth(2).locator("tbody tr").locator("td, th").all_inner_texts()
    assert (cells[0], cells[3], cells[-1]) == ("1", "−10", "slow <b>play</b>"), "round, points and reason"
    (adjusted,) = page.locator("td", has_text="*").all_inner_texts()
    assert adjusted.endswith(" (120*)")  # 150 to 120 settles at 30 and 100 for the partie, less the ten
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_accessible(page)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": A4_WIDTH, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth") <= A4_WIDTH
    wide = page.locator(".wide").evaluate_all("each => each.map(one => one.scrollWidth - one.clientWidth)")
    assert len(wide) == 3 and max(wide) <= 0


def test_any_random_event_becomes_a_page(new_page, tmp_path: Path, capsys) -> None:
    given = random_event(generator("a page of a random event"))
    page = shown(new_page, given, tmp_path, capsys)
    assert page.locator("table").nth(0).locator("tbody tr").count() == len(given["players"])
