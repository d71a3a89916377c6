"""Advice: what a seat should do, from what it knows."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

import msgspec

from service.advice import answers, canonical, knowledge
from service.api.game_states import given_states, views
from service.api.game_states.codec import StateCodec
from service.api.http.request_body import Decoded, Form, Forms, FromText, RequestBody, ShortLine
from service.api.problems import problem_at
from service.api.schemas import scalars
from service.api.schemas.responses import versions
from service.api.schemas.state import View
from service.cache import Cache, Region
from service.piquet.actions import action_of, members_of
from service.piquet.model.state import SEATS
from service.piquet.verbs import VERBS, cards_of
from service.runtime.request_context import surcharge

_encode = msgspec.msgpack.Encoder().encode
_REGION: Region[answers.AdviceAnswer] = Region(
    "advice", 3, _encode, msgspec.msgpack.Decoder(answers.AdviceAnswer).decode, patience=3.0
)


def fetched(
    cache: Cache,
    known: knowledge.Knowledge,
    compute: Callable[..., answers.AdviceAnswer],
    *choices: Any,
    limit: int,
    named: Sequence[int] | None = None,
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the first options of `compute`, and what they rest on, from the cache if they are there.

    `compute` takes what a seat knows, in canonical form, the `choices`, and the sets of cards that are `named`. Raises
    what it raises.
    """
    asked = canonical.canonical(known)
    if named is not None:
        choices = (*choices, tuple(map(asked.cards_of, named)))
    region = replace(_REGION, fits=partial(_can_be_of, asked.known))
    key = _encode((compute.__name__, canonical.parameters(known.rules), asked.known._replace(rules=None), choices))  # type: ignore[arg-type]
    found = cache.get_or_create(region, key, partial(compute, asked.known, *choices))
    names, seat = asked.names, SEATS[known.seat]
    options = [each.written(_named(each.action, names) | {"seat": seat}) for each in found.options[:limit]]
    return options, msgspec.structs.asdict(found.basis)


def _named(value: Any, names: dict[str, str]) -> Any:
    """Return a member of an action with the suits of the request: cards and suits are renamed wherever they are."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_named(each, names) for each in value]
    return {name: _named(each, names) for name, each in value.items()} if isinstance(value, dict) else value


def _can_be_of(known: knowledge.Knowledge, found: answers.AdviceAnswer) -> bool:
    """Whether an answer may be one about what this seat knows. Whether its values are correct is not checked.

    Raises `MembersError` for what is no action.
    """
    valued = [each for each in found.options if each.parts is not None]
    whole = valued == found.options or len(found.options) == 1
    return bool(found.options) and whole and all(_is_possible(known, each) for each in found.options)


def _is_possible(known: knowledge.Knowledge, advised: answers.AdvisedAction) -> bool:
    """Whether the seat may do this in the phase, with the cards that it has."""
    action = action_of(advised.action)
    verb = VERBS.get(type(action))
    return (
        verb is not None
        and known.state.phase in verb.phases
        and action.seat == known.seat
        and members_of(action) == advised.action
        and not cards_of(action)[0] & ~known.state.hands[known.role]
    )


#: What a full answer costs more than a quick one, in units of the caller's quota.
FULL = 600

Assumption = Literal["nothing", "candid"]
Weights = Literal["equal", "likely", "discards"]
EffortName = Literal["quick", "full"]
Seed = Annotated[str, msgspec.Meta(max_length=200)]
Limit = Annotated[int, msgspec.Meta(ge=1, le=100)]


class AdviceRequest(RequestBody):
    """Body of `POST /v1/advice`."""

    forms = Forms(Form(("state",), ("seat",)), Form(("view",)))

    state = Decoded(given_states.GivenState)
    seat = Decoded(scalars.Seat)
    view = Decoded(View)
    assume = Decoded(Assumption, load_default="nothing")
    weights = Decoded(Weights, load_default="equal")
    effort = Decoded(EffortName, load_default="quick")
    seed = Decoded(Seed, load_default="")
    limit = Decoded(Limit, load_default=10)


class AdviceQuery(RequestBody):
    """A state as text, and the options of advice, in a query string."""

    state = ShortLine("; POST /v1/advice takes a longer one")
    seat = FromText(scalars.Seat)
    assume = FromText(Assumption, load_default="nothing")
    weights = FromText(Weights, load_default="equal")
    effort = FromText(EffortName, load_default="quick")
    seed = FromText(Seed, load_default="")
    limit = FromText(Limit, load_default=10)


def advise_seat(codec: StateCodec, cache: Cache, body: dict[str, Any]) -> Any:
    """Rank the actions of the seat that is to act by what they are worth from what it knows. Raises a `Problem`."""
    if body["effort"] == "full":
        surcharge(FULL)
    candid = body["assume"] == "candid"
    known, named, source = views.seen_by_seat(codec, body, candid=candid)
    choices = body["effort"], body["weights"], body["seed"]
    try:
        options, basis = fetched(cache, known, answers.advice_for, *choices, limit=body["limit"])
    except knowledge.ImpossibleError as error:
        if candid:
            advise_seat(codec, cache, {**body, "assume": "nothing", "effort": "quick"})  # or what else is impossible
            why = "is candid, but no cards of the other agree with what was said unless something was sunk"
            raise problem_at("contradictory_request", why, "assume") from None
        raise views.contradiction(source, error) from None
    return {
        "seat": SEATS[known.seat],
        "phase": known.state.phase,
        "options": options,
        "basis": {**basis, **{name: body[name] for name in ("assume", "weights", "effort", "seed")}},
        **versions(named),
    }
