"""The winner of a partie as a record has it: a seat, `none` for a drawn partie, or the name of a player."""

from collections.abc import Mapping, Sequence

from service.piquet.message_text import did_you_mean, listed
from service.piquet.model.state import SEATS

#: What a record has for the winner, besides the names of its players.
WINNERS = (*SEATS, "none")


def winner_in(text: str, players: Sequence[str | None]) -> tuple[str | None, str]:
    """The winner that a text names, and an empty text; or None, and why it names none.

    `players` are the names of A and B, as far as they are written down. Case and spaces make no difference.
    """
    if text in WINNERS:
        return text, ""
    named = [
        seat for seat, name in zip(SEATS, players, strict=True) if name is not None and _plain(name) == _plain(text)
    ]
    if len(named) == 1:
        return named[0], ""
    if named:
        return None, "both players have this name; write A or B"
    names = [name for name in players if name is not None]
    among = f"this is not one of {', '.join(WINNERS)}" + (", nor the name of a player" if names else "")
    return None, among + _near(_plain(text), {_plain(name): name for name in names})


def _near(text: str, names: Mapping[str, str]) -> str:
    """The player who was probably meant, by a part of the name or a similar one, as the end of a sentence."""
    part = [plain for plain in names if text in plain.split(" ")]
    meant = part or [plain for plain in names if did_you_mean(text, [plain])]
    return f" (did you mean {listed([names[plain] for plain in meant], 'or')}?)" if meant else ""


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
