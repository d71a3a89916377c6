"""Requests as the server parses them."""

import io
from typing import Any

from gunicorn.config import Config

from service.server.parser import Request, RequestParser


def request_of(sent: bytes) -> Request:
    """The request in these bytes, with its body."""
    config: Any = Config()
    parser = RequestParser(config, 100)
    parser.feed(sent)
    assert parser.request is not None
    parser.request.body = io.BytesIO(bytes(parser.body))
    return parser.request
