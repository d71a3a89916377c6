"""The table of operations: the path, request schema, handler and cost of each operation of the contract."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from service.api.analyses.hand_odds import HandOdds, Mode
from service.api.game_states import checks
from service.api.game_states.codec import StateCodec
from service.api.game_states.pictures import EMBEDDABLE, ENCODERS, StyleQuery
from service.api.http.deprecation import Deprecation
from service.api.http.operation import Cost, Operation
from service.api.http.request_body import RequestBody
from service.api.http.responses import FOR_THE_CALLER
from service.api.multiplayer.operations import operations_of_games
from service.api.resources import (
    actions,
    deals,
    exchanges,
    hands,
    laws,
    parties,
    play,
    records,
    rulesets,
    rulings,
    settlements,
    states,
)
from service.cache import Cache
from service.pool import Pool

# Costs of a request, roughly in checks of an action: no request takes more than about ten times the processor time of
# as many checks as it costs (docs/capacity.md). The included bytes have room for the state of a whole partie.
_CHECK = Cost(1, per_kib=0.125, included=32_768)
_PICTURE = Cost(5)  # mostly for its compression
_COSTS = {
    "check_many_actions": Cost(2, per_kib=0.125, included=131_072, besides=f"1 for each {checks.PER_UNIT} actions"),
    "list_rulings": replace(_CHECK, base=10),
    "evaluate_hands": replace(_CHECK, base=2, besides=f"1 for each {hands.PER_UNIT} hands"),
    "analyse_play": replace(_CHECK, base=20),
    "analyse_exchange": replace(
        _CHECK, base=20, besides=f"1 for each {exchanges.PER_UNIT} discards, unless `mode` is `plain`"
    ),
    "verify_records": Cost(2, per_kib=4, besides="1 each time that unknown cards are filled in"),
    "convert_record": Cost(2, per_kib=2),
}

_GET = (
    Operation("GET", "/v1/rulesets", "list_rulesets", None, rulesets.list_rulesets),
    Operation("GET", "/v1/rulesets/<name>", "get_ruleset", None, rulesets.get_ruleset),
    Operation("GET", "/v1/rulesets/<name>/differences/<other>", "compare_rulesets", None, rulesets.compare_rulesets),
    Operation("GET", "/v1/laws", "list_laws", laws.LawQuery(), laws.list_laws),
    Operation("GET", "/v1/laws/<id>", "get_law", laws.LawQuery(), laws.get_law),
    Operation(
        "GET",
        "/v1/hands/<datum:cards>",
        "get_hand",
        hands.HandQuery(),
        hands.get_hand,
        kept=FOR_THE_CALLER,
    ),
    Operation(
        "GET",
        "/v1/hands/<datum:cards>/picture",
        "get_hand_picture",
        StyleQuery(),
        hands.get_hand_picture,
        _PICTURE,
        kept=FOR_THE_CALLER,
        encoders=ENCODERS,
        headers=EMBEDDABLE,
    ),
)

_Table = tuple[tuple[str, str, RequestBody, Callable[..., Any]], ...]

# Path, name, request schema, and a handler that takes the codec and the body.
_POST: _Table = (
    ("/v1/parties", "start_partie", parties.PartieRequest(), parties.start),
    ("/v1/deals", "deal", deals.DealRequest(), deals.deal_next),
    ("/v1/deals/concealed", "deal_concealed", deals.ConcealedDealRequest(), deals.deal_concealed),
    ("/v1/actions/check", "check_action", actions.CheckRequest(), actions.check),
    ("/v1/actions/check-many", "check_many_actions", actions.CheckManyRequest(), actions.check_many),
    ("/v1/actions/options", "list_options", actions.OptionsRequest(), actions.options),
    ("/v1/states/validate", "validate_state", states.ValidateRequest(), states.validate),
    ("/v1/states/view", "view_state", states.ViewRequest(), states.view),
    ("/v1/rulings", "list_rulings", rulings.RulingsRequest(), rulings.rulings),
    ("/v1/settlements", "settle_partie", settlements.SettlementRequest(), settlements.settlement),
    ("/v1/hands/compare", "compare_hands", hands.CompareRequest(), hands.compare_hands),
)

# Expensive operations whose results are cached: a handler takes the codec, the cache and the body.
_ANALYSES: _Table = (
    ("/v1/exchanges/analyse", "analyse_exchange", exchanges.ExchangeRequest(), exchanges.analyse_exchange),
    ("/v1/play/analyse", "analyse_play", play.AnalyseRequest(), play.analyse_play),
)

# Operations that are expensive for large requests: a handler takes the codec, the pool, the odds and the body, or
# the pool and the body.
_HANDS: _Table = (("/v1/hands/evaluate", "evaluate_hands", hands.EvaluateRequest(), hands.evaluate_hands),)
_RECORDS: _Table = (("/v1/records/convert", "convert_record", records.ConvertRequest(), records.convert),)

_INLINE = Pool()

#: Deprecated operations by name. In the contract such an operation is `deprecated`, and its dates are `x-deprecated`
#: and `x-sunset` (docs/versions.md).
DEPRECATIONS: dict[str, Deprecation] = {}


def operations(codec: StateCodec, cache: Cache, pool: Pool = _INLINE, odds: Mode = "auto") -> tuple[Operation, ...]:
    """All operations, with handlers bound to the codec, the cache and the pool.

    `odds` says when the odds of hands are fetched from Redis.
    """
    tables: tuple[tuple[_Table, tuple[Any, ...]], ...] = (
        (_POST, (codec,)),
        (_ANALYSES, (codec, cache)),
        (_HANDS, (codec, pool, HandOdds(cache, odds))),
        (_RECORDS, (pool,)),
    )
    posts = (
        Operation("POST", path, name, schema, partial(handler, *given), _COSTS.get(name, _CHECK))
        for table, given in tables
        for path, name, schema, handler in table
    )
    check = Operation(
        "GET",
        "/v1/actions/check",
        "check_action_line",
        actions.CheckQuery(),
        partial(actions.check_line, codec),
        kept=FOR_THE_CALLER,
    )
    pictures = (
        Operation(
            "GET",
            "/v1/states/picture",
            "picture_line",
            states.PictureQuery(),
            partial(states.picture_line, codec),
            _PICTURE,
            kept=FOR_THE_CALLER,
            encoders=ENCODERS,
            headers=EMBEDDABLE,
        ),
        Operation(
            "POST",
            "/v1/states/picture",
            "picture_state",
            states.PictureRequest(),
            partial(states.picture, codec),
            replace(_CHECK, base=_PICTURE.base),
            encoders=ENCODERS,
        ),
    )
    verify = Operation(
        "POST",
        "/v1/records/verify",
        "verify_records",
        records.VerifyRequest(),
        partial(records.verify, pool),
        _COSTS["verify_records"],
        bodies=4,
        streams=records.verify_streams(pool),
    )
    games = operations_of_games(codec, pool, lambda name: _COSTS.get(name, _CHECK))
    every = (*_GET, check, *posts, *pictures, verify, *games)
    return tuple(replace(one, deprecation=DEPRECATIONS.get(one.name)) for one in every)
