"""The operations of each game of several seats. A game that is in `GAMES` has them all."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

from service.api.game_states.codec import StateCodec
from service.api.game_states.pictures import ENCODERS
from service.api.http.operation import Cost, Encoders, Operation
from service.api.http.request_body import RequestBody
from service.api.multiplayer import handlers
from service.api.multiplayer.codec import GameCodec, list_rulesets
from service.api.multiplayer.schemas import Types, request_of, types_for
from service.api.resources.actions import CheckManyRequest, CheckRequest, OptionsPage
from service.api.resources.states import PictureRequest, ValidateRequest, ViewRequest
from service.multiplayer.games import GAMES, Game
from service.pool import Pool


class _Row(NamedTuple):
    """An operation of every game: its path and name for a game, and the two-handed operation whose cost it has.

    `schema` makes the request schema, `handle` takes the codec of the game and the body. `encoders` are the media types
    of the response, if it is not JSON.
    """

    path: str
    name: str
    costs: str
    schema: Callable[[Game, Types], RequestBody]
    handle: Callable[[GameCodec, dict[str, Any]], Any]
    encoders: Encoders | None = None


_POST = (
    _Row("deals", "{}_deal", "deal", handlers.deal_request, handlers.deal_next),
    _Row("actions/check", "check_{}_action", "check_action", partial(request_of, CheckRequest), handlers.check),
    _Row(
        "actions/check-many",
        "check_many_{}_actions",
        "check_many_actions",
        partial(request_of, CheckManyRequest),
        handlers.check_many,
    ),
    _Row("actions/options", "list_{}_options", "list_options", partial(request_of, OptionsPage), handlers.options),
    _Row(
        "states/validate",
        "validate_{}_state",
        "validate_state",
        partial(request_of, ValidateRequest),
        handlers.validate,
    ),
    _Row("states/view", "view_{}_state", "view_state", partial(request_of, ViewRequest), handlers.view),
    _Row(
        "states/picture",
        "picture_{}_state",
        "picture_state",
        partial(request_of, PictureRequest),
        handlers.picture,
        ENCODERS,
    ),
    _Row("settlements", "settle_{}_partie", "settle_partie", handlers.settlement_request, handlers.settlement),
    _Row("hands/compare", "compare_{}_hands", "compare_hands", handlers.compare_request, handlers.compare_hands),
)


@cache  # to make them all takes a fifth of the time in which an application is made
def _schema_of(make: Callable[[Game, Types], RequestBody], game: Game) -> RequestBody:
    """Return the request schema of an operation of a game."""
    return make(game, types_for(game))


def operations_of_games(codec: StateCodec, pool: Pool, cost_of: Callable[[str], Cost]) -> Iterator[Operation]:
    """Yield the operations of all games, which share the cache of `codec`. `cost_of` gives the cost of an operation."""
    for game in GAMES.values():
        own = GameCodec(game, codec.cache, pool)
        name, path = game.name, f"/v1/{game.name}"
        listing = partial(list_rulesets, game)
        yield Operation("GET", f"{path}/rulesets", f"list_{name}_rulesets", None, listing)
        for row in _POST:
            schema, handle = _schema_of(row.schema, game), partial(row.handle, own)
            cost = cost_of(row.costs)
            one = Operation("POST", f"{path}/{row.path}", row.name.format(name), schema, handle, cost)
            yield replace(one, encoders=row.encoders) if row.encoders else one
