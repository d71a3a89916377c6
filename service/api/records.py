"""Records: checked, one or many or a stream of them, and converted."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from service.api.desk import Desk
from service.api.envelope import Decoded, Envelope
from service.api.streams import Stream
from service.piquet import ENGINE_VERSION
from service.records.completion import Tries
from service.records.many import of_ndjson, of_text
from service.records.model import Reading
from service.records.reader import read
from service.records.report import report_json
from service.records.twin import to_json
from service.records.twin_reader import from_json
from service.records.verify import OF_A_RECORD, verify
from service.records.writer import write
from service.turns import Turns

MANY = 1000
TRIES = 2000  # how often unknown cards are filled in for one request

#: A record as text, or as JSON. What is wrong in it is told in the answer; the length of the
#: body bounds it.
GivenRecord = str | dict[str, Any]

_encode = msgspec.json.Encoder().encode


class VerifyRequest(Envelope):
    records = Decoded(Annotated[list[GivenRecord], Meta(min_length=1, max_length=MANY)], required=True)


def verify_records(turns: Turns, envelope: dict[str, Any]) -> Any:
    with turns.take() as turn:
        reports = turn.run(partial(_reports, envelope["records"]), msgspec.msgpack.Decoder(bytes).decode)
    return {"reports": msgspec.Raw(reports), "engine_version": ENGINE_VERSION}


def _reports(records: list[str | dict[str, Any]]) -> bytes:
    """What each of them comes to, as JSON."""
    left = TRIES
    reports = []
    for given in records:
        allowed = min(OF_A_RECORD, left)
        tries = Tries(allowed)
        reports.append(msgspec.Raw(_encode(report_json(verify(_reading(given), tries)))))
        left -= allowed - max(tries.left, 0)
    return _encode(reports)


def _reading(given: str | dict[str, Any]) -> Reading:
    return read(given) if isinstance(given, str) else from_json(given)


class ConvertRequest(Envelope):
    record = Decoded(GivenRecord, required=True)
    to = Decoded(Literal["text", "json"])


def convert(desk: Desk, envelope: dict[str, Any]) -> Any:
    given = envelope["record"]
    to = envelope.get("to") or ("json" if isinstance(given, str) else "text")
    reading = _reading(given)
    record = write(reading.record) if to == "text" else to_json(reading.record)
    problems = [problem._asdict() for problem in reading.problems]
    return {"record": record, "problems": problems, "engine_version": ENGINE_VERSION}


# ---------------------------------------------------------------- streams


_Reader = Callable[[Iterable[bytes]], Iterator[tuple[int, Reading]]]


def _verified(turns: Turns, read_all: _Reader, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """A line of JSON for each record, as soon as it has been read: its number, the line where it begins, its report."""
    with turns.take():  # held as long as the stream lasts, which is one of the dear; it is computed here, bit by bit
        yield b""
        for number, (line, reading) in enumerate(read_all(chunks), 1):
            report = report_json(verify(reading))
            yield _encode({"record": number, "line": line, **report, "engine_version": ENGINE_VERSION}) + b"\n"


def verify_streams(turns: Turns) -> dict[str, Stream]:
    """By the media type of the request."""
    readers = {"application/x-ndjson": of_ndjson, "text/plain": of_text}
    return {kind: partial(_verified, turns, reader) for kind, reader in readers.items()}
