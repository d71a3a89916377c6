"""The ruleset of a game of several seats: its choice in a request, and the list of the published ones."""

from functools import lru_cache
from typing import Any, NamedTuple

from service.api.problems import quote
from service.api.schemas.ruleset_choice import RulesetChoice, RulesetName, record_ruleset, refusal_of
from service.multiplayer.games import Game
from service.multiplayer.parameters import PUBLISHED, Ruleset, ruleset
from service.piquet import ENGINE_VERSION
from service.piquet.message_text import did_you_mean
from service.piquet.rulesets.parameters import RulesetError


class Chosen(NamedTuple):
    """The ruleset of a request: its parameters, and its name with the version, as responses have it."""

    rules: Ruleset
    named: RulesetName


def ruleset_of(game: Game, choice: RulesetName, *path: str | int) -> Chosen:
    """The ruleset of a request; `path` is its place there.

    Raises a `Problem`: `unknown_ruleset` or `invalid_ruleset`.
    """
    name, overrides = (choice, {}) if isinstance(choice, str) else (choice.name, choice.overrides)
    try:
        label = _label(game, name)
        # The type is part of the key, because 1 and true would otherwise be the same key.
        rules = _ruleset(game, tuple(sorted((each, (type(value), value)) for each, value in overrides.items())))
    except RulesetError as error:
        raise refusal_of(error, choice, *path) from None
    named = label if isinstance(choice, str) else RulesetChoice(label, overrides)
    record_ruleset(named)
    return Chosen(rules, named)


@lru_cache(maxsize=256)
def _ruleset(game: Game, overrides: tuple[tuple[str, tuple[type, Any]], ...]) -> Ruleset:
    return ruleset(game, {parameter: value for parameter, (_, value) in overrides})


def _label(game: Game, name: str) -> str:
    published = PUBLISHED[game.name]
    known = (published.name, published.label)
    if name not in known:
        near = did_you_mean(name, known)
        raise RulesetError(f"there is no ruleset {quote(name)!r} of this game{near}; it has {published.label}")
    return published.label


def list_rulesets(game: Game, variables: dict[str, Any]) -> Any:
    """Lists the published rulesets of a game."""
    published = PUBLISHED[game.name]
    parameters = [
        {
            "name": name,
            "value": about.values[0],
            "values": list(about.values),
            "meaning": about.meaning,
            "rule": about.rule,
            "source": published.source,
            "silent": name in published.silent,
        }
        for name, about in published.parameters.items()
    ]
    return {"rulesets": [{"ruleset": published.label, "parameters": parameters}], "engine_version": ENGINE_VERSION}


def versions(named: RulesetName) -> dict[str, Any]:
    """The members that every response about a ruleset has."""
    return {"ruleset": named, "engine_version": ENGINE_VERSION}
