"""Events of tournaments: whether they are whole, and their standings: `/v1/events/verify`, `/v1/standings`."""

from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from service.api.http.request_body import Decoded, RequestBody, Undecoded
from service.api.problems import problem_at
from service.api.resources.records import answer
from service.pool import Pool
from service.tournaments.answers import check_event, rank_event
from service.tournaments.event import ROUNDS

#: An event as JSON. Its faults are in the report; the limit of the body bounds its length.
GivenEvent = dict[str, Any]


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
    return answer(pool, partial(check_event, _content(body)))


def standings(pool: Pool, body: dict[str, Any]) -> Any:
    """Return the standings of an event. Raises a `Problem`."""
    return answer(pool, partial(rank_event, _content(body), body.get("round"), body["accept_wrong"]))


def _content(body: dict[str, Any]) -> bytes:
    content = bytes(body["event"])
    if not content.startswith(b"{"):
        raise problem_at("invalid_request", "is not an object", "event")
    return content
