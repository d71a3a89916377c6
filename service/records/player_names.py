"""Names of players: which are the same, how they look in text, and the winner of a partie that a record names."""

import unicodedata
from collections.abc import Container, Iterator, Mapping, Sequence

from service.piquet.model.state import SEATS
from service.piquet.suggestions import did_you_mean, listed

#: What a record has for the winner, besides the names of its players.
WINNERS = (*SEATS, "none")


def winner_in(text: str, players: Sequence[str | None]) -> tuple[str | None, str]:
    """Return the winner that a text names, and an empty text; or None, and why it names none.

    `players` are the names of A and B, as far as they are written down. Case and spaces make no difference.
    """
    if text in WINNERS:
        return text, ""
    plain = plain_name(text)
    seats = zip(SEATS, players, strict=True)
    named = [seat for seat, name in seats if name is not None and plain_name(name) == plain]
    if len(named) == 1:
        return named[0], ""
    if named:
        return None, "both players have this name; write A or B"
    names = [name for name in players if name is not None]
    among = f"this is not one of {', '.join(WINNERS)}" + (", nor the name of a player" if names else "")
    return None, among + _near(plain, {plain_name(name): name for name in names})


def _near(text: str, names: Mapping[str, str]) -> str:
    """Return the player who was probably meant, by a part of the name or a similar one, as the end of a sentence."""
    part = [plain for plain in names if text in plain.split(" ")]
    meant = part or [plain for plain in names if did_you_mean(text, [plain])]
    return f" (did you mean {listed([names[plain] for plain in meant], 'or')}?)" if meant else ""


def plain_name(name: str) -> str:
    """Return what two writings of one name have in common, whatever their case, spaces and Unicode normal form."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def printable(text: str) -> str:
    """Return a text with the characters escaped that a terminal would obey or nobody would see.

    These are control characters, those that turn the direction of text, and those without width.
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or _is_space(each) else ascii(each)[1:-1] for each in text)


def _is_space(letter: str) -> bool:
    return unicodedata.category(letter) == "Zs"  # such as that before a French colon


def isolated(name: str) -> str:
    """Return a name for a sentence, in marks that keep its direction from turning what is around it (UAX #9)."""
    return f"\N{FIRST STRONG ISOLATE}{printable(name)}\N{POP DIRECTIONAL ISOLATE}"


def without_marks(text: str) -> str:
    """Return a text without the marks of `isolated`."""
    return text.replace("\N{FIRST STRONG ISOLATE}", "").replace("\N{POP DIRECTIONAL ISOLATE}", "")


def width(text: str) -> int:
    """Return how many columns a text takes on a screen: two for a wide letter, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(each) or unicodedata.category(each) in ("Me", "Mn", "Cf")
        else 2 if unicodedata.east_asian_width(each) in "WF"
        else 1
        for each in text
    )  # fmt: skip


def aligned(rows: Sequence[Sequence[str]], names: Container[int]) -> Iterator[str]:
    """Yield rows as lines with cells one below the other: the columns of `names` to the left, numbers to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for at, (cell, columns) in enumerate(zip(row, widths, strict=True)):
            spaces = " " * (columns - width(cell))
            cells.append(cell + spaces if at in names else spaces + cell)
        yield "  ".join(cells).rstrip()
