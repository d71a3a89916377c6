"""Routing of URLs to operations, with the steps before and after each handler."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.routing import BaseConverter, MapAdapter, Rule

from service.api.http.negotiation import best_type, is_json
from service.api.http.operation import Operation
from service.api.http.request_body import RequestBody, decode_body, load, require_shallow
from service.api.http.responses import Answer, document
from service.api.http.streaming import NDJSON, announced_length, media_type, require_uncompressed, streamed
from service.api.problems import QUOTE_LIMIT, Fault, Problem, pointer, problem_at, quote
from service.piquet.suggestions import did_you_mean, listed
from service.runtime.request_context import current

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


class _Datum(BaseConverter):
    """A path variable that does not begin with a lowercase letter.

    The names of operations do, so that `/v1/hands/evaluate` is not matched as a hand.
    """

    regex = "[^a-z].*"


def add_operations(app: Flask, operations: Iterable[Operation]) -> dict[tuple[str, str], "PostRoute"]:
    """Add the operations to the application. Its `MAX_CONTENT_LENGTH` limits bodies, multiplied by `bodies`.

    Returns those by their methods and paths that can be called without Flask: every POST or QUERY that does not
    stream.
    """
    app.url_map.converters["datum"] = _Datum
    direct = {}
    for operation in operations:
        view = _get(operation)
        if operation.method == "POST":
            route = PostRoute(operation, app.config["MAX_CONTENT_LENGTH"], app.config["COMPRESS_FROM"])
            view = _post(operation, route)
            if not operation.streams:
                direct.update({(method, operation.path): route for method in operation.methods})
        app.add_url_rule(operation.path, operation.name, view, methods=operation.methods)
    return direct


def accept_query(operations: Iterable[Operation]) -> dict[str, tuple[str, str]]:
    """Return the header `Accept-Query` (RFC 10008 §3) of each path that takes a QUERY: a list of media types.

    It is a structured field, in which media types are tokens.
    """
    return {each.path: ("Accept-Query", ", ".join(each.taken)) for each in operations if "QUERY" in each.methods}


class PostRoute:
    """Answers each POST or QUERY request to an operation.

    A body may have `longest` bytes, multiplied by `bodies` of the operation. One with `compress_from` bytes is
    compressed.
    """

    def __init__(self, operation: Operation, longest: int, compress_from: int) -> None:
        assert operation.schema is not None
        self.name = operation.name
        self._schema, self._handler = operation.schema, operation.handler
        self._limit, self._compress_from = longest * operation.bodies, compress_from
        self._encoders, self._media_types, self._taken = operation.encoders, tuple(operation.encoders), operation.taken

    def length_of(self, environ: "WSGIEnvironment") -> int | None:
        """Return the length of the body of a request; None unless it is known and not too long."""
        text: str = environ.get("CONTENT_LENGTH", "")
        length = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else self._limit + 1
        return length if length <= self._limit else None

    def __call__(self, environ: "WSGIEnvironment", length: int | None = None) -> Response:
        """Answer the request with this environ, with a body of this `length`, if that is known.

        Raises what `decode_body` and the handler raise.
        """
        if not is_json(environ.get("CONTENT_TYPE", "")) or "HTTP_CONTENT_ENCODING" in environ:
            _require_plain_json(environ, self._taken)
        media_type = _negotiated(environ, self._media_types)
        sent = _body(environ, self._limit, length)
        try:
            value = self._handler(decode_body(sent, self._schema))
        except (Problem, RecursionError):
            require_shallow(sent)  # only now: no valid body is too deep, and counting takes 5 % of a check's time
            raise
        return Answer(self._encoders[media_type](value), media_type, environ, self._compress_from)


def require_accepts(media_type: str) -> None:
    """Raise the `Problem` `not_acceptable` if the request does not accept `media_type`."""
    _negotiated(request.environ, (media_type,))


def _negotiated(environ: "WSGIEnvironment", media_types: tuple[str, ...]) -> str:
    """Return the media type that the request prefers. Raises the `Problem` `not_acceptable`."""
    accept = environ.get("HTTP_ACCEPT", "")
    chosen = best_type(accept, media_types)
    if chosen is None:
        possible = listed([media_type.partition(";")[0] for media_type in media_types], "or")
        raise Problem("not_acceptable", f"the answer is {possible}, which Accept: {quote(accept)} excludes")
    return chosen


def _post(operation: Operation, route: PostRoute) -> Callable[[], Response]:
    def view() -> Response:
        stream = operation.streams.get(media_type(request.environ))
        if stream is None:
            return route(request.environ)
        require_accepts(NDJSON)
        return streamed(stream, operation.cost.of)

    return view


def _body(environ: "WSGIEnvironment", limit: int, length: int | None) -> bytes:
    """Return the complete body, of this length if that is known. Raises a `Problem`: `bad_request`."""
    if length is None:
        length = announced_length(environ)
    try:
        if length is not None and length <= limit:
            body: bytes = environ["wsgi.input"].read(length)
        else:
            request.max_content_length = limit
            body = request.get_data(cache=False)
    except HTTPException:
        raise
    except Exception:  # servers have their own exceptions for invalid bodies
        raise Problem("bad_request", "the body breaks off, or its chunks are invalid") from None
    context = current.get()
    if context is not None:
        context.body = body
    if length is not None and len(body) != length:
        raise Problem("bad_request", f"the body breaks off after {len(body)} of {length} bytes")
    if len(body) == limit and length is None and environ["wsgi.input"].read(1):  # Werkzeug truncates a chunked body
        raise RequestEntityTooLarge
    return body


def _get(operation: Operation) -> Callable[..., Response]:
    schema, handler, encoders = operation.schema, operation.handler, operation.encoders

    def view(**variables: str) -> Response:
        media_type = _negotiated(request.environ, tuple(encoders))
        query = {} if schema is None else _query(schema)
        body = encoders[media_type](handler({**variables, **query}))
        response = document(request, body, media_type, operation.kept)
        if len(encoders) > 1:
            response.vary.add("Accept")
        response.headers.update(operation.headers)
        return response

    return view


def _query(schema: RequestBody) -> dict[str, Any]:
    """Return the members of the query string. Raises a `Problem`, also for a member that is given twice."""
    try:
        sent = request.args
    except UnicodeDecodeError:  # the server accepts any byte
        raise problem_at("invalid_request", "is not UTF-8") from None
    twice = [Fault(pointer(name), "is given twice") for name, values in sent.lists() if len(values) > 1]
    return load(sent.to_dict(), schema, twice)


def _require_plain_json(environ: "WSGIEnvironment", taken: Sequence[str]) -> None:
    """Raise the `Problem` `unsupported_media_type`, which names the types that are taken, unless it is plain JSON."""
    content_type: str = environ.get("CONTENT_TYPE", "")
    if not is_json(content_type):
        sent = f"Content-Type: {quote(content_type)}" if content_type else "no Content-Type"
        raise Problem(
            "unsupported_media_type",
            f"the body must be sent as {listed(taken, 'or')} in UTF-8, not with {sent}",
            headers={"Accept": ", ".join(taken)},
        )
    require_uncompressed(environ)


# ---------------------------------------------------------------- unknown addresses


def near_address(path: str, rules: Iterable[Rule], adapter: MapAdapter) -> str:
    """Return the addresses of `rules` that resemble an unknown path, as the end of a sentence.

    Empty if there are none.
    """
    if len(path) > QUOTE_LIMIT:
        return ""
    plain = "/" + "/".join(filter(None, path.split("/")))
    if plain != path and adapter.allowed_methods(plain):
        return f" (did you mean {plain}? An address has single slashes, and none at its end)"
    rules = list(rules)
    alike = set(_candidates(plain, rules, adapter)) - {plain}
    near = _with_its_words(plain, alike.union(rule.rule for rule in rules if not rule.arguments))
    return f" (did you mean {listed(near, 'or')}?)" if near else did_you_mean(plain, sorted(alike))


def _with_its_words(path: str, addresses: Iterable[str]) -> list[str]:
    """Return the addresses that have most words of the path, whatever their number, and fewest others."""
    given = _words(path)
    ranked = defaultdict(list)
    for address in addresses:
        words = _words(address)
        ranked[len(words & given), -len(words - given)].append(address)
    most = max(ranked, default=(0, 0))
    return sorted(ranked[most])[:6] if most[0] else []


def _words(path: str) -> set[str]:
    """Return the words of a path without its version and the `s` of plurals."""
    return {word.removesuffix("s") for word in re.split("[/.-]", path.lower())} - {"", "v1"}


def _candidates(path: str, rules: Iterable[Rule], adapter: MapAdapter) -> Iterator[str]:
    """Yield the addresses with as many segments as the path.

    A variable segment is filled in from the path if the fixed segments resemble those of the path.
    """
    parts = path.split("/")
    for rule in rules:
        known = rule.rule.split("/")
        if len(known) != len(parts):
            continue
        pairs = list(zip(known, parts, strict=True))
        filled = "/".join(part if mine.startswith("<") else mine for mine, part in pairs)
        if rule.arguments:
            own, given = ("/".join(pair[at] for pair in pairs if not pair[0].startswith("<")) for at in (0, 1))
            if not (did_you_mean(given, [own]) and adapter.allowed_methods(filled)):
                continue
        yield filled
