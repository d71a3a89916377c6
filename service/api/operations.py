"""The operations of the contract, each with its address, what reads its request, and what answers it."""

from functools import partial
from typing import Any

from service.api import exchanges, hands, judging, parties, play, records, settlements, states
from service.api.catalogue import catalogue, described, differences
from service.api.desk import Desk
from service.api.operation import Operation
from service.api.streams import Stream
from service.cache import Memo
from service.piquet import ENGINE_VERSION


def _rulesets(variables: dict[str, Any]) -> Any:
    return {"rulesets": catalogue(), "engine_version": ENGINE_VERSION}


def _ruleset(variables: dict[str, Any]) -> Any:
    return {**described(variables["name"]), "engine_version": ENGINE_VERSION}


def _differences(variables: dict[str, Any]) -> Any:
    return {**differences(variables["name"], variables["other"]), "engine_version": ENGINE_VERSION}


_GET = (
    Operation("GET", "/v1/rulesets", "list_rulesets", None, _rulesets),
    Operation("GET", "/v1/rulesets/<name>", "get_ruleset", None, _ruleset),
    Operation("GET", "/v1/rulesets/<name>/differences/<other>", "compare_rulesets", None, _differences),
)

# address, name, request, handler of (desk, envelope)
_POST = (
    ("/v1/parties", "start_partie", parties.PartieRequest(), parties.start),
    ("/v1/deals", "deal", parties.DealRequest(), parties.deal_next),
    ("/v1/actions/check", "check_action", judging.CheckRequest(), judging.check),
    ("/v1/actions/check-many", "check_many_actions", judging.CheckManyRequest(), judging.check_many),
    ("/v1/actions/options", "list_options", judging.OptionsRequest(), judging.options),
    ("/v1/states/validate", "validate_state", states.ValidateRequest(), states.validate),
    ("/v1/states/view", "view_state", states.ViewRequest(), states.view),
    ("/v1/settlements", "settle_partie", settlements.SettlementRequest(), settlements.settlement),
    ("/v1/hands/compare", "compare_hands", hands.CompareRequest(), hands.compare_hands),
    ("/v1/play/analyse", "analyse_play", play.AnalyseRequest(), play.analyse_play),
)


# The same of records; a thousand of them need a longer body.
_VERIFY: dict[str, Stream] = {
    media: lambda chunks, of=of: records.verify_stream(of(chunks))  # type: ignore[misc]
    for media, of in records.STREAMS.items()
}


# The same of what is dear, with a handler of (memo, envelope)
_ANALYSES = (("/v1/exchanges/analyse", "analyse_exchange", exchanges.ExchangeRequest(), exchanges.analyse_exchange),)


def operations(desk: Desk, memo: Memo) -> tuple[Operation, ...]:
    """Every operation, over one desk for states and one memory of what is dear to compute."""
    posts = (Operation("POST", path, name, schema, partial(handler, desk)) for path, name, schema, handler in _POST)
    dear = (Operation("POST", path, name, schema, partial(handler, memo)) for path, name, schema, handler in _ANALYSES)
    check = Operation(
        "GET", "/v1/actions/check", "check_action_line", judging.CheckQuery(), partial(judging.check_line, desk)
    )
    kept = (
        Operation(
            "POST",
            "/v1/records/verify",
            "verify_records",
            records.VerifyRequest(),
            partial(records.verify_records, desk),
            bodies=4,
            streams=_VERIFY,
        ),
        Operation(
            "POST", "/v1/records/convert", "convert_record", records.ConvertRequest(), partial(records.convert, desk)
        ),
    )
    return (*_GET, check, *posts, *dear, *kept)
