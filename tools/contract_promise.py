"""Check the compatibility promise of docs/versions.md: no unannounced breaking changes.

    python -m tools.contract_promise            # fail if openapi.yaml breaks the last saved contract
    python -m tools.contract_promise release    # save openapi.yaml as the contract of its version

The contract of the last release is tests/contract/released.json, without its examples and prose. `release` overwrites a
version until CHANGELOG.md lists it as released. An intended breaking change is announced under `### Breaking` of
`## [Unreleased]`, in a line that begins with its id:

    - `request.required:CheckRequest:ruleset` Why, and what to do.

In the id, `*` stands for any text: one line announces the same change of many operations.
"""

import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import msgspec

from tools.contract_changes import breaking_changes
from tools.contract_file import CONTRACT, read
from tools.contract_schemas import REMARKS

Json = Any

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "contract" / "released.json"
CHANGELOG = ROOT / "CHANGELOG.md"


#: Keywords that the comparison does not read.
UNREAD = {*REMARKS, "tags", "links"} - {"default"}


def main(arguments: list[str]) -> int:
    if arguments == ["release"]:
        print(f"saved as {keep().relative_to(ROOT)}")
        return 0
    if arguments:
        print(__doc__)
        return 2
    last = read(KEPT)
    complaints = broken_promises(last, read(CONTRACT), CHANGELOG.read_text(encoding="utf-8"))
    version = last["info"]["version"]
    print("\n".join(complaints) or f"openapi.yaml has no unannounced breaking changes since {version}")
    return bool(complaints)


def broken_promises(old: Json, new: Json, changelog: str) -> list[str]:
    """The breaking changes that the changelog does not announce, and the announced ones that do not exist."""
    changes = {change.id: change for change in breaking_changes(old, without_remarks(new))}
    announced_ids = announced(changelog)
    unannounced = {name for name in changes if not any(fnmatchcase(name, each) for each in announced_ids)}
    idle = {each for each in announced_ids if not any(fnmatchcase(name, each) for name in changes)}
    return [str(changes[name]) for name in sorted(unannounced)] + [
        f"{name}  is announced in CHANGELOG.md, but is not a change" for name in sorted(idle)
    ]


def announced(changelog: str) -> set[str]:
    """The ids of the breaking changes that the changelog announces for the next release."""
    unreleased = _section(changelog, r"## \[Unreleased\]", "## ")
    return set(re.findall(r"^- `([^`]+)` \S", _section(unreleased, "### Breaking", "### "), re.MULTILINE))


def keep(path: Path = KEPT, contract: Path = CONTRACT, changelog: Path = CHANGELOG) -> Path:
    """Save a contract as that of the last release, and return the path of the file."""
    document = read(contract)
    version = document["info"]["version"]
    if path.exists() and f"\n## [{version}]" in changelog.read_text(encoding="utf-8"):
        raise SystemExit(f"{version} is released: set the next version in service/runtime/version.py and openapi.yaml")
    path.write_bytes(msgspec.json.encode(without_remarks(document)) + b"\n")
    return path


def without_remarks(node: Json, *, named: bool = False) -> Json:
    """A contract without `UNREAD`. With `named`, the keys of `node` are names, not keywords."""
    if isinstance(node, list):
        return [without_remarks(one) for one in node]
    if not isinstance(node, dict):
        return node
    return {
        name: without_remarks(value, named=name == "properties" and not named)
        for name, value in node.items()
        if named or not (name in UNREAD or name.startswith("x-"))
    }


def _section(text: str, heading: str, end: str) -> str:
    """The text between `heading` and the next line that begins with `end`."""
    found = re.search(rf"^{heading}\s*$(.*?)(?=^{end}|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
