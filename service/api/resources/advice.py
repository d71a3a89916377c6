"""Advice: what a seat should do, from what it knows."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from service.advice.canonical import canonical, parameters
from service.advice.knowledge import ImpossibleError, Knowledge
from service.api.analyses.full_views import FullView, contradiction, seen_by_seat
from service.api.game_states.codec import StateCodec
from service.api.game_states.given_states import GivenState
from service.api.game_states.views import versions
from service.api.http.alternatives import Form, Forms
from service.api.http.request_body import Decoded, FromText, RequestBody, short_text
from service.api.schemas import scalars as w
from service.cache import Cache, Region
from service.piquet.cards.cards import hand_of
from service.piquet.model.state import SEATS
from service.runtime.request_context import surcharge
from service.tasks.advice import WrittenAdvice, written_advice

#: What a full answer costs more than a quick one, in units of the caller's quota.
FULL = 600

_encode, _write = msgspec.msgpack.Encoder().encode, msgspec.json.Encoder().encode
_REGION: Region[WrittenAdvice] = Region(
    "advice", 1, _encode, msgspec.msgpack.Decoder(WrittenAdvice).decode, patience=3.0
)


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
    view = Decoded(FullView)
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
    known, named, source = seen_by_seat(codec, body, candid=body["assume"] == "candid")
    asked = canonical(known)
    choices = body["effort"], body["weights"], body["seed"]
    region = replace(_REGION, fits=partial(_can_be_of, asked.known))
    key = _encode((parameters(known.rules), asked.known._replace(rules=None), choices))  # type: ignore[arg-type]
    try:
        found = cache.get_or_create(region, key, partial(written_advice, asked.known, *choices))
    except ImpossibleError as error:
        raise contradiction(source, error) from None
    names = asked.names
    options = [_written(*each, names, SEATS[known.seat]) for each in found.options[: body["limit"]]]
    return {
        "seat": SEATS[known.seat],
        "phase": known.state.phase,
        "options": msgspec.Raw(b"[%b]" % b",".join(options)),
        "basis": {**found.basis, **{name: body[name] for name in ("assume", "weights", "effort", "seed")}},
        **versions(named),
    }


def _written(action: dict[str, Any], rest: bytes, names: dict[str, str], seat: str) -> bytes:
    """Return an option as JSON, with the cards and the seat of the request."""
    named = {name: _named(value, names) for name, value in action.items()} | {"seat": seat}
    return b'{"action":%b,%b' % (_write(named), rest)


def _named(value: Any, names: dict[str, str]) -> Any:
    """Return a member of an action with the suits of the request: cards and suits are renamed wherever they are."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_named(each, names) for each in value]
    return {name: _named(each, names) for name, each in value.items()} if isinstance(value, dict) else value


def _can_be_of(known: Knowledge, found: WrittenAdvice) -> bool:
    """Whether an answer may be one about what this seat knows. Whether its values are correct is not checked."""
    hand = known.state.hands[known.role]
    return bool(found.options) and not any(_cards_of(action) & ~hand for action, _ in found.options)


def _cards_of(action: dict[str, Any]) -> int:
    return hand_of([*action.get("cards", ()), *filter(None, [action.get("card")])])
