"""Keeps the promise of docs/versions.md: nothing breaks that was released.

    python -m tools.contract_promise            # fails if openapi.yaml breaks anything of the last contract kept
    python -m tools.contract_promise release    # keeps openapi.yaml as the contract of its version

Kept contracts are docs/contract/VERSION.yaml: the contract as it was, without its examples. One that CHANGELOG.md lists
as released is never written again; until then `release` writes it anew. A change that is meant to break is told under
`### Breaking` of `## [Unreleased]`, in a line that begins with its id:

    - `request.required:CheckRequest:ruleset` Why, and what to do.
"""

import re
import sys
from pathlib import Path
from typing import Any

import yaml

from tools.contract_changes import breaking_changes

Json = Any

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "docs" / "contract"
CONTRACT = ROOT / "openapi.yaml"
CHANGELOG = ROOT / "CHANGELOG.md"

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):
    """Writes texts of several lines as they are read."""


def _as_written(dumper: Any, text: str) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _as_written)


def main(arguments: list[str]) -> int:
    if arguments == ["release"]:
        print(f"kept as {keep().relative_to(ROOT)}")
        return 0
    if arguments:
        print(__doc__)
        return 2
    last = last_kept()
    complaints = broken_promises(read(last), read(CONTRACT), CHANGELOG.read_text(encoding="utf-8"))
    print("\n".join(complaints) or f"openapi.yaml breaks nothing of {last.stem} that CHANGELOG.md does not tell of")
    return bool(complaints)


def broken_promises(old: Json, new: Json, changelog: str) -> list[str]:
    """What is wrong: each breaking change that the changelog does not tell of, and each that it tells of wrongly."""
    changes = {change.id: change for change in breaking_changes(old, new)}
    told = announced(changelog)
    return [str(changes[name]) for name in sorted(changes.keys() - told)] + [
        f"{name}  is told of in CHANGELOG.md, but is no change" for name in sorted(told - changes.keys())
    ]


def announced(changelog: str) -> set[str]:
    """The ids of the breaking changes that the next release is said to make."""
    unreleased = _section(changelog, r"## \[Unreleased\]", "## ")
    return set(re.findall(r"^- `([^`]+)` \S", _section(unreleased, "### Breaking", "### "), re.MULTILINE))


def last_kept() -> Path:
    """The contract of the newest version that was kept."""
    return max(KEPT.glob("*.yaml"), key=lambda path: [int(number) for number in path.stem.split(".")])


def keep(folder: Path = KEPT, contract: Path = CONTRACT, changelog: Path = CHANGELOG) -> Path:
    """Keeps a contract as that of its version, and gives the file."""
    document = read(contract)
    version = document["info"]["version"]
    path = folder / f"{version}.yaml"
    if path.exists() and f"\n## [{version}]" in changelog.read_text(encoding="utf-8"):
        raise SystemExit(f"{version} is released: give openapi.yaml and pyproject.toml the version to come")
    text = yaml.dump(without_examples(document), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    path.write_text(text, encoding="utf-8")
    return path


def without_examples(node: Json, *, named: bool = False) -> Json:
    """A contract without its examples; `named` says that the keys of `node` are names and not keywords."""
    if isinstance(node, list):
        return [without_examples(one) for one in node]
    if not isinstance(node, dict):
        return node
    return {
        name: without_examples(value, named=name == "properties" and not named)
        for name, value in node.items()
        if named or name not in ("example", "examples")
    }


def read(path: Path) -> Json:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)


def _section(text: str, heading: str, end: str) -> str:
    """What stands between a heading and the next that begins so."""
    found = re.search(rf"^{heading}\s*$(.*?)(?=^{end}|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
