"""The objects of the contract for a game of several seats, as typed structs made from its seats and sides.

The structs decode and check requests. Responses are plain data (`multiplayer.written`) with the same members.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec

from service.api.game_states.checks import MANY
from service.api.http.request_body import Decoded, Forms, RequestBody
from service.api.schemas import actions, ruleset_choice, scalars
from service.api.validation.typed_decoders import postponed
from service.multiplayer.actions import table_of
from service.multiplayer.games import Game
from service.multiplayer.state import PHASES
from service.piquet.actions import SAID
from service.piquet.value_kinds import WHOLE_VALUE

#: The most actions of a deal: no deal has more than 51 (V4.1, V6.6).
MOST_ACTIONS = 64
MOST_EVENTS = 200
#: The most earlier deals of a partie, as in the two-handed game.
MOST_DEALS = 199

_Members = dict[str, Any]


def struct_of(name: str, members: _Members, base: type[scalars.Model] = scalars.Model, **settings: Any) -> Any:
    """Return a struct with these members: each has a type, or a type and a default."""
    fields = [(member, *about) if isinstance(about, tuple) else (member, about) for member, about in members.items()]
    return msgspec.defstruct(name, fields, bases=(base,), module=__name__, kw_only=True, **settings)


def list_of(item: Any, most: int, least: int = 0) -> Any:
    """Return the type of a list of `least` to `most` items."""
    return Annotated[list[item], msgspec.Meta(min_length=least, max_length=most)]


def _optional(**types: Any) -> _Members:
    return {name: (type_ | msgspec.UnsetType, msgspec.UNSET) for name, type_ in types.items()}


@dataclass(frozen=True)
class Types:
    """The types of a game. `action` is the union of its actions; `given_state` is a state that is decoded later."""

    seat: Any
    scores: Any  # points by side
    hands: Any  # cards by seat
    action: Any
    state: Any
    finished_deal: Any
    given_state: Any


@cache
def types_for(game: Game) -> Types:
    """Return the types of a game."""
    seat: Any = Literal[tuple(game.seats)]
    side: Any = Literal[game.sides]
    seats = list_of(seat, len(game.seats))
    sides = list_of(side, len(game.sides))
    scores = struct_of("Score", dict.fromkeys(game.sides, scalars.Points))
    hands = struct_of("Hands", dict.fromkeys(game.seats, scalars.Cards))
    action = reduce(or_, actions.structs_of(table_of(game), seat, "Multiplayer").values())
    history = list_of(action, MOST_ACTIONS)
    dealt = struct_of("Dealt", {"hands": hands, **({"talon": scalars.Cards} if game.talon_size else {})})
    places = {"second": side | None, "loser": side | None, "remaining": sides} if game.goes_on_between_two else {}
    result = struct_of("Result", {"totals": scores, "winner": side | None, **places})
    finished = struct_of("FinishedDeal", {"dealer": seat, "dealt": dealt, "history": history, "score": scores})
    partie = {
        "first_dealer": seat,
        "deal": scalars.DealNumber,
        "dealer": seat,
        "score": scores,
        "deals": list_of(finished, MOST_DEALS),
        "result": result | None,
    }
    said = _optional(
        length=scalars.Length,
        value=actions.type_of(WHOLE_VALUE),
        top=scalars.Rank,
        count=scalars.Count,
        rank=scalars.Rank,
    )
    word = struct_of(
        "Word",
        {"seat": seat, "said": Literal["call", "equal", "pass"], **said, **_optional(cards=scalars.Cards | None)},
    )
    calling = {
        "category": scalars.Category,
        "words": list_of(word, len(game.seats)),
        "status": Literal["open", "good", "equal", "nobody"],
        "good": word | None,
        "reckoned": seats,
    }
    trick = {"leader": seat, "cards": list_of(scalars.Card, len(game.seats), 1), "winner": seat | None}
    event = {
        "seat": seat | None,
        **({"side": side | None} if game.has_partners else {}),
        "kind": scalars.Word,
        "points": scalars.Points,
        "cards": scalars.Cards,
        "rule": scalars.Word,
        "deal_score": scores,
        **_optional(
            deal=scalars.DealNumber,
            category=scalars.Category,
            without=scalars.Card,
            bonus=scalars.Word,
            by=scalars.Word,
            totals=scores,
        ),
        **said,
        **_optional(winner=side | None, **places),
    }
    exchange = (
        {"talon": scalars.Cards, "discards": scalars.Cards, "exchanged": scalars.Count | None}
        if game.has_exchange
        else {}
    )
    state = struct_of(
        "State",
        {
            "ruleset": ruleset_choice.RulesetName,
            "partie": struct_of("Partie", partie),
            "phase": Literal[PHASES],
            "to_act": seat | None,
            "dealt": dealt,
            "hands": hands,
            **exchange,
            "claimed": seats,
            "calls": list_of(struct_of("CallingRound", calling), len(SAID)),
            "shown": hands,
            "tricks": list_of(struct_of("Trick", trick), game.tricks),
            "score": scores,
            "events": list_of(struct_of("Event", event), MOST_EVENTS),
            "history": history,
        },
    )
    own = Annotated[state, ruleset_choice.of_another_game(game.name)]  # type: ignore[valid-type]
    given = Annotated[msgspec.Raw, postponed(lambda sent: own)]
    return Types(seat, scores, hands, action, state, finished, given)


def request_body(
    members: Mapping[str, Any], forms: Forms | None = None, base: type[RequestBody] = RequestBody
) -> RequestBody:
    """Return a schema of a request with these fields by name, and the forms that it may have."""
    made: type[RequestBody] = type("GameRequest", (base,), {**members, "forms": forms or base.forms})
    return made()


def request_of(request: type[RequestBody], game: Game, types: Types) -> RequestBody:
    """Return the schema of a two-handed request with the states, actions and seats of a game."""
    item = msgspec.defstruct(
        "Item", [("state", types.given_state), ("action", types.action)], forbid_unknown_fields=True
    )
    own = {
        "state": types.given_state,
        "action": types.action,
        "seat": types.seat,
        "bottom": types.seat,
        "items": list_of(item, MANY, 1),
        "actions": list_of(types.action, MANY, 1),
    }
    fields = request._declared_fields.items()
    members = {
        name: Decoded(own[name], required=field.required, load_default=field.load_default)
        for name, field in fields
        if name in own
    }
    return request_body(members, base=request)
