"""Events of tournaments: whether they are whole, and their standings: `/v1/events/verify`, `/v1/standings`."""

from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.api.http.request_body import Decoded, RequestBody, Undecoded
from service.api.problems import Fault, Problem, problem_at
from service.piquet import ENGINE_VERSION
from service.pool import Pool
from service.runtime.request_context import current
from service.tasks.events import Told, check_event, rank_event
from service.tournaments.event import ROUNDS

#: An event as JSON. Its faults are in the report; the limit of the body bounds its length.
GivenEvent = dict[str, Any]

_decode_told = msgspec.msgpack.Decoder(Told).decode


class VerifyEventRequest(RequestBody):
    """Body of `POST /v1/events/verify`."""

    event = Undecoded(GivenEvent, required=True)


class StandingsRequest(RequestBody):
    """Body of `POST /v1/standings`."""

    event = Undecoded(GivenEvent, required=True)
    round = Decoded(Annotated[int, Meta(ge=1, le=ROUNDS)])
    accept_wrong = Decoded(bool, load_default=False)


def verify_event(pool: Pool, body: dict[str, Any]) -> Any:
    """Return whether an event is whole, with every fault, and the status of every partie. Raises a `Problem`."""
    return _answer(pool, partial(check_event, _content(body)))


def standings(pool: Pool, body: dict[str, Any]) -> Any:
    """Return the standings of an event. Raises a `Problem`."""
    return _answer(pool, partial(rank_event, _content(body), body.get("round"), body["accept_wrong"]))


def _content(body: dict[str, Any]) -> bytes:
    content = bytes(body["event"])
    if not content.startswith(b"{"):
        raise problem_at("invalid_request", "is not an object", "event")
    return content


def _answer(pool: Pool, task: Any) -> dict[str, Any]:
    with pool.acquire() as slot:
        told = slot.run(task, _decode_told)
    context = current.get()
    if context is not None:
        context.charge_done(told.tries)
    if told.refused is not None:
        code, detail, errors, more = told.refused
        raise Problem(code, detail, [Fault(*error) for error in errors], **more)
    return {**{name: msgspec.Raw(value) for name, value in told.members.items()}, "engine_version": ENGINE_VERSION}
