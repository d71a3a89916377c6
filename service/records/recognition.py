"""What a text or a file that is no record looks like, and where the format of records is described."""

import re
from collections.abc import Collection
from typing import Final

#: The page that describes the format of records.
FORMAT_PAGE: Final = "docs/notation.md#records"

_SIGNATURES: Final[tuple[tuple[bytes, str], ...]] = (
    (b"PK\x03\x04", "a spreadsheet or another ZIP archive"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet or a document of an office program"),
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "a document in RTF"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"(\xb5/\xfd", "a compressed file (Zstandard)"),
    (b"BZh", "a compressed file (bzip2)"),
    (b"\xfd7zXZ", "a compressed file (xz)"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"SQLite format 3", "a database (SQLite)"),
    (b"[Event ", "PGN, the notation of chess"),
    (b"{", "JSON"),
    (b"[", "JSON"),
    (b'"', "JSON"),
    (b"<", "HTML or XML"),
)
_ENCODINGS: Final = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
    b"{\x00": "UTF-16",
    b"\x00{": "UTF-16",
}
_BEGINNING = 1024  # bytes that are looked at
_SEPARATED = re.compile(rb"[^,;\t]*[,;\t][^\n]*")
# A line of a record that has no header may have a comma or a semicolon, too.
_OF_A_RECORD = re.compile(rb"[A-Za-z][A-Za-z0-9_ -]{0,39} *:|[AB] |deal |result\b|#")


def encoding_of(content: bytes) -> str:
    """Return the encoding that the beginning of a content shows, if that is not UTF-8; otherwise an empty string."""
    return next((name for mark, name in _ENCODINGS.items() if content.startswith(mark)), "")


def not_utf8(content: bytes) -> str:
    """Return why a content that is not UTF-8 is refused, with its encoding if it shows."""
    encoding = encoding_of(content)
    return f"not UTF-8 but {encoding}: save it as UTF-8" if encoding else "not UTF-8"


def looks_like(content: bytes) -> str:
    """Return what the beginning of a content looks like that is no record in text; empty if it may be one."""
    beginning = content[:_BEGINNING].lstrip()
    if not beginning:
        return "an empty file"
    if encoding := encoding_of(content):
        return f"text in {encoding}: save it as UTF-8"
    for signature, what in _SIGNATURES:
        if beginning.startswith(signature):
            return what
    if b"\x00" in beginning:
        return "binary data"
    line = beginning.partition(b"\n")[0]
    return "CSV" if _SEPARATED.match(line) and not _OF_A_RECORD.match(line) else ""


def json_looks_like(members: Collection[str]) -> str:
    """Return what JSON with these members looks like that has no `piquet_record`; empty if it may be a record."""
    if "record" in members:
        return "an object around a record: send the value of its member record"
    if {"partie", "phase", "hands"} <= set(members):
        return "a state of the game"
    if "reports" in members:
        return "a report of a verification"
    if members and not _OF_JSON & set(members):
        return "JSON of another kind"
    return ""


_OF_JSON = {"deals", "players", "result", "first_dealer"}
