"""Files of events: TOML or JSON, with the records that stand beside them."""

import sys
import tomllib
from pathlib import Path
from typing import Any

from service.cli.progress import of_tables
from service.cli.record_files import STANDARD_INPUT, Unreadable, inside, readings, shown
from service.records.json_bounds import decode
from service.records.model import Reading
from service.records.recognition import not_utf8
from service.tournaments import reading as tournaments
from service.tournaments.event_parties import only_record

_LONGEST = 1 << 26  # bytes; ten thousand players over nine rounds have six million


def read_event(name: str) -> tournaments.Read:
    """Return the event in a file, as far as it can be read. Raises `Unreadable` if it is neither TOML nor JSON."""
    return read_content(name, content_of(name))


def read_content(name: str, content: str) -> tournaments.Read:
    """Return the event of a content that stands, or will stand, in a file of this name. Raises `Unreadable`."""
    value = decoded(name, content)
    with of_tables(value) as bar:
        return tournaments.read_event(value, Folder(Path(name).parent).load, each_table=bar.update)


def content_of(name: str) -> str:
    """Return the text of an event, from a file or standard input. Raises `Unreadable`."""
    return text_of(name, _LONGEST, "an event has")


def text_of(name: str, longest: int, what: str) -> str:
    """Return the text of a file or of standard input, which has at most `longest` bytes. Raises `Unreadable`."""
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
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(shown(name), f"it is {not_utf8(content)}") from None


def decoded(name: str, content: str) -> Any:
    """Return the value of TOML or JSON. Raises `Unreadable`."""
    try:
        if content.lstrip().startswith("{"):
            return decode(content.encode())
        return tomllib.loads(content)
    except RecursionError:
        raise Unreadable(shown(name), "arrays and tables are nested too deeply") from None
    except ValueError as error:
        raise Unreadable(shown(name), f"it is neither TOML nor JSON: {error}") from None


class Folder:
    """The folder of an event. A record is read from it or from a folder in it, and from nowhere else."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, name: str) -> Reading:
        """Return the only record of a file. Raises `tournaments.Unreadable`."""
        place = self.place(name)
        try:
            found = [reading for _, _, reading in readings(str(place))]
        except Unreadable as error:
            raise tournaments.Unreadable(error.reason) from None
        except (OSError, ValueError) as error:
            raise tournaments.Unreadable(str(error)) from None
        return only_record(found)

    def place(self, name: str) -> Path:
        """Return the path of a file. Raises `tournaments.Unreadable`."""
        try:
            place = inside(self._path, self._path / name)
        except (OSError, ValueError) as error:  # also a name with a null character
            raise tournaments.Unreadable(str(error)) from None
        if place is None:
            raise tournaments.Unreadable("a record is in the folder of the event")
        return place
