"""The faces of the cards as SVG, in two colours and in four."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from service.piquet.cards.cards import CARDS, SUITS

#: The width of a card in the units of its file; its origin is in the middle.
WIDTH = 240

_FOLDER = Path(__file__).parent / "cards"
_BLACK, _RED, _BACK = "#111", "#d40000", "#2a4b9b"

#: The colours of the suits by the number of colours. All are readable on white.
COLOURS: dict[int, dict[str, str]] = {
    2: {"S": _BLACK, "H": _RED, "D": _RED, "C": _BLACK},
    4: {"S": _BLACK, "H": _RED, "D": "#0057b8", "C": "#007a33"},
}


class Faces(NamedTuple):
    """Definitions to put into `defs`, encoded: the faces by card, the back, and the pips by suit.

    `ids` are those of the faces, and of the back as None. The ids of pips end in `pip-S`.
    """

    cards: tuple[bytes, ...]
    back: bytes
    pips: Mapping[str, bytes]
    prefix: str
    ids: Mapping[int | None, str]


@cache
def faces(colours: int) -> Faces:
    """All faces in two colours or in four. Each number of colours has its own ids, so that both fit into one page."""
    prefix = "card-" if colours == 2 else "card4-"
    cards = tuple(_definition(name, prefix, COLOURS[colours][name[1]]).encode() for name in CARDS)
    pips = {suit: _pip(suit, prefix, COLOURS[colours][suit]).encode() for suit in SUITS}
    ids: dict[int | None, str] = {card: prefix + name for card, name in enumerate(CARDS)}
    ids[None] = f"{prefix}back"
    return Faces(cards, _definition("back", prefix, "").encode(), pips, prefix, ids)


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
