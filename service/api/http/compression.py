"""Content codings of responses and their negotiation (RFC 9110 §12.5.3): zstd, br, gzip, or none."""

import zlib
from collections.abc import Callable
from functools import lru_cache

import brotli
import zstandard

from service.api.http.negotiation import quality
from service.runtime.worker_threads import require_long_thread

_CACHED = 256

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


def compress_once(body: bytes, coding: str) -> bytes:
    """Return the body of one response in a content coding. A large one is left to the thread for long requests."""
    if len(body) > LARGE:
        require_long_thread()
    return compress(body, coding, ONCE[coding])


@lru_cache(maxsize=_CACHED)
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
