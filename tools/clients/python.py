"""The generated files of clients/python.

| file | what it is | made by |
| --- | --- | --- |
| `models.py` | the types of requests and responses | datamodel-code-generator |
| `asynchronous/operations.py` | a method for each operation | this module |
| `synchronous/` | `asynchronous` without `await` | this module |
| `_contract.py` | the version of the contract | this module |
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.clients.contract_operations import CLIENTS, WRITTEN, Operation, operations
from tools.contract_file import ROOT
from tools.contract_schemas import follow

Json = Any

PACKAGE = "piquet_referee_client"
HOME = f"python/{PACKAGE}"

#: What differs between the asynchronous client and the synchronous one, in this order.
SYNCHRONOUS = (
    (r"\bfrom anyio import sleep\n", ""),
    (r"\bfrom time import monotonic\b", "from time import monotonic, sleep"),
    (r"\basync (def|for|with) ", r"\1 "),
    (r"\bawait ", ""),
    (r"\(((?:self\.)?_referee\.\w+\((?:[^()]|\(\))*\))\)\[", r"\1["),
    (r"\b__a(enter|exit)__\b", r"__\1__"),
    (r"\baclose\b", "close"),
    (r"\baiter_raw\b", "iter_raw"),
    (r"\bhttpx\.AsyncClient\b", "httpx.Client"),
    (r"\bhttpx\.AsyncBaseTransport\b", "httpx.BaseTransport"),
    (r"\bhttpcore\.Async(\w+)\b", r"httpcore.\1"),
    (r"\bAsync(Referee|Operations|(?:Any|Concealed)?Table)\b", r"\1"),
    (r"\basynchronous\b", "synchronous"),
)

#: How datamodel-code-generator writes the types: dictionaries, which are sent and received as they are.
MODELS = (
    "--input-file-type", "openapi", "--openapi-scopes", "schemas", "--output-model-type", "typing.TypedDict",
    "--no-use-closed-typed-dict", "--enum-field-as-literal", "all", "--use-union-operator",
    "--use-standard-collections", "--use-schema-description", "--use-field-description",
    "--use-double-quotes", "--disable-future-imports", "--target-python-version", "3.11", "--formatters", "builtin",
    "--custom-file-header", f'"""Types. {WRITTEN}"""',
)  # fmt: skip


def files(contract: Json) -> dict[str, str]:
    """The generated files of clients/python, by path below clients/."""
    hand_written = (CLIENTS / HOME / "asynchronous").glob("*.py")
    asynchronous = {
        path.name: path.read_text(encoding="utf-8") for path in hand_written if path.name != "operations.py"
    }
    asynchronous["operations.py"] = written_operations(operations(contract))
    found = {
        f"{HOME}/_contract.py": f'"""{WRITTEN}"""\n\nVERSION = "{contract["info"]["version"]}"\n',
        f"{HOME}/models.py": models(contract),
        f"{HOME}/asynchronous/operations.py": _formatted(asynchronous["operations.py"]),
    }
    for name, text in asynchronous.items():
        found[f"{HOME}/synchronous/{name}"] = _formatted(synchronous(name, text))
    return found


def synchronous(name: str, text: str) -> str:
    """The synchronous twin of a module."""
    for pattern, replacement in SYNCHRONOUS:
        text = re.sub(pattern, replacement, text)
    note = f"# Made from asynchronous/{name} by `make clients`. Not to be edited.\n"
    return text if name == "operations.py" else note + text


def models(contract: Json) -> str:
    """The types of all schemas, as dictionaries."""
    schemas = {name: _whole(schema, contract) for name, schema in contract["components"]["schemas"].items()}
    # A request takes any dictionary of keys or hashes, as a program has them, not only a literal.
    for name in ("SeatKeys", "KeyHashes"):
        description = schemas[name]["description"]
        schemas[name] = {"type": "object", "description": description, "additionalProperties": {"type": "string"}}
    document = {**contract, "components": {"schemas": schemas}, "paths": {}}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "openapi.json").write_text(json.dumps(document))
        command = [sys.executable, "-m", "datamodel_code_generator", "--input", "openapi.json", *MODELS]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


def _whole(schema: Json, contract: Json) -> Json:
    """A schema with its `allOf` merged: a dictionary cannot narrow a member of the one that it extends."""
    if "allOf" not in schema:
        return schema
    merged: dict[str, Json] = {"properties": {}, "required": []}
    for part in (*schema["allOf"], {name: value for name, value in schema.items() if name != "allOf"}):
        whole = _whole(follow(part, contract), contract)
        members = {**merged["properties"], **whole.get("properties", {})}
        required = [*merged["required"], *whole.get("required", [])]
        merged |= {**whole, "properties": members, "required": list(dict.fromkeys(required))}
    return merged


def written_operations(found: list[Operation]) -> str:
    """The class with a method for each operation."""
    names = {
        name for each in found for name in (each.response, *each.bodies, *each.bodies.values(), *each.query.values())
    } - {"string"}
    lines = [
        f'"""A method for each operation. {WRITTEN}"""',
        "from __future__ import annotations",
        "from abc import ABC, abstractmethod",
        "from typing import Any, Literal, Unpack, overload",
        "from urllib.parse import quote",
        f"from {PACKAGE}.models import (",
        *(f"{name}," for name in sorted(names)),
        ")",
        "class AsyncOperations(ABC):",
        '    """The operations of the service. Members of a body are sent as keywords."""',
        "    @abstractmethod",
        "    async def _send(self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None,",
        "        accept: str = 'application/json', repeatable: bool = True) -> Any:",
        '        """Send a request and return the body of the response."""',
        *(line for operation in found for line in _method(operation)),
    ]
    return "\n".join(lines) + "\n"


def _method(operation: Operation) -> Iterator[str]:
    arguments = [f"{name}: str" for name in operation.in_path]
    types = {name: "str" if kind == "string" else kind for name, kind in operation.query.items()}
    keywords = [
        f"{name}: {kind}" if name in operation.required else f"{name}: {kind} | None = None"
        for name, kind in types.items()
    ]
    send = [repr(operation.method), _address(operation)]
    if operation.query:
        send.append("query={" + ", ".join(f"{name!r}: {name}" for name in operation.query) + "}")
    if len(operation.media) > 1:
        keywords.append(f"accept: Literal[{', '.join(map(repr, operation.media))}] = {operation.media[0]!r}")
        send.append("accept=accept")
    if operation.body:
        send.append("body=body")
    if not operation.repeatable:
        send.append("repeatable=False")

    def head(body: str | None, response: str = operation.response) -> str:
        named = [*(["*", *keywords] if keywords else []), *([f"**body: {body}"] if body else [])]
        return f"    async def {operation.name}({', '.join(['self', *arguments, *named])}) -> {response}:"

    yield ""
    if len(operation.bodies) > 1:
        for body, response in operation.bodies.items():
            yield from ("    @overload", head(f"Unpack[{body}]", response) + " ...")
        yield head("Any", "Any" if len({*operation.bodies.values()}) > 1 else operation.response)
    else:
        yield head(next((f"Unpack[{body}]" for body in operation.bodies), None))
    yield f'        """{operation.summary}: `{operation.method} {operation.path}`."""'
    yield f"        answer: {operation.response} = await self._send({', '.join(send)})"
    yield "        return answer"


def _address(operation: Operation) -> str:
    if not operation.in_path:
        return repr(operation.path)
    address = re.sub(r"{(\w+)}", r"{quote(\1, safe='')}", operation.path)
    return f'f"{address}"'


def _formatted(source: str) -> str:
    """The source as the formatter of this repository writes it."""
    name = ["--quiet", "--stdin-filename", "clients/python/source.py", "-"]
    for arguments in (["check", "--select", "I", "--fix-only"], ["format"]):
        command = [sys.executable, "-m", "ruff", *arguments, *name]
        done = subprocess.run(command, cwd=ROOT, input=source, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr)
        source = done.stdout
    return source
