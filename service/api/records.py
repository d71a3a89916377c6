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
from service.records.lines import lines
from service.records.model import Problem, Reading, Record
from service.records.reader import read, read_many
from service.records.report import report_json
from service.records.twin import to_json
from service.records.twin_reader import from_json
from service.records.verify import OF_A_RECORD, verify
from service.records.writer import write
from service.turns import Turns

MANY = 1000
LINE = 1 << 20  # the longest line of NDJSON, in bytes
TRIES = 2000  # how often unknown cards are filled in for one request

#: A record as text, or as JSON. What is wrong in it is told in the answer; the length of the
#: body bounds it.
GivenRecord = str | dict[str, Any]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


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


def of_text(chunks: Iterable[bytes]) -> Iterator[tuple[int, Reading]]:
    """The records of a text, one after the other, with the line where each begins."""
    for reading in read_many(chunks):
        yield reading.places[""][0], reading


def of_ndjson(chunks: Iterable[bytes]) -> Iterator[tuple[int, Reading]]:
    """The records of NDJSON, each an object or a text in a line."""
    for number, content, whole in lines(chunks, LINE):
        if content.strip():
            yield number, _of_line(content) if whole else _unread("line.too_long", f"a line has at most {LINE} bytes")


def _of_line(content: bytes) -> Reading:
    try:
        value = _decode(content)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return _unread("member.type", "this is not JSON")
    return read(value) if isinstance(value, str) else from_json(value)


def _unread(code: str, message: str) -> Reading:
    return Reading(Record(), [Problem(code, message)])


def verify_streams(turns: Turns) -> dict[str, Stream]:
    """By the media type of the request."""
    readers = {"application/x-ndjson": of_ndjson, "text/plain": of_text}
    return {kind: partial(_verified, turns, reader) for kind, reader in readers.items()}
