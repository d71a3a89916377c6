"""The ruleset of a game of several seats: its choice in a request, and the list of the published ones."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from service.api.problems import quote
from service.api.resources.rulesets import description
from service.api.schemas.ruleset_choice import Chosen, Find, RulesetMember, RulesetName, chosen_by, recorded
from service.multiplayer.games import Game
from service.multiplayer.parameters import PUBLISHED, Ruleset, ruleset
from service.piquet import ENGINE_VERSION
from service.piquet.message_text import did_you_mean
from service.piquet.rulesets.parameters import RulesetError


def ruleset_of(game: Game, choice: RulesetName, *path: str | int) -> Chosen[Ruleset]:
    """Return the ruleset of a request; `path` is its place there.

    Raises a `Problem`: `unknown_ruleset` or `invalid_ruleset`.
    """
    return recorded(chosen_by(_finder(game), choice, *path))


def ruleset_member(game: Game) -> RulesetMember:
    """Return the member with the ruleset of a request."""
    return RulesetMember(partial(chosen_by, _finder(game)), load_default=game.name)


@cache
def _finder(game: Game) -> Find[Ruleset]:
    """Return what finds the rulesets of a game: the same object each time, since rulesets are remembered by it."""

    def find(name: str, overrides: Mapping[str, Any]) -> tuple[Ruleset, str]:
        published = PUBLISHED[game.name]
        known = (published.name, published.label)
        if name not in known:
            near = did_you_mean(name, known)
            raise RulesetError(f"there is no ruleset {quote(name)!r} of this game{near}; it has {published.label}")
        return ruleset(game, overrides), published.label

    return find


def list_rulesets(game: Game, variables: dict[str, Any]) -> Any:
    """List the published rulesets of a game."""
    published = PUBLISHED[game.name]
    parameters = published.parameters
    values = {name: about.values[0] for name, about in parameters.items()}
    described = description(published.label, parameters, values, published.source, published.silent)
    return {"rulesets": [described], "engine_version": ENGINE_VERSION}
