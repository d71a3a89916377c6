"""The page /table/ as files: its size, its texts, and the record that it shows as an example."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from service.api.problems import PROBLEMS
from service.multiplayer.violations import CODES as SEVERAL
from service.piquet.law.kinds import GROUPS
from service.piquet.law.kinds.tables import FORMS
from service.piquet.model.violations import CODES
from service.piquet.rulesets.parameters import LAW_CODES
from service.piquet.rulesets.published import RULESETS
from service.words import words_in

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "service" / "table"
LANGUAGES = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((TABLE / "words").glob("*.json"))
}

MOST_LINES = 3_300
LONGEST_LINE = 120
SOURCES = [path for kind in ("js", "css") for path in sorted(TABLE.rglob(f"*.{kind}"))]


def lines_of(paths: Iterable[Path]) -> list[str]:
    return [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_page_has_at_most_3300_lines_of_javascript_and_css() -> None:
    lines = lines_of(SOURCES)
    assert not [line for line in lines if len(line) > LONGEST_LINE]
    assert 1_000 < len(lines) <= MOST_LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search_for_kinds_passes_over_the_same_words_as_the_command(language: str) -> None:
    assert LANGUAGES[language]["rule.idle"] == words_in(language).commentary.other["ask idle"]


def test_every_language_has_the_same_texts_with_the_same_fields() -> None:
    assert list(LANGUAGES) == ["en", "fr"]
    english, french = LANGUAGES.values()
    of_violations = {f"violation.{code}" for code in CODES.keys() - SEVERAL.keys()}
    of_problems = {f"problem.{code}" for code in PROBLEMS.keys() | (of_records() - CODES.keys())}
    of_messages = {key for key in french if key.startswith("message.")}  # Try shows these
    own = of_violations | of_problems | of_messages
    assert french.keys() - english.keys() <= own, "the service itself speaks English"
    assert of_problems <= french.keys()
    assert english.keys() <= french.keys()
    fields = {key: [set(re.findall(r"\{(\w+)\}", text[key])) for text in (english, french)] for key in english}
    assert not {key: found for key, found in fields.items() if not found[1] <= found[0]}


def of_records() -> set[str]:
    """The codes of what is wrong with a record."""
    rows = lines_of(ROOT / "docs" / page for page in ("notation.md", "verification.md"))
    cells = [cell[0] for row in rows if (cell := re.findall(r"^\| (`[a-z]+\.[a-z_]+`.*?) \|", row))]
    return {code for cell in cells for code in re.findall("`(.+?)`", cell)} | {"ruleset.unknown"}


def test_every_text_that_a_module_asks_for_is_there() -> None:
    modules = "\n".join(lines_of((TABLE / "js").rglob("*.js")))
    asked = set(re.findall(r"""\bt\(\s*"([\w.]+)\"""", modules))
    assert len(asked) > 50
    assert asked <= LANGUAGES["en"].keys()


def test_every_group_of_kinds_and_every_code_has_a_name() -> None:
    parts = {f"rule.part.{group}" for group in GROUPS}
    assert parts | {f"code.{code}" for code in LAW_CODES} <= LANGUAGES["en"].keys()


def test_every_number_and_list_of_cards_of_an_answer_has_a_label() -> None:
    parts = {"number": 1, "amount": 1, "counts": 3, "packets": 2, "sheets": 4, "proof": 2}
    assert parts.keys() == FORMS.keys() - {"flag", "choice", "choices", "positions", "cards"}  # no `cards` is asked for
    labels = {f"rule.{form}.{number}" for form, count in parts.items() for number in range(count)}
    assert labels <= LANGUAGES["en"].keys()


def test_every_violation_has_words_that_name_its_parameters() -> None:
    """French has words for all, English for those of the games for three and four."""
    messages = {code: each.message for code, each in (SEVERAL | CODES).items()}
    for language, needed in (("en", SEVERAL.keys()), ("fr", messages.keys())):
        words = LANGUAGES[language]
        assert {f"violation.{code}" for code in needed} <= words.keys()
        for key in words.keys() & {f"violation.{code}" for code in messages}:
            message = messages[key.removeprefix("violation.")]
            assert set(re.findall(r"\{(\w+)", words[key])) <= set(re.findall(r"\{(\w+)", message)), key


def test_every_ruleset_has_a_name_and_a_line_of_words() -> None:
    needed = {f"ruleset.{name}{part}" for name in RULESETS for part in ("", ".about")}
    assert len(needed) >= 20
    assert needed <= LANGUAGES["en"].keys()


def test_the_example_of_the_page_is_that_of_the_examples() -> None:
    example = json.loads((TABLE / "example.json").read_text(encoding="utf-8"))
    assert example == json.loads((ROOT / "examples" / "w1.json").read_text(encoding="utf-8"))
