"""Suggestions for unknown addresses."""

from collections.abc import Iterable, Iterator

from werkzeug.routing import MapAdapter, Rule

from service.api.problems import QUOTE_LIMIT
from service.piquet.suggestions import did_you_mean


def near_address(path: str, rules: Iterable[Rule], adapter: MapAdapter) -> str:
    """Return the addresses of `rules` that resemble an unknown path, as the end of a sentence.

    Empty if there are none.
    """
    if len(path) > QUOTE_LIMIT:
        return ""
    plain = "/" + "/".join(filter(None, path.split("/")))
    if plain != path and adapter.allowed_methods(plain):
        return f" (did you mean {plain}? An address has single slashes, and none at its end)"
    return did_you_mean(plain, sorted(set(_candidates(plain, rules, adapter)) - {plain}))


def _candidates(path: str, rules: Iterable[Rule], adapter: MapAdapter) -> Iterator[str]:
    """Yield the addresses with as many segments as the path.

    A variable segment is filled in from the path if the fixed segments resemble those of the path.
    """
    parts = path.split("/")
    for rule in rules:
        known = rule.rule.split("/")
        if len(known) != len(parts):
            continue
        pairs = list(zip(known, parts, strict=True))
        filled = "/".join(part if mine.startswith("<") else mine for mine, part in pairs)
        if rule.arguments:
            own, given = ("/".join(pair[at] for pair in pairs if not pair[0].startswith("<")) for at in (0, 1))
            if not (did_you_mean(given, [own]) and adapter.allowed_methods(filled)):
                continue
        yield filled
