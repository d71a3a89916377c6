"""Write the reference of `docs/library.md` from the signatures and docstrings of the library.

python -m tools.library_page
"""

import ast
import inspect
import re
import sys
import textwrap
from collections import ChainMap
from collections.abc import Callable, Iterator
from pathlib import Path

import service
from tools import rule_links

PAGE = Path(__file__).parents[1] / "docs" / "library.md"
HEADING = "## Reference\n"
HEAD = """
Everything here is stable: it keeps its names, arguments and results, as [`/v1`](versions.md#what-stays-within-v1)
does. Everything else in the package may change in any release. The members of actions, options, events, views,
settlements and rulings are those of the contract ([objects](reference.md#objects), [rulings](reference/rulings.md)),
and change as it does. A seat is `"A"` or `"B"`. A card is a text such as `"TH"`; `"10H"`, `"10♥"` and `"ten of
hearts"` are taken for it. Every exception of the library's own is a `ValueError`. `Members` is a dict as in JSON, and
`Json` any value in it; `GivenAction` an `Action`, a mapping of its members, or a text; `Value` what a parameter may
be; `Claim` a pair of numbers for A and B, each None if it was not written down; in a `Record`, lists by seat have A's
first. `Language` is `"en"` or `"fr"`, and `EffortName` `"quick"` or `"full"`. All names can be imported.
"""
#: Types that the text before the sections describes.
ALIASES = ("Claim", "EffortName", "GivenAction", "Json", "Language", "Members", "Value")

#: The names of the library by the heading under which they are, in the order of the page.
SECTIONS = {
    "The table": ("Table", "RULESETS", "Ruleset", "RulesetError"),
    "Actions": (
        *("Action", "Options", "IllegalAction", "RefusedAction", "Violation", "WouldBe", "MembersError"),
        "NotationError",
    ),
    "Advice and its reasons": ("Advice", "Advised", "Basis", "Reason"),
    "Records on their own": (
        *("read_record", "write_record", "verify_record", "Record", "Deal", "Step", "Result", "Adjustment", "Note"),
        *("RecordError", "Problem"),
    ),
    "Reports of records": ("Report", "DealReport", "Divergence", "Correction", "Settlement", "Adjusted"),
    "Pictures of cards": ("hand_picture", "Picture", "Style"),
}
#: The classes whose objects a program makes. All others it gets.
MADE = ("Table", "Style")
#: A class whose members another page describes.
DESCRIBED = "Ruleset"
#: Fields that are not stable.
INNER_FIELDS = {"entry", "unread", "counting", "play_points"}
#: Members of the classes that are not stable, and a parameter that goes.
INNER = {
    *("state", "deals", "engine", "encoded_svg", "language", "partie", "next_number", "under"),
}
GOING = "ruleset_name"

_PROPERTIES = {"property", "cached_property"}
_RULE = re.compile(r"\b[A-Z]{1,2}\d+(?:\.\d+)?[a-z]?\b")
_CONSTANT = re.compile(r"(?<== )[A-Z_]{2,}")
_DOCUMENT = re.compile(r"docs/(?P<page>(?:[\w-]+/)*(?P<name>[\w-]+)\.md)(?P<at>#(?P<anchor>[\w-]+))?")
_EXAMPLE = re.compile(r"(?:^>>> .*\n(?:(?!>>>|\n).*\n)*)+\n?", re.MULTILINE)


def page() -> str:
    """Return the text of the page: what is before the reference stays."""
    before = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
    sections = (f"### {title}\n\n" + "\n".join(_lines(names)) for title, names in SECTIONS.items())
    head = textwrap.fill(HEAD.strip(), 148, break_on_hyphens=False)
    return f"{before}{HEADING}\n{head}\n" + "".join(f"\n{section}\n" for section in sections)


def _lines(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        value = getattr(service, name)
        if not callable(value):
            yield f"- `{name}: tuple[str, ...]`: The names of the published rulesets, with their versions."
            continue
        node = _parsed(value)
        if isinstance(node, ast.FunctionDef):
            yield f"- `{name}{_signature(node)}`: {_said(node)}"
            continue
        made = _constructor(value) if name in MADE else ""
        fields = [] if name in (*MADE, DESCRIBED) else _fields(value)
        types = ", ".join(f"`{ast.unparse(each.target)}: {ast.unparse(each.annotation)}`" for each in fields)
        yield f"- `{name}{made}`: {_said(node)}" + (f" Members: {types}." if types else "")
        members = [] if name == DESCRIBED else _members(value)
        properties = [f"`{each.name}{_signature(each)}`: {_said(each)}" for each in members if _is_property(each)]
        yield from [f"    - {' '.join(properties)}"] if properties else []
        for member in members:
            if not _is_property(member):
                yield f"    - `{member.name}{_signature(member)}`: {_said(member)}"


def _parsed(value: type | Callable[..., object]) -> ast.ClassDef | ast.FunctionDef:
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(value))).body
    assert isinstance(node, ast.ClassDef | ast.FunctionDef)
    return node


def _written(cls: type) -> list[ast.ClassDef | ast.FunctionDef]:
    """The class and its bases in the service, but for one of `make_dataclass`, whose source Python 3.13 cannot find."""
    bases = [base for base in cls.__mro__ if base.__module__.startswith("service.")]
    return [_parsed(base) for base in bases if sys.version_info < (3, 13) or "__firstlineno__" in vars(base)]


def _members(cls: type) -> list[ast.FunctionDef]:
    """The public methods and properties of a class, those of its bases first."""
    found: dict[str, ast.FunctionDef] = {}
    for written in reversed(_written(cls)):
        found |= {node.name: node for node in written.body if isinstance(node, ast.FunctionDef)}
    return [node for name, node in found.items() if not name.startswith("_") and name not in INNER]


def _fields(cls: type) -> list[ast.AnnAssign]:
    """The public fields of a named tuple or a dataclass, each with its type."""
    fields = [node for node in _parsed(cls).body if isinstance(node, ast.AnnAssign)]
    return [each for each in fields if (name := ast.unparse(each.target))[0] != "_" and name not in INNER_FIELDS]


def _initial(cls: type) -> ast.FunctionDef | None:
    """The method `__init__` of a class, or of its nearest base that has one."""
    body = (node for written in _written(cls) for node in written.body)
    return next((node for node in body if isinstance(node, ast.FunctionDef) and node.name == "__init__"), None)


def annotations(name: str) -> Iterator[ast.expr]:
    """Yield the types in what the page says of a name: those of arguments, results, fields, and what errors have."""
    value = getattr(service, name)
    if not callable(value) or name in ALIASES:
        return
    node = _parsed(value)
    functions = [node] if isinstance(node, ast.FunctionDef) else _members(value)
    if isinstance(node, ast.ClassDef):
        yield from (field.annotation for field in _fields(value))
        functions += filter(None, [_initial(value)] if name in MADE or issubclass(value, Exception) else [])
    for each in functions:
        yield from filter(None, [each.returns, *(arg.annotation for arg in (*each.args.args, *each.args.kwonlyargs))])


def _constructor(cls: type) -> str:
    initial = _initial(cls)
    text = ast.unparse(initial.args) if initial else ", ".join(map(ast.unparse, _fields(cls)))
    constants = ChainMap(*(vars(sys.modules[base.__module__]) for base in cls.__mro__))
    return _CONSTANT.sub(lambda found: repr(constants[found[0]]).replace("'", '"'), _arguments(text))


def _is_property(node: ast.FunctionDef) -> bool:
    return bool(_PROPERTIES & {ast.unparse(each) for each in node.decorator_list})


def _signature(node: ast.FunctionDef) -> str:
    assert node.returns is not None
    result = ast.unparse(node.returns).strip("'")
    if _is_property(node):
        return f": {result}"
    return f"{_arguments(ast.unparse(node.args))} -> {result}"


def _arguments(text: str) -> str:
    text = re.sub(rf"^(?:self|cls)(?:, )?|, {GOING}: .*$", "", text)
    text = re.sub(r"'([A-Z]\w+)'", r"\1", text).replace("'", '"')
    return "(" + re.sub(r"\s*=\s*", " = ", text) + ")"


def _said(node: ast.ClassDef | ast.FunctionDef) -> str:
    """The docstring in one paragraph, without its example, and with links."""
    text = _EXAMPLE.sub("", ast.get_docstring(node) or "")
    text = " ".join(line.strip().removeprefix("* ") for line in text.splitlines() if line.strip())
    known = rule_links.anchors()
    text = _RULE.sub(lambda found: rule_links.link(found[0]) if found[0] in known else found[0], text)
    return _DOCUMENT.sub(lambda at: f"[{at['anchor'] or at['name']}]({at['page']}{at['at'] or ''})", text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
