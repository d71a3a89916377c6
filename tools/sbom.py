"""Bill of materials of the image: CycloneDX 1.6, with the packages in requirements/image.txt.

    make sbom

Names, versions and hashes come from the lock file. Licences, descriptions and dependencies come from the packages
installed here, so a package for other platforms only has none of these. The output has no time and no serial number:
the same lock file and environment give the same bytes.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements" / "image.txt"
OUTPUT = ROOT / "dist" / "piquet-referee.cdx.json"

_METADATA = ("description", "licenses")


def bill() -> dict[str, Any]:
    """The packages of the lock file, with the metadata of the installed packages."""
    locked = _cyclonedx("requirements", str(LOCK))
    installed = _cyclonedx("environment", sys.executable)
    known = {part["purl"]: part for part in installed["components"] if "purl" in part}
    names = {part["bom-ref"]: part["purl"] for part in known.values()}  # the tool's references, and ours
    listed = {part["purl"] for part in locked["components"]}
    root = locked["metadata"]["component"]["bom-ref"]
    names[root] = root
    for part in locked["components"]:
        part["bom-ref"] = part["purl"]
        part.pop("description")  # the line of the lock file
        part |= {name: known[part["purl"]][name] for name in _METADATA if name in known.get(part["purl"], {})}
    needs = {names.get(each["ref"], ""): each.get("dependsOn", []) for each in installed["dependencies"]}
    locked["dependencies"] = [
        {"ref": part, "dependsOn": sorted(listed & {names[other] for other in needs.get(part, []) if other in names})}
        for part in sorted(listed | {root})
    ]
    return locked


def packages_of(lock: str) -> Counter[tuple[str, str, frozenset[str]]]:
    """Name, version and hashes of each package in a lock file, read from its lines."""
    entries = re.findall(r"^([a-z0-9-]+)==([^ ]+)(.*(?:\n    --hash.*)+)", lock, re.MULTILINE)
    return Counter((name, version, frozenset(re.findall(r"sha256:(\w+)", rest))) for name, version, rest in entries)


def packages_in(document: dict[str, Any]) -> Counter[tuple[str, str, frozenset[str]]]:
    """Name, version and hashes of each package in a bill of materials."""
    return Counter(
        (
            part["name"],
            part["version"],
            frozenset(sum_["content"] for link in part["externalReferences"] for sum_ in link.get("hashes", [])),
        )
        for part in document["components"]
    )


def main() -> int:
    document = bill()
    text = json.dumps(document, indent=1, sort_keys=True) + "\n"
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong:
        print(f"the document is not valid CycloneDX 1.6: {wrong}", file=sys.stderr)
        return 1
    locked, listed = packages_of(LOCK.read_text()), packages_in(document)
    if locked != listed:
        print(f"the packages differ from the lock file: {locked ^ listed}", file=sys.stderr)
        return 1
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(text)
    licensed = sum(bool(part.get("licenses")) for part in document["components"])
    print(f"{OUTPUT.relative_to(ROOT)}: {listed.total()} packages, the licences of {licensed} known")
    return 0


def _cyclonedx(*what: str) -> dict[str, Any]:
    """Run cyclonedx-py on a lock file or an environment. Its warnings do not concern this use and are ignored."""
    command = [sys.executable, "-W", "ignore", "-m", "cyclonedx_py", *what]
    options = ["--pyproject", str(ROOT / "pyproject.toml"), "--spec-version", "1.6", "--output-reproducible"]
    made = subprocess.run([*command, *options, "-o", "-"], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    document: dict[str, Any] = json.loads(made.stdout)
    return document


if __name__ == "__main__":
    sys.exit(main())
