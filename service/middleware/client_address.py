"""Client addresses: the caller of a request that has no API key."""

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

#: The address of requests over a Unix socket.
LOCAL = "local"


def client_address(environ: "WSGIEnvironment", trusted_proxies: int) -> str:
    """Return the normalized address of the client of a request.

    Each proxy appends the address of its client to X-Forwarded-For. Only the last `trusted_proxies` entries are
    reliable: the client can have sent all others.
    """
    if trusted_proxies:
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        found = normalize_address(forwarded[-trusted_proxies].strip()) if len(forwarded) >= trusted_proxies else None
        if found:
            return found
    return normalize_address(environ.get("REMOTE_ADDR", "")) or LOCAL


@lru_cache(maxsize=1024)
def normalize_address(text: str) -> str | None:
    """Return an address in the form in which it is counted; None if `text` is not an address.

    IPv6 addresses become their /64 network, because one caller has all of its addresses.
    """
    try:
        found = ip_address(text)
    except ValueError:
        return None
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))
