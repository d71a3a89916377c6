"""How pictures are drawn: their style, and the SVG of a position and of a hand.

It has presentation attributes only, no style sheet and no script, so that it is drawn under any security policy.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from service.pictures.outline import Outline, Part, Place, Row
from service.piquet.cards.cards import CARDS, SUITS
from service.piquet.model.state import SEATS
from service.piquet.suggestions import require
from service.words import PictureWords, words_in

# ---------------------------------------------------------------- styles


_BLACK, _RED = "#111", "#d40000"

#: The colours of the suits by the number of colours. All are readable on white.
COLOURS: dict[int, dict[str, str]] = {
    2: {"S": _BLACK, "H": _RED, "D": _RED, "C": _BLACK},
    4: {"S": _BLACK, "H": _RED, "D": "#0057b8", "C": "#007a33"},
}

#: How a text may write suits, and the limits of the width in pixels.
TEXTS = ("letters", "signs")
LEAST_WIDTH, MOST_WIDTH, DEFAULT_WIDTH = 120, 4000, 480


@dataclass(frozen=True)
class Style:
    """How a picture is drawn. Raises `ValueError` for a value that is not possible.

    * `lang`: `en` or `fr`. `names`: what the seats A and B are called.
    * `colours`: 2, or 4 for a colour of its own for each suit. `width`: in pixels.
    * `suits`: whether the text has `letters` or `signs` for suits.
    """

    lang: str = "en"
    colours: int = 2
    width: int = DEFAULT_WIDTH
    suits: str = "letters"
    names: Sequence[str] = SEATS

    def __post_init__(self) -> None:
        words_in(self.lang)
        for value, known in ((self.colours, tuple(COLOURS)), (self.suits, TEXTS)):
            if value not in known:
                raise ValueError(f"{value!r} is none of {known}")
        require(self.width, int, "a width is a number of pixels")
        require(self.names, list | tuple, "names are a list: that of A, then that of B")
        if len(self.names) != len(SEATS):
            raise ValueError(f"names are those of A and B, not {self.names!r}")
        if not LEAST_WIDTH <= self.width <= MOST_WIDTH:
            raise ValueError(f"a width is from {LEAST_WIDTH} to {MOST_WIDTH} pixels, not {self.width}")

    @property
    def language(self) -> PictureWords:
        """The locale."""
        return words_in(self.lang).pictures


PLAIN = Style()


# ---------------------------------------------------------------- the faces of the cards, in two colours and in four


#: The width of a card in the units of its file; its origin is in the middle.
WIDTH = 240

_FOLDER = Path(__file__).parent / "cards"
_BACK = "#2a4b9b"


@cache
def definitions_in(colours: int) -> tuple[str, Mapping[str, bytes]]:
    """Return the prefix of ids, and all definitions by the rest of their ids: `pip-S`, `small-TH`, `TH`, `back`.

    They are encoded, and in the order in which they are written. Each number of colours has its own ids, so that both
    fit into one page.
    """
    prefix, of = "card-" if colours == 2 else "card4-", COLOURS[colours]
    found = {f"pip-{suit}": _pip(suit, prefix, of[suit]) for suit in SUITS}
    found |= {f"small-{card}": _small_card(card, prefix, of[card[1]]) for card in CARDS}
    found |= {card: _definition(card, prefix, of[card[1]]) for card in CARDS}
    found["back"] = _definition("back", prefix, "")
    return prefix, {name: written.encode() for name, written in found.items()}


def _pip(suit: str, prefix: str, colour: str) -> str:
    """Return the pip of a suit, for small cards: that of its seven."""
    symbol = _definition(f"7{suit}", "card-", colour).partition(f'<symbol id="card-7{suit}-S')[2]
    return f'<symbol id="{prefix}pip-{suit}"{symbol[symbol.index(" ") : symbol.index("</symbol>")]}</symbol>'


def _definition(name: str, prefix: str, colour: str) -> str:
    """Return a card as an element with an id. The pip and the index take the colour of the suit."""
    text = (_FOLDER / f"{name}.svg").read_text(encoding="utf-8").strip()
    inner = text[text.index(">") + 1 : text.rindex("</svg>")]
    if colour:
        drawn_in = '"red"' if name[1] in "HD" else '"black"'
        head, *symbols = inner.split("<symbol ")
        inner = "<symbol ".join([head, *(_coloured(each, name, drawn_in, colour) for each in symbols)])
        if name == "A" + SUITS[0]:  # its large pip has a colour of its own
            inner = inner.replace('fill="black"', f'fill="{colour}"')
    else:
        inner = inner.replace('"black" d=', f'"{_BACK}" d=')
    return f'<g id="{prefix}{name}">{inner.replace("card-", prefix)}</g>'


def _coloured(symbol: str, name: str, drawn_in: str, colour: str) -> str:
    inside, end, after = symbol.partition("</symbol>")
    if inside.startswith((f'id="card-{name}-S{name[::-1]}"', f'id="card-{name}-V{name[::-1]}"')):
        inside = inside.replace(drawn_in, f'"{colour}"')
    return inside + end + after


# ---------------------------------------------------------------- the picture


#: The width of a picture in its own units; its height depends on what it shows.
UNITS = 480

_MARGIN, _GAP = 14, 10
_INNER = UNITS - 2 * _MARGIN
_FELT, _CLOTH, _TEXT, _MARK = "#1f5a45", "#17493a", "#ffffff", "#ffd75e"
_MUTED, _LARGE, _END = ' fill="#cfe6da"', ' font-size="16" font-weight="bold"', ' text-anchor="end"'
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_LETTER = 6.4  # the width of a letter of 13 units, for the wrapping of text
_LABEL = 118  # the width of the labels of rows


class _Size(NamedTuple):
    """The size of a card, and the greatest distance from one to the next."""

    width: int
    height: int
    step: int


_HAND, _TRICK, _SMALL = _Size(100, 140, 44), _Size(80, 112, 52), _Size(25, 35, 28)
_TRICK_SHIFT = 16  # how much lower the second card of a trick lies; between several seats half as much
_PAIR = 21  # from the first card of a trick taken to the second


class Definitions:
    """The definitions that drawings use: faces, small cards and pips. Several pictures in one page can share them."""

    def __init__(self, colours: int) -> None:
        self.prefix, self._known = definitions_in(colours)
        self.used: set[str] = set()

    def written(self) -> Iterator[bytes]:
        """Everything that is used."""
        return (written for name, written in self._known.items() if name in self.used)

    def document(self) -> str:
        """Return an SVG element without size that has them, for a page whose pictures share them."""
        start = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        )
        return f"{start}{b''.join(self.written()).decode()}</defs></svg>\n"


def position_svg(outline: Outline, description: str, style: Style, shared: Definitions | None = None) -> bytes:
    """Return a position as SVG. With `shared`, definitions are added there and not to the document."""
    return _Canvas(style, shared).position(outline).document(outline.title, description)


def hand_svg(
    cards: Sequence[int], title: str, description: str, style: Style, shared: Definitions | None = None
) -> bytes:
    """Cards in a row as SVG, as `position_svg` draws a position."""
    canvas = _Canvas(style, shared)
    canvas.hand(Place(tuple(cards)))
    return canvas.document(title, description)


class _Canvas:
    """The elements of a picture from top to bottom; `y` is where the next ones begin."""

    def __init__(self, style: Style, shared: Definitions | None) -> None:
        self.y, self.style = _MARGIN, style
        self.shared = shared is not None
        self.definitions = shared or Definitions(style.colours)
        self.parts: list[str] = []

    def document(self, title: str, description: str) -> bytes:
        """Return the whole document: title, description, the faces that are used, and everything that was drawn."""
        height, width = self.y - _GAP + _MARGIN, self.style.width
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {UNITS} {height}" width="{width}" '
            f'height="{round(width * height / UNITS)}" role="img" lang="{self.style.lang}" font-family="{_FONT}" '
            f'font-size="13" fill="{_TEXT}"><title>{_escaped(title)}</title>'
            f"<desc>{_escaped.__wrapped__(description)}</desc><defs>"
        )
        felt = f'</defs><rect width="{UNITS}" height="{height}" rx="14" fill="{_FELT}"/>'
        drawn = "".join((felt, *self.parts, "</svg>\n"))
        own = () if self.shared else self.definitions.written()
        return b"".join((head.encode(), *own, drawn.encode()))

    # ------------------------------------------------------------ a position

    def position(self, outline: Outline) -> "_Canvas":
        self.text(_MARGIN, self.y + 12, outline.deal, _MUTED)
        self.text(UNITS - _MARGIN, self.y + 12, outline.phase, _MUTED + _END)
        self.y += 16 + _GAP
        for part in outline.top:
            self.heading(part, part.to_act)
            self.hand(part.rows[0].place)
            self.rows(part.rows[1:], _MARGIN, _INNER)
        self.table(outline)
        self.rows(outline.bottom.rows[1:], _MARGIN, _INNER)
        self.hand(outline.bottom.rows[0].place)
        self.heading(outline.bottom, outline.bottom.to_act)
        return self

    def heading(self, part: Part, marked: bool) -> None:
        """Draw the heading of a seat; a triangle marks the seat to act."""
        x, middle = _MARGIN, self.y + 9
        if marked:
            self.parts.append(f'<path d="M{x} {middle - 7}l12 7-12 7z" fill="{_MARK}"/>')
            x += 18
        self.text(x, self.y + 14, part.heading, _LARGE)
        self.text(UNITS - _MARGIN, self.y + 14, part.score, _LARGE + _END)
        self.y += 18 + _GAP

    def hand(self, place: Place) -> None:
        """Draw a row of large cards that overlap, in the middle."""
        count = len(place.each)
        if not count:
            return
        step = min(_HAND.step, (_INNER - _HAND.width) / max(count - 1, 1))
        x = round((UNITS - _HAND.width - step * (count - 1)) / 2)
        self.cards(place.each, x, self.y, _HAND, (step, 0))
        self.y += _HAND.height + _GAP

    def table(self, outline: Outline) -> None:
        """Draw the middle of the table: the trick at the right, everything else at the left."""
        top, at = self.y, len(self.parts)
        rows, width = outline.table.rows, _INNER - 2 * _GAP
        self.y += _GAP
        bottom = self.y
        if outline.trick is not None:
            two = len(outline.top) == 1
            step, shift = (_TRICK.step, _TRICK_SHIFT) if two else (_TRICK.step // 2, _TRICK_SHIFT // 2)
            trick_width = _TRICK.width + step * len(outline.top)
            x = UNITS - _MARGIN - _GAP - trick_width
            width -= trick_width + _GAP
            self.text(x + trick_width, self.y + 12, rows[0].label, _MUTED + _END)
            self.cards(outline.trick, x, self.y + 20, _TRICK, (step, shift))
            bottom += 20 + _TRICK.height + shift * len(outline.top) + _GAP
            rows = rows[1:]
        self.rows(rows, _MARGIN + _GAP, width)
        self.y = max(self.y + 4, bottom)
        height = self.y - top
        panel = f'<rect x="{_MARGIN}" y="{top}" width="{_INNER}" height="{height}" rx="10" fill="{_CLOTH}"/>'
        self.parts.insert(at, panel)
        self.y += _GAP

    # ------------------------------------------------------------ rows

    def rows(self, rows: Iterable[Row], x: int, width: int) -> None:
        for row in rows:
            self.row(row, x, width)

    def row(self, row: Row, x: int, width: int) -> None:
        """Draw a row: its label at the left, then its cards, and its text below them."""
        self.text(x, self.y + 16, row.label, _MUTED)
        left, wide = x + _LABEL, width - _LABEL
        if row.tricks:
            size = _PAIR * (max(map(len, row.tricks)) - 1) + _SMALL.width
            self.small(row.tricks, left, wide, size, 5)
        else:
            self.small([(card,) for card in row.place.each], left, wide, _SMALL.width, _SMALL.step - _SMALL.width)
        for line in _wrapped(row.text, max(int(wide / _LETTER), 12)) if row.text else ():
            self.text(left, self.y + 16, line)
            self.y += 18
        self.y += 6

    def small(self, groups: Sequence[Sequence[int | None]], x: int, width: int, size: int, gap: int) -> None:
        """Draw groups of small cards in as many lines as they need. In a group, the first card lies below."""
        most = (width + gap) // (size + gap)
        for at in range(0, len(groups), most):
            for number, group in enumerate(groups[at : at + most]):
                for place, card in enumerate(group):
                    self.small_card(card, x + number * (size + gap) + place * _PAIR, self.y)
            self.y += _SMALL.height + 3

    # ------------------------------------------------------------ elements

    def cards(self, cards: Sequence[int | None], x: int, y: int, size: _Size, step: tuple[float, int] = (0, 0)) -> None:
        """Cards, the first with its corner at a place, each a `step` from the one before; None is a back."""
        scale, places = _places(size, *step)
        names = ["back" if card is None else CARDS[card] for card in cards]
        middle = f"{x + size.width // 2} {y + size.height // 2}"
        self.definitions.used.update(names)
        self.parts.append(f'<g transform="translate({middle}) scale({scale})">')
        self.parts += [
            f'<use href="#{self.definitions.prefix}{name}"{place}/>' for name, place in zip(names, places, strict=False)
        ]
        self.parts.append("</g>")

    def small_card(self, card: int | None, x: int, y: int) -> None:
        """Draw a small card: its rank and its pip, which are readable where a whole face would not be."""
        if card is None:
            self.cards((None,), x, y, _SMALL)
            return
        name = f"small-{CARDS[card]}"
        self.definitions.used |= {name, f"pip-{CARDS[card][1]}"}
        self.parts.append(f'<use href="#{self.definitions.prefix}{name}" x="{x}" y="{y}"/>')

    def text(self, x: int, y: int, text: str, style: str = "") -> None:
        self.parts.append(f'<text x="{x}" y="{y}"{style}>{_escaped(text)}</text>')


@cache
def _places(size: _Size, right: float, down: int) -> tuple[str, tuple[str, ...]]:
    """Return the scale of cards of a size, and the attributes of up to a pack of them that lie side by side."""
    scale = size.width / WIDTH
    across, lower = right / scale, down / scale
    return f"{scale:.5g}", tuple(
        f' x="{round(at * across)}"' + (f' y="{round(at * lower)}"' if down else "") for at in range(len(CARDS))
    )


def _small_card(card: str, prefix: str, colour: str) -> str:
    """Return a small card: its rank and its pip."""
    width, height = _SMALL.width, _SMALL.height
    return (
        f'<g id="{prefix}small-{card}"><rect width="{width}" height="{height}" rx="4" fill="#fff" '
        f'stroke="#555" stroke-width=".6"/><text x="{width / 2}" y="15" font-size="15" font-weight="bold" '
        f'text-anchor="middle" fill="{colour}">{card[0].replace("T", "10")}</text>'
        f'<use href="#{prefix}pip-{card[1]}" x="{width / 2 - 7}" y="18" width="14" height="14"/></g>'
    )


@lru_cache(maxsize=1024)
def _wrapped(text: str, most: int) -> tuple[str, ...]:
    """Return the lines of a text, of at most so many letters."""
    return tuple(wrap(text, most))


@lru_cache(maxsize=2048)
def _escaped(text: str) -> str:
    """Return a text of the document, in ASCII."""
    return escape(text, quote=False).encode("ascii", "xmlcharrefreplace").decode("ascii")
