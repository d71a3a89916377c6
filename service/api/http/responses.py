"""The responses that the service gives, each with the headers that belong to it."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Request, Response, current_app, request

from service.api import problems
from service.api.http.compression import CODINGS, best_coding
from service.request_context import record

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

JSON = "application/json"

#: By whom an answer to a GET may be kept, and how long: by every cache on its way; by the caller alone, since it holds
#: cards; and for a day what pages are made of.
FOR_ALL, FOR_THE_CALLER, FOR_A_DAY = "public, max-age=300", "private, max-age=300", "public, max-age=86400"

_encoder = msgspec.json.Encoder()

# An answer to a POST may hold cards that one of the players must not see.
_UNKEPT = ("Cache-Control", "no-store")
_PROBLEM = [("Content-Type", problems.MEDIA_TYPE), _UNKEPT]

# Where the size of the body makes that something to choose.
_VARY = ("Vary", "Accept-Encoding")


def encode(value: Any) -> bytes:
    """`value` as JSON; bytes are JSON already."""
    return value if isinstance(value, bytes) else _encoder.encode(value)


class Answer(Response):
    """A response of 200, and a body and headers that are complete as they are. To put them into the parts of
    a response, which nobody looks at, would be the dearest part of making it."""

    def __init__(self, body: bytes, headers: list[tuple[str, str]]) -> None:
        self._answer = [body], headers

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        body, headers = self._answer
        start_response("200 OK", headers)
        return () if environ["REQUEST_METHOD"] == "HEAD" else body


def answer(value: Any) -> Response:
    """The answer to an operation, which no cache keeps."""
    return plain(encode(value), JSON)


def plain(body: bytes, media_type: str) -> Response:
    """`body`, which no cache keeps: compressed if it is large and the request takes that."""
    headers = [("Content-Type", media_type), _UNKEPT]
    if _is_large(body):
        coding = best_coding(request.environ.get("HTTP_ACCEPT_ENCODING", ""))
        headers.append(_VARY)
        if coding:
            body = CODINGS[coding](body)
            headers.append(("Content-Encoding", coding))
    headers.append(("Content-Length", str(len(body))))
    return Answer(body, headers)


def problem_answer(problem: problems.Problem) -> Response:
    """`problem` as a problem document."""
    record("problem", problem.code)
    response = Response(_encoder.encode(problem.document()), status=problem.kind.status, headers=_PROBLEM)
    response.headers.update(problem.headers)
    return response


def document(request: Request, body: bytes, media_type: str, kept: str = FOR_ALL) -> Response:
    """`body`, which depends on its address and this version alone: with a strong ETag, and 304 for who has it. In each
    coding it is another sequence of bytes, and has another ETag. `kept` says by whom and how long it may be kept."""
    headers = [("Content-Type", media_type), ("Cache-Control", kept)]
    etag = _digest(body)
    if _is_large(body):
        coding = best_coding(request.environ.get("HTTP_ACCEPT_ENCODING", ""))
        headers.append(_VARY)
        if coding:
            etag = f"{etag}-{coding}"
            body = _coded(body, coding)
            headers.append(("Content-Encoding", coding))
    response = Response(body, headers=headers)
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304, headers=headers[1:])
        del response.headers["Content-Type"], response.headers["Content-Encoding"]
    response.set_etag(etag)
    return response


def _is_large(body: bytes) -> bool:
    least: int = current_app.config["COMPRESS_FROM"]
    return 0 < least <= len(body)


@lru_cache(maxsize=128)
def _digest(body: bytes) -> str:
    return sha256(body).hexdigest()[:32]


@lru_cache(maxsize=32)
def _coded(body: bytes, coding: str) -> bytes:
    return CODINGS[coding](body)
