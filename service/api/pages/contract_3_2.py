"""The contract in OpenAPI 3.2, derived from the one in OpenAPI 3.1: it says what 3.1 cannot say.

These are the items of streams (`itemSchema` of a media type) and, with `HTTP_QUERY=on`, the QUERY operations (`query`
of a path item).
"""

from typing import Any

from service.api.http.streaming import NDJSON

Json = Any


_ACCEPT_QUERY = {
    "description": "The media types of the bodies that this address takes in a QUERY (RFC 10008 §3).",
    "required": True,
    "schema": {"type": "string"},
}


def in_openapi_3_2(contract: Json, query: bool) -> Json:
    """Return a contract in OpenAPI 3.1 as OpenAPI 3.2. It takes the document over and changes it.

    `query` says whether its operations take QUERY, too.
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
