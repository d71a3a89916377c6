"""Checking actions, one or many, and listing options: `/v1/<game>/actions/…`."""

from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from service.api.game_states.verification import Impossible
from service.api.http.alternatives import Form, Forms
from service.api.http.request_body import Decoded, RequestBody
from service.api.multiplayer.codec import GameCodec
from service.api.multiplayer.rulesets import versions
from service.api.multiplayer.schemas import Types, request_body
from service.api.multiplayer.verification import Verified
from service.api.problems import Problem, joined
from service.api.resources.actions import MANY, page_of, refuse_too_much
from service.api.schemas.encode import write_violation
from service.api.schemas.responses import Violation
from service.api.schemas.ruleset_choice import RulesetName
from service.multiplayer import engine
from service.multiplayer.games import Game
from service.multiplayer.notation.action_dicts import members_of
from service.multiplayer.notation.deal_replay import read_action
from service.multiplayer.notation.state_dicts import by_side, event_of, option_of, seat_name
from service.multiplayer.options import expand
from service.multiplayer.options import options as options_of
from service.piquet import ENGINE_VERSION
from service.piquet.model.violations import IllegalAction, Path

_encode = msgspec.json.Encoder().encode


def check_request(game: Game, types: Types) -> RequestBody:
    """The schema of the body of a check."""
    return request_body(
        {"state": Decoded(types.given_state, required=True), "action": Decoded(types.action, required=True)}
    )


def check(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Checks an action in a state and returns the judgement, with the state after a legal action."""
    return _judge(codec, codec.read_many([(body["state"], ("state",))])[0], body["action"], "action")[0]


def _judge(
    codec: GameCodec, before: Verified | Impossible | Problem, action: Any, *path: str | int
) -> tuple[dict[str, Any], Verified | None]:
    """The judgement of an action in a state, and the state after it, None if it is illegal."""
    if isinstance(before, Problem):
        raise before
    if isinstance(before, Impossible):
        return _refused(before.choice, before.violations), None
    game, d = codec.game, before.deal.copy()
    try:
        engine.apply(d, read_action(game, msgspec.to_builtins(action)))
    except IllegalAction as illegal:
        return _refused(before.choice, [write_violation(reason, *path) for reason in illegal.violations]), None
    after = before._replace(deal=d)
    change = (now - was for now, was in zip(d.score, before.deal.score, strict=True))
    judgement = {
        "legal": True,
        "violations": [],
        **versions(before.choice),
        "state": codec.write(after),
        "events": [event_of(game, event) for event in d.events[len(before.deal.events) :]],
        "score_delta": by_side(game, change),
    }
    return judgement, after


def _refused(choice: RulesetName, violations: list[Violation]) -> dict[str, Any]:
    return {"legal": False, "violations": violations, **versions(choice)}


def check_many_request(game: Game, types: Types) -> RequestBody:
    """The schema of the body of many checks."""
    item = msgspec.defstruct(
        "Item", [("state", types.given_state), ("action", types.action)], forbid_unknown_fields=True
    )
    bounds = Meta(min_length=1, max_length=MANY)
    members = {
        "items": Decoded(Annotated[list[item], bounds]),  # type: ignore[valid-type]
        "state": Decoded(types.given_state),
        "actions": Decoded(Annotated[list[types.action], bounds]),  # type: ignore[name-defined]
    }
    return request_body(members, Forms(Form(("items",)), Form(("state", "actions"))))


def check_many(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Checks independent pairs of states and actions, or a sequence of actions up to the first illegal one."""
    judgements = _independently(codec, body["items"]) if "items" in body else _in_sequence(codec, body)
    return {"items": [msgspec.Raw(judgement) for judgement in judgements], "engine_version": ENGINE_VERSION}


def _independently(codec: GameCodec, items: list[Any]) -> list[bytes]:
    refuse_too_much(sum(len(bytes(item.state)) for item in items), "items")
    states = _read(codec, [(item.state, ("items", at, "state")) for at, item in enumerate(items)])
    # Each judgement is encoded at once, because a hundred states in memory cost more than encoding them one by one.
    return [
        _encode(_judge(codec, state, item.action, "items", at, "action")[0])
        for at, (item, state) in enumerate(zip(items, states, strict=True))
    ]


def _read(codec: GameCodec, given: list[tuple[msgspec.Raw, Path]]) -> list[Verified | Impossible]:
    """Decodes states. Raises one `Problem` with all faults."""
    found = codec.read_many(given)
    problems = [each for each in found if isinstance(each, Problem)]
    if problems:
        raise joined(problems)
    return cast(list[Verified | Impossible], found)


def _in_sequence(codec: GameCodec, body: dict[str, Any]) -> list[bytes]:
    refuse_too_much(len(body["actions"]) * len(bytes(body["state"])), "actions")
    now: Verified | Impossible | None = _read(codec, [(body["state"], ("state",))])[0]
    judgements = []
    for at, action in enumerate(body["actions"]):
        assert now is not None
        judgement, now = _judge(codec, now, action, "actions", at)
        judgements.append(_encode(judgement))
        if now is None:
            break
    return judgements


def options_request(game: Game, types: Types) -> RequestBody:
    """The schema of the body of a request for options."""
    return request_body(
        {
            "state": Decoded(types.given_state, required=True),
            "expand": Decoded(bool, load_default=False),
            "offset": Decoded(Annotated[int, Meta(ge=0, le=1_000_000_000)], load_default=0),
            "limit": Decoded(Annotated[int, Meta(ge=1, le=1000)], load_default=100),
        }
    )


def options(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Lists the options of a state, and with `expand` a page of the single actions."""
    verified = codec.read_possible(body["state"], "state")
    game, d = codec.game, verified.deal
    found = options_of(d)
    answer: dict[str, Any] = {
        "to_act": seat_name(game, d.to_act),
        "phase": d.phase,
        "options": [option_of(d, option) for option in found],
    }
    if body["expand"]:
        lists = [expand(d, option) for option in found]
        answer["total"] = sum(map(len, lists))
        page = page_of(lists, body["offset"], body["offset"] + body["limit"])
        answer["actions"] = [members_of(game, action) for action in page]
    return {**answer, **versions(verified.choice)}
