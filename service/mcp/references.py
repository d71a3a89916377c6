"""What ids stand for: rules, laws and codes, and the documents that have all of them."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from service.api.problems import Problem, quote
from service.mcp.service_client import ServiceClient
from service.piquet.suggestions import listed
from service.runtime.package import project_path

#: The tools and resources.
TABLE: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("tools.toml").read_text(encoding="utf-8"))

SCHEME = "piquet://"

#: The pages whose sections have ids, and what these are the ids of.
_PAGES = {"rules": "rule", "multiplayer": "rule", "errors": "code"}

#: The lists of `GET /v1/laws`.
_LAWS = ("laws", "rows", "kinds", "effects", "elections", "corrections", "readings")

_LONGEST_ID = 64
_WORDS = "; piquet://rules explains the words of the game"
_ID = re.compile(r"(?!\.{1,2}$)[A-Za-z0-9._@-]{1,64}")  # two dots would lead to another address
#: Where a section begins: a paragraph, or a row of a table.
_BEGINS = re.compile(r"^(?:\| )?(?=<a id=)", re.MULTILINE)
_ANCHOR = re.compile(r'<a id="([^"]+)"></a>\s*')
_HEADING = re.compile(r"^#.*\n+", re.MULTILINE)
_CELL_END = re.compile(r"(?<!\\)\|")


_FILES = {"how-to-play": "how-to-play", "rules": "rules", "laws": "law"}


def explain(service: ServiceClient, name: str, law: str | None) -> dict[str, Any]:
    """Return what an id stands for. Raises the `Problem` `not_found`, with the ids that are most like it."""
    found = {**_sections(), **dict(_entries(service.get("/v1/laws", **({"law": law} if law else {}))))}
    known = {each.casefold(): each for each in found}
    wanted = known.get(name.strip().casefold()) if len(name) <= _LONGEST_ID else None
    if wanted is None:
        raise _unknown("rule, law or code", name, found)
    return {"id": wanted, **found[wanted]}


def read(service: ServiceClient, uri: str) -> tuple[str, str]:
    """Return the media type and the text of a document. Raises a `Problem` or `Refused`."""
    folder, slash, name = uri.removeprefix(SCHEME).partition("/")
    rows = {row["name"]: row for row in (*TABLE["resources"], *TABLE["templates"])}
    row = rows.get(folder + slash + ("id" if slash else ""))
    if row is None or not uri.startswith(SCHEME):
        raise _unknown("resource", uri, [row["uri"] for row in TABLE["resources"]])
    if not slash:
        text = _rulesets(service) if folder == "rulesets" else _page(_FILES[folder])
    elif folder == "rules":
        rules = {each: section["text"] for each, section in _sections().items() if section["kind"] == "rule"}
        if name not in rules:
            raise _unknown("rule", name, rules)
        text = rules[name]
    elif not _ID.fullmatch(name):
        raise _unknown(folder[:-1], name, ())
    else:
        text = as_json(service.get(f"/v1/{folder}/{name}"))
    return row["mime_type"], text


def _rulesets(service: ServiceClient) -> str:
    listed = service.get("/v1/rulesets")["rulesets"]
    return as_json([{name: value for name, value in each.items() if name != "parameters"} for each in listed])


def as_json(value: Any) -> str:
    """Return plain data as text."""
    return msgspec.json.encode(value).decode()


@cache
def _page(name: str) -> str:
    return project_path(f"docs/{name}.md").read_text(encoding="utf-8")


@cache
def _sections() -> Mapping[str, dict[str, Any]]:
    """Return the sections of the pages by their ids."""
    found: dict[str, dict[str, Any]] = {}
    for page, kind in _PAGES.items():
        for part in _BEGINS.split(_page(page))[1:]:
            text = _ANCHOR.sub("", part)
            first_line = text.partition("\n")[0]
            if first_line.endswith(" |"):
                text = "\n\n".join(filter(None, map(str.strip, _CELL_END.split(first_line))))
            text = _HEADING.split(_HEADING.sub("", text, count=1) if text.startswith("#") else text, maxsplit=1)[0]
            for name in _ANCHOR.findall(part):
                address = f"/docs/{page}#{name}"
                found.setdefault(name, {"kind": kind, "text": text.strip(), "documentation": address})
    return found


def _entries(laws: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for group in _LAWS:
        for entry in laws[group]:
            name = entry.get("id") or entry["name"]
            yield name, {"kind": group.removesuffix("s"), "entry": entry, "documentation": entry["documentation"]}


def _unknown(what: str, given: str, known: Iterable[str]) -> Problem:
    """Return the problem with an id that nothing has."""
    names = {name.casefold(): name for name in known}
    wanted = given.casefold()
    near = get_close_matches(wanted, names, 10, 0.6) if len(given) <= _LONGEST_ID else []
    near.sort(key=lambda each: each[:2] != wanted[:2])
    meant = f" (did you mean {listed([names[each] for each in near[:3]], 'or')}?)" if near else _WORDS
    return Problem("not_found", f"there is no {what} {quote(given)!r}{meant}")
