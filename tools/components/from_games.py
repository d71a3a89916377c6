"""Schemas of the games for three and for four, from the record of each and one template: `games.yaml`.

A line of the template that ends with `# voleur` is for that game only. These words are replaced:

| word | by |
| --- | --- |
| `<Game>`, `<game>` | the name of the game |
| `<R>` | the letter that the ids of its rules begin with |
| `<Seat>`, `<seats>` | the schema of a seat, the number of seats |
| `<Party>`, `<party>`, `<parties>` | the schema of what wins and scores, the word for it, their number |
| `<cards>` | the number of cards in a hand |
| `<kinds>` | the kinds of its events |
| `<note>` | which seats it has, if not all of the shared schema |

A member `each_seat` or `each_party` stands for one member each, whose name is `<each>` in it. `of` names a struct of
`types_for`. It has the members; those of the template are their descriptions.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
import yaml

from service.api.multiplayer.schemas import types_for
from service.api.schemas import scalars
from service.api.schemas.actions import type_of
from service.api.schemas.ruleset_choice import RulesetName
from service.multiplayer.games import GAMES, Game
from service.multiplayer.scoring import KINDS
from service.multiplayer.state import PHASES
from service.piquet.value_kinds import WHOLE_VALUE
from tools.components.from_types import Types, in_types
from tools.components.short_form import expanded

Json = Any

TEMPLATE = Path(__file__).with_name("games.yaml")

#: The scalars that all games have in common.
_SCALARS = ("Card", "Cards", "Category", "Count", "Length", "Points", "Rank", "Suit", "Word")
#: The name of the contract for a struct of `types_for`, where it is another one.
_NAMES = {"CallingRound": "Round"}


def schemas() -> Iterator[tuple[str, Json]]:
    """Yield the schemas of all games by their names."""
    template = TEMPLATE.read_text(encoding="utf-8")
    for game in GAMES.values():
        yield from _of_game(game, yaml.safe_load(_filled(template, game)))


def _filled(template: str, game: Game) -> str:
    """The template with the words of a game, and without the lines of the others."""
    others = "|".join(GAMES.keys() - {game.name})
    seats = list(game.seats)
    kinds = [kind for kind in KINDS if game.has_exchange or kind != "exchanged"]
    words = {
        "Game": game.name.capitalize(),
        "game": game.name,
        "R": game.prefix,
        "Seat": _seat(game),
        "seats": len(seats),
        "Party": _party(game),
        "party": "side" if game.has_partners else "seat",
        "parties": len(game.sides),
        "cards": game.hand_size,
        "kinds": ", ".join(f"`{kind}`" for kind in kinds),
        "note": f" The seat is {', '.join(seats[:-1])} or {seats[-1]}." if _seat(game) != _ANY_SEAT else "",
    }
    own = re.sub(rf"^.*  # (?:{others})\n|  # {game.name}$", "", template, flags=re.MULTILINE)
    return re.sub(r"<(\w+)>", lambda found: str(words.get(found[1], found[0])), own)


_ANY_SEAT = "MultiplayerSeat"


def _seat(game: Game) -> str:
    """The schema of a seat. That of the game with the most seats is shared by the actions of all games."""
    most = max(len(each.seats) for each in GAMES.values())
    return _ANY_SEAT if len(game.seats) == most else f"{game.name.capitalize()}Seat"


def _party(game: Game) -> str:
    return f"{game.name.capitalize()}Side" if game.has_partners else _seat(game)


def _of_game(game: Game, template: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    structs = _structs(game)
    types = Types(_names(game, structs))
    for name, short in template.items():
        members = {
            each: each_short
            for member, value in (short.get("members") or {}).items()
            for each, each_short in _each(member, value, game)
        }
        entry = {**short, "members": members} if members else short
        yield name, in_types(entry, structs, types) if "of" in short else expanded(entry)


def _each(member: str, value: Json, game: Game) -> Iterator[tuple[str, Json]]:
    """Yield a member, or one for each seat or side that it stands for."""
    stem = member.rstrip("?")
    several = {"each_seat": tuple(game.seats), "each_party": game.sides}.get(stem, ())
    for each in several:
        yield member.replace(stem, each), json.loads(json.dumps(value).replace("<each>", each))
    if not several:
        yield member, value


def _structs(game: Game) -> dict[str, Any]:
    """The structs of which a state is made, by their names in the code."""
    found: dict[str, Any] = {}
    waiting = [types_for(game).state]
    while waiting:
        type_ = waiting.pop()
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct) and type_.__name__ not in found:
            found[type_.__name__] = type_
            waiting += [field.type for field in msgspec.structs.fields(type_)]
        waiting += getattr(type_, "__args__", ())
    return found


def _names(game: Game, structs: Mapping[str, Any]) -> dict[Any, str]:
    """The schemas that the types of a game stand for."""
    capital = game.name.capitalize()
    fields = {name: {field.name: field.type for field in msgspec.structs.fields(of)} for name, of in structs.items()}
    word = "MultiplayerWord" if _seat(game) == _ANY_SEAT else f"{capital}Word"
    return {
        **{getattr(scalars, name): name for name in _SCALARS},
        type_of(WHOLE_VALUE): "MultiplayerValue",
        Literal[PHASES]: "MultiplayerPhase",
        fields["CallingRound"]["status"]: "MultiplayerRoundStatus",
        Literal[tuple(game.seats)]: _seat(game),
        Literal[game.sides]: _party(game),
        RulesetName: f"{capital}Ruleset",
        fields["State"]["history"]: f"{capital}History",
        **{struct: f"{capital}{_NAMES.get(name, name)}" for name, struct in structs.items() if name != "Word"},
        structs["Word"]: word,
    }
