"""What is wrong with a value that a typed decoder refused, in words and with a JSON Pointer.

The decoder says where in a notation of its own (``$.history[3].cards[0]``) and what in terms of Python types, and stops
at the first fault. Here that becomes the path and the sentence of a problem document.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import inspect

from service.api.problems import quote

Path = tuple[str | int, ...]

_STEP = re.compile(r"\.(?P<name>[^.\[\]]+)|\[(?P<index>\d+)\]")
_PATTERN = re.compile(r" matching regex '.*'", re.DOTALL)
_TYPE = re.compile(r"`([^`]+)`")
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`", re.DOTALL)
_NOT_ONE_OF = re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL)
_EXPECTED = re.compile(r"Expected (?P<wanted>`[^`]+`.*?)(?:, got `(?P<got>[^`]+)`)?", re.DOTALL)

_NOUNS = {
    "int": "an integer",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "null": "null",
    "array": "an array",
    "object": "an object",
}

REQUIRED = "is required"
UNKNOWN = "is not a member of this object"

#: The most values that a sentence lists.
_LISTED = 16


def explain(error: msgspec.ValidationError, type_: inspect.Type) -> tuple[Path, str]:
    """Where below a value of `type_` the decoder's `error` lies, and what it is.

    The path stops short at the members of a mapping, whose names the decoder does not tell.
    """
    what, path, within = _split(str(error))
    if within:
        return path, f"{within} that {_sentence(what, type_, path)}"
    if match := _MISSING.fullmatch(what):
        return (*path, match["name"]), REQUIRED
    if match := _UNKNOWN.fullmatch(what):
        return (*path, match["name"]), UNKNOWN
    return path, _sentence(what, type_, path)


def _sentence(what: str, type_: inspect.Type, path: Path) -> str:
    """What the value at `path` is and should not be, or should be and is not."""
    if match := _NOT_ONE_OF.fullmatch(what):
        return f"is {quote(match['value'])}, which is not {_one_of(_allowed(type_, path))}"
    if match := _EXPECTED.fullmatch(what):
        return f"must be {_nouns(match['wanted'])}" + (f", not {_got(**match.groupdict())}" if match["got"] else "")
    if what.endswith("out of range"):
        return "is a number out of range"
    return quote(what)


def _split(message: str) -> tuple[str, Path, str]:
    """The decoder's message without its path, the path, and what it leads to if not to the value that is wrong."""
    what, _, where = message.rpartition(" - at ")
    if not what:
        return message, (), ""
    known, in_mapping, _ = where.removeprefix("`key` in ").strip("`").removeprefix("$").partition("[...]")
    path = tuple(m["name"] or int(m["index"]) for m in _STEP.finditer(known))
    if in_mapping:
        return what, path, "has a member"
    return what, path, "has a member with a name" if where.startswith("`key`") else ""


def _nouns(wanted: str) -> str:
    """The types in `wanted`, which are in backticks, in words; what is said besides stays."""
    wanted = _PATTERN.sub(" of the form that the contract gives", wanted)
    return _TYPE.sub(lambda match: " or ".join(_noun(name) for name in match[1].split(" | ")), wanted)


def _got(wanted: str, got: str) -> str:
    """In words what was sent; 5.0 is an integer, so a number that is none has a fraction."""
    return "a number with a fraction" if got == "float" and "int" in wanted else _noun(got)


def _noun(name: str) -> str:
    return _NOUNS.get(name, name)


def _one_of(values: Iterable[object]) -> str:
    texts = list(dict.fromkeys(str(value) for value in values))
    if len(texts) > _LISTED:
        texts[_LISTED - 1 : -1] = ["…"]
    return f"one of {', '.join(texts)}" if len(texts) > 1 else "".join(texts) or "allowed here"


def _allowed(type_: inspect.Type, path: Path) -> Iterator[object]:
    """The values that a literal, an enumeration or a tag at `path` below `type_` may have."""
    match type_, path:
        case inspect.UnionType(types=types), _:
            for each in types:
                yield from _allowed(each, path)
        case inspect.LiteralType(values=values), ():
            yield from values
        case inspect.EnumType(cls=cls), ():
            yield from (member.value for member in cls)
        case inspect.StructType(tag_field=str() as tag_field, tag=tag), (name,) if name == tag_field:
            yield tag
        case inspect.StructType(fields=fields), (name, *rest):
            for field in fields:
                if field.encode_name == name:
                    yield from _allowed(field.type, tuple(rest))
        case ((inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item)), (int(), *rest)):
            yield from _allowed(item, tuple(rest))
        case inspect.TupleType(item_types=items), (int(index), *rest):
            yield from _allowed(items[index], tuple(rest))
        case _:
            return
