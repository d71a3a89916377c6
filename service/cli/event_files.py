"""Files of events: TOML or JSON, with the records that stand beside them, and rounds written into them."""

import json
import os
import re
import sys
import tempfile
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

from service.cli.record_files import STANDARD_INPUT, Unreadable, inside, of_tables, readings, shown
from service.records import json_values, recognition
from service.records.model import Reading
from service.tournaments import reading as tournaments
from service.tournaments.parties import Unreadable as UnreadableRecord, only_record

Json = Any

# ---------------------------------------------------------------- reading


_LONGEST = 1 << 26  # bytes; ten thousand players over nine rounds have six million


def read_event(name: str) -> tournaments.Read:
    """Return the event in a file, as far as it can be read. Raises `Unreadable` if it is neither TOML nor JSON."""
    return read_value(name, decoded(name, event_content(name)))


def read_value(name: str, value: Json) -> tournaments.Read:
    """Return the event of a decoded content that stands, or will stand, in a file of this name."""
    with of_tables(value) as bar:
        return tournaments.read_event(value, Folder(Path(name).parent).load, each_table=bar.update)


def event_content(name: str) -> str:
    """Return the text of an event, from a file or standard input. Raises `Unreadable`."""
    content = bytes_of(name, _LONGEST, "an event has")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(shown(name), f"it is {recognition.not_utf8(content)}") from None


def bytes_of(name: str, longest: int, what: str) -> bytes:
    """Return the bytes of a file or of standard input, of which there are at most `longest`. Raises `Unreadable`."""
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(longest + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(longest + 1)
    except OSError as error:
        raise Unreadable.because_of(shown(name), error) from None
    if len(content) > longest:
        raise Unreadable(shown(name), f"{what} at most {longest:,} bytes")
    return content


def decoded(name: str, content: str) -> Any:
    """Return the value of TOML or JSON. Raises `Unreadable`."""
    try:
        if content.lstrip().startswith("{"):
            return json_values.decode(content.encode())
        return tomllib.loads(content)
    except RecursionError:
        raise Unreadable(shown(name), "arrays and tables are nested too deeply") from None
    except ValueError as error:
        raise Unreadable(shown(name), f"it is neither TOML nor JSON: {error}") from None


def objects(value: Json, name: str) -> list[Json]:
    """Return the objects in an array of an event, if it has one of this name."""
    items = value.get(name)
    return [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []


class Folder:
    """The folder of an event. A record is read from it or from a folder in it, and from nowhere else."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, name: str) -> Reading:
        """Return the only record of a file. Raises `UnreadableRecord`."""
        place = self.place(name)
        try:
            found = [reading for _, _, reading in readings(str(place))]
        except Unreadable as error:
            raise UnreadableRecord(error.reason) from None
        except (OSError, ValueError) as error:
            raise UnreadableRecord(str(error)) from None
        return only_record(found)

    def place(self, name: str) -> Path:
        """Return the path of a file. Raises `UnreadableRecord`."""
        try:
            place = inside(self._path, self._path / name)
        except (OSError, ValueError) as error:  # also a name with a null character
            raise UnreadableRecord(str(error)) from None
        if place is None:
            raise UnreadableRecord("a record is in the folder of the event")
        return place


# ---------------------------------------------------------------- writing


def with_round(name: str, content: str, added: Json) -> str:
    """Return the content of an event with a round, in place of that of its number if there is one.

    Everything else stays as it is written. Raises `Unreadable` if the rounds are not written as `[[rounds]]`.
    """
    event = decoded(name, content)
    rounds = event.setdefault("rounds", [])
    if not isinstance(rounds, list):
        raise Unreadable(shown(name), "its rounds are not an array, so that none can be added")
    numbers = [each.get("number") if isinstance(each, dict) else None for each in rounds]
    at = numbers.index(added["number"]) if added["number"] in numbers else len(rounds)
    rounds[at : at + 1] = [added]
    if content.lstrip().startswith("{"):
        return json.dumps(event, ensure_ascii=False, indent=2) + "\n"
    start, end = _place_of_round(content, at)
    before, after = content[:start].rstrip(), content[end:].lstrip()
    written = f"{before}\n\n{_toml_round(added)}" + (f"\n{after}" if after else "")
    try:
        same = tomllib.loads(written) == event
    except tomllib.TOMLDecodeError:
        same = False
    if not same:
        raise Unreadable(shown(name), "its rounds are not written as [[rounds]], so that none can be added")
    return written


def _place_of_round(content: str, at: int) -> tuple[int, int]:
    """Return where the round with this index stands in TOML; the end of the file, if there is none."""
    lines = content.splitlines(keepends=True)
    tables = {number: _table_of(line) for number, line in enumerate(lines) if line.startswith("[")}
    headers = [number for number, table in tables.items() if not table.startswith("rounds.")]
    rounds = [number for number in headers if tables[number] == "rounds"]
    if at >= len(rounds):
        return len(content), len(content)
    start = rounds[at]
    end = next((number for number in headers if number > start), len(lines))
    while end < len(lines) and not lines[end - 1].partition("#")[0].strip():  # what is said of the next one
        end -= 1
    return sum(map(len, lines[:start])), sum(map(len, lines[:end]))


def _table_of(header: str) -> str:
    """Return the name in the header of a table of TOML, or of one item of an array of tables."""
    return header.lstrip("[").partition("]")[0].strip()


def _toml_round(added: Json) -> str:
    lines = ["[[rounds]]", *_toml_members({name: each for name, each in added.items() if name != "tables"})]
    for table in added["tables"]:
        lines += ["", "[[rounds.tables]]", *_toml_members(table)]
    return "\n".join(lines) + "\n"


def _toml_members(members: Json) -> list[str]:
    return [
        f"{name if _BARE.fullmatch(name) else json.dumps(name)} = {as_toml(each)}" for name, each in members.items()
    ]


def as_toml(value: Json) -> str:
    """Return a value as TOML in one line. The strings of JSON are those of TOML, too."""
    if isinstance(value, dict):
        return f"{{ {', '.join(_toml_members(value))} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    return str(value) if isinstance(value, date) else json.dumps(value, ensure_ascii=False)


_BARE = re.compile(r"[A-Za-z0-9_-]+")


def replace_file(path: Path, content: str) -> None:
    """Replace a file by a new one, so that it is never half written."""
    path = path.resolve()
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        os.chmod(name, path.stat().st_mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
