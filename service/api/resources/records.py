"""Verifying records, as a list or a stream, comparing and converting them: `/v1/records/…`."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from service.api.http.request_body import Decoded, RequestBody, Undecoded, UndecodedItems
from service.api.http.streaming import NDJSON, Stream, last_line
from service.api.resources.told import answer
from service.piquet import ENGINE_VERSION
from service.pool import Pool
from service.records.batch import Checked, Form, convert_record, convert_unplayed, verify_parts, verify_records
from service.records.stream import Kind, batches
from service.runtime.request_context import current
from service.tasks.board_plays import compare_records

MANY = 1000
TABLES = 500  # records to compare
SMALL = 1024  # most bytes of a record that is converted in the worker, which takes 6 ms at most

#: A record as text, or as JSON. Its faults are in the report; the limit of the body bounds its length.
GivenRecord = str | dict[str, Any]


class VerifyRequest(RequestBody):
    """Body of `POST /v1/records/verify`."""

    records = UndecodedItems(Undecoded(GivenRecord), MANY, required=True)


_decode_checked = msgspec.msgpack.Decoder(Checked).decode


def verify(pool: Pool, body: dict[str, Any]) -> Any:
    """Verify records and returns their reports."""
    with pool.acquire() as slot:
        checked = slot.run(partial(verify_records, body["records"]), _decode_checked)
    context = current.get()
    if context is not None:
        context.charge_done(checked.tries)
    return {"reports": list(map(msgspec.Raw, checked.reports)), "engine_version": ENGINE_VERSION}


class CompareRequest(RequestBody):
    """Body of `POST /v1/records/compare`."""

    records = UndecodedItems(Undecoded(GivenRecord), TABLES, required=True)


def compare(pool: Pool, body: dict[str, Any]) -> Any:
    """Return the deals of records by board. Raises a `Problem`."""
    return answer(pool, partial(compare_records, body["records"]))


class ConvertRequest(RequestBody):
    """Body of `POST /v1/records/convert`."""

    record = Undecoded(GivenRecord, required=True)
    to = Decoded(Form)


_decode_converted = msgspec.msgpack.Decoder(tuple[bytes, bytes]).decode


def convert(pool: Pool, body: dict[str, Any]) -> Any:
    """Convert a record between text and JSON, and returns its problems."""
    given = bytes(body["record"])
    to: Form = body.get("to") or ("json" if given[:1] == b'"' else "text")
    converted = convert_unplayed(given, to) if len(given) <= SMALL else None
    if converted is None:
        with pool.acquire() as slot:
            converted = slot.run(partial(convert_record, given, to), _decode_converted)
    record, problems = converted
    return {"record": msgspec.Raw(record), "problems": msgspec.Raw(problems), "engine_version": ENGINE_VERSION}


# ---------------------------------------------------------------- streams

BATCH = 100  # the most records in one task of the pool
SLICE = 0.25  # seconds of a task, after which the rest of the batch goes into the next task
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
                    answers, tries = slot.run(partial(verify_parts, kind, parts, number, SLICE), _decode_checked)
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
