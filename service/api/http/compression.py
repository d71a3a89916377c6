"""In which content coding an answer goes out (RFC 9110 §12.5.3): zstd, br, gzip, or none."""

import zlib
from collections.abc import Callable
from functools import lru_cache

import brotli
import zstandard

from service.api.http.negotiation import quality

_REMEMBERED = 256

#: The best first: fast and small, small, known to all.
CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "zstd": lambda body: zstandard.ZstdCompressor(level=3).compress(body),
    "br": lambda body: brotli.compress(body, quality=4),
    "gzip": lambda body: zlib.compress(body, level=5, wbits=31),
}


@lru_cache(maxsize=_REMEMBERED)
def best_coding(accept_encoding: str) -> str | None:
    """The coding that an Accept-Encoding header likes best, and of those that it likes as well as each other, the first
    of ours; None if it takes none, or likes the answer best as it is."""
    named: dict[str, float] = {}
    for entry in accept_encoding.lower().split(","):
        name, *parameters = (part.strip() for part in entry.split(";"))
        named[name] = quality(parameters)
    liked = {coding: named.get(coding, named.get("*", 0.0)) for coding in CODINGS}
    best = max(liked, key=lambda coding: liked[coding])
    return best if liked[best] > 0 and liked[best] >= named.get("identity", 0.0) else None
