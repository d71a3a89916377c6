"""The contract (`/openapi.yaml`, `/openapi.json`), the reference page made from it (`/docs`) and the list of errors.

The page is Swagger UI as a package ships it and fetches nothing from outside; its policy forbids the browser to try.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
import yaml
from flask import Flask, Response, request

from service.api.answers import JSON, document
from service.api.problems import Problem
from service.api.routes import require_accepts

YAML = "application/yaml"
HTML = "text/html; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

_PAGES = Path(__file__).parent / "pages"
_SWAGGER_UI = Path(str(files("flask_swagger_ui"))) / "dist"

# What the page is made of, and nothing else of what the package ships.
_ASSETS: dict[str, tuple[Path, str]] = {
    "docs.js": (_PAGES, "text/javascript; charset=utf-8"),
    "swagger-ui-bundle.js": (_SWAGGER_UI, "text/javascript; charset=utf-8"),
    "swagger-ui.css": (_SWAGGER_UI, "text/css; charset=utf-8"),
    "favicon-32x32.png": (_SWAGGER_UI, "image/png"),
}
_DAY = 86_400

# The loader in C is some ten times as fast where it is there.
_YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Swagger UI draws with style attributes and with images in its style sheet.
_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"


def add_documents(app: Flask) -> None:
    """Gives each document its URL."""
    app.add_url_rule("/openapi.yaml", "openapi_yaml", _openapi_yaml)
    app.add_url_rule("/openapi.json", "openapi_json", _openapi_json)
    app.add_url_rule("/docs", "docs", _docs)
    app.add_url_rule("/docs/assets/<name>", "docs_assets", _docs_assets)
    app.add_url_rule("/docs/errors", "docs_errors", _docs_errors)


def _openapi_yaml() -> Response:
    require_accepts(YAML)
    return document(request, contract_yaml(), YAML)


def _openapi_json() -> Response:
    require_accepts(JSON)
    return document(request, contract_json(), JSON)


def _docs() -> Response:
    require_accepts("text/html")
    response = document(request, _read(_PAGES / "docs.html"), HTML)
    response.headers["Content-Security-Policy"] = _POLICY
    return response


def _docs_assets(name: str) -> Response:
    if name not in _ASSETS:
        raise Problem("not_found", "the reference page has no such part")
    folder, media_type = _ASSETS[name]
    return document(request, _read(folder / name), media_type, max_age=_DAY)


def _docs_errors() -> Response:
    require_accepts("text/plain")
    return document(request, _read(_project_file("errors.md", "docs")), TEXT)


@cache
def contract_yaml() -> bytes:
    """The contract as it is written."""
    return _read(_project_file("openapi.yaml", "."))


@cache
def contract_json() -> bytes:
    """The contract in JSON."""
    return msgspec.json.encode(yaml.load(contract_yaml(), Loader=_YAML_LOADER))  # noqa: S506 (a safe loader)


def _project_file(name: str, folder: str) -> Path:
    """A file of the project: beside the package's modules where it is installed, in `folder` in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / name
    return installed if installed.exists() else package.parent / folder / name


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()
