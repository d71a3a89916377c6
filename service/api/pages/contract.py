"""The contract (`/openapi.yaml`, `/openapi.json`) and the documentation (`/docs/`), with the reference page made from
the contract (`/docs/reference`). `/` and `/v1` lead there.

The reference is Swagger UI as a package ships it. No page fetches anything from outside; its policy forbids the browser
to try.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
import yaml
from flask import Flask, Response, request

from service.api.http.responses import FOR_A_DAY, FOR_ALL, JSON, answer, document
from service.api.http.routing import require_accepts
from service.api.pages.site import HTML, Page, policy, site
from service.api.problems import Problem
from service.security_headers import POLICY

YAML = "application/yaml"

_PAGES = Path(__file__).parent / "static"
_SWAGGER_UI = Path(str(files("flask_swagger_ui"))) / "dist"

# What the reference page is made of, and nothing else of what the package ships.
_REFERENCE: dict[str, tuple[Path, str]] = {
    "reference": (_PAGES / "reference.html", HTML),
    "reference/reference.js": (_PAGES / "reference.js", "text/javascript; charset=utf-8"),
    "reference/swagger-ui-bundle.js": (_SWAGGER_UI / "swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
    "reference/swagger-ui.css": (_SWAGGER_UI / "swagger-ui.css", "text/css; charset=utf-8"),
    "reference/favicon-32x32.png": (_SWAGGER_UI / "favicon-32x32.png", "image/png"),
}
#: The pages that have an address of their own in the contract: problems and violations lead to the first two.
PAGES = ("errors", "rules", "index", "reference")

#: Where `make docs` puts the site, and where a package has it.
BUILT = Path(__file__).parents[2] / "site"

# The loader in C is some ten times as fast where it is there.
_YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def add_documents(app: Flask, engine_version: str) -> None:
    """Gives each document its URL."""

    def index() -> Response:
        return _index(engine_version)

    app.add_url_rule("/", "index", index)
    app.add_url_rule("/v1", "version_index", index)
    app.add_url_rule("/openapi.yaml", "openapi_yaml", _openapi_yaml)
    app.add_url_rule("/openapi.json", "openapi_json", _openapi_json)
    pages = dict(site(BUILT, _project_path("docs")))
    pages |= {name: Page(media_type, cache(path.read_bytes)) for name, (path, media_type) in _REFERENCE.items()}

    def page(name: str) -> Response:
        return _page(pages, name)

    app.add_url_rule("/docs", "docs", _to_the_first_page)
    app.add_url_rule("/docs/", "docs_start", page, defaults={"name": "index"})
    for name in PAGES:
        app.add_url_rule(f"/docs/{name}", f"docs_{name}", page, defaults={"name": name})
    app.add_url_rule("/docs/<path:name>", "docs_parts", page)
    app.url_map.redirect_defaults = False


def _openapi_yaml() -> Response:
    require_accepts(YAML)
    return document(request, contract_yaml(), YAML)


def _openapi_json() -> Response:
    require_accepts(JSON)
    return document(request, contract_json(), JSON)


def _index(engine_version: str) -> Response:
    """Where the documents are: as JSON, or for those who would rather have HTML as a redirect to the first page."""
    if request.accept_mimetypes.best_match((JSON, "text/html"), JSON) == "text/html":
        return _to_the_first_page(303)
    require_accepts(JSON)
    links = {"documentation": "/docs/", "reference": "/docs/reference", "contract": "/openapi.json"}
    return answer({**links, "engine_version": engine_version})


def _to_the_first_page(status: int = 308) -> Response:
    """Links in the pages are relative, and the first page lies under `/docs/`."""
    require_accepts("text/html")
    kept = FOR_ALL if status == 308 else "no-store"  # what another Accept would change
    response = Response(status=status, headers={"Location": "docs/", "Cache-Control": kept})
    response.autocorrect_location_header = False  # a gateway may have put the service under a prefix
    del response.headers["Content-Type"]
    return response


def _page(pages: dict[str, Page], name: str) -> Response:
    try:
        media_type, read = pages[name]
        body = read()
    except (KeyError, OSError):
        raise Problem("not_found", "the documentation has no such page") from None
    if media_type != HTML:
        response = document(request, body, media_type, FOR_A_DAY)
        response.headers[POLICY] = policy(b"")  # a worker or a drawing of the page has that of its own address
        return response
    require_accepts("text/html")
    response = document(request, body, media_type)
    response.headers[POLICY] = policy(body)
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return response


@cache
def contract_yaml() -> bytes:
    """The contract as it is written."""
    return _project_path("openapi.yaml").read_bytes()


@cache
def contract_json() -> bytes:
    """The contract in JSON."""
    return msgspec.json.encode(yaml.load(contract_yaml(), Loader=_YAML_LOADER))  # noqa: S506 (a safe loader)


def _project_path(name: str) -> Path:
    """A file or folder of the project: beside the package's modules where it is installed, above them in a checkout."""
    package = Path(__file__).parents[2]
    installed = package / name
    return installed if installed.exists() else package.parent / name
