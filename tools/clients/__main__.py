"""Write the generated files of the packages in clients/, or build the packages."""

import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tools import clients, contract_file, node_tools
from tools.clients import build, python, typescript
from tools.clients.contract_operations import CLIENTS
from tools.components.written import with_all_names


def write(files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (CLIENTS / path).parent.mkdir(parents=True, exist_ok=True)
        (CLIENTS / path).write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["build"]):
        print(clients.__doc__)
        return 2
    reason = node_tools.missing()
    if reason:
        print(f"Nothing is done for clients/typescript: {reason}.")
    if arguments:
        dist = contract_file.ROOT / "dist"
        dist.mkdir(exist_ok=True)
        for package in (build.wheel, *([] if reason else [build.npm_package])):
            with tempfile.TemporaryDirectory() as folder:
                print(Path(shutil.copy(package(Path(folder)), dist)).relative_to(contract_file.ROOT))
        return 0
    contract = with_all_names(contract_file.read())
    write(python.files(contract))
    if not reason:
        write(typescript.files(contract))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
