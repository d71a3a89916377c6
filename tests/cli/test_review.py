"""`piquet-referee review`: what the decisions of a record cost."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from service.advice.review import Decision, Played, review, turns
from service.advice.values import EFFORTS, Effort
from service.cli import review as command
from service.cli.main import AGREES, DIVERGES, UNREADABLE, main
from service.records.review import Stop
from service.words import LANGUAGES, words_in
from tests.cli.test_html_page import Page
from tests.cli.test_verify import EXAMPLES

W1 = (EXAMPLES / "w1.piquet").read_text(encoding="utf-8")

#: The deal of tests/advice/test_review.py: A throws the ace of spades in step 32, which costs 13.
BLUNDER = """\
piquet-record 1
player A: <b>Ann</b>
player B: B & Co
ruleset: portland@1
first dealer: B

deal 1
dealer: B
hand A: SKQJ HAKQJT98 CA7
hand B: S8T7 H7 DKQJ CQJT98
talon: AS 7D 8D 9D TD AD KC 9S
A exchange SKQJ CA7
B exchange ST87
A call point 7; B good; A reckon point HAKQJT98
A call sequence 7; B good; A reckon sequence HAKQJT98
A pass set
A AH
B reckon nothing
B 7H
A KH; B QC
A QH; B JC
A JH; B TC
A TH; B 9C
A 9H; B 8C
A 7D; B JD
B KD; A 8D
B QD; A 9D
B AD; A TD
B KC; A AS
B 9S; A 8H
"""
BLAMED = "Step 32. <b>Ann</b>: ace of spades. Best: <b>Ann</b>: eight of hearts. Cost: 13.00."


@cache
def reviewed(played: Played, effort: Effort) -> list[Decision]:
    """Return the decisions of a deal, which are the same in each form and language."""
    return list(review(played, effort))


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFORTS, "quick", Effort("quick", 5_000, 4))
    monkeypatch.setattr(command, "decisions_of", reviewed)


def best_at_once(played: Played, effort: Effort, *, seed: str = "", after: int = 0) -> Iterator[Decision]:
    """A review that finds every action the best of two, without a search."""
    for number, seat, phase, action, _ in turns(played):
        if number > after:
            yield Decision(number, seat, phase, action, action, options=2)


@pytest.fixture
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "decisions_of", best_at_once)


@pytest.fixture
def written(tmp_path: Path):
    def write(text: str) -> str:
        path = tmp_path / "deal.piquet"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def told(capsys, *words: str, status: int = AGREES) -> str:
    assert main(["review", *words]) == status
    return capsys.readouterr().out


# ---------------------------------------------------------------- text


@pytest.mark.rule("R6.2", "R6.3")
def test_a_blunder_is_told_with_what_would_have_been_best_and_its_cost(written, capsys) -> None:
    out = told(capsys, written(BLUNDER)).splitlines()
    assert out[0] == "<b>Ann</b> and B & Co: the review."
    assert out[2] == "Deal 1. B & Co deals; <b>Ann</b> is elder."
    assert BLAMED in out
    costs = [float(re.split("[ .]+", line.partition("Cost: ")[2])[0]) for line in out if line.startswith("Step ")]
    assert costs == sorted(costs, reverse=True), "the worst comes first"
    (of_play,) = [line for line in out if line.startswith("<b>Ann</b>, play: ")]
    assert of_play.startswith("<b>Ann</b>, play: decisions 12, without a choice ")


def test_the_review_of_a_french_player(written, capsys) -> None:
    out = told(capsys, "--lang", "fr", written(BLUNDER))
    assert "Coup 32. <b>Ann</b> : as de pique. Le mieux : <b>Ann</b> : huit de cœur. Coût : 13,00." in out.replace(
        "\N{NO-BREAK SPACE}", " "
    ).replace("\N{NARROW NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", [words_in(lang).commentary for lang in LANGUAGES], ids=lambda each: each.code)
def test_each_language_says_why_a_deal_is_not_reviewed(language) -> None:
    codes = {"no_cards", "not_checked", "diverges", "irregular", "unreadable"}
    assert {key.removeprefix("stopped ") for key in language.other if key.startswith("stopped ")} == codes
    named = set(re.findall("`([a-z_]+)`", Stop.__doc__ or "")) - {"code"}
    assert codes | {"limit"} == named, "a limit is of the API only"


# ---------------------------------------------------------------- where it ends


@pytest.mark.usefixtures("swift")
def test_a_divergence_ends_the_review_of_its_deal(written, capsys) -> None:
    wrong = W1.replace("A KH = 11-17; B 7D", "A TH = 11-17; B 7D")  # A does not hold it: step 16
    out = told(capsys, written(wrong), status=DIVERGES)
    (line,) = [line for line in out.splitlines() if line.startswith("Not reviewed")]
    assert line.startswith("Not reviewed from step 16 on: the record and the rules disagree: ")
    assert "A, play: decisions 1," in out


@pytest.mark.usefixtures("swift")
def test_irregular_entries_are_not_reviewed(written, capsys) -> None:
    revoke = BLUNDER[: BLUNDER.index("B KD")] + "B KD; A irregular 8H\n"
    out = told(capsys, written(revoke))
    assert "Not reviewed from step 26 on: the law of irregularities governs the deal from here on." in out


def test_a_score_sheet_cannot_be_reviewed(capsys) -> None:
    out = told(capsys, str(EXAMPLES / "score-sheet.piquet"), status=DIVERGES)
    assert out.count("Not reviewed: the play is not recorded.") == 6 and "decisions" not in out


@pytest.mark.parametrize("text", ["", "# A page\n\nof words\n"])
def test_what_is_no_record_is_refused(written, capsys, text: str) -> None:
    assert main(["review", written(text)]) == UNREADABLE
    assert capsys.readouterr().out == ""


def test_an_unknown_ruleset_is_told(written, capsys) -> None:
    file = written(BLUNDER.replace("ruleset: portland", "ruleset: portlaand"))
    assert main(["review", file]) == DIVERGES
    assert f"{file}:4:10: there is no ruleset 'portlaand" in capsys.readouterr().err


@pytest.mark.usefixtures("swift")
def test_a_deal_that_is_not_there_is_refused(capsys) -> None:
    assert main(["review", "--deal", "2", str(EXAMPLES / "w1.piquet")]) == UNREADABLE
    assert capsys.readouterr().err.endswith("it has no deal 2\n")


def test_the_decisions_of_a_player_with_unknown_cards_are_skipped(written, capsys) -> None:
    """What B discarded is unknown, so A's view is whole, and B's is not."""
    deal = BLUNDER.replace("hand B: S8T7 H7 DKQJ CQJT98", "hand B: H7 DKQJ CQJT98 ???").replace(
        "B exchange ST87", "B exchange ???"
    )
    out = json.loads(told(capsys, "--json", written(deal)))
    assert {made["seat"] for made in out["deals"][0]["decisions"]} == {"A"}
    assert {each["seat"] for each in out["sums"] if each["skipped"]} == {"B"}
    assert [made["cost"] for made in out["deals"][0]["decisions"] if made["step"] == 32] == [13]


# ---------------------------------------------------------------- JSON and HTML


def test_json_has_a_line_for_each_record(written, capsys) -> None:
    (line,) = told(capsys, "--json", written(BLUNDER)).splitlines()
    out = json.loads(line)
    assert (out["line"], out["ruleset"], out["problems"], out["effort"]) == (1, "portland@1", [], "quick")
    (deal,) = out["deals"]
    (thrown,) = [made for made in deal["decisions"] if made["step"] == 32]
    assert thrown == {
        "step": 32,
        "seat": "A",
        "phase": "play",
        "done": {"seat": "A", "type": "play", "card": "AS"},
        "best": {"seat": "A", "type": "play", "card": "8H"},
        "cost": 13,
        "error": 0,
        "exact": True,
        "blamed": True,
    }
    blamed = [made["cost"] for made in deal["decisions"] if made["blamed"]]
    assert sum(each["cost"] for each in out["sums"]) == pytest.approx(sum(blamed), abs=0.01)
    assert sum(each["decisions"] for each in out["sums"]) == deal["steps"] == 34
    chosen = sum(each["decisions"] - each["forced"] - each["skipped"] for each in out["sums"])
    assert chosen == len(deal["decisions"])


def test_the_page_shows_the_position_of_each_decision_that_is_blamed(written, capsys) -> None:
    found = Page(told(capsys, "--html", written(BLUNDER)))
    wrong = [text for text in found.text["p"] if text.startswith("Step ")]
    assert BLAMED in wrong and len(found.text["figcaption"]) == len(wrong)
    assert "Deal 1: play, <b>Ann</b> to act, as <b>Ann</b> sees it" in found.text["figcaption"]
    assert "b" not in found.text, "names are escaped"
    assert found.text["th"][:2] == ["player", "phase"]
    assert not {tag for tag, _ in found.elements} & {"script", "link", "img", "a"}
    ids = found.attributes("id")
    assert len(ids) == len(set(ids))
