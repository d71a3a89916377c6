"""Rows of the tables of members in `tools.reference_page`: those of two games as one, and small objects in one row."""

import re
from collections.abc import Sequence

#: An object with at most so many members has them in its own row, unless one of them has members, too.
MOST_MEMBERS = 9

Row = tuple[str, ...]


def together(tables: list[list[Row]]) -> list[Row]:
    """The rows of one table, or those of voleur and of normand as one table. What only one of them has is marked."""
    if len(tables) == 1 or tables[0] == tables[1]:
        return tables[0]
    voleur, normand = ({row[0]: row for row in rows} for rows in tables)
    found: list[Row] = []
    names = list(voleur)
    before = ""
    for name in normand:
        if name not in names:
            names.insert(names.index(before) + 1 if before else 0, name)
        before = name
    for name in names:
        if name in voleur and name in normand:
            pairs = zip(voleur[name], normand[name], strict=True)
            found.append(
                tuple(one if _alike(one, two) else f"voleur: {one.rstrip('.')}; normand: {two}" for one, two in pairs)
            )
        else:
            game = "voleur" if name in voleur else "normand"
            found.append((f"{name} ({game})", *(voleur | normand)[name][1:]))
    return found


def _alike(voleur: str, normand: str) -> bool:
    """Whether two cells say the same of either game."""
    return voleur == normand or re.sub("[Vv]oleur", "normand", voleur) == re.sub("[Nn]ormand", "normand", normand)


def folded(rows: Sequence[Row]) -> list[Row]:
    """Rows of members (name, type, perhaps whether required, meaning), with those of small objects within theirs."""
    found: list[Row] = []
    rest = list(rows)
    while rest:
        row, *rest = rest
        inner = _members_of(row, rest)
        if 0 < len(inner) <= MOST_MEMBERS and not any(_members_of(each, rest) for each in inner):
            rest = rest[len(inner) :]
            row = (*row[:-1], "<br>".join([row[-1], *map(in_a_line, inner)]))
        found.append(row)
    return found


def _members_of(row: Row, rows: Sequence[Row]) -> list[Row]:
    """The rows of the members of an object, or of the objects in a list, wherever they begin."""
    within = re.compile(re.escape(_name(row)) + r"(?:\[\])*\.")
    return [each for each in rows if within.match(_name(each))]


def in_a_line(row: Row) -> str:
    """A member without a row of its own: its own name, with its type and whether it is optional or required."""
    name, kind, *required, meaning = row
    own, _, marks = name.partition("` ")
    words = (re.sub("^no", "optional", each).replace("yes", "required") for each in required)
    kinds = [kind, *words, *re.findall(r"\((.*?)\)", marks)]
    return f"`{own.strip('`').rpartition('.')[2]}` ({', '.join(kinds)}): {meaning}"


def _name(row: Row) -> str:
    """The name of a member with those of the objects around it."""
    return row[0].split("`")[1]
