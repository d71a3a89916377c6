"""Write the reference of `docs/library.md` from the signatures and docstrings of the library.

python -m tools.library_page
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import service
from service.piquet.suggestions import listed
from tools import rule_links

PAGE = Path(__file__).parents[1] / "docs" / "library.md"
HEADING = "## Reference\n"
HEAD = """
Everything here is stable: it keeps its names, arguments and results, as [`/v1`](versions.md#what-stays-within-v1) does.
Everything else in the package may change in any release. The members of actions, options, events, views, settlements
and rulings are those of the contract, and change as it does.

A seat is `"A"` or `"B"`. A card is a text such as `"TH"`; `"10H"`, `"10♥"` and `"ten of hearts"` are taken for it.
Every exception of the library's own is a `ValueError`.
`Members` is a dict as in JSON, and `GivenAction` an `Action`, a mapping of its members, or a text. For annotations
there are also {annotations}.
"""
#: What programs need for annotations alone. It is not described one by one.
FOR_ANNOTATIONS = (
    *("Adjusted", "Adjustment", "Basis", "Correction", "Deal", "DealReport", "Divergence", "GivenAction", "Members"),
    *("MembersError", "NotationError", "Note", "Problem", "Reason", "Result", "Ruleset", "RulesetError", "Settlement"),
    *("Step", "WouldBe"),
)

#: The names of the library by the heading under which they are, in the order of the page.
SECTIONS = {
    "The table": ("Table", "RULESETS"),
    "Actions": ("Action", "Options", "IllegalAction", "RefusedAction", "Violation"),
    "Advice and its reasons": ("Advice", "Advised"),
    "Records on their own": ("read_record", "write_record", "verify_record", "Record", "RecordError", "Report"),
    "Pictures of cards": ("hand_picture", "Picture", "Style"),
}
#: The classes whose objects a program makes. All others it gets.
MADE = ("Table", "Style")
#: Members of the classes that are not stable, and a parameter that goes.
INNER = {
    *("state", "deals", "engine", "encoded_svg", "language", "partie", "next_number", "under", "counting", "entry"),
    *("play_points", "unread"),
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
    return (
        before
        + HEADING
        + HEAD.format(annotations=listed([f"`{name}`" for name in FOR_ANNOTATIONS]))
        + "".join(f"\n{section}\n" for section in sections)
    )


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
        yield f"- `{name}{made}`: {_said(node)}"
        for member in _members(value):
            yield f"    - `{member.name}{_signature(member)}`: {_said(member)}"


def _parsed(value: type | Callable[..., object]) -> ast.ClassDef | ast.FunctionDef:
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(value))).body
    assert isinstance(node, ast.ClassDef | ast.FunctionDef)
    return node


def _members(cls: type) -> list[ast.FunctionDef]:
    """The public methods and properties of a class, those of its bases first."""
    found: dict[str, ast.FunctionDef] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("service."):
            found |= {node.name: node for node in _parsed(base).body if isinstance(node, ast.FunctionDef)}
    return [node for name, node in found.items() if not name.startswith("_") and name not in INNER]


def _constructor(cls: type) -> str:
    body = _parsed(cls).body
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            text = ast.unparse(node.args)
            break
    else:
        text = ", ".join(ast.unparse(node) for node in body if isinstance(node, ast.AnnAssign))
    constants = vars(inspect.getmodule(cls))
    return _CONSTANT.sub(lambda found: repr(constants[found[0]]).replace("'", '"'), _arguments(text))


def _signature(node: ast.FunctionDef) -> str:
    assert node.returns is not None
    result = ast.unparse(node.returns).strip("'")
    if _PROPERTIES & {ast.unparse(each) for each in node.decorator_list}:
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
