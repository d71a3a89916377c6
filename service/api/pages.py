"""Pages for people and tools: the contract, the schemas, the documentation (`/docs/`), and the table (`/table/`).

The contract is served as YAML (`/openapi.yaml`), as JSON (`/openapi.json`) and in OpenAPI 3.2 (`/openapi-3.2.json`);
`/` and `/v1` link to it and to the documentation. The documentation is the site that `make docs` builds, or its
Markdown sources as plain text. The table is a page on which Piquet is played, read and tried, made of the public
operations; its files are those of `service/table`, and the faces of the cards (docs/table.md).

Files are looked up in a table of those that exist at startup, and no part of a request becomes the name of a file. No
page loads anything from another host, and its Content-Security-Policy forbids it.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from hashlib import sha256
from html import escape
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import msgspec
import yaml
from flask import Flask, Response, request

from service.api.http.responses import FOR_A_DAY, FOR_ALL, JSON, answer, document
from service.api.http.routing import require_accepts
from service.api.http.streaming import NDJSON
from service.api.problems import Problem
from service.runtime import package, request_context, security_headers

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
        response.headers[security_headers.POLICY] = policy(b"")
        return response
    require_accepts("text/html")
    response = document(request, body, media_type, kept, compress_from)
    response.headers[security_headers.POLICY] = policy(body)
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


YAML = "application/yaml"
SCHEMA_JSON = "application/schema+json"

Json = Any

_CONVERTING = Lock()

#: The pages whose addresses are in the contract. Problems and violations link to the first two.
PAGES = ("errors", "rules", "law", "index", "reference")

#: The site that `make docs` builds, also in an installed package.
BUILT = Path(__file__).parents[1] / "site"

# The C loader, if it is installed, is about ten times as fast.
_YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def add_documents(app: Flask, engine_version: str, query: bool, base_path: str = "") -> None:
    """Add the routes of the contract, the schemas and the documentation to the application.

    `query` says whether operations take QUERY, `base_path` what a proxy removes from addresses.
    """
    app.add_url_rule("/", "index", lambda: _index(engine_version, "table/start"))
    app.add_url_rule("/v1", "version_index", lambda: _index(engine_version, "docs/"))
    read_3_2 = partial(_contract_3_2_json, base_path, query)
    app.add_url_rule("/openapi.yaml", "openapi_yaml", lambda: _openapi_yaml(base_path))
    app.add_url_rule("/openapi.json", "openapi_json", lambda: _openapi_json(partial(contract_json, base_path)))
    app.add_url_rule("/openapi-3.2.json", "openapi_3_2_json", lambda: _openapi_json(read_3_2))
    _add_schemas(app, package.project_path("docs") / "schemas")
    pages = site(BUILT, package.project_path("docs"))

    def page(name: str) -> Response:
        return page_response(pages, name, "the documentation has no such page", policy)

    app.add_url_rule("/docs", "docs", lambda: redirect_to_page("docs/", 308))
    app.add_url_rule("/docs/", "docs_start", page, defaults={"name": "index"})
    for name in PAGES:
        app.add_url_rule(f"/docs/{name}", f"docs_{name}", page, defaults={"name": name})
    app.add_url_rule("/docs/<path:name>", "docs_parts", page)
    app.url_map.redirect_defaults = False


def _add_schemas(app: Flask, folder: Path) -> None:
    """Add the routes of the JSON Schemas in a folder: of states, actions, views, records and events.

    `tools.json_schemas` derives them from the contract.
    """
    names = sorted(path.name for path in folder.glob("*.json"))
    files = {name: Page(SCHEMA_JSON, cache((folder / name).read_bytes), FOR_ALL) for name in names}
    response = partial(page_response, files, missing="there is no such schema", policy=policy)

    def index() -> Response:
        return answer({"schemas": [request_context.address(f"/schemas/{name}") for name in names]})

    def file(name: str) -> Response:
        return response(name if name.endswith(".json") else f"{name}.json")

    app.add_url_rule("/schemas/", "schemas", index)
    app.add_url_rule("/schemas/<name>", "schema", file)


def _openapi_yaml(base_path: str) -> Response:
    require_accepts(YAML)
    return document(request, contract_yaml(base_path), YAML)


def _openapi_json(read: Callable[[], bytes]) -> Response:
    """Respond with a contract in JSON. The first call of `read` takes seconds; others wait for it."""
    require_accepts(JSON)
    with _CONVERTING:
        contract = read()
    return document(request, contract, JSON)


def _index(engine_version: str, first_page: str) -> Response:
    """Links to the documents as JSON, or a redirect to `first_page` if the request prefers HTML."""
    if request.accept_mimetypes.best_match((JSON, "text/html"), JSON) == "text/html":
        return redirect_to_page(first_page, 303)
    require_accepts(JSON)
    links = {"documentation": "/docs/", "reference": "/docs/reference", "contract": "/openapi.json"}
    return answer(
        {**{name: request_context.address(path) for name, path in links.items()}, "engine_version": engine_version}
    )


@cache
def contract_yaml(base_path: str) -> bytes:
    """Return the contract in YAML, of a service under this path."""
    written = package.project_path("openapi.yaml").read_bytes()
    return written.replace(b"\n  - {url: /, ", b"\n  - {url: %s, " % base_path.encode(), 1) if base_path else written


@cache
def contract_json(base_path: str = "") -> bytes:
    """Return the contract in JSON, of a service under this path."""
    return msgspec.json.encode(yaml.load(contract_yaml(base_path), Loader=_YAML_LOADER))  # noqa: S506 (a safe loader)


@cache
def _contract_3_2_json(base_path: str, query: bool) -> bytes:
    return msgspec.json.encode(in_openapi_3_2(msgspec.json.decode(contract_json(base_path)), query))


# ---------------------------------------------------------------- OpenAPI 3.2


_ACCEPT_QUERY = {
    "description": "The media types of the bodies that this address takes in a QUERY (RFC 10008 §3).",
    "required": True,
    "schema": {"type": "string"},
}


def in_openapi_3_2(contract: Json, query: bool) -> Json:
    """Return a contract in OpenAPI 3.1 as OpenAPI 3.2, which can say more. It takes the document over and changes it.

    It says what the items of streams are (`itemSchema` of a media type) and, if its operations take `query`, the QUERY
    operations (`query` of a path item).
    """
    for path in contract["paths"].values():
        for operation in (path[method] for method in ("get", "post") if method in path):
            for media_types in (operation.get("requestBody", {}), operation["responses"]["200"]):
                _describe_items(media_types.get("content", {}))
        if query and path.get("post", {}).get("x-repeatable", "post" in path):
            path["post"]["responses"]["200"]["headers"]["Accept-Query"] = _ACCEPT_QUERY
            path["query"] = _as_query(path["post"])
    return {**contract, "openapi": "3.2.0"}


def _as_query(post: Json) -> Json:
    return {**post, "operationId": f"query_{post['operationId']}", "summary": f"{post['summary']} (QUERY)"}


def _describe_items(media_types: Json) -> None:
    """Describe each line of a stream, in place of the stream as one string. An example remains the whole stream."""
    if NDJSON in media_types:
        stream = media_types[NDJSON]
        schema, example = stream["schema"], stream.get("example", stream.get("x-example"))
        examples = {"stream": {"serializedValue": example}}
        media_types[NDJSON] = {"itemSchema": schema.get("contentSchema", schema), "examples": examples}


_SERVICE = Path(__file__).parents[1]
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
