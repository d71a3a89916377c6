"""The table under `/table/`: a page on which Piquet is played, read and tried, made of the public operations.

Its files are those of `service/table`, and the faces of the cards. Like pages of the documentation they are looked up
in a table of the files that exist at startup, and read when they are first asked for (docs/table.md).
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Flask, Response, request

from service.api.http.responses import FOR_A_DAY, FOR_ALL, document
from service.api.http.routing import require_accepts
from service.api.pages.site import HTML, MEDIA_TYPES, Page, redirect_to_page
from service.api.problems import Problem
from service.runtime.security_headers import POLICY

_SERVICE = Path(__file__).parents[2]
_FACES = "cards/"
#: The files are compressed from this size, because each is compressed only once.
_COMPRESS_FROM = 1024

#: Nothing of another host, and no script or style in the markup.
TABLE_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def table_files(page: Path, faces: Path) -> Mapping[str, Page]:
    """The files of the table by their names under `/table/`: those in `page`, and the pictures in `faces`.

    A page has its name with and without `.html`; the first page is the empty name.
    """
    files = {path.relative_to(page).as_posix(): path for path in page.rglob("*")}
    files |= {f"{_FACES}{path.name}": path for path in faces.glob("*.svg")}
    found = {
        name: Page(MEDIA_TYPES[path.suffix], cache(path.read_bytes))
        for name, path in files.items()
        if path.suffix in MEDIA_TYPES
    }
    found |= {name.removesuffix(".html"): each for name, each in found.items() if name.endswith(".html")}
    return found | {"": found["index"]}


def add_table(app: Flask) -> None:
    """Adds the routes of the table to the application."""
    files = table_files(_SERVICE / "table", _SERVICE / "pictures" / "cards")

    def file(name: str) -> Response:
        return _file(files, name)

    app.add_url_rule("/table", "table", _redirect)
    app.add_url_rule("/table/", "table_start", file, defaults={"name": ""})
    app.add_url_rule("/table/<path:name>", "table_parts", file)


def _redirect() -> Response:
    return redirect_to_page("table/", 308)


def _file(files: Mapping[str, Page], name: str) -> Response:
    try:
        media_type, read = files[name]
        body = read()
    except (KeyError, OSError):
        raise Problem("not_found", "the table has no such file") from None
    if media_type == HTML:
        require_accepts("text/html")
    kept = FOR_A_DAY if name.startswith(_FACES) else FOR_ALL
    response = document(request, body, media_type, kept, _COMPRESS_FROM)
    response.headers[POLICY] = TABLE_POLICY
    if media_type == HTML:
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return response
