"""Content codings of responses and their negotiation (RFC 9110 §12.5.3): zstd, br, gzip, or none."""

import zlib
from collections.abc import Callable
from functools import lru_cache

import brotli
import zstandard

from service.api.http.negotiation import quality

_CACHED = 256

#: In order of preference: fast and small, small, supported by all clients.
CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "zstd": lambda body: zstandard.ZstdCompressor(level=3).compress(body),
    "br": lambda body: brotli.compress(body, quality=4),
    "gzip": lambda body: zlib.compress(body, level=5, wbits=31),
}
#: The same in order of size, for small files that are compressed once and sent often.
SMALLEST_CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda body: brotli.compress(body, quality=10),
    "zstd": CODINGS["zstd"],
    "gzip": CODINGS["gzip"],
}


@lru_cache(maxsize=_CACHED)
def best_coding(accept_encoding: str, codings: tuple[str, ...] = tuple(CODINGS)) -> str | None:
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
