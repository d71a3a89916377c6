"""Small objects in the row of their name, for the tables of members in `tools.reference_page`."""

import re
from collections.abc import Sequence

#: An object with at most so many members has them in its own row, unless one of them has members, too.
MOST_MEMBERS = 9

Row = tuple[str, ...]


def folded(rows: Sequence[Row]) -> list[Row]:
    """Rows of members (name, type, perhaps whether required, meaning), with those of small objects within theirs."""
    found: list[Row] = []
    rest = list(rows)
    while rest:
        row, *rest = rest
        inner = _members_of(row, rest)
        if 0 < len(inner) <= MOST_MEMBERS and not any(_members_of(each, rest) for each in inner):
            rest = rest[len(inner) :]
            row = (*row[:-1], "<br>".join([row[-1], *map(_line, inner)]))
        found.append(row)
    return found


def _members_of(row: Row, rows: Sequence[Row]) -> list[Row]:
    """The rows of the members of an object, or of the objects in a list, wherever they begin."""
    within = re.compile(re.escape(_name(row)) + r"(?:\[\])*\.")
    return [each for each in rows if within.match(_name(each))]


def _line(row: Row) -> str:
    """A member in the row of its object: its own name, with its type and whether it is optional or required."""
    name, kind, *required, meaning = row
    own, _, marks = name.partition("` ")
    words = (re.sub("^no", "optional", each).replace("yes", "required") for each in required)
    kinds = [kind, *words, *re.findall(r"\((.*?)\)", marks)]
    return f"`{own.strip('`').rpartition('.')[2]}` ({', '.join(kinds)}): {meaning}"


def _name(row: Row) -> str:
    """The name of a member with those of the objects around it."""
    return row[0].split("`")[1]
