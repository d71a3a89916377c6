"""Responses with their headers: JSON, problem documents, and cacheable documents, compressed if they are large.

Content codings (RFC 9110 §12.5.3) are zstd, br, gzip, or none.
"""

import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import brotli
import msgspec
import zstandard
from flask import Request, Response, current_app, request

from service.api import problems
from service.api.http.negotiation import quality
from service.runtime import request_context, worker_threads

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

JSON = "application/json"

#: Values of Cache-Control for a GET: any cache; only the caller's cache, because the response has cards; and a day for
#: the assets of pages.
FOR_ALL, FOR_THE_CALLER, FOR_A_DAY = "public, max-age=300", "private, max-age=300", "public, max-age=86400"

_encode = msgspec.json.Encoder().encode

# The response to a POST may have cards that one of the players must not see.
_NO_STORE = ("Cache-Control", "no-store")
_PROBLEM = [("Content-Type", problems.MEDIA_TYPE), _NO_STORE]

# For bodies that are large enough to be compressed.
_VARY = ("Vary", "Accept-Encoding")


def encode(value: Any) -> bytes:
    """Return a value as JSON; bytes are returned as they are."""
    return value if isinstance(value, bytes) else _encode(value)


class Answer(Response):
    """A response with the status 200 that no cache stores, compressed if it is large and the request accepts it.

    `compress_from` is the size of a large body; 0 for none. It skips the constructor of `Response`, which is the most
    expensive part of making a response.
    """

    def __init__(self, body: bytes, media_type: str, environ: "WSGIEnvironment", compress_from: int) -> None:
        headers = [("Content-Type", media_type), _NO_STORE]
        if 0 < compress_from <= len(body):
            coding = best_coding(environ.get("HTTP_ACCEPT_ENCODING", ""))
            headers.append(_VARY)
            if coding:
                body = compress_once(body, coding)
                headers.append(("Content-Encoding", coding))
        headers.append(("Content-Length", str(len(body))))
        self._answer = [body], headers

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        body, headers = self._answer
        start_response("200 OK", headers)
        return () if environ["REQUEST_METHOD"] == "HEAD" else body


def answer(value: Any) -> Response:
    """Return a JSON response that no cache stores."""
    return Answer(encode(value), JSON, request.environ, current_app.config["COMPRESS_FROM"])


def problem_answer(problem: problems.Problem) -> Response:
    """Return the response with a problem document."""
    request_context.record("problem", problem.code)
    response = Response(_encode(problem.document()), status=problem.kind.status, headers=_PROBLEM)
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


# ---------------------------------------------------------------- compression

_COMPRESS: dict[str, Callable[[bytes, int], bytes]] = {
    "zstd": lambda body, level: zstandard.ZstdCompressor(level=level).compress(body),
    "br": lambda body, level: brotli.compress(body, quality=level),
    "gzip": lambda body, level: zlib.compress(body, level=level, wbits=31),
}

# The codings with their levels, in order of preference.
#: For a response to one request: the next levels take three times as long for a tenth of the size.
ONCE = {"zstd": 1, "br": 1, "gzip": 1}
#: For a document that is compressed once and sent often.
KEPT = {"zstd": 3, "br": 4, "gzip": 5}
#: For small files of pages, the smallest first.
SMALLEST = {"br": 10, "zstd": 3, "gzip": 5}

#: The longest body, in bytes, that is compressed beside other requests: that takes a quarter of a millisecond.
LARGE = 1 << 16


def compress(body: bytes, coding: str, level: int) -> bytes:
    """Return the body in a content coding."""
    return _COMPRESS[coding](body, level)


_compressed = lru_cache(maxsize=128)(compress)


def compress_once(body: bytes, coding: str) -> bytes:
    """Return the body of one response in a content coding. A large one is left to the thread for long requests."""
    if len(body) > LARGE:
        worker_threads.require_long_thread()
    return compress(body, coding, ONCE[coding])


@lru_cache(maxsize=256)
def best_coding(accept_encoding: str, codings: tuple[str, ...] = tuple(ONCE)) -> str | None:
    """Return the coding with the highest weight in an Accept-Encoding header; of equal weights the first of `codings`.

    None if the header accepts none of these, or prefers the identity.
    """
    named: dict[str, float] = {}
    for entry in accept_encoding.lower().split(","):
        name, *parameters = (part.strip() for part in entry.split(";"))
        named[name] = quality(parameters)
    weights = {coding: named.get(coding, named.get("*", 0.0)) for coding in codings}
    best = max(weights, key=lambda coding: weights[coding])
    return best if weights[best] > 0 and weights[best] >= named.get("identity", 0.0) else None
