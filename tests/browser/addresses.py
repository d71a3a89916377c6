"""Addresses of the table: what stands in them after `#`, packed as `service/table/js/address.js` packs it."""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import parse_qs, urlsplit


def pack(text: str) -> str:
    """A text deflated, in base64url."""
    packer = zlib.compressobj(wbits=-15)
    return urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def address(use: str, text: str, **params: object) -> str:
    """The address of a position or a record."""
    return f"/table/#{use}?z={pack(text)}" + "".join(f"&{name}={value}" for name, value in params.items())


def with_text(url: str, text: str) -> str:
    """An address with another position and all else that it has."""
    return re.sub(r"\bz=[^&]*", f"z={pack(text)}", url)


def text_of(url: str) -> str:
    """The position or the record of an address."""
    (packed,) = parse_qs(urlsplit(url).fragment.partition("?")[2])["z"]
    return zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15).decode()
