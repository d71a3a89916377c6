"""JSON Schemas under `/schemas/`: of states, actions, views, records and events, for editors and validators.

They are the files of `docs/schemas`, which `tools.json_schemas` derives from the contract.
"""

from functools import cache, partial
from pathlib import Path

from flask import Flask, Response

from service.api.http.responses import FOR_ALL, answer
from service.api.pages.site import Page, page_response, policy
from service.runtime.request_context import address

SCHEMA_JSON = "application/schema+json"


def add_schemas(app: Flask, folder: Path) -> None:
    """Add the routes of the schemas in a folder to the application."""
    names = sorted(path.name for path in folder.glob("*.json"))
    files = {name: Page(SCHEMA_JSON, cache((folder / name).read_bytes), FOR_ALL) for name in names}
    response = partial(page_response, files, missing="there is no such schema", policy=policy)

    def index() -> Response:
        return answer({"schemas": [address(f"/schemas/{name}") for name in names]})

    def file(name: str) -> Response:
        return response(name if name.endswith(".json") else f"{name}.json")

    app.add_url_rule("/schemas/", "schemas", index)
    app.add_url_rule("/schemas/<name>", "schema", file)
