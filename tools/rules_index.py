"""Write `docs/rules-tests.md`: the tests of each rule and law, from their `@pytest.mark.rule` marks.

python -m tools.rules_index
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
RULES = ROOT / "docs" / "rules.md"
PAGE = ROOT / "docs" / "rules-tests.md"

LAW = ROOT / "docs" / "law.md"
MULTIPLAYER = ROOT / "docs" / "multiplayer.md"

HEAD = """# Tests by rule

The tests of each rule in [rules.md](rules.md) and [multiplayer.md](multiplayer.md), and of the [laws](law.md), kinds,
effects, corrections and readings that tests cite: those with the mark `@pytest.mark.rule` and the id. Run the tests of
a file with `.venv/bin/python -m pytest tests/piquet/rules/test_play.py`.

`python -m tools.rules_index` writes this page; a test fails when it is stale.
"""

#: Rules that must be cited by a test: sections 2 to 8 of the rules.
_ANCHOR = re.compile(r'<a id="(R[2-8]\.\d+)"></a>')

#: Rules of the games for three and for four (docs/multiplayer.md).
_MULTIPLAYER_ANCHOR = re.compile(r'<a id="([VN][1-8]\.\d+)"></a>')

#: Laws (`L`, `LA`, `LF`), kinds, effects, corrections and readings of docs/law.md.
_LAW_ANCHOR = re.compile(r'<a id="((?:L|LA|LF|LR|K|E|A)\d+[a-z]*)"></a>')

#: Rule to the files that cite it, below `tests`, each with the names of the tests in their order.
Citations = dict[str, dict[str, list[str]]]


def stated(text: str) -> list[str]:
    """The rules that have an anchor in the text of the rules, in its order."""
    return _ANCHOR.findall(text)


def multiplayer(text: str) -> list[str]:
    """The rules that have an anchor in the text on the games for three and for four, in its order."""
    return _MULTIPLAYER_ANCHOR.findall(text)


def laws(text: str) -> list[str]:
    """The laws, kinds, effects, corrections and readings that have an anchor in the text of the law, in its order."""
    return _LAW_ANCHOR.findall(text)


def citations(tests: Path = TESTS) -> Citations:
    """The tests that cite each rule. Raises `ValueError` for a mark whose argument is not a string literal."""
    found: Citations = {}
    for path in sorted(tests.rglob("test_*.py")):
        name = path.relative_to(tests).as_posix()
        for test, rule in _marks(path.read_text(encoding="utf-8"), name):
            found.setdefault(rule, {}).setdefault(name, []).append(test)
    return found


@cache
def _marks(text: str, name: str) -> list[tuple[str, str]]:
    """The name of each marked test in a file with each rule that it cites."""
    return list(_marked(ast.parse(text), name))


def _tests(within: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """Yield the tests of a module or a class. To walk through all expressions takes much longer."""
    for statement in within.body:
        if isinstance(statement, ast.ClassDef):
            yield from _tests(statement)
        elif isinstance(statement, ast.FunctionDef) and statement.name.startswith("test_"):
            yield statement


def _marked(tree: ast.Module, name: str) -> Iterator[tuple[str, str]]:
    for function in _tests(tree):
        for mark in function.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                for argument in mark.args:
                    if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                        raise ValueError(f"{name}: {function.name} cites a rule that is not a string literal")
                    yield function.name, argument.value


def page() -> str:
    """The whole page."""
    found = citations()
    parts = [HEAD]
    cited = [(rule, "rules.md") for rule in stated(RULES.read_text(encoding="utf-8"))]
    cited += [
        (rule, "multiplayer.md") for rule in multiplayer(MULTIPLAYER.read_text(encoding="utf-8")) if rule in found
    ]
    cited += [(law, "law.md") for law in laws(LAW.read_text(encoding="utf-8")) if law in found]
    for rule, of in cited:
        files = found.get(rule, {})
        parts.append(f"\n## [{rule}]({of}#{rule})\n\n")
        for name, tests in files.items():
            parts.append(f"- `tests/{name}`\n")
            parts += [f"    - `{test}`\n" for test in tests]
        if not files:
            parts.append("No test cites this rule.\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
