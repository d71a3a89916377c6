"""The responses that the service gives, each with the headers that belong to it."""

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Request, Response
from werkzeug.datastructures import Headers

from service.api import problems

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

JSON = "application/json"

_encoder = msgspec.json.Encoder()

_GUARD = ("X-Content-Type-Options", "nosniff")

# An answer to a POST may hold cards that one of the players must not see.
_ANSWER = [("Content-Type", JSON), _GUARD, ("Cache-Control", "no-store")]
_PROBLEM = [("Content-Type", problems.MEDIA_TYPE), _GUARD, ("Cache-Control", "no-store")]


def encode(value: Any) -> bytes:
    """`value` as JSON; bytes are JSON already."""
    return value if isinstance(value, bytes) else _encoder.encode(value)


class Answer(Response):
    """A response to a POST whose headers are complete as they are; looking them through again would be the dearest part
    of making it."""

    automatically_set_content_length = False

    def get_wsgi_headers(self, environ: "WSGIEnvironment") -> Headers:
        return self.headers


def answer(value: Any) -> Response:
    """The answer to an operation, which no cache keeps."""
    body = encode(value)
    return Answer(body, headers=[*_ANSWER, ("Content-Length", str(len(body)))])


def problem_answer(problem: problems.Problem) -> Response:
    """`problem` as a problem document."""
    response = Response(_encoder.encode(problem.document()), status=problem.kind.status, headers=_PROBLEM)
    response.headers.update(problem.headers)
    return response


def document(request: Request, body: bytes, media_type: str, *, max_age: int = 300) -> Response:
    """`body`, which depends on its address and this version alone: with a strong ETag, and 304 for who has it."""
    etag = sha256(body).hexdigest()[:32]
    response = Response(body, headers=[("Content-Type", media_type), _GUARD])
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304)
        response.headers.remove("Content-Type")
    response.set_etag(etag)
    response.headers["Cache-Control"] = f"public, max-age={max_age}"
    return response
