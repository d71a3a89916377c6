"""Write `docs/law.md` from the data of the law and the text in `tools/law_page.md`.

python -m tools.law_page
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from service.piquet.law.data.codes import TERMS
from service.piquet.law.data.elections import CORRECTIONS, EFFECTS, ELECTIONS, UNTIL
from service.piquet.law.data.laws import LAWS, READINGS, SECTIONS, Law
from service.piquet.law.decide import OFFERS
from service.piquet.law.kinds import KINDS
from service.piquet.law.kinds.tables import Kind
from service.piquet.rulesets.parameters import LAW_CODES, LAW_ROWS
from service.piquet.rulesets.published import RULESETS

PAGE = Path(__file__).parents[1] / "docs" / "law.md"
TEXT = Path(__file__).with_suffix(".md")

#: What each code is.
ABOUT = {
    "portland": "the laws of the Portland and Turf Clubs of 1882",
    "au-cent": "the laws of piquet au cent, printed with them",
    "hoyle": "the laws in Hoyle's book",
    "french": "the remarks of the French page",
    "old": "the rules of 1651, for the game with 36 cards",
}

_ID = re.compile(r"(?<![\[#\w])(?:R\d+(?:\.\d+)?|L[AF]?\d+|LR\d+|K\d+[a-z]*|E\d+|A[1-6])\b")


def linked(text: str) -> str:
    """Text with links to the rules, laws, kinds, effects, corrections and readings that it names."""
    return _ID.sub(lambda found: f"[{found[0]}]({'rules.md' if found[0][0] == 'R' else ''}#{found[0]})", text)


def anchor(name: str, shown: str = "") -> str:
    """A name with its anchor."""
    return f'<a id="{name}"></a>{shown or name}'


def row(*cells: str) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |\n"


def table(*heads: str) -> str:
    """The head of a table."""
    return row(*heads) + row(*["---"] * len(heads))


def names(words: Iterable[str]) -> str:
    """Words as code, in a list."""
    return ", ".join(f"`{word}`" for word in words)


def rows_named(words: Iterable[str]) -> str:
    """Links to rows."""
    return ", ".join(f"[`{word}`](#{word})" for word in words)


def codes() -> Iterator[str]:
    for code in LAW_CODES:
        rulesets = (name for name, each in RULESETS.items() if each.ruleset.law == code)
        yield row(f"`{code}`", ABOUT[code], names(rulesets))


def rows() -> Iterator[str]:
    yield table("row", "what it decides", "values")
    for name, about in LAW_ROWS.items():
        laws = ", ".join(map(linked, about.laws))
        yield row(anchor(name, f"`{name}`"), f"{about.meaning} ({laws})", "<br>".join(values(name)))


def values(name: str) -> Iterator[str]:
    """The values of a row, each with its codes and its meaning. A code that inherits its value is in italics."""
    terms = TERMS[name].items()
    for word, meaning in dict.fromkeys((each.word, each.meaning) for _, each in terms):
        have = ((code, each.source) for code, each in terms if (each.word, each.meaning) == (word, meaning))
        who = ", ".join(code if code == source else f"*{code}*" for code, source in have)
        yield f"`{word}` ({who}): {linked(meaning)}"


def laws() -> Iterator[str]:
    by_section: dict[str, list[Law]] = {}
    for law in LAWS.values():
        by_section.setdefault(law.section, []).append(law)
    for section, found in by_section.items():
        yield f"### {SECTIONS[section]}\n\n" + table("law", "content", "how known", "carried by", "S4")
        for law in found:
            known = law.category + (f": {law.reported}" if law.reported else "")
            digest = (law.digest or "–") + (f" ({law.digest_note})" if law.digest_note else "")
            carried = ", ".join(f"[`{by}`](#{by})" if by in ELECTIONS else linked(by) for by in law.carried_by)
            yield row(
                anchor(law.id), linked(law.content) + _notes(law.effects, law.readings), known, carried or "–", digest
            )
        yield "\n"


def _notes(*lists: Iterable[str]) -> str:
    """The effects and readings behind a sentence."""
    ids = [linked(each) for found in lists for each in found]
    return f" ({', '.join(ids)})" if ids else ""


def kinds() -> Iterator[str]:
    yield table("kind", "what happened", "law", "enters", "elections", "unraised")
    groups: set[str] = set()
    for kind in KINDS:
        group = f"K{kind.order}"
        anchors = "" if group in groups or group == kind.number else f'<a id="{group}"></a>'
        groups.add(group)
        mark = "" if kind.public else " †"
        members = f": {names(kind.members)}" if kind.members else ""
        yield row(
            f"{anchors}{anchor(kind.number)}<br>`{kind.name}`{mark}",
            linked(kind.what) + _notes(kind.readings),
            ", ".join(map(linked, kind.laws)) or "–",
            kind.enters + members,
            offers(kind),
            linked(kind.unraised),
        )


def offers(kind: Kind) -> str:
    """Who may elect what after an irregularity, and the rows that change it."""
    listed = "; ".join(
        f"[`{each.election}`](#{each.election}) until `{each.until}`" + (f" ({each.when})" if each.when else "")
        for each in OFFERS[kind.number]
    )
    choice = ", no choice" if kind.compulsory else ""
    more = f"<br>{rows_named(kind.rows)}" if kind.rows else ""
    return f"{kind.entitled}{choice}{f': {listed}' if listed else ''}{more}"


def elections() -> Iterator[str]:
    for name, each in ELECTIONS.items():
        yield row(anchor(name, f"`{name}`"), linked(each.sentence), names(each.members) or "–")


def until() -> Iterator[str]:
    for word, when in UNTIL.items():
        yield row(f"`{word}`", when)


def effects() -> Iterator[str]:
    for name, each in EFFECTS.items():
        yield row(anchor(name), each.name, linked(each.sentence))


def corrections() -> Iterator[str]:
    for name, each in CORRECTIONS.items():
        what = linked(each.what) + _notes(each.readings)
        changed = rows_named([each.row]) if each.row else "–"
        yield row(anchor(name), linked(each.law), each.who, what, each.until, linked(each.effect), changed)


def readings() -> Iterator[str]:
    yield table("reading", "question", "answer", "why", "otherwise")
    for name, each in READINGS.items():
        cells = (each.question, each.settled, each.reason, each.alternative or "–")
        yield row(anchor(name), *map(linked, cells))


PARTS: Mapping[str, Callable[[], Iterator[str]]] = {
    part.__name__: part for part in (codes, rows, laws, kinds, elections, until, effects, corrections, readings)
}


def page() -> str:
    """The whole page."""
    text = TEXT.read_text(encoding="utf-8")
    return re.sub(r"\[\[(\w+)\]\]\n", lambda found: "".join(PARTS[found[1]]()).rstrip("\n") + "\n", text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
