"""Content negotiation: the media type of request bodies, and the Accept header.

Callers send the same few header values again and again, so results are cached.
"""

from functools import lru_cache

_CACHED = 256


@lru_cache(maxsize=_CACHED)
def is_json(content_type: str) -> bool:
    """Whether a Content-Type is JSON in UTF-8: application/json, or application/*+json (RFC 6839)."""
    media_type, *parameters = (part.strip().lower() for part in content_type.split(";"))
    main, _, sub = media_type.partition("/")
    if main != "application" or not (sub == "json" or (sub.endswith("+json") and len(sub) > len("+json"))):
        return False
    charsets = [p.partition("=")[2].strip('" ') for p in parameters if p.startswith("charset=")]
    return all(charset in ("utf-8", "utf8") for charset in charsets)


@lru_cache(maxsize=_CACHED)
def best_type(accept: str, media_types: tuple[str, ...]) -> str | None:
    """Return the media type with the highest weight in an Accept header; of equal weights the first.

    None if none is allowed. Parameters of the media types, such as a charset, do not matter.
    """
    weights = [_weight(accept, media_type.partition(";")[0]) for media_type in media_types]
    best = max(weights)
    return media_types[weights.index(best)] if best > 0 else None


def _weight(accept: str, media_type: str) -> float:
    """Return the weight of a media type in an Accept header.

    The most specific matching range decides (RFC 9110 §12.5.1).
    """
    if not accept.strip():
        return 1.0
    main = media_type.partition("/")[0]
    precedence = {"*/*": 0, f"{main}/*": 1, media_type: 2}
    best = (-1, 0.0)
    for entry in accept.lower().split(","):
        media_range, *parameters = (part.strip() for part in entry.split(";"))
        if media_range in precedence:
            best = max(best, (precedence[media_range], quality(parameters)))
    return best[1]


def quality(parameters: list[str]) -> float:
    """Return the weight `q` among the parameters of an entry; 1 if there is none, 0 if it is not a number."""
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
