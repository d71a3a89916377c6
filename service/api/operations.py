"""The operations of the contract, each with its address, what reads its request, and what answers it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from service.api.analyses.hand_odds import HandOdds, Mode
from service.api.game_states.codec import StateCodec
from service.api.http.deprecation import Deprecation
from service.api.http.operation import Cost, Operation
from service.api.http.request_body import RequestBody
from service.api.http.responses import FOR_THE_CALLER
from service.api.resources import (
    actions,
    deals,
    exchanges,
    hands,
    parties,
    play,
    records,
    rulesets,
    settlements,
    states,
)
from service.cache import Cache
from service.pool import InlinePool, Pool

_GET = (
    Operation("GET", "/v1/rulesets", "list_rulesets", None, rulesets.list_rulesets),
    Operation("GET", "/v1/rulesets/<name>", "get_ruleset", None, rulesets.get_ruleset),
    Operation("GET", "/v1/rulesets/<name>/differences/<other>", "compare_rulesets", None, rulesets.compare_rulesets),
    Operation(
        "GET",
        "/v1/hands/<datum:cards>",
        "get_hand",
        hands.HandQuery(),
        hands.get_hand,
        kept=FOR_THE_CALLER,
    ),
)

_Table = tuple[tuple[str, str, RequestBody, Callable[..., Any]], ...]

# address, name, request, handler of (desk, body)
_POST: _Table = (
    ("/v1/parties", "start_partie", parties.PartieRequest(), parties.start),
    ("/v1/deals", "deal", deals.DealRequest(), deals.deal_next),
    ("/v1/deals/concealed", "deal_concealed", deals.ConcealedDealRequest(), deals.deal_concealed),
    ("/v1/actions/check", "check_action", actions.CheckRequest(), actions.check),
    ("/v1/actions/check-many", "check_many_actions", actions.CheckManyRequest(), actions.check_many),
    ("/v1/actions/options", "list_options", actions.OptionsRequest(), actions.options),
    ("/v1/states/validate", "validate_state", states.ValidateRequest(), states.validate),
    ("/v1/states/view", "view_state", states.ViewRequest(), states.view),
    ("/v1/settlements", "settle_partie", settlements.SettlementRequest(), settlements.settlement),
    ("/v1/hands/compare", "compare_hands", hands.CompareRequest(), hands.compare_hands),
)

# The same of what is dear to compute, with a handler of (desk, memo, body)
_ANALYSES: _Table = (
    ("/v1/exchanges/analyse", "analyse_exchange", exchanges.ExchangeRequest(), exchanges.analyse_exchange),
    ("/v1/play/analyse", "analyse_play", play.AnalyseRequest(), play.analyse_play),
)

# What is expensive where it is much: with a handler of (desk, turns, odds, body), and of (turns, body)
_HANDS: _Table = (("/v1/hands/evaluate", "evaluate_hands", hands.EvaluateRequest(), hands.evaluate_hands),)
_RECORDS: _Table = (("/v1/records/convert", "convert_record", records.ConvertRequest(), records.convert),)

# What requests cost, in checks of an action, roughly: for as much as one may ask for, and less for what is remembered
# and dear the first time only. The state of a whole partie fits into what is included.
_CHECK = Cost(1, per_kib=0.125, included=32_768)
_COSTS = {
    "check_many_actions": Cost(20, per_kib=0.125, included=131_072),
    "evaluate_hands": Cost(50),
    "analyse_play": Cost(20),
    "analyse_exchange": Cost(200),
    "verify_records": Cost(500, per_kib=1, included=524_288),
    "convert_record": Cost(2, per_kib=5, included=16_384),
}

_AT_ONCE = InlinePool()

#: What will go, by name. In the contract such an operation is `deprecated`, and the days are its `x-deprecated` and
#: `x-sunset` (docs/versions.md).
DEPRECATIONS: dict[str, Deprecation] = {}


def operations(codec: StateCodec, cache: Cache, pool: Pool = _AT_ONCE, odds: Mode = "auto") -> tuple[Operation, ...]:
    """Every operation, over one desk for states, one memory of what is dear to compute, and the turns to do so. `odds`
    says when a Redis is asked for the odds of hands."""
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
    every = (*_GET, check, *posts, verify)
    return tuple(replace(one, deprecation=DEPRECATIONS.get(one.name)) for one in every)
