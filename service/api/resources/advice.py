"""Advice: what a seat should do, from what it knows."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from service.advice.canonical import Canonical, canonical, question
from service.advice.knowledge import ImpossibleError, Knowledge
from service.advice.parts import PARTS
from service.api.analyses.full_views import FullView, contradiction, seen_by_seat
from service.api.game_states.codec import StateCodec
from service.api.game_states.given_states import GivenState
from service.api.game_states.views import versions
from service.api.http.alternatives import Form, Forms
from service.api.http.request_body import Decoded, RequestBody
from service.api.schemas import scalars as w
from service.cache import Cache, Region
from service.piquet.cards.cards import hand_of
from service.piquet.notation.action_dicts import action_of, members_of
from service.runtime.request_context import surcharge
from service.tasks.advice import Answer, Row, advised

#: What a full answer costs more than a quick one, in units of the caller's quota.
FULL = 600

_DIGITS = 4  # decimal places of values and chances
_REGION: Region[Answer] = Region(
    "advice", 1, msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Answer).decode, patience=3.0
)


class AdviceRequest(RequestBody):
    """Body of `POST /v1/advice`."""

    forms = Forms(Form(("state",), ("seat",)), Form(("view",)))

    state = Decoded(GivenState)
    seat = Decoded(w.Seat)
    view = Decoded(FullView)
    assume = Decoded(Literal["nothing", "candid"], load_default="nothing")
    weights = Decoded(Literal["equal", "discards"], load_default="equal")
    effort = Decoded(Literal["quick", "full"], load_default="quick")
    seed = Decoded(Annotated[str, Meta(max_length=200)], load_default="")
    limit = Decoded(Annotated[int, Meta(ge=1, le=100)], load_default=10)


def advise_seat(codec: StateCodec, cache: Cache, body: dict[str, Any]) -> Any:
    """Rank the actions of the seat that is to act by what they are worth from what it knows. Raises a `Problem`."""
    if body["effort"] == "full":
        surcharge(FULL)
    known, named, source = seen_by_seat(codec, body, candid=body["assume"] == "candid")
    asked = canonical(known)
    choices = body["effort"], body["weights"], body["seed"]
    region = replace(_REGION, fits=partial(_can_be_of, asked.known))
    try:
        found = cache.get_or_create(region, question(asked.known, *choices), partial(advised, asked.known, *choices))
    except ImpossibleError as error:
        raise contradiction(source, error) from None
    return {
        "seat": "AB"[known.seat],
        "phase": known.state.phase,
        "options": [
            _written(each, asked, known.seat) if found.basis else _only(each, asked, known.seat)
            for each in found.options[: body["limit"]]
        ],
        "basis": {
            **_basis(found),
            "assume": body["assume"],
            "weights": body["weights"],
            "effort": body["effort"],
            "seed": body["seed"],
        },
        **versions(named),
    }


def _basis(found: Answer) -> dict[str, Any]:
    """Return how many layouts were used; none where the only legal action needed no search."""
    layouts, of, exact = found.basis or (0, 0, True)
    return {"layouts": layouts, "of": of, "exact": exact}


def _only(row: Row, asked: Canonical, seat: int) -> dict[str, Any]:
    """Return the only legal action, which is not valued."""
    action = members_of(asked.action_of(action_of(row.action), seat))
    return {"action": action, "value": None, "error": 0, "behind": 0, "behind_error": 0, "parts": None, "because": []}


def _written(row: Row, asked: Canonical, seat: int) -> dict[str, Any]:
    parts = {name: round(row.parts[name], _DIGITS) for name in PARTS}
    return {
        "action": members_of(asked.action_of(action_of(row.action), seat)),
        "value": round(sum(parts.values()), _DIGITS),
        "error": round(row.error, _DIGITS),
        "behind": round(row.behind, _DIGITS),
        "behind_error": round(row.behind_error, _DIGITS),
        "parts": parts,
        "because": [{"code": code, **_rounded(members)} for code, members in row.because],
    }


def _rounded(members: dict[str, Any]) -> dict[str, Any]:
    return {name: round(value, _DIGITS) if isinstance(value, float) else value for name, value in members.items()}


def _can_be_of(known: Knowledge, found: Answer) -> bool:
    """Whether an answer may be one about what this seat knows. Whether its values are correct is not checked."""
    hand = known.state.hands[known.role]
    return bool(found.options) and all(
        each.parts.keys() == set(PARTS) and not _cards_of(each.action) & ~hand for each in found.options
    )


def _cards_of(action: dict[str, Any]) -> int:
    action_of(action)  # raises an exception for what is no action
    return hand_of([*action.get("cards", ()), *filter(None, [action.get("card")])])
