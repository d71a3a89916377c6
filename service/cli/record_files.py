"""The records of files, read in constant memory, and progress bars on standard error, if that is a terminal.

A file is cut into parts where records begin, so that several processes can read one file.
"""

import errno
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Self

from service.records.model import Problem, Reading, Record
from service.records.player_names import printable
from service.records.stream import of_json, of_ndjson, of_text
from service.records.text.parser import BYTE_ORDER_MARK
from service.records.text.writer import HEADER

if TYPE_CHECKING:
    from tqdm import tqdm


# ---------------------------------------------------------------- records


#: The kind of a file by its suffix; files with other suffixes are text.
KINDS = {".json": "json", ".ndjson": "ndjson", ".jsonl": "ndjson", ".piquet": "text"}
STANDARD_INPUT, _SHOWN = "-", "standard input"

_CHUNK = 1 << 16
_PART = 1 << 18  # the approximate size of a part, in bytes
_LONGEST_JSON = 1 << 26


def _escaped(letter: str) -> str:
    """Return an expression for a letter in JSON, which may escape it with hexadecimal digits in either case."""
    code = f"{ord(letter):02x}"
    return rf"(?:{letter}|\\u00{code[0]}[{code[1]}{code[1].upper()}])"


# The member of records, any character of which JSON may escape.
_MEMBER = re.compile('"{}"'.format("".join(map(_escaped, "piquet_record"))).encode())
_LONGEST_MEMBER = len(b'"piquet_record"') * len(rb"\u0000")


class Source(NamedTuple):
    """A file with records.

    `kind` is `text`, `json`, `ndjson`, or "" if its first bytes will show it. `piped` marks a file that can be read
    only once, such as a pipe. `copied` marks the temporary copy of such a file.
    """

    name: str
    path: Path
    kind: str
    size: int = 0
    piped: bool = False
    copied: bool = False


class Part(NamedTuple):
    """A part of a file: its bytes from `start` up to `end`, and the number of its first line."""

    source: Source
    start: int
    end: int
    line: int


def shown(name: str) -> str:
    """Return how messages name a file, or standard input."""
    return _SHOWN if name == STANDARD_INPUT else name


def reason_of(error: OSError) -> str:
    """Return why the system refuses to read or write a file."""
    return "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)


class Unreadable(Exception):
    """Raised or yielded for a file that cannot be read, with the reason; raised for a cluster that cannot be used."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)
        self.name, self.reason = name, reason

    @classmethod
    def because_of(cls, name: str, error: OSError) -> Self:
        """Return this error of a file that the system refuses to read."""
        return cls(name, reason_of(error))

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


class GivenUp(Unreadable):
    """Yielded for a part of a file that nothing could compute, with the number of its records."""

    def __init__(self, name: str, reason: str, records: int) -> None:
        super().__init__(name, reason)
        self.records = records


def sources(names: Iterable[str]) -> Iterator[Source | Unreadable]:
    """Yield the files named, and the record files in the folders named, sorted.

    A file in a folder is a record file by its suffix, in either case; a JSON file must also have the member
    `piquet_record`, or be damaged. A file or folder that cannot be read is an `Unreadable`, and so is a link that leads
    out of a folder.
    """
    for name in names:
        path = Path(name)
        if name == STANDARD_INPUT:
            yield Source(_SHOWN, path, "", piped=True)
        elif os.path.isdir(name):
            yield from _in_folder(name)
        else:
            yield _source(name)


def _in_folder(name: str) -> Iterator[Source | Unreadable]:
    """Yield the record files in a folder, sorted, and what in it cannot be read."""
    errors: list[OSError] = []
    files = [Path(folder, each) for folder, _, names in os.walk(name, onerror=errors.append) for each in names]
    found = [_of_folder(each, Path(name)) for each in sorted(files) if each.suffix.lower() in KINDS]
    for error in errors:
        yield Unreadable.because_of(str(error.filename), error)
    yield from (each for each in found if each)
    if not any(found) and not errors:
        yield Unreadable(name, f"no file in it ends in {', '.join(sorted(KINDS))}")


def _of_folder(path: Path, folder: Path) -> Source | Unreadable | None:
    """Return a file of a folder, which others may have filled; None for JSON that is no record."""
    name = str(path)
    if inside(folder, path) is None:
        return Unreadable(name, "it is a link that leads out of the folder; name the file itself to read it")
    source = _source(name)
    if isinstance(source, Unreadable):
        return source
    if source.piped:
        return Unreadable(name, "it is not a regular file")
    try:
        return source if source.kind != "json" or _may_be_record(path) else None
    except OSError as error:
        return Unreadable.because_of(name, error)


def inside(folder: Path, path: Path) -> Path | None:
    """Return where a path leads, links followed, if that is in a folder.

    Raises `OSError`, and `ValueError` for a null character.
    """
    place = Path(os.path.realpath(path))  # unlike `resolve`, it takes links that lead to one another
    return place if place.is_relative_to(os.path.realpath(folder)) else None


def _may_be_record(path: Path) -> bool:
    """Return whether JSON has the member `piquet_record`, or is not sure to have none.

    That is JSON which is too long, which is no object, or of which the end or the encoding is not that of JSON.
    """
    last = kept = b""
    with path.open("rb") as file:
        for piece in iter(lambda: file.read(_CHUNK), b""):
            begins = piece.removeprefix(BYTE_ORDER_MARK).lstrip()
            if not last and begins and not begins.startswith((b"{", b"[")):
                return True
            if _MEMBER.search(kept + piece) or b"\0" in piece or file.tell() > _LONGEST_JSON:
                return True
            kept = piece[-_LONGEST_MEMBER:]
            last = piece.rstrip()[-1:] or last
    return last not in (b"}", b"]")


def source_of(name: str) -> Source:
    """Return the file of that name, or standard input. Raises `Unreadable`, also for a folder."""
    if os.path.isdir(name):
        raise Unreadable(name, "it is a folder, not a file")
    source = next(iter(sources([name])))
    if isinstance(source, Unreadable):
        raise source
    return source


def _source(name: str) -> Source | Unreadable:
    path = Path(name)
    try:
        found = path.stat()
    except FileNotFoundError:
        return Unreadable(name, "there is no such file")
    except OSError as error:
        return Unreadable.because_of(name, error)
    if not stat.S_ISREG(found.st_mode):
        return Source(name, path, KINDS.get(path.suffix.lower(), ""), piped=True)
    return Source(name, path, KINDS.get(path.suffix.lower(), "text"), found.st_size)


def _copy(source: Source) -> Source:
    """Return a temporary copy of a file that can be read only once."""
    with tempfile.NamedTemporaryFile(prefix="piquet-", delete=False) as copy:
        try:
            if source.name == _SHOWN:
                shutil.copyfileobj(sys.stdin.buffer, copy, _CHUNK)
            else:
                with source.path.open("rb") as file:
                    shutil.copyfileobj(file, copy, _CHUNK)
            copy.seek(0)
            kind = source.kind or _looks_like(copy.read(_CHUNK))
        except BaseException:
            Path(copy.name).unlink()
            raise
    return source._replace(path=Path(copy.name), kind=kind, piped=False, copied=True)


def _looks_like(beginning: bytes) -> str:
    """Return the kind of a file by its first bytes: text, one JSON value per line, or JSON over several lines."""
    first, ended, _ = beginning.removeprefix(BYTE_ORDER_MARK).lstrip().partition(b"\n")
    if not first.startswith((b"{", b'"')):
        return "text"
    return "json" if ended and not first.rstrip().endswith((b"}", b'"')) else "ndjson"


def delete_copy(source: Source) -> None:
    """Delete the temporary copy of a file, if there is one."""
    if source.copied:
        source.path.unlink(missing_ok=True)


def parts(source: Source) -> Iterator[Part]:
    """Yield the parts of a file, each beginning where a record does. Raises `Unreadable`.

    Pass the `source` of a part to `delete_copy` when all parts have been read.
    """
    try:
        source = _copy(source) if source.piped else source
        with source.path.open("rb") as file:
            yield from _parts(source, file)
    except OSError as error:
        raise Unreadable.because_of(source.name, error) from None


def _parts(source: Source, file: BinaryIO) -> Iterator[Part]:
    begins = b"" if source.kind == "ndjson" else HEADER.encode()
    start = offset = 0
    first = line = 1
    whole = True  # whether the last piece ended a line
    for piece in iter(lambda: file.readline(_CHUNK), b""):
        if whole and offset - start >= _PART and source.kind != "json" and piece.startswith(begins):
            yield Part(source, start, offset, first)
            start, first = offset, line
        offset += len(piece)
        whole = piece.endswith(b"\n")
        line += whole
    if offset > start or not start:
        yield Part(source, start, offset, first)


def records(part: Part) -> Iterator[tuple[int, Reading]]:
    """Yield the records of a part, each with the line where it begins. Raises `Unreadable`."""
    try:
        with part.source.path.open("rb") as file:
            if part.source.kind == "json":
                yield 1, of_json(_json(part.source, file))
                return
            read = of_ndjson if part.source.kind == "ndjson" else of_text
            file.seek(part.start)
            yield from read(file, part.line, part.end)
    except OSError as error:
        raise Unreadable.because_of(part.source.name, error) from None


def _json(source: Source, file: BinaryIO) -> bytes:
    content = file.read(_LONGEST_JSON + 1)
    if len(content) > _LONGEST_JSON:
        raise Unreadable(source.name, f"a record as JSON has at most {_LONGEST_JSON:,} bytes")
    return content


def content_of(part: Part) -> bytes:
    """Return the bytes of a part. Raises `Unreadable`."""
    try:
        with part.source.path.open("rb") as file:
            if part.source.kind == "json":
                return _json(part.source, file)
            file.seek(part.start)
            return file.read(part.end - part.start)
    except OSError as error:
        raise Unreadable.because_of(part.source.name, error) from None


def count_records(part: Part, content: bytes) -> int:
    """Return the number of records in the content of a part, without reading them."""
    if part.source.kind == "json":
        return 1
    lines = content.splitlines()
    if part.source.kind == "ndjson":
        return sum(bool(line.strip()) for line in lines)
    return sum(line.startswith(HEADER.encode()) for line in lines)


def all_parts(names: Iterable[str], copies: list[Source]) -> Iterator[Part | Unreadable]:
    """Yield the parts of all files. Adds the temporary copies that are read to `copies`."""
    for source in sources(names):
        if isinstance(source, Unreadable):
            yield source
            continue
        try:
            for part in parts(source):
                if part.source.copied and not part.start:
                    copies.append(part.source)
                yield part
        except Unreadable as unreadable:
            yield unreadable


def readings(name: str) -> Iterator[tuple[Source, int, Reading]]:
    """Yield the records of a file, each with the file and the line where it begins. Raises `Unreadable`."""
    source = source_of(name)
    try:
        for part in parts(source):
            source = part.source
            yield from ((source, line, reading) for line, reading in records(part))
    finally:
        delete_copy(source)


def require_record(name: str, reading: Reading) -> None:
    """Raise `Unreadable` if nothing of a record was read in a file."""
    if reading.problems and reading.record == Record():
        raise Unreadable(name, reading.problems[0].message)


def print_problems(name: str, line: int, problems: Iterable[Problem]) -> None:
    """Print the problems of a record of a file, which begins in this line, to standard error."""
    for problem in problems:
        where = f"{problem.line}:{problem.column}" if problem.line else f"{line}: {problem.pointer or '/'}"
        print(f"{printable(name)}:{where}: {problem.message} [{problem.code}]", file=sys.stderr)


# ---------------------------------------------------------------- progress bars


class NoBar:
    """The bar where standard error is no terminal."""

    disable = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def _nothing(self, *_: object, **__: object) -> None:
        pass

    clear = refresh = set_postfix = update = _nothing


def _bar(**options: Any) -> "tqdm[Any] | NoBar":
    if not sys.stderr.isatty():
        return NoBar()
    from tqdm import tqdm  # its import takes a sixth of the time that a command takes to start

    return tqdm(leave=False, **options)


def of_files(names: Sequence[str]) -> "tqdm[Any] | NoBar":
    """Return the bar of a command that reads record files, in bytes."""
    if not sys.stderr.isatty():
        return NoBar()
    found = [each for each in sources(names) if isinstance(each, Source)]
    total = None if any(each.piped for each in found) else sum(each.size for each in found)
    return _bar(total=total or None, unit="B", unit_scale=True)


def of_tables(event: Any) -> "tqdm[Any] | NoBar":
    """Return the bar of the tables of an event, which is decoded and may be anything."""
    rounds = event.get("rounds") if isinstance(event, dict) else None
    tables = [each.get("tables") for each in rounds if isinstance(each, dict)] if isinstance(rounds, list) else []
    total = sum(len(each) for each in tables if isinstance(each, list))
    return _bar(total=total or None, unit=" tables")


class Above:
    """Standard output that writes above a bar."""

    def __init__(self, bar: "tqdm[Any] | NoBar") -> None:
        self._bar = bar

    def write(self, text: str) -> None:
        """Write text."""
        self._bar.clear()
        sys.stdout.write(text)
