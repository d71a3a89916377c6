"""What an entry looks like outside the process, so that nothing is taken from there but what was put there.

    byte 0        VERSION of this form
    byte 1        PLAIN or ZLIB
    bytes 2..17   BLAKE2b over the key of the entry, byte 1 and the body; keyed, if there is a secret
    bytes 18..    the body

The digest covers the key, which holds the versions of engine and format: an entry that was copied from another key is
refused like one that was cut short. Without a secret whoever may write there can forge an entry that passes.
"""

import hmac
import zlib
from hashlib import blake2b

VERSION, PLAIN, ZLIB = 1, 0, 1
HEAD = 18

#: Bytes that a value may have, packed or not: none is written that is longer, and no more is read or unpacked.
LARGEST = 1 << 20

# Below this many bytes packing gains nothing, and it must gain an eighth to be worth the unpacking.
_WORTH_PACKING = 256


class SignedEntries:
    """Closes and opens entries. `secret` may be empty."""

    def __init__(self, secret: str = "") -> None:
        self._secret = blake2b(secret.encode(), digest_size=32).digest() if secret else b""

    def encode(self, key: bytes, value: bytes) -> bytes | None:
        """`value` as it is written under `key`, or None if it is too long."""
        if len(value) > LARGEST:
            return None
        packing, body = PLAIN, value
        if len(value) >= _WORTH_PACKING:
            packed = zlib.compress(value)
            if len(packed) <= len(value) * 7 // 8:
                packing, body = ZLIB, packed
        return bytes((VERSION, packing)) + self._digest(key, packing, body) + body

    def decode(self, key: bytes, entry: bytes, limit: int = LARGEST) -> bytes | None:
        """The value in an entry that was found under `key`, or None if it is not one that `close` has made for it, or
        has more than `limit` bytes."""
        if len(entry) < HEAD or entry[0] != VERSION or entry[1] not in (PLAIN, ZLIB):
            return None
        packing, body = entry[1], entry[HEAD:]
        if not hmac.compare_digest(entry[2:HEAD], self._digest(key, packing, body)):
            return None
        return body if packing == PLAIN else _unpacked(body, limit)

    def _digest(self, key: bytes, packing: int, body: bytes) -> bytes:
        digest = blake2b(digest_size=HEAD - 2, key=self._secret, person=b"piquet entry")
        digest.update(len(key).to_bytes(4) + key + bytes((packing,)))
        digest.update(body)
        return digest.digest()


def _unpacked(body: bytes, limit: int) -> bytes | None:
    unpacking = zlib.decompressobj()
    try:
        value = unpacking.decompress(body, limit)
    except zlib.error:
        return None
    return value if unpacking.eof else None
