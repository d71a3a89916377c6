"""One HTML page about records: it has its pictures and its style in it and needs nothing else."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import IO

from service.cli.commentary import Line, Narrator
from service.pictures import Definitions, Style, cards_picture, state_picture
from service.piquet.cards.cards import BIT, hand_of
from service.piquet.model.state import Phase, State
from service.records.player_names import isolated, printable

#: The phases that begin with a picture of the position.
_PICTURED = (Phase.CALLING, Phase.PLAY, Phase.DEAL_OVER, Phase.PARTIE_OVER)

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class HtmlPage:
    """A writer of one page. The face of each card is in it once, at its end, whatever uses it.

    `definitions` are the faces that the pictures of the page share. A `fragment` has only the articles.
    """

    def __init__(self, out: IO[str], *, fragment: bool = False) -> None:
        self._out = out
        self.definitions = Definitions(2)
        self._begun = False
        self._fragment = fragment

    def record(self, narrator: Narrator) -> None:
        """Write the commentary on a record."""
        drawing = _Drawing(narrator, self.definitions)
        narrator.names = [isolated(name) for name in narrator.names]
        heading, *lines = narrator.lines()
        self.article(narrator.language.code, heading.text, self._commentary(drawing, lines))

    def article(self, lang: str, title: str, parts: Iterable[str]) -> None:
        """Write an article with this title; `parts` are the elements after it."""
        if not self._begun and not self._fragment:
            self._out.write(_head(lang, title))
            self._begun = True
        self._out.write(f"<article>\n<h1>{html_text(title)}</h1>\n")
        self._out.writelines(parts)
        self._out.write("</article>\n")

    def end(self) -> None:
        """Write the faces of the cards, and close the page."""
        if self._begun:
            self._out.write(f"{self.definitions.document()}</main>\n</body>\n</html>\n")

    def _commentary(self, drawing: "_Drawing", lines: list[Line]) -> Iterator[str]:
        for in_steps, group in groupby(lines, key=lambda line: line.kind == "step"):
            if in_steps:
                yield from drawing.steps(group)
            else:
                yield from map(drawing.line, group)


class _Drawing:
    """The elements of one record."""

    def __init__(self, narrator: Narrator, definitions: Definitions) -> None:
        self._style = Style(lang=narrator.language.code, names=narrator.names)
        self._definitions = definitions
        self._narrator = narrator
        self._number = 0  # of the last step of the deal
        self._phases: set[str] = set()  # of the deal, so far

    def line(self, line: Line) -> str:
        """Return a line that is not a step."""
        match line.kind:
            case "":
                return ""
            case "deal":
                self._number, self._phases = 0, set()
                return f"<h2>{html_text(line.text)}</h2>\n"
            case "dealt" if all(card in BIT for card in line.cards):
                picture = cards_picture(hand_of(line.cards), self._style, self._definitions)
                return figure("dealt", picture.svg, line.text)
            case "diverges":
                before = "" if line.state is None else self._position(line.state)
                return f'{before}<p class="wrong">{html_text(line.text)}</p>\n'
            case _:
                return f'<p class="{line.kind}">{html_text(line.text)}</p>\n'

    def steps(self, lines: Iterable[Line]) -> Iterator[str]:
        """Yield steps as a numbered list.

        A picture of the position stands where the calls, the play and the end begin.
        """
        yield self._list()
        for line in lines:
            self._number += 1
            rules = f" <small>{html_text(', '.join(line.rules))}</small>" if line.rules else ""
            yield f"<li>{html_text(line.text)}{rules}</li>\n"
            state = line.state
            if state is not None and state.phase not in self._phases:
                self._phases.add(state.phase)
                if state.phase in _PICTURED:
                    yield f"</ol>\n{self._position(state)}{self._list()}"
        yield "</ol>\n"

    def _list(self) -> str:
        return f'<ol start="{self._number + 1}">\n'

    def _position(self, state: State) -> str:
        picture = state_picture(self._narrator.rules, state, style=self._style, shared=self._definitions)
        return figure("position", picture.svg, picture.title)


def figure(kind: str, svg: str, caption: str) -> str:
    """Return a picture with a caption; `kind` is its class."""
    return f'<figure class="{kind}">\n{svg}<figcaption>{html_text(caption)}</figcaption>\n</figure>\n'


def html_table(headings: Iterable[str], rows: Iterable[Sequence[str]], heading_of_row: int) -> Iterator[str]:
    """Yield a table of cells that are HTML; the cell of a row with this index is its heading."""
    yield "<table>\n<thead><tr>"
    yield from (f'<th scope="col">{html_text(heading)}</th>' for heading in headings)
    yield "</tr></thead>\n<tbody>\n"
    for row in rows:
        cells = [f"<td>{cell}</td>" for cell in row]
        cells[heading_of_row] = f'<th scope="row">{row[heading_of_row]}</th>'
        yield f"<tr>{''.join(cells)}</tr>\n"
    yield "</tbody>\n</table>\n"


def _head(lang: str, title: str) -> str:
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{html_text(_ISOLATES.sub('', title))}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
    )


def html_text(plain: str) -> str:
    """Return text for HTML.

    Letters that cannot be encoded are replaced, because the page is UTF-8, and characters that turn the direction of
    text or have no width are escaped. The marks of `isolated` become elements.
    """
    parts = _ISOLATES.split(plain.encode("utf-8", "replace").decode())
    return "".join(_ELEMENTS.get(part) or escape(printable(part), quote=False) for part in parts)


_ELEMENTS = {"\N{FIRST STRONG ISOLATE}": "<bdi>", "\N{POP DIRECTIONAL ISOLATE}": "</bdi>"}
_ISOLATES = re.compile(f"([{''.join(_ELEMENTS)}])")
