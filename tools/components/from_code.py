"""Schemas whose short form says with `of` which type of the code they are, and lists of words with their meanings.

| `of` | is |
| --- | --- |
| `state.Trick` | a type of a module of `service.api.schemas` |
| `state.CallEntry.status` | the type of a member |
| `action.play`, `game_action.play` | the struct of a type of action, of the two-handed game or of the others |

The type has the members, limits and closed lists; the short form has the descriptions of members, or more keywords for
them. A schema with `words` has the words of a table, and its description ends with what each means.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from service.api.schemas import actions, incident_facts, responses, scalars, state
from service.api.schemas.actions import STRUCTS, structs_of, type_of
from service.api.schemas.ruleset_choice import RulesetName
from service.multiplayer.actions import table_of
from service.multiplayer.games import GAMES
from service.piquet.law.data import elections
from service.piquet.law.decide import STATUSES
from service.piquet.value_kinds import WHOLE_VALUE
from tools.components.from_actions import form_of_action
from tools.components.from_types import Types
from tools.components.short_form import in_order

Json = Any

_MODULES = {
    "actions": actions,
    "incident_facts": incident_facts,
    "responses": responses,
    "scalars": scalars,
    "state": state,
}
#: The seats of all games for three and for four: those of the game that has most.
_SEATS: Any = Literal[max((tuple(game.seats) for game in GAMES.values()), key=len)]
#: The structs of the types of action, by name.
_ACTIONS: Mapping[str, Mapping[str, Any]] = {
    "action": STRUCTS,
    "game_action": {
        name: struct for game in GAMES.values() for name, struct in structs_of(table_of(game), _SEATS).items()
    },
}
#: Types that have another name in the contract than in the code, or none in the code.
_NAMES: Mapping[Any, str] = {
    RulesetName: "Ruleset",
    _SEATS: "MultiplayerSeat",
    type_of(WHOLE_VALUE): "MultiplayerValue",
    scalars.Count | None: "CountOrNull",
    Literal["announced", "shown"] | None: "CarteBlancheStatusOrNull",
}
#: The tables of words with their meanings.
_WORDS: Mapping[str, Mapping[str, str]] = {
    "statuses": STATUSES,
    "elections": {name: election.sentence for name, election in elections.ELECTIONS.items()},
    "until": elections.UNTIL,
}


def with_types(short: Mapping[str, Json]) -> dict[str, Json]:
    """Short forms with what the code says in the place of `of` and `words`: whole schemas for those with a type."""
    names = {**{_type(form["of"]): name for name, form in short.items() if "of" in form}, **_NAMES}
    types = Types(names, unnamed="A number of cards.")
    return {name: _with_type(form, types) for name, form in short.items()}


def _with_type(form: Json, types: Types) -> Json:
    if "action" in form or "correction" in form:
        return form_of_action(form, types)
    return _typed(form, types) if "of" in form else _with_words(form)


def _type(name: str) -> Any:
    """The type that `of` names."""
    module, *path = name.split(".")
    found = _ACTIONS[module][path[0]] if module in _ACTIONS else getattr(_MODULES[module], path[0])
    for member in path[1:]:
        found = {field.name: field.type for field in msgspec.structs.fields(found)}[member]
    return found


def _typed(form: Json, types: Types) -> Json:
    beside = {name: value for name, value in form.items() if name not in ("of", "members")}
    type_ = _type(form["of"])
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        return in_order({**types.structure(type_, form.get("members")), **beside})
    return in_order({**types.definition(type_), **beside})


def _with_words(node: Json) -> Json:
    """A short form in which each `words` is a closed list, with a line about each word in the description."""
    if isinstance(node, list):
        return [_with_words(each) for each in node]
    if not isinstance(node, dict):
        return node
    form = {name: _with_words(value) for name, value in node.items() if name != "words"}
    if "words" not in node:
        return form
    words = _WORDS[node["words"]]
    lines = [f"- `{word}`: {meaning}" for word, meaning in words.items()]
    intro = [f"{form['description']}\n"] if "description" in form else []
    return {**form, "description": "\n".join([*intro, *lines, ""]), "type": "string", "enum": list(words)}
