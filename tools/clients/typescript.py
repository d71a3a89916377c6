"""The generated files of clients/typescript.

| file | what it is | made by |
| --- | --- | --- |
| `src/contract.ts` | the types of requests and responses | openapi-typescript |
| `src/operations.ts` | a method for each operation | this module |
| `package.json` | its version, which is that of the contract | this module |
"""

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools import node_tools
from tools.clients.contract_operations import CLIENTS, WRITTEN, Operation, operations

Json = Any

HOME = "typescript"


def files(contract: Json) -> dict[str, str]:
    """The generated files of clients/typescript, by path below clients/. Needs tools/node."""
    manifest, version = f"{HOME}/package.json", contract["info"]["version"]
    return {
        manifest: re.sub(r'("version": )"[^"]+"', rf'\1"{version}"', (CLIENTS / manifest).read_text()),
        f"{HOME}/src/contract.ts": types(contract),
        f"{HOME}/src/operations.ts": written_operations(operations(contract)),
    }


def types(contract: Json) -> str:
    """The types of all schemas."""
    components = {"schemas": contract["components"]["schemas"]}
    document = {"openapi": contract["openapi"], "info": contract["info"], "paths": {}, "components": components}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "openapi.json").write_text(json.dumps(document))
        options = ("--root-types", "--root-types-no-schema-prefix", "--output", "contract.ts")
        done = node_tools.run("openapi-typescript", "openapi.json", *options, cwd=Path(folder))
        if done.returncode:
            raise SystemExit(done.stdout)
        written = (Path(folder) / "contract.ts").read_text(encoding="utf-8")
    return f"// Types. {WRITTEN}\n{written}"


def written_operations(found: list[Operation]) -> str:
    """The class with a method for each operation."""
    names = {name for each in found for name in _types(each)} - {"string", None}
    lines = [
        f"// A method for each operation. {WRITTEN}",
        "import type {",
        *(f"  {name}," for name in sorted(names)),
        '} from "./contract.js";',
        "",
        "/** A request, as the methods of `Operations` make it. */",
        "export interface Sent {",
        '  method: "GET" | "POST";',
        "  path: string;",
        "  query?: object;",
        "  body?: object;",
        "  accept?: string;",
        "  repeatable?: boolean;",
        "}",
        "",
        "/** The operations of the service. */",
        "export abstract class Operations {",
        "  /** Send a request, and return the body of the response. */",
        "  protected abstract send<Answer>(request: Sent): Promise<Answer>;",
        *(line for operation in found for line in _method(operation)),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _types(operation: Operation) -> Iterator[str | None]:
    yield from (operation.body, operation.response, *operation.query.values())
    for each in _by_body(operation).items():
        yield from each


def _by_body(operation: Operation) -> dict[str, str]:
    """The answer to each body, if they differ."""
    return operation.bodies if len({*operation.bodies.values()}) > 1 else {}


def _method(operation: Operation) -> Iterator[str]:
    name = re.sub(r"_(\w)", lambda found: found[1].upper(), operation.name)
    arguments = [f"{each}: string" for each in operation.in_path]
    address = re.sub(r"{(\w+)}", r"${encodeURIComponent(\1)}", operation.path)
    quoted = f"`{address}`" if operation.in_path else f'"{address}"'
    sent = [f'method: "{operation.method}"', f"path: {quoted}"]
    if operation.query:
        members = [
            f"{each}{'' if each in operation.required else '?'}: {kind}" for each, kind in operation.query.items()
        ]
        none_required = not operation.required & operation.query.keys()
        arguments.append(f"query: {{ {'; '.join(members)} }}{' = {}' if none_required else ''}")
        sent.append("query")
    if operation.body:
        arguments.append(f"body: {operation.body}")
        sent.append("body")
    if len(operation.media) > 1:
        kinds = " | ".join(f'"{each}"' for each in operation.media)
        arguments.append(f'accept: {kinds} = "{operation.media[0]}"')
        sent.append("accept")
    if not operation.repeatable:
        sent.append("repeatable: false")
    yield ""
    yield f"  /** {operation.summary}: `{operation.method} {operation.path}`. */"
    of_any = {operation.body: operation.response} if _by_body(operation) else {}
    for body, response in {**_by_body(operation), **of_any}.items():
        yield f"  {name}({', '.join(arguments).replace(operation.body or '', body or '')}): Promise<{response}>;"
    yield f"  {name}({', '.join(arguments)}): Promise<{operation.response}> {{"
    yield f"    return this.send({{ {', '.join(sent)} }});"
    yield "  }"
