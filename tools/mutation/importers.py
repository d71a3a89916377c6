"""The modules, tools and files of tests that import a module, and so may read its tables."""

import re
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path

from tools.mutation.runner import ROOT

# An import at the beginning of a line. A line of a string that looks like one does no harm.
_IMPORT = re.compile(r"^ *(?:from ([\w.]+) import (\([^)]*\)|.*)|import (.*))", re.MULTILINE)
_NAME = re.compile(r"[\w.]+")


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
        importer = path.relative_to(ROOT).as_posix()
        for imported in _imports(path):
            for candidate in (f"{imported}.py", f"{imported}/__init__.py"):
                found.setdefault(candidate, set()).add(importer)
    return found


def _imports(path: Path) -> Iterator[str]:
    """The paths, without the suffix, of what a module imports: of modules, and of names that may be modules."""
    for module, names, modules in _IMPORT.findall(path.read_text(encoding="utf-8")):
        found = [module, *(f"{module}.{name}" for name in _NAME.findall(names))] if module else _NAME.findall(modules)
        yield from (name.replace(".", "/") for name in found)
