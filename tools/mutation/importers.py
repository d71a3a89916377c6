"""The modules, tools and files of tests that import a module, and so may read its tables."""

import ast
from collections.abc import Iterable, Iterator, Set
from functools import cache
from pathlib import Path

from tools.mutation.runner import ROOT


def importers(module: str, executed: Set[str]) -> set[str]:
    """What imports `module`, directly or through what is not among the modules `executed`."""
    found: set[str] = set()
    left = [module]
    while left:
        new = _direct_importers().get(left.pop(), set()) - found
        found |= new
        left += new - executed
    return found


@cache
def _direct_importers() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in (*ROOT.glob("service/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("tools/*.py")):
        for imported in _imports(path):
            for candidate in (f"{imported}.py", f"{imported}/__init__.py"):
                found.setdefault(candidate, set()).add(path.relative_to(ROOT).as_posix())
    return found


def _statements(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield these nodes and the statements in them. Expressions, most of a tree, hold no import."""
    for node in nodes:
        yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            below = getattr(node, name, None)
            if isinstance(below, list):
                yield from _statements(below)


def _imports(path: Path) -> Iterator[str]:
    """The paths, without the suffix, of what a module imports: of modules, and of names that may be modules."""
    for node in _statements(ast.parse(path.read_bytes()).body):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        yield from (name.replace(".", "/") for name in names)
