"""Every rule of docs/rules.md (R2 to R8) is cited by a test."""

import ast
import functools
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "docs" / "rules.md"

ANCHOR = re.compile(r'<a id="(R[2-8]\.\d+)"></a>')


def stated(text: str | None = None) -> list[str]:
    """The rules with an anchor in a text, that of the document if none is given."""
    return ANCHOR.findall(text or RULES.read_text(encoding="utf-8"))


def uncited(text: str | None = None) -> list[str]:
    """The rules that no test cites."""
    return [rule for rule in stated(text) if rule not in cited()]


@functools.cache
def cited() -> dict[str, set[str]]:
    """What `pytest.mark.rule(...)` names on a test function of this directory or below, and which files do so."""
    found: dict[str, set[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
                continue
            for mark in function.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for argument in mark.args:
                        assert isinstance(argument, ast.Constant), f"{path.name}: {function.name} cites no literal"
                        found.setdefault(argument.value, set()).add(path.name)
    return found


def test_the_rules_are_found_where_they_are_stated():
    # Sections 2 to 8 of the rules have 4, 4, 6, 14, 5, 7 and 5 rules.
    rules = stated()
    for section, count in zip("2345678", (4, 4, 6, 14, 5, 7, 5), strict=True):
        assert [rule for rule in rules if rule.startswith(f"R{section}.")] == [
            f"R{section}.{number}" for number in range(1, count + 1)
        ]


def test_each_rule_is_cited_by_a_test():
    assert uncited() == []


def test_no_test_cites_a_rule_that_there_is_not():
    assert {rule: sorted(files) for rule, files in cited().items() if rule not in stated()} == {}


def test_a_rule_that_no_test_cites_is_found_missing():
    text = '<a id="R7.7"></a>**R7.7** ...\n<a id="R7.8"></a>**R7.8** ...\n'
    assert uncited(text) == ["R7.8"]
