"""Records and events: `/v1/records/verify`, `convert`, `compare` and `review`, `/v1/events/verify`, `/v1/standings`."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import msgspec

from service.advice.review import Decision, sums
from service.api.game_states.codec import StateCodec
from service.api.game_states.given_states import GivenState
from service.api.game_states.text import write_line
from service.api.http.request_body import Decoded, Form as Members, Forms, RequestBody, Undecoded, UndecodedItems
from service.api.http.streaming import NDJSON, Stream, last_line
from service.api.problems import Fault, Problem, pointer, problem_at, refuse
from service.api.resources.advice import EffortName, Seed
from service.cache import Cache, Region
from service.piquet import ENGINE_VERSION
from service.piquet.actions import members_of
from service.piquet.model.state import PHASES
from service.piquet.suggestions import listed
from service.pool import Pool
from service.records import batch, review
from service.records.review import Dealing, Prepared, Reviewable, Row, Stop
from service.records.stream import Kind, batches
from service.runtime.request_context import current
from service.tournaments.answers import Answer, check_event, rank_event
from service.tournaments.board_plays import compare_records
from service.tournaments.event import ROUNDS
from service.tournaments.sheets import SheetKind
from service.words import Language

_decode_answer = msgspec.msgpack.Decoder(Answer).decode


def answer(pool: Pool, task: Callable[[], Answer]) -> dict[str, Any]:
    """Return the answer that a task of the pool gives, and charge what it costs besides. Raises a `Problem`."""
    with pool.acquire() as slot:
        given = slot.run(task, _decode_answer)
    _charge_tries(given.cost)
    if given.refused is not None:
        code, detail, errors, more = given.refused
        raise Problem(code, detail, [Fault(*error) for error in errors], **more)
    return {**{name: msgspec.Raw(value) for name, value in given.members.items()}, "engine_version": ENGINE_VERSION}


MANY = 1000
TABLES = 500  # records to compare
SMALL = 1024  # most bytes of a record that is converted in the worker, which takes 6 ms at most

#: A record as text, or as JSON. Its faults are in the report; the limit of the body bounds its length.
GivenRecord = str | dict[str, Any]


class VerifyRequest(RequestBody):
    """Body of `POST /v1/records/verify`."""

    records = UndecodedItems(Undecoded(GivenRecord), MANY, required=True)


_decode_checked = msgspec.msgpack.Decoder(batch.Checked).decode


def verify(pool: Pool, body: dict[str, Any]) -> Any:
    """Verify records and returns their reports."""
    with pool.acquire() as slot:
        checked = slot.run(partial(batch.verify_records, body["records"]), _decode_checked)
    _charge_tries(checked.tries)
    return {"reports": list(map(msgspec.Raw, checked.reports)), "engine_version": ENGINE_VERSION}


class CompareRequest(RequestBody):
    """Body of `POST /v1/records/compare`."""

    records = UndecodedItems(Undecoded(GivenRecord), TABLES, required=True)


def compare(pool: Pool, body: dict[str, Any]) -> Any:
    """Return the deals of records by board. Raises a `Problem`."""
    return answer(pool, partial(compare_records, body["records"]))


class ConvertRequest(RequestBody):
    """Body of `POST /v1/records/convert`."""

    forms = Forms(Members(("record",)), Members(("state",), ("record",)))

    record = Undecoded(GivenRecord)
    state = Decoded(GivenState)
    to = Decoded(batch.Form)


_decode_converted = msgspec.msgpack.Decoder(batch.Converted).decode


def convert(codec: StateCodec, pool: Pool, body: dict[str, Any]) -> Any:
    """Convert a record between text and JSON, or write that of a state, and return its problems.

    Raises the `Problem` `contradictory_request` if the record beside a state is of another partie.
    """
    line = write_line(codec.read_whole(body["state"], "state")) if "state" in body else ""
    given = bytes(body.get("record", b""))
    to: batch.Form = body.get("to") or ("json" if line or given[:1] == b'"' else "text")
    converted = batch.convert_unplayed(given, to) if not line and len(given) <= SMALL else None
    if converted is None:
        with pool.acquire() as slot:
            converted = slot.run(partial(batch.convert_record, given, to, line), _decode_converted)
    if converted.contradicted:
        why = f"has {listed(converted.contradicted)} of another partie than the state; leave out what the state says"
        raise problem_at("contradictory_request", why, "record")
    record, problems = msgspec.Raw(converted.record), msgspec.Raw(converted.problems)
    return {"record": record, "problems": problems, "engine_version": ENGINE_VERSION}


# ---------------------------------------------------------------- events of tournaments


#: An event as JSON. Its faults are in the report; the limit of the body bounds its length.
GivenEvent = dict[str, Any]


class VerifyEventRequest(RequestBody):
    """Body of `POST /v1/events/verify`."""

    event = Undecoded(GivenEvent, required=True)


class StandingsRequest(RequestBody):
    """Body of `POST /v1/standings`."""

    event = Undecoded(GivenEvent, required=True)
    round = Decoded(Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)])
    accept_wrong = Decoded(bool, load_default=False)
    sheet = Decoded(SheetKind)
    lang = Decoded(Language, load_default="en")


def verify_event(pool: Pool, body: dict[str, Any]) -> Any:
    """Return whether an event is whole, with every fault, and the status of every partie. Raises a `Problem`."""
    return answer(pool, partial(check_event, _content(body)))


def standings(pool: Pool, body: dict[str, Any]) -> Any:
    """Return the standings of an event. Raises a `Problem`."""
    of = body.get("round"), body["accept_wrong"], body.get("sheet"), body["lang"]
    return answer(pool, partial(rank_event, _content(body), *of))


def _content(body: dict[str, Any]) -> bytes:
    content = bytes(body["event"])
    if not content.startswith(b"{"):
        raise problem_at("invalid_request", "is not an object", "event")
    return content


# ---------------------------------------------------------------- streams

BATCH = 100  # the most records in one task of the pool
SLICE = 0.25  # seconds of a task, after which the rest of a batch or a deal goes into the next task
WAIT = 10.0  # seconds that a stream which has begun waits for a slot of the pool

# The most bytes of the response to a stream: `LEAST_ROOM`, and `ROOM_PER_BYTE` for each byte of the body so far. The
# report of a sheet in which every score and every total is wrong is thirty times as long as the sheet.
LEAST_ROOM = 1 << 20
ROOM_PER_BYTE = 40


def verify_streams(pool: Pool) -> dict[str, Stream]:
    """Return the handlers of streams by the media type of the request."""
    kinds: dict[str, Kind] = {NDJSON: "ndjson", "text/plain": "text"}
    return {media_type: partial(_verified, pool, kind) for media_type, kind in kinds.items()}


def _verified(pool: Pool, kind: Kind, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield a line of JSON for each record once it has arrived: its number, the line where it begins, and its report.

    It holds a slot of the pool only while a batch is computed.
    """
    context = current.get()
    with pool.stream():
        number, written = 1, 0
        for received, parts in batches(kind, chunks, BATCH):
            while parts:
                with pool.acquire(WAIT if written else 0) as slot:
                    answers, tries = slot.run(partial(batch.verify_parts, kind, parts, number, SLICE), _decode_checked)
                parts = parts[len(answers) :]
                # Before the lines are sent: the caller may read no further.
                covered = context is None or context.charge_done(tries)
                for line in (line for answer in answers for line in answer):
                    written += len(line)
                    if written > LEAST_ROOM + ROOM_PER_BYTE * received:
                        detail = f"the reports have more than {ROOM_PER_BYTE} times as many bytes as the records"
                        yield last_line("answer_too_large", detail)
                        return
                    number += 1
                    yield line
                if not covered:
                    yield last_line("too_many_requests", "the quota is used up by unknown cards that were filled in")
                    return


# ---------------------------------------------------------------- reviews

#: What the review of a deal costs, by effort, in units of the caller's quota.
PER_DEAL = {"quick": 600, "full": 2500}

_Deals = Annotated[
    list[Annotated[int, msgspec.Meta(ge=1, le=200)]],
    msgspec.Meta(min_length=1, max_length=max(review.MOST_DEALS.values())),
]


class ReviewRequest(RequestBody):
    """Body of `POST /v1/records/review`."""

    record = Undecoded(GivenRecord, required=True)
    deals = Decoded(_Deals)
    effort = Decoded(EffortName, load_default="quick")
    seed = Decoded(Seed, load_default="")


_encode = msgspec.msgpack.Encoder().encode
_decode_prepared = msgspec.msgpack.Decoder(Prepared).decode
_decode_rows = msgspec.msgpack.Decoder(list[Row]).decode
_REGION: Region[list[Row]] = Region("review", 3, _encode, _decode_rows)


def review_record(cache: Cache, pool: Pool, body: dict[str, Any]) -> Any:
    """Review deals of a record. Raises a `Problem`."""
    effort = body["effort"]
    most = review.MOST_DEALS[effort]
    if len(set(body.get("deals", ()))) > most:
        raise problem_at("contradictory_request", f"a review of this effort is of at most {most} deals", "deals")
    with pool.stream():
        with pool.acquire() as slot:
            prepared = slot.run(partial(review.prepare, bytes(body["record"])), _decode_prepared)
        _charge_tries(prepared.tries)
        chosen = _chosen(prepared, body.get("deals"), most)
        _charge_deals(PER_DEAL[effort], sum(each.played is not None for each in chosen))
        reviewed = [(each, _decisions(cache, pool, each.played, effort, body["seed"])) for each in chosen]
    return {
        "ruleset": prepared.ruleset,
        "problems": prepared.problems,
        "deals": [review.deal_json(each, decisions) for each, decisions in reviewed],
        "sums": [review.sum_json(each) for each in sums(made for _, decisions in reviewed for made in decisions)],
        "effort": effort,
        "seed": body["seed"],
        "engine_version": ENGINE_VERSION,
    }


def _charge_tries(tries: int) -> None:
    """Charge what a request has cost beside its length: unknown cards that were filled in, deals that were played."""
    context = current.get()
    if context is not None:
        context.charge_done(tries)


def _charge_deals(each: int, deals: int) -> None:
    """Charge for the review of deals. Raises a `Problem` for several that cost more than a whole quota."""
    context = current.get()
    if context is None or not deals:
        return
    if context.most_units is not None and deals > 1 and context.most_units < each * deals:
        why = f"{deals} deals cost {each * deals:,} units, and a quota has {context.most_units:,}; name fewer"
        raise problem_at("contradictory_request", why, "deals")
    context.surcharge(each * deals)


def _chosen(prepared: Prepared, numbers: list[int] | None, most: int) -> list[Reviewable[Dealing]]:
    """Return the deals to review: those with these numbers, or as many as one review may have.

    Raises the `Problem` `contradictory_request` for a number that no deal has.
    """
    if numbers is None:
        reviewable = [each.played is not None for each in prepared.deals]
        message = f"a request reviews at most {most} deals; name others in deals"
        limit = Stop(1, "limit", message)
        return [
            each._replace(played=None, stop=limit) if each.played and sum(reviewable[:at]) >= most else each
            for at, each in enumerate(prepared.deals)
        ]
    known = {each.number for each in prepared.deals}
    missing = [at for at, number in enumerate(numbers) if number not in known]
    refuse(
        "contradictory_request",
        (Fault(pointer("deals", at), f"is {numbers[at]}, and the record has no such deal") for at in missing),
    )
    return [each for each in prepared.deals if each.number in numbers]


def _decisions(cache: Cache, pool: Pool, dealing: Dealing | None, effort: str, seed: str) -> list[Decision]:
    """Return the decisions of a deal. What was reviewed of it earlier is not reviewed again."""
    if dealing is None or not dealing.actions:
        return []
    region = replace(_REGION, fits=partial(_can_be_of, dealing))
    question = _encode((dealing, effort, seed))
    rows = cache.get(region, question, cache.session()) or []
    while len(rows) < len(dealing.actions):
        with pool.acquire(WAIT) as slot:
            rows += slot.run(partial(review.review_slice, dealing, effort, seed, len(rows), SLICE), _decode_rows)
        cache.put(region, question, rows, cache.session())
    return [row.decision for row in rows]


def _can_be_of(dealing: Dealing, rows: list[Row]) -> bool:
    """Whether rows may be the first decisions of a deal. Whether their values are correct is not checked.

    Raises `MembersError` for what is no action.
    """
    return 0 < len(rows) <= len(dealing.actions) and all(
        row.number == number and row.done == done and _is_possible(row)
        for number, (row, done) in enumerate(zip(rows, dealing.actions, strict=False), 1)
    )


def _is_possible(row: Row) -> bool:
    done, best = row.decision.done, row.decision.best
    return row.phase in PHASES and row.seat == done.seat == best.seat and members_of(best) == row.best
