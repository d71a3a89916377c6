"""Write `docs/index.md`, the first page of the documentation, from `README.md`.

python -m tools.home_page
"""

import re
from os.path import relpath
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "index.md"

_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|[#/])([^)#\s]+)")


def page() -> str:
    """Return the text of the README, with its links as a page in `docs` has them."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return _LINK.sub(lambda found: relpath(found[1], "docs"), text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
