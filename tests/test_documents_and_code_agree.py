"""What the documents list is what the code has."""

import re
from pathlib import Path

from service.api.problems import PROBLEMS
from service.piquet.violations import CODES
from tools.rulesets_page import PAGE, page

ROOT = Path(__file__).parent.parent
ERRORS = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")


def test_every_violation_is_documented_with_its_rule_and_its_sentence():
    listed = re.findall(
        r'^\| <a id="[^"]+"></a>`(\w+\.\w+)` \| \[(R[\d.]+)\]\(rules\.md#\2\) \| (.*) \|$', ERRORS, re.M
    )
    assert {code: (rule, sentence) for code, rule, sentence in listed} == CODES


def test_every_problem_is_documented_with_its_status():
    listed = re.findall(r'^\| <a id="\w+"></a>`(\w+)` \| (\d{3}) \|', ERRORS, re.M)
    assert {code: int(status) for code, status in listed} == {code: kind.status for code, kind in PROBLEMS.items()}


def test_every_rule_that_a_violation_names_has_an_anchor():
    anchors = set(re.findall(r'<a id="(R[\d.]+)">', (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")))
    assert {rule for rule, _ in CODES.values()} <= anchors


def test_everything_that_can_be_set_is_documented():
    table = (
        (ROOT / "docs" / "operations.md").read_text(encoding="utf-8").partition("## Settings")[2].partition("\n## ")[0]
    )
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", table, re.M))
    sources = ("service/settings.py", "service/gateway/settings.py", "deploy/gunicorn.conf.py")
    read = {name for source in sources for name in re.findall(r'"([A-Z][A-Z_]{3,})"', (ROOT / source).read_text())}
    no_variables = {"DEBUG", "ERROR", "INFO", "WARNING", "CRITICAL", "PROMETHEUS_MULTIPROC_DIR"}
    assert {name for name in read - no_variables if not name.startswith("OTEL_")} == documented


def test_the_page_of_the_rulesets_is_not_stale():
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tools.rulesets_page writes it anew"
