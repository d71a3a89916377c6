"""Routes of the contract, of the schemas, and the documentation (`/docs/`).

The contract is served as YAML (`/openapi.yaml`), as JSON (`/openapi.json`) and in OpenAPI 3.2 (`/openapi-3.2.json`).

`/` and `/v1` link to them. No page loads anything from another host, and its Content-Security-Policy forbids it.
"""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
import yaml
from flask import Flask, Response, request

from service.api.http.responses import FOR_ALL, JSON, answer, document
from service.api.http.routing import require_accepts
from service.api.http.streaming import NDJSON
from service.api.pages.site import Page, page_response, policy, redirect_to_page, site
from service.runtime.package import project_path
from service.runtime.request_context import address

YAML = "application/yaml"
SCHEMA_JSON = "application/schema+json"

Json = Any

_CONVERTING = Lock()

#: The pages whose addresses are in the contract. Problems and violations link to the first two.
PAGES = ("errors", "rules", "law", "index", "reference")

#: The site that `make docs` builds, also in an installed package.
BUILT = Path(__file__).parents[2] / "site"

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
    _add_schemas(app, project_path("docs") / "schemas")
    pages = site(BUILT, project_path("docs"))

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
        return answer({"schemas": [address(f"/schemas/{name}") for name in names]})

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
    return answer({**{name: address(path) for name, path in links.items()}, "engine_version": engine_version})


@cache
def contract_yaml(base_path: str) -> bytes:
    """Return the contract in YAML, of a service under this path."""
    written = project_path("openapi.yaml").read_bytes()
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
