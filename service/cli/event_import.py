"""`event --import`: a round of results from a spreadsheet, added to the file of an event."""

import csv
import io
import json
import os
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from service.cli.event_files import content_of, decoded, read_content
from service.cli.record_files import Unreadable
from service.piquet.message_text import did_you_mean, listed
from service.tournaments.event import Fault

#: The columns of results. A row without `b` is a bye of `a`.
COLUMNS: Final = ("table", "a", "b", "a_total", "b_total")
_LONGEST = 1 << 22  # bytes of results
_SEPARATORS = (",", ";", "\t")

Json = Any


class WrongRow(NamedTuple):
    """What is wrong with a row of results; the row of the headings is the first."""

    row: int
    message: str


def import_round(name: str, results: str, number: int) -> list[Fault | WrongRow]:
    """Add a round from a file of results to the file of an event.

    Returns what is wrong with the results, or with the round in the event; then nothing is written. Raises
    `Unreadable`, and `OSError` where the file cannot be written.
    """
    added, wrong = _round(results, number)
    if wrong:
        return [*wrong]
    content = content_of(name)
    event = decoded(name, content)
    if content.lstrip().startswith("{"):
        if not isinstance(event.setdefault("rounds", []), list):
            raise Unreadable(name, "its rounds are not an array, so that none can be added")
        event["rounds"].append(added)
        written = json.dumps(event, ensure_ascii=False, indent=2) + "\n"
    else:
        written = f"{content.rstrip()}\n\n{_toml(added)}"
        try:
            tomllib.loads(written)
        except tomllib.TOMLDecodeError:
            raise Unreadable(name, "its rounds are not written as [[rounds]], so that none can be added") from None
    faults: list[Fault | WrongRow] = [
        fault for fault in read_content(name, written).faults if fault.round in (None, number)
    ]
    if not faults:
        _replace(Path(name), written)
    return faults


def _round(results: str, number: int) -> tuple[Json, list[WrongRow]]:
    """Return the round in a file of results, and the rows that are wrong."""
    rows = _rows(results)
    headings = [heading.strip().lower() for heading in next(rows, [])]
    missing = [column for column in COLUMNS if column not in headings]
    if missing:
        near = did_you_mean(missing[0], headings)
        return {}, [WrongRow(1, f"the columns {listed(missing)} are missing{near}")]
    tables: list[Json] = []
    byes: list[str] = []
    wrong: list[WrongRow] = []
    for at, cells in enumerate(rows, 2):
        row = dict.fromkeys(COLUMNS, "") | dict(zip(headings, (cell.strip() for cell in cells), strict=False))
        if not any(row.values()):
            continue
        if row["a"] and not row["b"]:
            byes.append(row["a"])
            continue
        numbers = {column: _number(row[column]) for column in ("table", "a_total", "b_total")}
        wrong += [WrongRow(at, f"{column} is not a whole number") for column, found in numbers.items() if found is None]
        totals = [numbers["a_total"], numbers["b_total"]]
        tables.append({"table": numbers["table"], "a": row["a"], "b": row["b"], "result": {"totals": totals}})
    return {"number": number, "tables": tables, "byes": byes}, wrong


def _rows(results: str) -> Iterator[list[str]]:
    """Yield the rows of a file as spreadsheets write it: with commas, semicolons or tabs, in UTF-8."""
    try:
        with Path(results).open("rb") as file:
            content = file.read(_LONGEST + 1)
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise Unreadable(results, error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise Unreadable(results, "it is not UTF-8") from None
    if len(content) > _LONGEST:
        raise Unreadable(results, f"results have at most {_LONGEST:,} bytes")
    first = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    except csv.Error as error:
        raise Unreadable(results, f"it is not CSV: {error}") from None


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _toml(added: Json) -> str:
    """Return a round as TOML. The strings of JSON are strings of TOML, too."""
    lines = ["[[rounds]]", f"number = {added['number']}", f"byes = {_strings(added['byes'])}"]
    for table in added["tables"]:
        a, b = (json.dumps(table[name]) for name in ("a", "b"))
        totals = ", ".join(map(str, table["result"]["totals"]))
        lines += ["", "[[rounds.tables]]", f"table = {table['table']}", f"a = {a}", f"b = {b}"]
        lines.append(f"result = {{ totals = [{totals}] }}")
    return "\n".join(lines) + "\n"


def _strings(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(json.dumps, texts))}]"


def _replace(path: Path, content: str) -> None:
    """Write a file anew: a new one takes the place of the old one, so that it is never half written."""
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
