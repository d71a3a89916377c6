"""The pages of the API reference before their links are made relative, for `tools.reference_page`.

Within them a link to a page is relative to `docs/`, and a link to an anchor names the anchor alone, wherever it is.
"""

import re
from collections.abc import Mapping
from os.path import relpath
from pathlib import Path
from typing import NamedTuple

from service.api.pages import slug
from tools.markdown import table


class Written(NamedTuple):
    """A page before its links are made relative: its name in `docs/` without `.md`, and its text."""

    name: str
    text: str

    @property
    def link(self) -> str:
        """A link to it with its heading as text, from `docs/`."""
        heading = self.text.partition("\n")[0].removeprefix("# ")
        return f"[{heading}]({self.name}.md)"

    @property
    def sections(self) -> list[tuple[list[str], str]]:
        """The anchors of each section of the first level, with its heading."""
        found = re.findall(r'^((?:<a id="[\w-]+"></a>\n+)*)## (.+)$', self.text, re.M)
        return [([*re.findall(r'id="([\w-]+)"', ids), slug(heading)], heading) for ids, heading in found]


def index(pages: list[Written]) -> str:
    """The table of the sections that are not of operations. Each has the anchors of its section, and leads to it."""
    rows = []
    for page in pages:
        links = []
        for anchors, heading in page.sections:
            if not heading.startswith("`"):
                ids = "".join(f'<a id="{anchor}"></a>' for anchor in anchors)
                links.append(f"{ids}[{heading}](#{anchors[-1]})")
        if links:
            rows.append((page.link, ", ".join(links)))
    return table(("area", "objects and analyses"), rows)


def anchors_of(text: str) -> list[str]:
    """The anchors of a page: those that it sets, and those of its headings."""
    return [*re.findall(r'<a id="([\w-]+)"></a>', text), *map(slug, re.findall(r"^##+ (.+)$", text, re.M))]


def with_relative_links(page: Written, homes: Mapping[str, str]) -> str:
    """The text of a page in which links to anchors lead to the pages that have them. `homes` are these pages."""
    folder = str(Path(page.name).parent)

    def to_anchor(found: re.Match[str]) -> str:
        home = homes[found[1]]
        return f"](#{found[1]})" if home == page.name else f"]({relpath(f'{home}.md', folder)}#{found[1]})"

    def to_page(found: re.Match[str]) -> str:
        return f"]({relpath(found[1], folder)}"

    moved = re.sub(r"\]\((?!#|[a-z]+:)([^)#\s]+)", to_page, page.text)
    return re.sub(r"\]\(#([\w-]+)\)", to_anchor, moved)
