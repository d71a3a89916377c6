"""Write the generated files of the packages in clients/."""

import sys
from collections.abc import Mapping

from tools import clients, node_tools
from tools.clients import python, typescript
from tools.clients.contract_operations import CLIENTS, client_contract


def write(files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (CLIENTS / path).parent.mkdir(parents=True, exist_ok=True)
        (CLIENTS / path).write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> int:
    if arguments:
        print(clients.__doc__)
        return 2
    reason = node_tools.missing()
    if reason:
        print(f"Nothing is done for clients/typescript: {reason}.")
    contract = client_contract()
    write(python.files(contract))
    if not reason:
        write(typescript.files(contract))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
