"""Whose request it is, where nobody says who he is: that of an address."""

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

#: Where a request comes over a socket in the file system.
LOCAL = "local"


def address(environ: "WSGIEnvironment", trusted_proxies: int) -> str:
    """The address from which a request comes. Each proxy appends to X-Forwarded-For whom it was called by; what stands
    before the entries of the `trusted_proxies` anybody can have written."""
    if trusted_proxies:
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        found = normalize_address(forwarded[-trusted_proxies].strip()) if len(forwarded) >= trusted_proxies else None
        if found:
            return found
    return normalize_address(environ.get("REMOTE_ADDR", "")) or LOCAL


@lru_cache(maxsize=1024)
def normalize_address(text: str) -> str | None:
    """An address as it is counted: an IPv6 network of 64 bits, which one caller has, as one; None if it is none."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))
