"""The table under `/table/`: a page on which Piquet is played, read and tried, made of the public operations.

Its files are those of `service/table`, and the faces of the cards. Like pages of the documentation they are looked up
in a table of the files that exist at startup, and read when they are first asked for (docs/table.md).
"""

from collections.abc import Mapping
from pathlib import Path

from flask import Flask, Response

from service.api.http.responses import FOR_A_DAY, FOR_ALL
from service.api.pages.site import Page, files_of, page_response, redirect_to_page, with_short_names

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
    """Return the files of the table by their names under `/table/`: those in `page`, and the pictures in `faces`.

    A page has its name with and without `.html`; the first page is the empty name.
    """
    paths = {path.relative_to(page).as_posix(): path for path in page.rglob("*")}
    paths |= {f"{_FACES}{path.name}": path for path in faces.glob("*.svg")}
    found = with_short_names(files_of(paths, lambda name: FOR_A_DAY if name.startswith(_FACES) else FOR_ALL))
    return found | {"": found["index"]}


def add_table(app: Flask) -> None:
    """Add the routes of the table to the application."""
    files = table_files(_SERVICE / "table", _SERVICE / "pictures" / "cards")

    def file(name: str) -> Response:
        return page_response(files, name, "the table has no such file", lambda page: TABLE_POLICY, _COMPRESS_FROM)

    app.add_url_rule("/table", "table", lambda: redirect_to_page("table/", 308))
    app.add_url_rule("/table/", "table_start", file, defaults={"name": ""})
    app.add_url_rule("/table/<path:name>", "table_parts", file)
