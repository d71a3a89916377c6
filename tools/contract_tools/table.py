"""The table of the tools: what each is installed from, how it is run, and what it must write.

In a command, `{contract}` is the path of the contract, `{url}` the address of a service, `{out}` an empty folder in
which the command runs, and `{drivers}` the folder of the drivers. `{here}`, `{python}`, `{npm}`, `{node}` and `{mock}`
are the folders of the programs of this environment, and of requirements/contract-tools.txt, tools/contract_tools/node,
tools/node and examples/node.
"""

import re
from dataclasses import dataclass

#: What OpenAPI Generator warns of whatever the contract is: its own limits, and names that a language cannot have.
OPENAPI_GENERATOR_ACCEPTS = (
    "OpenAPI 3.1 support is still in beta",
    "Renamed to",
    "Failed to get the schema name: null",
    "Circular reference detected in allOf",
    "Codegen property is null",
    "Ignoring complex example on request body",
)

LANGUAGES = {
    "Java": "java",
    "C#": "csharp",
    "Go": "go",
    "Kotlin": "kotlin",
    "Rust": "rust",
    "Python": "python",
    "TypeScript": "typescript-fetch",
}

Command = tuple[str, ...]


@dataclass(frozen=True)
class Tool:
    """A tool as it is run on the contract."""

    name: str
    package: str
    source: str  # the folder of programs that it is in: see above
    command: Command
    result: str
    writes: str = ""  # a file in its folder that has something in it afterwards
    complaint: str = r"(?!)"  # a line of its output that matches is a fault …
    accepted: tuple[str, ...] = ()  # … unless it has one of these in it
    plays: tuple[Command, ...] = ()  # how its client plays a deal; the last one prints `deal_over`
    in_check: bool = False  # whether `make check` runs it
    shorter: Command = ()  # what its command has in addition there

    def complaints(self, output: str) -> list[str]:
        """Return the lines of its output that are faults."""
        found = [line for line in output.splitlines() if re.search(self.complaint, line)]
        return [line for line in found if not any(accepted in line for accepted in self.accepted)]


def _openapi_generator(language: str, generator: str) -> Tool:
    command = ("{python}/openapi-generator-cli", "generate", "-g", generator, "-i", "{contract}", "-o", "{out}")
    return Tool(
        name=f"OpenAPI Generator, {language}",
        package="openapi-generator-cli",
        source="python",
        command=command,
        result="writes a client",
        writes=".openapi-generator/FILES",
        complaint=r"\b(WARN|ERROR)\b|^Exception",
        accepted=OPENAPI_GENERATOR_ACCEPTS,
        in_check=language == "Java",
    )


TOOLS = (
    *(_openapi_generator(language, generator) for language, generator in LANGUAGES.items()),
    Tool(
        name="openapi-python-client",
        package="openapi-python-client",
        source="python",
        command=(
            *("{python}/openapi-python-client", "generate", "--meta", "none"),
            *("--path", "{contract}", "--output-path", "client"),
        ),
        result="its client plays a deal",
        writes="client/client.py",
        complaint=r"^(ERROR|Unable|Unsupported|Cannot)",
        accepted=("application/x-ndjson", "text/plain", "application/yaml"),
        plays=(("{python}/python", "{drivers}/play_openapi_python_client.py", "{url}"),),
    ),
    Tool(
        name="hey-api",
        package="@hey-api/openapi-ts",
        source="node",
        command=("{node}/openapi-ts", "--file", "{drivers}/openapi-ts.config.mjs"),
        result="its client plays a deal",
        writes="client/sdk.gen.ts",
        plays=(
            ("cp", "{drivers}/play_hey_api.ts", "{drivers}/tsconfig.json", "{drivers}/package.json", "."),
            ("{node}/../typescript/bin/tsc", "--project", ".", "--typeRoots", "{node}/../@types"),
            ("node", "play_hey_api.js", "{url}"),
        ),
        in_check=True,
    ),
    Tool(
        name="orval",
        package="orval",
        source="npm",
        command=("{npm}/orval", "--input", "{contract}", "--output", "client.ts"),
        result="writes a client",
        writes="client.ts",
    ),
    Tool(
        name="swagger-typescript-api",
        package="swagger-typescript-api",
        source="npm",
        command=("{npm}/swagger-typescript-api", "generate", "--path", "{contract}", "--output", "."),
        result="writes a client",
        writes="Api.ts",
    ),
    Tool(
        name="openapi-zod-client",
        package="openapi-zod-client",
        source="npm",
        command=("{npm}/openapi-zod-client", "{contract}", "--output", "client.ts"),
        result="writes a client",
        writes="client.ts",
    ),
    Tool(
        name="Prism, mock",
        package="@stoplight/prism-cli",
        source="mock",
        command=("{here}/python", "{drivers}/play_prism.py", "mock", "{mock}/prism", "{contract}", "{url}"),
        result="serves the examples",
    ),
    Tool(
        name="Prism, proxy",
        package="@stoplight/prism-cli",
        source="mock",
        command=("{here}/python", "{drivers}/play_prism.py", "proxy", "{mock}/prism", "{contract}", "{url}"),
        result="a deal through it breaks nothing",
    ),
    Tool(
        name="Postman's converter",
        package="openapi-to-postmanv2",
        source="npm",
        command=("{npm}/openapi2postmanv2", "--spec", "{contract}", "--output", "collection.json"),
        result="writes a collection",
        writes="collection.json",
    ),
    Tool(
        name="openapi-core",
        package="openapi-core",
        source="python",
        command=("{python}/python", "{drivers}/play_openapi_core.py", "{contract}", "{url}"),
        result="finds nothing in a deal",
    ),
    Tool(
        name="Redocly, recommended",
        package="@redocly/cli",
        source="node",
        command=("{node}/redocly", "lint", "--extends", "recommended", "--format", "stylish", "{contract}"),
        result="finds nothing",
        complaint=r"^ +\d+:\d+ +(error|warning) ",
    ),
    Tool(
        name="Spectral, spectral:oas",
        package="@stoplight/spectral-cli",
        source="npm",
        command=(
            *("{npm}/spectral", "lint", "--fail-severity", "hint"),
            *("--ruleset", "{drivers}/spectral.yaml", "{contract}"),
        ),
        result="finds nothing",
    ),
    Tool(
        name="schemathesis, without configuration",
        package="schemathesis",
        source="here",
        command=("{here}/schemathesis", "run", "{url}/openapi.json", "--no-color", "--max-examples", "20"),
        result="finds nothing",
        shorter=("--max-examples", "1", "--phases", "examples,fuzzing"),
        in_check=True,
    ),
)
