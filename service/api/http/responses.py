"""Responses with their headers: JSON, problem documents, and cacheable documents."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Request, Response, current_app, request

from service.api import problems
from service.api.http.compression import KEPT, SMALLEST, best_coding, compress, compress_once
from service.runtime.request_context import record

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

JSON = "application/json"

#: Values of Cache-Control for a GET: any cache; only the caller's cache, because the response has cards; and a day for
#: the assets of pages.
FOR_ALL, FOR_THE_CALLER, FOR_A_DAY = "public, max-age=300", "private, max-age=300", "public, max-age=86400"

_encoder = msgspec.json.Encoder()

# The response to a POST may have cards that one of the players must not see.
_NO_STORE = ("Cache-Control", "no-store")
_PROBLEM = [("Content-Type", problems.MEDIA_TYPE), _NO_STORE]

# For bodies that are large enough to be compressed.
_VARY = ("Vary", "Accept-Encoding")


def encode(value: Any) -> bytes:
    """Return a value as JSON; bytes are returned as they are."""
    return value if isinstance(value, bytes) else _encoder.encode(value)


class Answer(Response):
    """A response with the status 200 whose body and headers are complete.

    It skips the constructor of `Response`, which is the most expensive part of making a response.
    """

    def __init__(self, body: bytes, headers: list[tuple[str, str]]) -> None:
        self._answer = [body], headers

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        body, headers = self._answer
        start_response("200 OK", headers)
        return () if environ["REQUEST_METHOD"] == "HEAD" else body


def answer(value: Any) -> Response:
    """Return a JSON response that no cache stores."""
    return plain(encode(value), JSON, request.environ, current_app.config["COMPRESS_FROM"])


def plain(body: bytes, media_type: str, environ: "WSGIEnvironment", compress_from: int) -> Response:
    """Return a response that no cache stores, compressed if the body is large and the request accepts it.

    `compress_from` is the size of a large body; 0 for none.
    """
    headers = [("Content-Type", media_type), _NO_STORE]
    if 0 < compress_from <= len(body):
        coding = best_coding(environ.get("HTTP_ACCEPT_ENCODING", ""))
        headers.append(_VARY)
        if coding:
            body = compress_once(body, coding)
            headers.append(("Content-Encoding", coding))
    headers.append(("Content-Length", str(len(body))))
    return Answer(body, headers)


def problem_answer(problem: problems.Problem) -> Response:
    """Return the response with a problem document."""
    record("problem", problem.code)
    response = Response(_encoder.encode(problem.document()), status=problem.kind.status, headers=_PROBLEM)
    response.headers.update(problem.headers)
    return response


def document(
    request: Request, body: bytes, media_type: str, kept: str = FOR_ALL, compress_from: int | None = None
) -> Response:
    """Return a cacheable response, for a body that depends only on its address and the version of the service.

    It has a strong ETag, different for each content coding, and the status 304 if the request has the same ETag. `kept`
    is its Cache-Control. `compress_from` is the size from which it is compressed if that is less than the one set; such
    a body is made as small as possible, because that is done once.
    """
    headers = [("Content-Type", media_type), ("Cache-Control", kept)]
    repeated = kept != FOR_THE_CALLER  # the same object again and again
    etag = (_digest if repeated else _digest.__wrapped__)(body)
    least: int = current_app.config["COMPRESS_FROM"]  # 0: nothing is compressed
    if least > 0 and min(least, compress_from or least) <= len(body):
        codings = SMALLEST if compress_from else KEPT
        coding = best_coding(request.environ.get("HTTP_ACCEPT_ENCODING", ""), tuple(codings))
        headers.append(_VARY)
        if coding:
            etag = f"{etag}-{coding}"
            body = _compressed(body, coding, codings[coding]) if repeated else compress_once(body, coding)
            headers.append(("Content-Encoding", coding))
    response = Response(body, headers=headers)
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304, headers=headers[1:])
        del response.headers["Content-Type"], response.headers["Content-Encoding"]
    response.set_etag(etag)
    return response


@lru_cache(maxsize=128)
def _digest(body: bytes) -> str:
    return sha256(body).hexdigest()[:32]


_compressed = lru_cache(maxsize=128)(compress)
