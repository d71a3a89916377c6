"""What the documents list is what the code has."""

import re
from pathlib import Path

from service.api.problems import PROBLEMS
from service.piquet.violations import CODES
from tools import errors_page, rulesets_page

ROOT = Path(__file__).parent.parent


def test_the_page_of_the_errors_is_not_stale():
    written = errors_page.PAGE.read_text(encoding="utf-8")
    assert written == errors_page.page(), "python -m tools.errors_page writes it anew"


def test_every_problem_has_a_section_with_its_status():
    sections = re.findall(r"^### `(\w+)`\n\n\*\*(\d{3})\*\*", errors_page.PAGE.read_text(encoding="utf-8"), re.M)
    assert {code: int(status) for code, status in sections} == {code: kind.status for code, kind in PROBLEMS.items()}


def test_every_violation_has_a_section_with_its_rule_and_its_sentence():
    sections = re.findall(
        r'^<a id="([\w.]+)"></a>\n\n#### `\1`\n\n\[(R[\d.]+)\]\(rules\.md#\2\).*\n\n> (.*)$',
        errors_page.PAGE.read_text(encoding="utf-8"),
        re.M,
    )
    assert {code: (rule, sentence) for code, rule, sentence in sections} == CODES


def test_every_rule_that_a_violation_names_has_an_anchor():
    anchors = set(re.findall(r'<a id="(R[\d.]+)">', (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")))
    assert {rule for rule, _ in CODES.values()} <= anchors


def test_everything_that_can_be_set_is_documented():
    table = (
        (ROOT / "docs" / "operations.md").read_text(encoding="utf-8").partition("## Settings")[2].partition("\n## ")[0]
    )
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", table, re.M))
    sources = (
        "service/settings.py",
        "service/gateway/settings.py",
        "service/serving/settings.py",
        "deploy/gunicorn.conf.py",
    )
    read = {name for source in sources for name in re.findall(r'"([A-Z][A-Z_]{3,})"', (ROOT / source).read_text())}
    no_variables = {"DEBUG", "ERROR", "INFO", "WARNING", "CRITICAL", "PROMETHEUS_MULTIPROC_DIR", "SCRIPT_NAME"}
    assert {name for name in read - no_variables if not name.startswith("OTEL_")} == documented


def test_the_page_of_the_rulesets_is_not_stale():
    written = rulesets_page.PAGE.read_text(encoding="utf-8")
    assert written == rulesets_page.page(), "python -m tools.rulesets_page writes it anew"
