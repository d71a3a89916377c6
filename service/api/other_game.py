"""States that were sent to the operations of another game."""

import msgspec
from msgspec import Meta

from service.multiplayer.games import GAMES
from service.piquet.rulesets.published import RULESETS


class _Named(msgspec.Struct):
    name: str


class _Sent(msgspec.Struct):
    ruleset: str | _Named


_decode = msgspec.json.Decoder(_Sent).decode


def of_another_game(own: str = "") -> Meta:
    """Marks the states of a game: a fault of one that belongs to another game says only that.

    `own` is the name of a game of several seats; empty for the game for two.
    """
    return Meta(extra={"elsewhere": lambda sent: _elsewhere(sent, own)})


def _elsewhere(sent: bytes, own: str) -> str:
    try:
        ruleset = _decode(sent).ruleset
    except msgspec.DecodeError:
        return ""
    name = (ruleset if isinstance(ruleset, str) else ruleset.name).partition("@")[0]
    if name in GAMES and name != own:
        return f"is a state of {name}; send it to the operations under /v1/{name}/"
    return "is a state of the game for two; send it to the operations under /v1/" if own and name in RULESETS else ""
