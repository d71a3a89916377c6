"""Advice: what a seat should do, from what it knows."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from service.advice.knowledge import ImpossibleError
from service.api.analyses.full_views import contradiction, seen_by_seat
from service.api.analyses.written_advice import fetched
from service.api.game_states.codec import StateCodec
from service.api.game_states.given_states import GivenState
from service.api.game_states.views import versions
from service.api.http.alternatives import Form, Forms
from service.api.http.request_body import Decoded, FromText, RequestBody, short_text
from service.api.problems import problem_at
from service.api.schemas import scalars as w
from service.api.schemas.view import View
from service.cache import Cache
from service.piquet.model.state import SEATS
from service.runtime.request_context import surcharge
from service.tasks.advice import advice_for

#: What a full answer costs more than a quick one, in units of the caller's quota.
FULL = 600

Assumption = Literal["nothing", "candid"]
Weights = Literal["equal", "discards"]
EffortName = Literal["quick", "full"]
Seed = Annotated[str, Meta(max_length=200)]
Limit = Annotated[int, Meta(ge=1, le=100)]


class AdviceRequest(RequestBody):
    """Body of `POST /v1/advice`."""

    forms = Forms(Form(("state",), ("seat",)), Form(("view",)))

    state = Decoded(GivenState)
    seat = Decoded(w.Seat)
    view = Decoded(View)
    assume = Decoded(Assumption, load_default="nothing")
    weights = Decoded(Weights, load_default="equal")
    effort = Decoded(EffortName, load_default="quick")
    seed = Decoded(Seed, load_default="")
    limit = Decoded(Limit, load_default=10)


class AdviceQuery(RequestBody):
    """A state as text, and the options of advice, in a query string."""

    state = short_text(3000, "; POST /v1/advice takes a longer one")
    seat = FromText(w.Seat)
    assume = FromText(Assumption, load_default="nothing")
    weights = FromText(Weights, load_default="equal")
    effort = FromText(EffortName, load_default="quick")
    seed = FromText(Seed, load_default="")
    limit = FromText(Limit, load_default=10)


def advise_line(codec: StateCodec, cache: Cache, query: dict[str, Any]) -> Any:
    """Do the same as `advise_seat` for a state as text."""
    return advise_seat(codec, cache, {**query, "state": msgspec.Raw(msgspec.json.encode(query["state"]))})


def advise_seat(codec: StateCodec, cache: Cache, body: dict[str, Any]) -> Any:
    """Rank the actions of the seat that is to act by what they are worth from what it knows. Raises a `Problem`."""
    if body["effort"] == "full":
        surcharge(FULL)
    candid = body["assume"] == "candid"
    known, named, source = seen_by_seat(codec, body, candid=candid)
    choices = body["effort"], body["weights"], body["seed"]
    try:
        options, basis = fetched(cache, known, advice_for, *choices, limit=body["limit"])
    except ImpossibleError as error:
        if candid:
            advise_seat(codec, cache, {**body, "assume": "nothing", "effort": "quick"})  # or what else is impossible
            why = "is candid, but no cards of the other agree with what was said unless something was sunk"
            raise problem_at("contradictory_request", why, "assume") from None
        raise contradiction(source, error) from None
    return {
        "seat": SEATS[known.seat],
        "phase": known.state.phase,
        "options": options,
        "basis": {**basis, **{name: body[name] for name in ("assume", "weights", "effort", "seed")}},
        **versions(named),
    }
