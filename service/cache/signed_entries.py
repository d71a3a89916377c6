"""Signed entries: the format of cache entries in the Redis, with a digest that detects any change.

    byte 0        VERSION of this format
    byte 1        PLAIN or ZLIB
    bytes 2..17   BLAKE2b over the key of the entry, byte 1 and the body; keyed, if there is a secret
    bytes 18..    the body

The digest covers the key, which contains the versions of the engine and of the region: an entry that was copied from
another key is rejected like a truncated one. Without a secret, anyone who can write to the Redis can forge an entry.
"""

import hmac
import zlib
from hashlib import blake2b

VERSION, PLAIN, ZLIB = 1, 0, 1
HEAD = 18

#: The maximum size of a value in bytes, compressed or not. Longer ones are neither written, read nor decompressed.
LARGEST = 1 << 20

# Shorter values are not compressed. Longer ones are if that saves at least an eighth.
_MIN_COMPRESSED = 256


class SignedEntries:
    """The encoder and decoder of entries. `secret` may be empty."""

    def __init__(self, secret: str = "") -> None:
        self._secret = blake2b(secret.encode(), digest_size=32).digest() if secret else b""

    def encode(self, key: bytes, value: bytes) -> bytes | None:
        """Return the entry for `value` under `key`; None if the value is too long."""
        if len(value) > LARGEST:
            return None
        coding, body = PLAIN, value
        if len(value) >= _MIN_COMPRESSED:
            compressed = zlib.compress(value)
            if len(compressed) <= len(value) * 7 // 8:
                coding, body = ZLIB, compressed
        return bytes((VERSION, coding)) + self._digest(key, coding, body) + body

    def decode(self, key: bytes, entry: bytes, limit: int = LARGEST) -> bytes | None:
        """Return the value of an entry under `key`.

        None if `encode` did not make the entry for this key, or if the value has more than `limit` bytes.
        """
        if len(entry) < HEAD or entry[0] != VERSION or entry[1] not in (PLAIN, ZLIB):
            return None
        coding, body = entry[1], entry[HEAD:]
        if not hmac.compare_digest(entry[2:HEAD], self._digest(key, coding, body)):
            return None
        return body if coding == PLAIN else _decompress(body, limit)

    def _digest(self, key: bytes, coding: int, body: bytes) -> bytes:
        digest = blake2b(digest_size=HEAD - 2, key=self._secret, person=b"piquet entry")
        digest.update(len(key).to_bytes(4) + key + bytes((coding,)))
        digest.update(body)
        return digest.digest()


def _decompress(body: bytes, limit: int) -> bytes | None:
    decompressor = zlib.decompressobj()
    try:
        value = decompressor.decompress(body, limit)
    except zlib.error:
        return None
    return value if decompressor.eof else None
