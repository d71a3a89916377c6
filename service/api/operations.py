"""The table of operations: the path, request schema, handler and cost of each operation of the contract."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from service.api.game_states import checks
from service.api.game_states.codec import StateCodec
from service.api.game_states.pictures import EMBEDDABLE, ENCODERS, StyleQuery
from service.api.http.operation import Cost, Operation
from service.api.http.request_body import RequestBody
from service.api.http.responses import FOR_THE_CALLER
from service.api.multiplayer.operations import operations_of_games
from service.api.resources import (
    actions,
    advice,
    deals,
    events,
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
from service.api.resources.hands import HandOdds, Mode
from service.cache import Cache
from service.pool import Pool
from service.tournaments.board_plays import PER_PLAY

# Costs of a request, roughly in checks of an action: no request takes more than about ten times the processor time of
# as many checks as it costs (docs/capacity.md). The included bytes have room for the state of a whole partie.
_CHECK = Cost(1, per_kib=0.125, included=32_768)
_PICTURE = Cost(5)  # mostly for its compression
_COSTS = {
    "check_many_actions": Cost(2, per_kib=0.125, included=131_072, besides=f"1 for each {checks.PER_UNIT} actions"),
    "list_rulings": replace(_CHECK, base=10),
    "evaluate_hands": replace(_CHECK, base=2, besides=f"1 for each {hands.PER_UNIT} hands"),
    "analyse_play": replace(_CHECK, base=20),
    "advise": replace(_CHECK, base=100, besides=f"{advice.FULL} if `effort` is `full`"),
    "analyse_exchange": replace(
        _CHECK,
        base=20,
        besides=f"1 for each {exchanges.PER_UNIT} discards, unless `mode` is `plain`; {exchanges.PLAYED} for `play`",
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
    ),
    "verify_event": Cost(2, per_kib=8, besides="1 each time that unknown cards are filled in"),
    "standings": Cost(2, per_kib=8, besides="1 each time that unknown cards are filled in"),
    "picture_state": replace(_CHECK, base=_PICTURE.base),
}

_INLINE = Pool()


def operations(codec: StateCodec, cache: Cache, pool: Pool = _INLINE, odds: Mode = "auto") -> tuple[Operation, ...]:
    """All operations, with handlers bound to the codec, the cache and the pool.

    `odds` says when the odds of hands are fetched from Redis.
    """
    games = operations_of_games(codec, pool, _cost_of)
    return (*_gets(codec, cache), *_posts(codec, cache, pool, HandOdds(cache, odds)), *games)


def _cost_of(name: str) -> Cost:
    return _COSTS.get(name, _CHECK)


def _gets(codec: StateCodec, cache: Cache) -> Iterator[Operation]:
    get = partial(Operation, "GET")
    with_cards = partial(get, kept=FOR_THE_CALLER)
    picture = partial(with_cards, cost=_PICTURE, encoders=ENCODERS, headers=EMBEDDABLE)
    yield get("/v1/rulesets", "list_rulesets", None, rulesets.list_rulesets)
    yield get("/v1/rulesets/<name>", "get_ruleset", None, rulesets.get_ruleset)
    yield get("/v1/rulesets/<name>/differences/<other>", "compare_rulesets", None, rulesets.compare_rulesets)
    yield get("/v1/laws", "list_laws", laws.LawQuery(), laws.list_laws)
    yield get("/v1/laws/<id>", "get_law", laws.LawQuery(), laws.get_law)
    yield with_cards("/v1/hands/<datum:cards>", "get_hand", hands.HandQuery(), hands.get_hand)
    yield picture("/v1/hands/<datum:cards>/picture", "get_hand_picture", StyleQuery(), hands.get_hand_picture)
    check, draw = partial(actions.check_line, codec), partial(states.picture_line, codec)
    advise = partial(advice.advise_line, codec, cache)
    yield with_cards(
        "/v1/advice", "advise_line", advice.AdviceQuery(), advise, cost=replace(_cost_of("advise"), per_kib=0)
    )
    yield with_cards("/v1/actions/check", "check_action_line", actions.CheckQuery(), check)
    yield picture("/v1/states/picture", "picture_line", states.PictureQuery(), draw)


def _posts(codec: StateCodec, cache: Cache, pool: Pool, odds: HandOdds) -> Iterator[Operation]:
    def post(path: str, name: str, schema: RequestBody, handler: Callable[..., Any], **more: Any) -> Operation:
        return Operation("POST", path, name, schema, handler, _cost_of(name), **more)

    of_states = (
        ("/v1/parties", "start_partie", settlements.PartieRequest(), settlements.start),
        ("/v1/deals", "deal", deals.DealRequest(), deals.deal_next),
        ("/v1/actions/check", "check_action", actions.CheckRequest(), actions.check),
        ("/v1/actions/check-many", "check_many_actions", actions.CheckManyRequest(), actions.check_many),
        ("/v1/actions/options", "list_options", actions.OptionsRequest(), actions.options),
        ("/v1/states/validate", "validate_state", states.ValidateRequest(), states.validate),
        ("/v1/states/view", "view_state", states.ViewRequest(), states.view),
        ("/v1/rulings", "list_rulings", rulings.RulingsRequest(), rulings.rulings),
        ("/v1/settlements", "settle_partie", settlements.SettlementRequest(), settlements.settlement),
        ("/v1/hands/compare", "compare_hands", hands.CompareRequest(), hands.compare_hands),
    )
    for path, name, schema, handler in of_states:
        yield post(path, name, schema, partial(handler, codec))
    # Without a seed the cards are random. One method for all of its requests is simpler than QUERY with a seed only.
    conceal = partial(deals.deal_concealed, codec)
    yield post("/v1/deals/concealed", "deal_concealed", deals.ConcealedDealRequest(), conceal, query=False)
    picture = partial(states.picture, codec)
    yield post("/v1/states/picture", "picture_state", states.PictureRequest(), picture, encoders=ENCODERS)
    # Expensive operations: their results are cached, or computed in the pool.
    analyse = partial(exchanges.analyse_exchange, codec, cache)
    yield post("/v1/exchanges/analyse", "analyse_exchange", exchanges.ExchangeRequest(), analyse)
    analyse = partial(play.analyse_play, codec, cache)
    yield post("/v1/play/analyse", "analyse_play", play.AnalyseRequest(), analyse)
    advise = partial(advice.advise_seat, codec, cache)
    yield post("/v1/advice", "advise", advice.AdviceRequest(), advise)
    evaluate = partial(hands.evaluate_hands, codec, pool, odds)
    yield post("/v1/hands/evaluate", "evaluate_hands", hands.EvaluateRequest(), evaluate)
    yield post("/v1/records/convert", "convert_record", records.ConvertRequest(), partial(records.convert, pool))
    yield post("/v1/records/compare", "compare_records", records.CompareRequest(), partial(records.compare, pool))
    review = partial(records.review, cache, pool)
    yield post("/v1/records/review", "review_record", records.ReviewRequest(), review)
    yield post("/v1/events/verify", "verify_event", events.VerifyEventRequest(), partial(events.verify_event, pool))
    yield post("/v1/standings", "standings", events.StandingsRequest(), partial(events.standings, pool))
    verify, streams = partial(records.verify, pool), records.verify_streams(pool)
    yield post("/v1/records/verify", "verify_records", records.VerifyRequest(), verify, bodies=4, streams=streams)
