"""Checking actions, one or many, and listing options: `/v1/<game>/actions/…`."""

from functools import partial
from typing import Any

import msgspec

from service.api.game_states import checks
from service.api.game_states.base_codec import Codec
from service.api.game_states.checks import refused
from service.api.game_states.views import versions
from service.api.multiplayer.codec import GameCodec
from service.api.multiplayer.verification import Verified
from service.api.schemas.encode import write_violation
from service.api.schemas.responses import Judgement
from service.multiplayer import engine
from service.multiplayer.actions import action_of, members_of
from service.multiplayer.notation.deal_replay import take_repeats
from service.multiplayer.notation.state_dicts import by_side, event_of, option_of, seat_name
from service.multiplayer.options import expand
from service.multiplayer.options import options as options_of
from service.piquet import ENGINE_VERSION
from service.piquet.model.violations import IllegalAction, beside_repeats


def check(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Check an action in a state and return the judgement, with the state after a legal action."""
    return checks.check(codec, _proceed, body["state"], body["action"])


def _proceed(codec: Codec[Verified], before: Verified, action: Any, *path: str | int) -> tuple[Judgement, Verified]:
    """Return the judgement of an action in a verified state, and the state after it."""
    game, choice, d = before.game, before.choice, before.deal.copy()
    members = msgspec.to_builtins(action)
    found = take_repeats(game, members)
    try:
        engine.apply(d, action_of(game, members))
    except IllegalAction as illegal:
        found += beside_repeats(found, illegal.violations)
    if found:
        return refused(choice, [write_violation(reason, *path) for reason in found]), before
    after = before._replace(deal=d)
    events = [event_of(game, event) for event in d.events[len(before.events) :]]
    delta = by_side(game, (now - was for now, was in zip(d.score, before.deal.score, strict=True)))
    return Judgement(True, [], choice, ENGINE_VERSION, events=events, score_delta=delta, **codec.write(after)), after


def check_many(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Check independent pairs of states and actions, or a sequence of actions up to the first illegal one."""
    return checks.check_many(codec, _proceed, body)


def options(codec: GameCodec, body: dict[str, Any]) -> Any:
    """List the options of a state, and with `expand` a page of the single actions."""
    verified = codec.read_possible(body["state"], "state")
    game, d = codec.game, verified.deal
    found = options_of(d)
    answer: dict[str, Any] = {
        "to_act": seat_name(game, d.to_act),
        "phase": d.phase,
        "options": [option_of(d, option) for option in found],
    }
    if body["expand"]:
        answer |= checks.expanded(body, [expand(d, option) for option in found], partial(members_of, game))
    return {**answer, **versions(verified.choice)}
