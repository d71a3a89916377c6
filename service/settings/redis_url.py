"""Parser of REDIS_URL, for a single server, Sentinel and Cluster."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qsl, unquote

Topology = Literal["single", "sentinel", "cluster"]

#: The forms of REDIS_URL, for messages.
FORMS = (
    "redis://host:port/db, rediss://… (TLS), unix:///path/to/socket, "
    "redis+sentinel://host:port,host:port/service/db or redis+cluster://host:port,host:port"
)

_URL = re.compile(r"(?P<scheme>[a-z+]+)://(?P<authority>[^/?#]*)(?P<path>(?:/[^?#]*)?)(?:\?(?P<query>[^#]*))?", re.I)
_HOST = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[^:\[\]\s]+))(?::(?P<port>\d{1,5}))?", re.I)

# By scheme: topology, TLS, default port. The URL of a Unix socket has no host.
_SCHEMES: dict[str, tuple[Topology, bool, int]] = {
    "redis": ("single", False, 6379),
    "rediss": ("single", True, 6379),
    "unix": ("single", False, 0),
    "redis+sentinel": ("sentinel", False, 26379),
    "rediss+sentinel": ("sentinel", True, 26379),
    "redis+cluster": ("cluster", False, 6379),
    "rediss+cluster": ("cluster", True, 6379),
}


def _one_of(**meanings: object) -> Callable[[str], object]:
    return lambda text: meanings[text.lower()]


_text: Callable[[str], object] = str
_yes_or_no = _one_of(true=True, false=False)

# The options in the query, with their parsers. Timeouts are not among them: REDIS_TIMEOUT_MS is a setting.
_OPTIONS: dict[str, Callable[[str], object]] = {
    "db": int,
    "sentinel_username": _text,
    "sentinel_password": _text,
    "ssl_ca_certs": _text,
    "ssl_certfile": _text,
    "ssl_keyfile": _text,
    "ssl_check_hostname": _yes_or_no,
    "ssl_cert_reqs": _one_of(required="required", optional="optional", none="none"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RedisAddress:
    """The address of a Redis server, of Sentinels, or of some nodes of a cluster.

    - `path`: the path of a Unix socket; `hosts` is then empty.
    - `service`: the name of the master, for Sentinels.
    - `tls`: options of redis-py for TLS; None for a connection without TLS.
    - `login`, `sentinel_login`: `username` and `password` for the Redis and for the Sentinels.
    """

    topology: Topology
    hosts: tuple[tuple[str, int], ...] = ()
    path: str = ""
    service: str = ""
    db: int = 0
    tls: Mapping[str, Any] | None = None
    login: Mapping[str, str] = field(default_factory=dict, repr=False)
    sentinel_login: Mapping[str, str] = field(default_factory=dict, repr=False)


def parse_redis_url(url: str) -> RedisAddress:
    """Parse a URL. Raises `ValueError` with a message that contains nothing secret."""
    scheme = url.partition(":")[0] if re.match(r"[a-z+]+:", url, re.I) else ""
    if scheme.lower() not in _SCHEMES:
        raise ValueError(f"not the scheme {scheme[:20]!r}")
    topology, tls, port = _SCHEMES[scheme.lower()]
    parts = _URL.fullmatch(url)
    if parts is None:
        raise ValueError("the value is not a URL")
    userinfo, _, authority = parts["authority"].rpartition("@")
    options = _options(parts["query"] or "", sentinel=topology == "sentinel", tls=tls)
    unix = scheme.lower() == "unix"
    path = [unquote(part) for part in parts["path"].split("/") if part]
    if unix and (authority or not path):
        raise ValueError("the path of the socket is missing")
    hosts = () if unix else _hosts(authority, port)
    if len(hosts) > 1 and topology == "single":
        raise ValueError("several hosts take redis+sentinel or redis+cluster")
    service = path.pop(0) if topology == "sentinel" and path else ""
    if topology == "sentinel" and not service:
        raise ValueError("the name of the service is missing, as in redis+sentinel://host:port/service")
    return RedisAddress(
        topology=topology,
        hosts=hosts,
        path=unquote(parts["path"]) if unix else "",
        service=service,
        db=_db([] if unix else path, options, allowed=topology != "cluster"),
        tls={name: value for name, value in options.items() if name.startswith("ssl_")} if tls else None,
        login=_login(userinfo),
        sentinel_login={
            name.removeprefix("sentinel_"): str(value)
            for name, value in options.items()
            if name.startswith("sentinel_")
        },
    )


def _hosts(authority: str, default_port: int) -> tuple[tuple[str, int], ...]:
    hosts = []
    for text in authority.split(","):
        if not text or text.startswith(":"):
            raise ValueError("the host is missing")
        found = _HOST.fullmatch(text)
        if found is None or not 0 < (port := int(found["port"] or default_port)) < 1 << 16:
            raise ValueError("the value is not a URL")
        hosts.append((unquote(found["v6"] or found["name"]), port))
    return tuple(hosts)


def _login(userinfo: str) -> dict[str, str]:
    username, _, password = userinfo.partition(":")
    given = {"username": unquote(username), "password": unquote(password)}
    return {name: value for name, value in given.items() if value}


def _options(query: str, *, sentinel: bool, tls: bool) -> dict[str, object]:
    options = {}
    for name, text in parse_qsl(query, keep_blank_values=True):
        fits = {"ssl_": tls, "sentinel_": sentinel}
        if name not in _OPTIONS or not all(fit for prefix, fit in fits.items() if name.startswith(prefix)):
            raise ValueError(f"{name[:20]!r} is not an option of this scheme")
        try:
            options[name] = _OPTIONS[name](text)
        except (ValueError, KeyError):
            raise ValueError(f"the value of {name!r} cannot be used") from None
    return options


def _db(path: list[str], options: Mapping[str, object], *, allowed: bool) -> int:
    if len(path) > 1 or (path and "db" in options):
        raise ValueError("only the number of one database may follow the host")
    text = str(options.get("db", path[0] if path else "0"))
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise ValueError("the database is not a number of up to five digits")
    if int(text) and not allowed:
        raise ValueError("a cluster has no databases")
    return int(text)
