"""Settling parties from the scores of their deals: `/v1/<game>/settlements`."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.api.game_states.views import versions
from service.api.http.request_body import Decoded, RequestBody
from service.api.multiplayer.codec import GameCodec
from service.api.multiplayer.rulesets import ruleset_member, ruleset_of
from service.api.multiplayer.schemas import Types, request_body
from service.api.problems import Fault, Problem, refuse
from service.api.resources.settlements import no_deal_can_have
from service.api.schemas import scalars as w
from service.multiplayer.games import Game
from service.multiplayer.notation.state_dicts import by_side
from service.multiplayer.score_bounds import can_score, most
from service.multiplayer.scoring import result_members
from service.multiplayer.settlement import SettlementError, settle

#: No player scores more in a two-handed deal, whatever the ruleset.
MOST_CONTINUED = 1000
_BOUNDS = Meta(max_length=200)


def settlement_request(game: Game, types: Types) -> RequestBody:
    """Return the schema of the body."""
    members = {
        "ruleset": ruleset_member(game),
        "deals": Decoded(Annotated[list[types.scores], _BOUNDS], required=True),  # type: ignore[name-defined]
    }
    if game.goes_on_between_two:
        two = Annotated[dict[types.seat, w.Points], Meta(min_length=2, max_length=2)]  # type: ignore[name-defined]
        members["continued"] = Decoded(Annotated[list[two], _BOUNDS], load_default=[])
    return request_body(members)


def settlement(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Settle a partie. Raises a `Problem`."""
    game = codec.game
    rules, named = ruleset_of(game, body["ruleset"])
    deals = [msgspec.to_builtins(scores) for scores in body["deals"]]
    continued: list[Mapping[str, int]] = body.get("continued", [])
    by_sides = [tuple(scores[side] for side in game.sides) for scores in deals]
    faults = [
        Fault(f"/deals/{at}", no_deal_can_have(most(rules), scores))
        for at, scores in enumerate(by_sides)
        if not can_score(rules, scores, followed=at < len(by_sides) - 1)
    ]
    faults += [
        Fault(f"/continued/{at}", no_deal_can_have(MOST_CONTINUED, two.values()))
        for at, two in enumerate(continued)
        if not all(0 <= points <= MOST_CONTINUED for points in two.values())
    ]
    refuse("contradictory_request", faults)
    try:
        found = settle(
            rules,
            by_sides,
            [{game.sides.index(side): points for side, points in two.items()} for two in continued],
        )
    except SettlementError as error:
        fault = Fault(f"/{error.member}/{error.index}", str(error))
        raise Problem("contradictory_request", errors=[fault]) from None
    result = result_members(game, found)
    answer = {"totals": result.pop("totals"), "over": found.over, **result}
    if game.goes_on_between_two:
        answer["stakes"] = None if found.stakes is None else by_side(game, found.stakes)
    return {**answer, **versions(named)}
