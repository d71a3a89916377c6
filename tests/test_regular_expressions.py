"""No regular expression takes longer than its text is long, whoever has written the text (docs/assurance.md)."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from werkzeug.routing import BaseConverter

import service
from service.piquet.notation.action_lines import Line
from tests.contract.validation import contract
from tests.helpers.backtracking import verdict

SERVICE = Path(service.__file__).parent

#: What finds the expression wherever it begins; the others hold it against one place.
SEARCHING = {"search", "sub", "subn", "split", "findall", "finditer"}


class Found(NamedTuple):
    where: str
    pattern: str | bytes
    flags: int
    searched: bool


@cache
def sources() -> dict[Path, str]:
    """All modules."""
    return {path: path.read_text(encoding="utf-8") for path in sorted(SERVICE.rglob("*.py"))}


@cache
def trees() -> dict[Path, ast.Module]:
    """The modules that name `re`. Not while tests are collected: every process of pytest-xdist would parse them."""
    return {path: ast.parse(source) for path, source in sources().items() if re.search(r"\bre\b", source)}


@cache
def nodes() -> dict[Path, list[ast.AST]]:
    """The calls and imports in these modules. To walk through a tree takes longer than to parse it."""
    kinds = (ast.Call, ast.ImportFrom)
    return {path: [node for node in ast.walk(tree) if isinstance(node, kinds)] for path, tree in trees().items()}


def searching() -> set[str]:
    """The names of which a search is called, in all modules together: `_NUMBER` may be another here and there."""
    call = re.compile(rf"\b(\w+)\s*\.\s*(?:{'|'.join(sorted(SEARCHING))})\b")
    return {name for source in sources().values() for name in call.findall(source)}


def compiled() -> Iterator[Found]:
    """Those that modules hold, compiled or as what a string of the contract has to be like."""
    searched = searching()
    for info in pkgutil.walk_packages([str(SERVICE)], "service."):
        if info.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(info.name)).items():
            if isinstance(value, re.Pattern):
                yield Found(f"{info.name}.{name}", value.pattern, value.flags, name in searched)
            elif isinstance(value, type) and issubclass(value, BaseConverter):
                yield Found(f"{info.name}.{name}", value.regex, 0, False)
            elif isinstance(value, tuple):
                for line in value:
                    if isinstance(line, Line):
                        yield Found(f"{info.name}.{name}", line._pattern.pattern, 0, False)
            for meta in get_args(value):
                if isinstance(meta, msgspec.Meta) and meta.pattern:
                    yield Found(f"{info.name}.{name}", meta.pattern, 0, True)


def inline() -> Iterator[Found]:
    """Those that are written where they are used: re.sub("...", ...)."""
    for path, within in nodes().items():
        for node in within:
            if (name := called(node)) and name != "compile":
                pattern = ast.literal_eval(node.args[0])
                yield Found(f"{path.relative_to(SERVICE)}:{node.lineno}", pattern, 0, name in SEARCHING)


def called(node: ast.AST) -> str:
    """The function of `re` that is called here, if one is."""
    function = node.func if isinstance(node, ast.Call) else None
    is_one = isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "re"
    return function.attr if is_one and function.attr != "escape" else ""


def promised(node: Any, at: str) -> Iterator[Found]:
    """Those that the contract shows, which clients are generated from."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for name, below in items:
        if name == "pattern" and isinstance(below, str):
            yield Found(at, below, 0, True)
        elif name not in ("example", "examples"):
            yield from promised(below, f"{at}/{name}")


@cache
def every_expression() -> list[Found]:
    return [*compiled(), *inline(), *promised(contract(), "openapi.yaml")]


# What is not linear by its form alone, and why it is in its place.
BOUNDED = {
    "service.api.http.request_body._NON_NUMBERS": (
        "it reads on to NaN only, in a text that is JSON up to there: every string has its end"
    ),
}


def is_ours(found: Found) -> bool:
    """Whether the text is of this project: its own documentation. Nobody else has it read."""
    return found.where.startswith("api/pages.py:")


def takes_too_long(found: Found) -> bool:
    told = verdict(found.pattern, found.flags, searched=found.searched)
    bounded = is_ours(found) or found.where in BOUNDED
    return told == "exponential" or (told != "linear" and not bounded)


def test_an_expression_takes_no_longer_than_its_text_is_long():
    assert not [found for found in every_expression() if takes_too_long(found)]


#: Expressions that are compiled in a class, by the end of its module. `compiled` looks them up.
IN_CLASSES = {"notation/action_lines.py": 1}


def test_no_expression_is_hidden_in_a_function_or_a_class():
    """Or it would not be found above."""
    for path, tree in trees().items():
        values = [statement.value for statement in tree.body if isinstance(statement, ast.Assign)]
        held = [each for value in values for each in (value.elts if isinstance(value, ast.Tuple) else [value])]
        every = [node for node in nodes()[path] if called(node) == "compile"]
        known = sum(number for end, number in IN_CLASSES.items() if path.as_posix().endswith(end))
        assert len(every) == known + sum(called(value) == "compile" for value in held), path
        assert not any(isinstance(node, ast.ImportFrom) and node.module == "re" for node in nodes()[path]), path


# By hand: what is read in two ways by one loop, by two loops that follow each other, or begun at each place of a text.
KNOWN = {
    "exponential": [
        r"(a+)+$", r"(a*)*b", r"(a|a)*b", r"(a|aa)+$", r"([a-z]+)*=", r"(\w+\s?)*$", r"(x+x+)+y", r"((a?)?b)*c",
        r"^(([a-z])+.)+[A-Z]([a-z])+$", r"(?=(a+)+)b", r"(a{1,9}){0,99}x", r"(\w|\d\d)*x",
    ],
    "polynomial": [r"a*a*b", r".*=.*;", r"\d+\.?\d+$", r"(.*?,){11}P", r"(?i)a*A*b", r"[a-z]+[0-9]*[a-z]+!"],
    "linear": [
        r"a+$", r"(?:ab)+c", r"[a-z]+-[0-9]+", r'"(?:\\.|[^"\\])*"', r"(a|b)*abb", r"(a|ab)*c",
        r"a{1,8}b?", r"(?!f)\d+", r"(?:a(?:bc?){64})?d",
    ],
}  # fmt: skip
SEARCHED = {
    "polynomial": [r"\s+$", r"a+b", r'"[^x]*!', r"(?=a+)b"],
    "linear": [r"a+", r"[^ ,]+|,", r"^a+b", r"<[^<>]+>"],
}


@pytest.mark.parametrize(
    ("told", "pattern", "searched"),
    [
        (told, pattern, table is SEARCHED)
        for table in (KNOWN, SEARCHED)
        for told, patterns in table.items()
        for pattern in patterns
    ],
)
def test_what_is_known_of_some_expressions_is_found(told: str, pattern: str, searched: bool):
    assert verdict(pattern, searched=searched) == told


def test_whatever_is_added_is_looked_at():
    """Each of the three ways to write one is found, and a bad one fails above."""
    places = [found.where for found in every_expression()]
    assert {"service.middleware.observability.REQUEST_ID", "service.api.schemas.scalars.Token"} <= set(places)
    assert any(place.startswith("settings/redis_url.py:") for place in places)
    assert any("schemas/Pointer" in place for place in places)
    assert takes_too_long(Found("added", r"(a+)+$", 0, False))
    assert takes_too_long(Found("added", r"\s+$", 0, True))
    assert not takes_too_long(Found("added", r"a+$", 0, False))
