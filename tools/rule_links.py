"""Links from the generated pages to rules and laws."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]

_ANCHOR = re.compile(r'<a id="([A-Z]+\d[\d.]*[a-z]?)">')


def page_of(rule: str) -> str:
    """The page that has the anchor of a rule (`R6.1`, `V4.5`) or of anything of the law (`L54`, `LR8`, `E3`)."""
    return {"R": "rules.md", "V": "multiplayer.md", "N": "multiplayer.md"}.get(rule[0], "law.md")


def link(rule: str) -> str:
    """A link to a rule or a law, from a page in docs/."""
    return f"[{rule}]({page_of(rule)}#{rule})"


def anchors() -> frozenset[str]:
    """The rules and laws that have an anchor in their page."""
    pages = (ROOT / "docs" / name for name in ("rules.md", "law.md", "multiplayer.md"))
    return frozenset(found for page in pages for found in _ANCHOR.findall(page.read_text(encoding="utf-8")))
