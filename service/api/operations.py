"""The table of operations: the path, request schema, handler and cost of each operation of the contract."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache as cached, partial
from inspect import signature
from typing import Any, NamedTuple

from service.api.game_states import checks
from service.api.game_states.codec import StateCodec
from service.api.game_states.pictures import EMBEDDABLE, ENCODERS, StyleQuery
from service.api.http.operation import Cost, Operation
from service.api.http.request_body import RequestBody
from service.api.http.responses import FOR_THE_CALLER
from service.api.multiplayer import handlers
from service.api.multiplayer.codec import GameCodec, list_rulesets
from service.api.multiplayer.schemas import Types, request_of, types_for
from service.api.resources import (
    actions,
    advice,
    deals,
    exchanges,
    hands,
    laws,
    play,
    records,
    rulesets,
    rulings,
    settlements,
    states,
)
from service.cache import Cache
from service.multiplayer.games import GAMES, Game
from service.pool import Pool
from service.tournaments.board_plays import PER_PLAY

# Costs of a request, roughly in checks of an action: no request takes more than about ten times the processor time of
# as many checks as it costs (docs/capacity.md). The included bytes have room for the state of a whole partie.
_CHECK = Cost(1, per_kib=0.125, included=32_768)
_PICTURE = Cost(5)  # mostly for its compression
_ADVICE = replace(_CHECK, base=100, besides=f"{advice.FULL} if `effort` is `full`", most=advice.FULL)
_COSTS = {
    "check_many_actions": Cost(2, per_kib=0.125, included=131_072, besides=f"1 for each {checks.PER_UNIT} actions"),
    "list_rulings": replace(_CHECK, base=10),
    "evaluate_hands": replace(_CHECK, base=2, besides=f"1 for each {hands.PER_UNIT} hands"),
    "analyse_play": replace(_CHECK, base=20),
    "advise": _ADVICE,
    "analyse_exchange": replace(
        _CHECK,
        base=20,
        besides=f"1 for each {exchanges.PER_UNIT} discards, unless `mode` is `plain`; {exchanges.PLAYED} for `play`",
        most=exchanges.PLAYED,
    ),
    "verify_records": Cost(2, per_kib=4, besides="1 each time that unknown cards are filled in"),
    "convert_record": Cost(2, per_kib=2),
    "compare_records": Cost(
        2,
        per_kib=4,
        besides=f"{PER_PLAY} for each deal that was played; 1 each time that unknown cards are filled in",
    ),
    "review_record": Cost(
        20,
        per_kib=4,
        besides="{quick} for each deal, or {full} if `effort` is `full`".format(**records.PER_DEAL),
        most=records.PER_DEAL["full"],
    ),
    "verify_event": Cost(2, per_kib=8, besides="1 each time that unknown cards are filled in"),
    "standings": Cost(2, per_kib=8, besides="1 each time that unknown cards are filled in"),
    "picture_state": replace(_CHECK, base=_PICTURE.base),
}


class _Row(NamedTuple):
    """An operation: its path, its name, and the schema of its request.

    Its handler takes what it names of `codec`, `cache`, `pool` and `odds`, and then the members of the request.
    """

    path: str
    name: str
    schema: type[RequestBody] | None
    handler: Callable[..., Any]
    more: Mapping[str, Any] = {}


_CHECK_ACTION, _CHECK_MANY = partial(checks.check, actions.proceed), partial(checks.check_many, actions.proceed)
_CARDS = {"kept": FOR_THE_CALLER}
_PICTURES = {**_CARDS, "cost": _PICTURE, "encoders": ENCODERS, "headers": EMBEDDABLE}
_GETS = (
    _Row("/v1/rulesets", "list_rulesets", None, rulesets.list_rulesets),
    _Row("/v1/rulesets/<name>", "get_ruleset", None, rulesets.get_ruleset),
    _Row("/v1/rulesets/<name>/differences/<other>", "compare_rulesets", None, rulesets.compare_rulesets),
    _Row("/v1/laws", "list_laws", laws.LawQuery, laws.list_laws),
    _Row("/v1/laws/<id>", "get_law", laws.LawQuery, laws.get_law),
    _Row("/v1/hands/<datum:cards>", "get_hand", hands.HandQuery, hands.get_hand, _CARDS),
    _Row("/v1/hands/<datum:cards>/picture", "get_hand_picture", StyleQuery, hands.get_hand_picture, _PICTURES),
    _Row(
        "/v1/advice",
        "advise_line",
        advice.AdviceQuery,
        advice.advise_seat,
        {**_CARDS, "cost": replace(_ADVICE, per_kib=0)},
    ),
    _Row("/v1/actions/check", "check_action_line", actions.CheckQuery, _CHECK_ACTION, _CARDS),
    _Row("/v1/states/picture", "picture_line", states.PictureQuery, states.picture, _PICTURES),
)
# Without a seed the cards of a concealed deal are random. One method for all of its requests is simpler than QUERY with
# a seed only.
_POSTS = (
    _Row("/v1/parties", "start_partie", settlements.PartieRequest, settlements.start),
    _Row("/v1/deals", "deal", deals.DealRequest, deals.deal_next),
    _Row("/v1/actions/check", "check_action", actions.CheckRequest, _CHECK_ACTION),
    _Row("/v1/actions/check-many", "check_many_actions", actions.CheckManyRequest, _CHECK_MANY),
    _Row("/v1/actions/options", "list_options", actions.OptionsRequest, actions.options),
    _Row("/v1/states/validate", "validate_state", states.ValidateRequest, states.validate),
    _Row("/v1/states/view", "view_state", states.ViewRequest, states.view),
    _Row("/v1/rulings", "list_rulings", rulings.RulingsRequest, rulings.rulings),
    _Row("/v1/settlements", "settle_partie", settlements.SettlementRequest, settlements.settlement),
    _Row("/v1/hands/compare", "compare_hands", hands.CompareRequest, hands.compare_hands),
    _Row("/v1/deals/concealed", "deal_concealed", deals.ConcealedDealRequest, deals.deal_concealed, {"query": False}),
    _Row("/v1/states/picture", "picture_state", states.PictureRequest, states.picture, {"encoders": ENCODERS}),
    # Expensive operations: their results are cached, or computed in the pool.
    _Row("/v1/exchanges/analyse", "analyse_exchange", exchanges.ExchangeRequest, exchanges.analyse_exchange),
    _Row("/v1/play/analyse", "analyse_play", play.AnalyseRequest, play.analyse_play),
    _Row("/v1/advice", "advise", advice.AdviceRequest, advice.advise_seat),
    _Row("/v1/hands/evaluate", "evaluate_hands", hands.EvaluateRequest, hands.evaluate_hands),
    _Row("/v1/records/convert", "convert_record", records.ConvertRequest, records.convert),
    _Row("/v1/records/compare", "compare_records", records.CompareRequest, records.compare),
    _Row("/v1/records/review", "review_record", records.ReviewRequest, records.review_record),
    _Row("/v1/events/verify", "verify_event", records.VerifyEventRequest, records.verify_event),
    _Row("/v1/standings", "standings", records.StandingsRequest, records.standings),
    _Row("/v1/records/verify", "verify_records", records.VerifyRequest, records.verify, {"bodies": 4}),
)

_INLINE = Pool()


def operations(
    codec: StateCodec, cache: Cache, pool: Pool = _INLINE, odds: hands.Mode = "auto"
) -> tuple[Operation, ...]:
    """All operations, with handlers bound to the codec, the cache and the pool.

    `odds` says when the odds of hands are fetched from Redis.
    """
    given = {"codec": codec, "cache": cache, "pool": pool, "odds": hands.HandOdds(cache, odds)}

    def bound(handler: Callable[..., Any]) -> Callable[..., Any]:
        return partial(handler, *(given[name] for name in signature(handler).parameters if name in given))

    streams = {"verify_records": records.verify_streams(pool)}
    found = []
    for path, name, schema, handler, more in _GETS:
        found.append(Operation("GET", path, name, schema() if schema else None, bound(handler), **more))
    for path, name, schema, handler, more in _POSTS:
        own = {"cost": _cost_of(name), "streams": streams.get(name, {}), **more}
        found.append(Operation("POST", path, name, schema() if schema else None, bound(handler), **own))
    return (*found, *_operations_of_games(codec, pool))


def _cost_of(name: str) -> Cost:
    return _COSTS.get(name, _CHECK)


# ---------------------------------------------------------------- the games of several seats


class _GameRow(NamedTuple):
    """An operation of every game: its path after that of the game, and the two-handed operation that it is like.

    `schema` makes the request schema, `handler` takes the codec of the game and the members of the request.
    """

    path: str
    like: str
    schema: Callable[[Game, Types], RequestBody]
    handler: Callable[[GameCodec, dict[str, Any]], Any]
    more: Mapping[str, Any] = {}


def _like(request: type[RequestBody]) -> Callable[[Game, Types], RequestBody]:
    return partial(request_of, request)


_GAME_CHECK, _GAME_CHECK_MANY = partial(checks.check, handlers.proceed), partial(checks.check_many, handlers.proceed)
_OF_GAMES = (
    _GameRow("deals", "deal", handlers.deal_request, handlers.deal_next),
    _GameRow("actions/check", "check_action", _like(actions.CheckRequest), _GAME_CHECK),
    _GameRow("actions/check-many", "check_many_actions", _like(actions.CheckManyRequest), _GAME_CHECK_MANY),
    _GameRow("actions/options", "list_options", _like(actions.OptionsPage), handlers.options),
    _GameRow("states/validate", "validate_state", _like(states.ValidateRequest), handlers.validate),
    _GameRow("states/view", "view_state", _like(states.ViewRequest), handlers.view),
    _GameRow("states/picture", "picture_state", _like(states.PictureRequest), handlers.picture, {"encoders": ENCODERS}),
    _GameRow("settlements", "settle_partie", handlers.settlement_request, handlers.settlement),
    _GameRow("hands/compare", "compare_hands", handlers.compare_request, handlers.compare_hands),
)


@cached  # to make them all takes a fifth of the time in which an application is made
def _schema_of(make: Callable[[Game, Types], RequestBody], game: Game) -> RequestBody:
    """Return the request schema of an operation of a game."""
    return make(game, types_for(game))


def _operations_of_games(codec: StateCodec, pool: Pool) -> Iterator[Operation]:
    """Yield the operations of all games, which share the cache of `codec`."""
    for game in GAMES.values():
        own, path = GameCodec(game, codec.cache, pool), f"/v1/{game.name}"
        yield Operation("GET", f"{path}/rulesets", f"list_{game.name}_rulesets", None, partial(list_rulesets, game))
        for row in _OF_GAMES:
            verb, _, noun = row.like.rpartition("_")
            name = f"{verb}_{game.name}_{noun}".removeprefix("_")
            schema, handler, cost = _schema_of(row.schema, game), partial(row.handler, own), _cost_of(row.like)
            yield Operation("POST", f"{path}/{row.path}", name, schema, handler, cost, **row.more)
