"""The bodies of responses, within bounds."""

import json
import zlib
from typing import Any

from piquet_referee_client.errors import UnusableResponse


class Body:
    """A body that arrives in chunks. It has at most `limit` bytes, before and after it is decompressed."""

    def __init__(self, where: str, encoding: str | None, limit: int) -> None:
        if encoding not in (None, "gzip", "identity"):
            raise UnusableResponse(f"{where}: the response is encoded as {encoding}, which was not asked for")
        self._where, self._limit = where, limit
        self._gunzip = zlib.decompressobj(wbits=31) if encoding == "gzip" else None
        self._bytes = bytearray()

    def add(self, chunk: bytes) -> None:
        """Take a chunk. Raise `UnusableResponse` if the body is too large or cannot be decompressed."""
        if self._gunzip is not None:
            try:
                chunk = self._gunzip.decompress(chunk, self._limit + 1 - len(self._bytes))
            except zlib.error as error:
                raise UnusableResponse(f"{self._where}: the response cannot be decompressed") from error
        self._bytes += chunk
        if len(self._bytes) > self._limit:
            raise UnusableResponse(f"{self._where}: the response has more than {self._limit:,} bytes")

    def text(self) -> str:
        """Return the body as text. Raise `UnusableResponse` if it breaks off or is not UTF-8."""
        if self._gunzip is not None and not self._gunzip.eof:
            raise UnusableResponse(f"{self._where}: the response breaks off")
        try:
            return self._bytes.decode()
        except ValueError as error:
            raise UnusableResponse(f"{self._where}: the response is not UTF-8") from error

    def json(self) -> Any:
        """Return the body as JSON. Raise `UnusableResponse` if it is none."""
        try:
            return json.loads(self.text())
        except (ValueError, RecursionError) as error:
            raise UnusableResponse(f"{self._where}: the response is not JSON") from error
