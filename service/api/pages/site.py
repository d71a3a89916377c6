"""The documentation under `/docs/`: the site that `make docs` builds, or its Markdown sources as plain text.

Pages are looked up in a table of the files that exist at startup. No part of a request becomes a file name.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NamedTuple

from flask import Response, request

from service.api.http.responses import FOR_A_DAY, FOR_ALL, document
from service.api.http.routing import require_accepts
from service.api.problems import Problem
from service.runtime.security_headers import POLICY

HTML = "text/html; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

#: The media types of the files that pages consist of, by their suffixes.
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": HTML,
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": TEXT,
    ".yaml": "application/yaml",
}
# Error page for static file servers; the service returns a problem document instead.
_NOT_SERVED = {"404.html"}

_PLAIN = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
body {{ max-width: 76em; margin: 0 auto; padding: 1em; font: 15px/1.5 ui-monospace, monospace }}
pre {{ font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }}
:target {{ background: Highlight; color: HighlightText }}
</style>
</head>
<body>
<nav><a href="{root}index">Contents</a> · <a href="{root}reference">API reference</a></nav>
<pre>{text}</pre>
</body>
</html>
"""


class Page(NamedTuple):
    """A file of a site: its media type, a function that reads it or raises `OSError`, and its Cache-Control."""

    media_type: str
    read: Callable[[], bytes]
    kept: str = FOR_ALL


def files_of(paths: Mapping[str, Path], kept: Callable[[str], str]) -> dict[str, Page]:
    """Return the files at these paths, by their names. `kept` gives the Cache-Control for a name."""
    return {
        name: Page(MEDIA_TYPES[path.suffix], cache(path.read_bytes), kept(name))
        for name, path in paths.items()
        if path.suffix in MEDIA_TYPES
    }


def with_short_names(files: Mapping[str, Page]) -> dict[str, Page]:
    """Return the files by their names, and the pages among them by their names without `.html`, too."""
    return {**files, **{name.removesuffix(".html"): page for name, page in files.items() if name.endswith(".html")}}


def page_response(
    files: Mapping[str, Page], name: str, missing: str, policy: Callable[[bytes], str], compress_from: int | None = None
) -> Response:
    """Return the response with a file of a site, or raise the `Problem` `not_found`, which says what is `missing`.

    `policy` makes the Content-Security-Policy of a page. Scripts of workers and SVG images have one of their own, that
    of an empty page.
    """
    try:
        media_type, read, kept = files[name]
        body = read()
    except (KeyError, OSError):
        raise Problem("not_found", missing) from None
    if media_type != HTML:
        response = document(request, body, media_type, kept, compress_from)
        response.headers[POLICY] = policy(b"")
        return response
    require_accepts("text/html")
    response = document(request, body, media_type, kept, compress_from)
    response.headers[POLICY] = policy(body)
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return response


def site(built: Path, sources: Path) -> Mapping[str, Page]:
    """Return the files of the site by their names under `/docs/`.

    They come from the site in `built` if there is one, otherwise from the Markdown in `sources`. A page has its name
    with and without `.html`; the first page is `index`.
    """
    if (built / "index.html").is_file():
        paths = {path.relative_to(built).as_posix(): path for path in built.rglob("*") if path.name not in _NOT_SERVED}
        return with_short_names(files_of(paths, lambda name: FOR_ALL if name.endswith(".html") else FOR_A_DAY))
    texts = [*sources.rglob("*.md"), *sources.glob("examples/*.json")]
    paths = {path.relative_to(sources).with_suffix(".html").as_posix(): path for path in texts}
    pages = with_short_names({name: Page(HTML, _plain(name, path)) for name, path in paths.items()})
    files = [*sources.glob("*.txt"), *sources.glob("workflows/*.yaml")]
    return pages | files_of({path.relative_to(sources).as_posix(): path for path in files}, lambda name: FOR_ALL)


@lru_cache(maxsize=128)
def policy(page: bytes) -> str:
    """Return the Content-Security-Policy of a page.

    It allows nothing from another host, and the inline scripts that the page has, by their hashes. Inline styles and
    `data:` images are allowed.
    """
    scripts = re.findall(rb"<script>(.*?)</script>", page, re.DOTALL)
    hashes = sorted({f" 'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in scripts})
    return (
        f"default-src 'self'; script-src 'self'{''.join(hashes)}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    )


def redirect_to_page(location: str, status: int) -> Response:
    """Return a redirect to a page at `location`, relative to the path of the request: 308 for good, or 303."""
    require_accepts("text/html")
    kept = FOR_ALL if status == 308 else "no-store"  # another Accept gets another response
    response = Response(status=status, headers={"Location": location, "Cache-Control": kept})
    response.autocorrect_location_header = False  # a gateway may serve the service under a prefix
    del response.headers["Content-Type"]
    return response


def _plain(name: str, path: Path) -> Callable[[], bytes]:
    """Return a function that returns the Markdown at `path` as an HTML page of plain text with anchors and links."""

    @cache
    def read() -> bytes:
        text = path.read_text(encoding="utf-8")
        title = escape(text.partition("\n")[0].strip("# "))
        lines = "\n".join(_plain_line(line) for line in text.splitlines())
        return _PLAIN.format(title=title, text=lines, root="../" * name.count("/")).encode()

    return read


def _plain_line(line: str) -> str:
    line = re.sub(r"^( *```+\w+) .*", r"\1", line)  # options after the language are for the tests
    text = re.sub(r"&lt;a id=&quot;([\w.-]+)&quot;&gt;&lt;/a&gt;", r'<a id="\1"></a>', escape(line))
    text = re.sub(r"\[([^\]]+)\]\((#[\w.-]+)\)", r'<a href="\2">\1</a>', text)
    text = re.sub(r"\[([^\]]+)\]\(((?:\.\./)?[a-z\d/_-]+)\.(?:md|json)(#[\w.-]+)?\)", r'<a href="\2\3">\1</a>', text)
    if heading := re.match(r"#+ (.*)", line):
        return f'<b id="{slug(heading[1])}">{text}</b>'
    return text


def slug(heading: str) -> str:
    """Return the anchor of a heading, as the site and most Markdown renderers make it."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())
