"""The ruleset of a game of several seats: its choice in a request, and the list of the published ones."""

from functools import lru_cache, partial
from typing import Any, NamedTuple

from service.api.problems import quote
from service.api.resources.rulesets import description
from service.api.schemas.ruleset_choice import RulesetChoice, RulesetMember, RulesetName, record_ruleset, refusal_of
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
    chosen = chosen_ruleset(game, choice, *path)
    record_ruleset(chosen.named)
    return chosen


def chosen_ruleset(game: Game, choice: RulesetName, *path: str | int) -> Chosen:
    """The same as `ruleset_of`, but nothing is recorded."""
    name, overrides = (choice, {}) if isinstance(choice, str) else (choice.name, choice.overrides)
    try:
        label = _label(game, name)
        # The type is part of the key, because 1 and true would otherwise be the same key.
        rules = _ruleset(game, tuple(sorted((each, (type(value), value)) for each, value in overrides.items())))
    except RulesetError as error:
        raise refusal_of(error, choice, *path) from None
    return Chosen(rules, label if isinstance(choice, str) else RulesetChoice(label, overrides))


def ruleset_member(game: Game) -> RulesetMember:
    """The member with the ruleset of a request."""
    return RulesetMember(partial(chosen_ruleset, game), load_default=game.name)


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
    parameters = published.parameters
    values = {name: about.values[0] for name, about in parameters.items()}
    described = description(published.label, parameters, values, published.source, published.silent)
    return {"rulesets": [described], "engine_version": ENGINE_VERSION}


def versions(named: RulesetName) -> dict[str, Any]:
    """The members that every response about a ruleset has."""
    return {"ruleset": named, "engine_version": ENGINE_VERSION}
