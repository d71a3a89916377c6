"""JSON formatter for Python's logging: one JSON object for each log record."""

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec

from service.runtime.request_context import current

_encode = msgspec.json.Encoder().encode


class JsonFormatter(logging.Formatter):
    """A formatter of log records as lines of JSON, with the ids of the request that the thread is handling."""

    def format(self, record: logging.LogRecord) -> str:
        context = current.get()
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname,
            "pid": record.process,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if context is not None:
            line |= {"request_id": context.request_id, "trace_id": context.trace_id, "span_id": context.span_id}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return _encode(line).decode()
