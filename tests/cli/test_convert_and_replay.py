"""`piquet-referee convert` and `replay`."""

import io
import json
import re
from pathlib import Path

import pytest

from service.cli.commentary import SAID_BY_ACTIONS, Phrases
from service.cli.main import AGREES, DIVERGES, UNREADABLE, main
from service.cli.record_commands import replay
from service.piquet.verbs import NAMES
from service.records.text.parser import read
from service.words import LANGUAGES, words_in
from tests.cli.test_verify import EXAMPLES, PARTIE, ROOT
from tests.helpers.narration import narrate
from tests.records.parties import random_record, seeded

W1 = (EXAMPLES / "w1.piquet").read_text(encoding="utf-8")


def out(capsys, *words: str) -> str:
    assert main(list(words)) == AGREES
    return capsys.readouterr().out


@pytest.mark.parametrize("name", ["w1", "partie"])
def test_text_becomes_json_and_json_text(name: str, capsys) -> None:
    text, twin = EXAMPLES / f"{name}.piquet", EXAMPLES / f"{name}.json"
    assert json.loads(out(capsys, "convert", str(text))) == json.loads(twin.read_text(encoding="utf-8"))
    assert out(capsys, "convert", str(twin)) == text.read_text(encoding="utf-8")
    assert out(capsys, "convert", "--to", "text", str(text)) == text.read_text(encoding="utf-8"), "canonical already"


def test_many_records_become_lines_of_json_and_come_back(tmp_path: Path, capsys) -> None:
    text, lines = tmp_path / "two.piquet", tmp_path / "two.ndjson"
    text.write_text(f"{W1}\n{PARTIE}", encoding="utf-8")
    lines.write_text(out(capsys, "convert", "--to", "ndjson", str(text)), encoding="utf-8")
    assert out(capsys, "convert", str(lines)) == text.read_text(encoding="utf-8")
    assert main(["convert", "--to", "json", str(text)]) == UNREADABLE


def test_a_problem_of_a_record_is_told_and_the_rest_converted(tmp_path: Path, capsys) -> None:
    odd = tmp_path / "odd.piquet"
    odd.write_text(W1.replace("dealer: B\nhand", "dealer: C\nhand"), encoding="utf-8")
    assert main(["convert", str(odd)]) == DIVERGES
    told = capsys.readouterr()
    line = odd.read_text().splitlines().index("dealer: C") + 1
    assert told.err.startswith(f"{odd}:{line}:9: ") and "[tag.value]" in told.err
    assert json.loads(told.out)["deals"][0]["score"] == {"A": 28, "B": 23}


# ---------------------------------------------------------------- read aloud


@pytest.mark.rule("R5.1", "R5.3", "R5.12", "R6.2", "R6.3")
def test_the_britannicas_deal_is_read_aloud_in_english(capsys) -> None:
    told = out(capsys, "replay", str(EXAMPLES / "w1.piquet"))
    for line in (
        "Deal 1. B deals; A is elder.",
        "A discards king of spades, nine eight of diamonds and eight seven of clubs, and takes five.",
        "A: “Point of five.”\nB: “Equal. Making?”\nA: “Making forty-nine.”\nB: “Good.”",
        "A reckons: five for the point. [5-0]",
        "A: “Quart major.”",
        "A reckons: four for the quart major. [9-0]",
        "A: “Three knaves.”\nB: “Not good.”",
        "A: ace of hearts, one to lead. [10-0]",
        "B reckons: fourteen for the four tens; three for the three queens. [10-17]",
        "B: ten of spades, A: one for the last; A has the cards, ten. [28-23]",
        "The deal: A twenty-eight, B twenty-three.",
    ):
        assert f"{line}\n" in told


@pytest.mark.rule("R4.5", "R5.2")
@pytest.mark.parametrize(
    ("language", "call", "said"),
    [
        ("en", "A call point 4 41; B not good 5 value 46", "B: “Not good: five, making forty-six.”"),
        ("en", "A call point 4 41; B not good value 46", "B: “Not good: forty-six.”"),
        ("en", "A call sequence 3 Q; B not good 4 top A", "B: “Not good: quart major.”"),
        ("en", "A suit H", "A: “I shall lead hearts.”"),
        ("fr", "A call point 4 41; B not good 5 value 46", "B : « Ne vaut pas : cinq, qui font quarante-six. »"),
        ("fr", "A call sequence 3 Q; B not good top A", "B : « Ne vaut pas : as. »"),
        ("fr", "A suit H", "A : « J’entamerai cœur. »"),
    ],
)
def test_what_is_better_and_the_suit_of_the_lead_are_read_aloud(language, call, said) -> None:
    record = read(f"piquet-record 1\n\ndeal 1\ndealer: B\n{call}\n").record
    assert said in list(narrate(record, words_in(language).commentary))


def test_and_in_french(capsys) -> None:
    told = out(capsys, "replay", "--lang", "fr", str(EXAMPLES / "w1.piquet"))
    for line in (
        "Donne 1. B donne ; A est premier en cartes.",
        "A écarte roi de pique, neuf huit de carreau et huit sept de trèfle, et prend cinq.",
        "A : « Point de cinq. »\nB : « Égal. Qui font ? »\nA : « Qui font quarante-neuf. »\nB : « Bon. »",
        "A : « Quatrième majeure. »",
        "B compte : quatorze pour les quatre dix; trois pour les trois dames. [10-17]",
        "La donne : A vingt-huit, B vingt-trois.",
    ):
        assert f"{line}\n" in told


def test_the_result_of_a_partie_is_read_with_its_rubicon(capsys) -> None:
    """287 to 80: 287 + 80 + 100 (R8.2)."""
    told = out(capsys, "replay", str(EXAMPLES / "partie.piquet"))
    assert "Ben is rubiconed: four hundred and sixty-seven." in told
    assert "and repique, sixty. [98-1]" in told


ADJUSTED = """piquet-record 1
player A: Ann
player B: Ben

deal 1
score: -8-23
adjustment A -28 deal 1: slow play
adjustment B -5 settlement: late
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", [
            "Adjusted by the director: Ann, −28 in deal 1 (slow play).",
            "Adjusted by the director: Ben, −5 of what is won (late).",
            "As played: Ann twenty, Ben twenty-three. Adjusted: Ann −8, Ben twenty-three.",
        ]),
        ("fr", [
            "Ajusté par le directeur : Ann, −28 dans la donne 1 (slow play).",
            "Ajusté par le directeur : Ben, −5 sur le gain (late).",
            "Selon le jeu : Ann vingt, Ben vingt-trois. Ajustés : Ann −8, Ben vingt-trois.",
        ]),
    ],
)  # fmt: skip
def test_adjustments_are_read_aloud_with_the_totals_before_and_after_them(
    language: str, said: list[str], capsys, tmp_path: Path
) -> None:
    place = tmp_path / "adjusted.piquet"
    place.write_text(ADJUSTED, encoding="utf-8")
    lines = out(capsys, "replay", "--lang", language, str(place)).splitlines()
    assert [line for line in lines if line in said] == said
    page = out(capsys, "replay", "--html", "--lang", language, str(place))
    assert all(line in page.replace("<bdi>", "").replace("</bdi>", "") for line in said)


@pytest.mark.parametrize("verb", ["replay", "review"])
def test_a_name_turns_nothing_around_it(verb: str, capsys, tmp_path: Path) -> None:
    """U+202E turns what follows it round. It is shown; a name on a page has a direction of its own (UAX #9)."""
    place = tmp_path / "turned.piquet"
    exchanges = W1.partition("A call")[0]
    place.write_text(exchanges.replace("player A: A", "player A: Eve\u202e"), encoding="utf-8")
    for form in ([], ["--html"]):
        main([verb, *form, str(place)])
        told = capsys.readouterr().out
        assert "Eve\\u202e" in told and "\u202e" not in told
        assert ("<bdi>Eve\\u202e</bdi>" in told) == bool(form)


def test_where_record_and_rules_part_the_deal_is_left(capsys, tmp_path: Path) -> None:
    false = tmp_path / "false.piquet"
    false.write_text(W1.replace("B equal; A value 49; B good; A reckon point HAKQJ8", "B not good"), encoding="utf-8")
    assert main(["replay", str(false)]) == DIVERGES
    told = capsys.readouterr().out
    assert "Here the record and the rules disagree: no longer point is held" in told and "(R5.3)" in told
    assert "knaves" not in told.partition("part:")[2]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_reply_that_does_not_fit_what_follows_is_told_at_once(language: str, capsys, tmp_path: Path) -> None:
    """Three queens and four tens: B's *good* to three knaves may be said, but then A reckons them (R5.6)."""
    false = tmp_path / "false.piquet"
    false.write_text(W1.replace("A call set 3 J; B not good", "A call set 3 J; B good"), encoding="utf-8")
    assert main(["replay", "--lang", language, str(false)]) == DIVERGES
    told = capsys.readouterr().out.splitlines()
    at = next(at for at, line in enumerate(told) if line.startswith(("Here the record and", "Ici la feuille et")))
    assert told[at - 1] in ("B: “Good.”", "B : « Bon. »")
    assert "(R5.6)" in told[at] and not any("ace of hearts" in line or "as de cœur" in line for line in told[at:])


def test_unknown_cards_and_scores_are_read_as_far_as_they_are_known() -> None:
    text = W1.replace("hand B: ST7 HT97 DAQJT CKQT\n", "").replace("A exchange SK D98 C87", "A exchange SK ????")
    told = "\n".join(narrate(read(text).record, words_in("en").commentary))
    assert "A discards king of spades and four unknown cards, and takes five." in told
    assert "A: ace of hearts. [10-0]" in told, "as it was claimed"


def test_a_player_who_names_a_suit_without_a_look_is_not_said_to_look() -> None:
    action = {"seat": "A", "type": "look_at_left", "look": False, "suit": "H"}
    assert Phrases(words_in("en").commentary, "AB").action(action) == "A does not look at the cards left"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_there_is_a_phrase_for_every_action_and_every_event(language: str) -> None:
    page = (ROOT / "docs" / "reference" / "actions.md").read_text(encoding="utf-8")
    table = page.partition("## Events")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    kinds = {kind for row in rows for kind in re.findall(r"`(\w+)`", row)}
    assert len(kinds) > 30
    spoken = words_in(language).commentary
    assert spoken.events.keys() == kinds - SAID_BY_ACTIONS
    assert kinds >= SAID_BY_ACTIONS
    assert {key.partition(" ")[0] for key in spoken.actions} == set(NAMES.values())


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_random_parties_under_every_ruleset_are_read_to_their_end(language: str) -> None:
    parted = words_in(language).commentary.other["diverges"].partition("{")[0]
    for which, overrides, rng in seeded("replay", 2):
        record = random_record(which, overrides, rng, most=4)
        told = list(narrate(record, words_in(language).commentary))
        assert not [line for line in told if line.startswith(parted)]
        assert len(told) > sum(len(deal.steps) for deal in record.deals)


@pytest.mark.parametrize(
    ("number", "in_english", "in_french"),
    [
        (0, "zero", "zéro"),
        (16, "sixteen", "seize"),
        (21, "twenty-one", "vingt et un"),
        (70, "seventy", "soixante-dix"),
        (71, "seventy-one", "soixante et onze"),
        (80, "eighty", "quatre-vingts"),
        (81, "eighty-one", "quatre-vingt-un"),
        (91, "ninety-one", "quatre-vingt-onze"),
        (99, "ninety-nine", "quatre-vingt-dix-neuf"),
        (100, "one hundred", "cent"),
        (101, "one hundred and one", "cent un"),
        (200, "two hundred", "deux cents"),
        (467, "four hundred and sixty-seven", "quatre cent soixante-sept"),
        (1234, "1,234", "1\N{NARROW NO-BREAK SPACE}234"),
    ],
)
def test_numbers_in_words(number: int, in_english: str, in_french: str) -> None:
    assert tuple(words_in(lang).commentary.number(number) for lang in ("en", "fr")) == (in_english, in_french)


def test_a_score_sheet_is_read_without_what_was_played() -> None:
    said = io.StringIO()
    assert list(replay(str(EXAMPLES / "score-sheet.piquet"), words_in("en").commentary, said)) == [False], (
        "nothing is wrong"
    )
    assert said.getvalue().count("The play is not recorded.") == 6
