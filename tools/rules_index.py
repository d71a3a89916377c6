"""Print the tests of rules and laws, from their `@pytest.mark.rule` marks.

python -m tools.rules_index R6.1 L28     # of all rules and laws, if none is named
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
RULES = ROOT / "docs" / "rules.md"
LAW = ROOT / "docs" / "law.md"
MULTIPLAYER = ROOT / "docs" / "multiplayer.md"

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


def main(rules: list[str]) -> int:
    found = citations()
    for rule in rules or found:
        print(rule)
        for name, tests in found.get(rule, {"no test cites it": []}).items():
            print(f"  {name}", *tests, sep="\n    ")
    return int(not found.keys() >= set(rules))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
