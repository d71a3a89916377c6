"""The records in examples/ are canonical, agree with the golden partie, and are verified."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from service.records.json_form import from_json, to_json
from service.records.text.parser import read
from service.records.text.writer import write
from service.records.verification.verify import verify
from tests.helpers.records import strictly

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.suffix in (".piquet", ".json"))
GOLDEN = json.loads((ROOT / "tests" / "golden" / "portland.json").read_text(encoding="utf-8"))


def reading_of(path: Path):
    content = path.read_text(encoding="utf-8")
    return strictly(read(content)) if path.suffix == ".piquet" else strictly(from_json(json.loads(content)))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_agrees_with_the_rules(path):
    report = verify(reading_of(path))
    assert report.agrees and not report.problems
    assert report.complete == (path.stem != "score-sheet")
    assert report.ruleset == "portland@1"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_is_canonical(path):
    record = reading_of(path).record
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".piquet":
        assert write(record) == content
    else:
        assert json.dumps(to_json(record), ensure_ascii=False) + "\n" == content


def test_text_and_json_are_the_same_record():
    for name in ("w1", "partie"):
        one, other = (reading_of(ROOT / "examples" / f"{name}{suffix}").record for suffix in (".piquet", ".json"))
        assert one == other


def test_the_page_shows_the_example_as_it_is():
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    assert f"```text\n{(ROOT / 'examples' / 'w1.piquet').read_text(encoding='utf-8')}```\n" in page


@pytest.mark.rule("R6.2", "R5.12", "R6.3")
def test_w1_has_the_totals_that_the_britannica_prints():
    # What A speaks, then what B speaks, each his own (S4, the example).
    text = (ROOT / "examples" / "w1.piquet").read_text(encoding="utf-8")
    claims = re.findall(r" = (\d+)-(\d+)", text)
    assert next(int(b) for _, b in claims if int(b)) == 17
    assert list(dict.fromkeys(int(a) for a, _ in claims)) == [5, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28]
    assert list(dict.fromkeys(int(b) for _, b in claims)) == [0, 17, 18, 19, 20, 21, 22, 23]


def test_the_partie_has_the_scores_of_the_golden_one():
    for path in EXAMPLES:
        if path.stem == "w1":
            continue
        record = to_json(reading_of(path).record)
        assert [deal["score"] for deal in record["deals"]] == [deal["score"] for deal in GOLDEN["deals"]]
        assert [deal["totals"] for deal in record["deals"]] == [deal["totals"] for deal in GOLDEN["deals"]]
        assert record["result"] == GOLDEN["result"]
