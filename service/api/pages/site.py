"""The documentation under `/docs/`: the site that `make docs` builds, or, where there is none, its pages as plain text.

A page is found in a table that is made once, of what there is; nothing that a caller sends becomes the name of a file.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NamedTuple

HTML = "text/html; charset=utf-8"

_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": HTML,
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
# The page for a server of files to show when it finds nothing: here that is a problem document.
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
    """A part of the site: its media type, and what gives its bytes; `OSError` where it is there no more."""

    media_type: str
    read: Callable[[], bytes]


def site(built: Path, sources: Path) -> Mapping[str, Page]:
    """The pages and their parts by their names under `/docs/`: those of `built` where that is a site, else those of the
    Markdown in `sources`. A page has its name with and without `.html`, and the first page is `index`."""
    if (built / "index.html").is_file():
        files = {path.relative_to(built).as_posix(): path for path in built.rglob("*") if path.suffix in _MEDIA_TYPES}
        found = {
            name: Page(_MEDIA_TYPES[path.suffix], cache(path.read_bytes))
            for name, path in files.items()
            if name not in _NOT_SERVED
        }
    else:
        files = {path.relative_to(sources).with_suffix(".html").as_posix(): path for path in sources.rglob("*.md")}
        found = {name: Page(HTML, _plain(name, path)) for name, path in files.items()}
    return found | {name.removesuffix(".html"): page for name, page in found.items() if name.endswith(".html")}


@lru_cache(maxsize=128)
def policy(page: bytes) -> str:
    """The Content-Security-Policy of a page: nothing from another host, and of the scripts within the page those that
    it has now. Styles within it are allowed, and images that a style sheet brings along."""
    scripts = re.findall(rb"<script>(.*?)</script>", page, re.DOTALL)
    hashes = sorted({f" 'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in scripts})
    return (
        f"default-src 'self'; script-src 'self'{''.join(hashes)}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    )


def _plain(name: str, path: Path) -> Callable[[], bytes]:
    """What gives the Markdown at `path` as a page: as it is written, with its anchors and its links."""

    @cache
    def read() -> bytes:
        text = path.read_text(encoding="utf-8")
        title = escape(text.partition("\n")[0].strip("# "))
        lines = "\n".join(_plain_line(line) for line in text.splitlines())
        return _PLAIN.format(title=title, text=lines, root="../" * name.count("/")).encode()

    return read


def _plain_line(line: str) -> str:
    line = re.sub(r"^( *```+\w+) .*", r"\1", line)  # what follows the language of a block is for the tests
    text = re.sub(r"&lt;a id=&quot;([\w.-]+)&quot;&gt;&lt;/a&gt;", r'<a id="\1"></a>', escape(line))
    text = re.sub(r"\[([^\]]+)\]\((#[\w.-]+)\)", r'<a href="\2">\1</a>', text)
    text = re.sub(r"\[([^\]]+)\]\(((?:\.\./)?[a-z\d/-]+)\.md(#[\w.-]+)?\)", r'<a href="\2\3">\1</a>', text)
    if heading := re.match(r"#+ (.*)", line):
        return f'<b id="{slug(heading[1])}">{text}</b>'
    return text


def slug(heading: str) -> str:
    """The anchor of a heading, as the site and most who show Markdown make it."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())
