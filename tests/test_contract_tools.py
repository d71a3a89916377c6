"""The tools that `make contract-tools` runs are those that docs/clients.md lists."""

import re
from pathlib import Path

import pytest

from tools.contract_tools import __main__ as runner
from tools.contract_tools.table import TOOLS, Tool

ROOT = Path(__file__).resolve().parent.parent


def listed() -> dict[str, tuple[str, str]]:
    """The version and the result of each tool in the document."""
    section = (ROOT / "docs" / "clients.md").read_text().split("\n## Other tools\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    return {name: (version, result) for name, version, result, _ in rows[2:]}


def test_the_document_lists_every_tool_once_and_says_what_its_run_shows() -> None:
    assert {name: result for name, (_, result) in listed().items()} == {tool.name: tool.result for tool in TOOLS}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_the_document_has_the_line_of_the_version_that_is_pinned(tool: Tool) -> None:
    line, _ = listed()[tool.name]
    assert f"{runner.version(tool)}.".startswith(f"{line}.")


def test_three_tools_run_in_make_check() -> None:
    """One in Java, one in TypeScript, and schemathesis."""
    assert [tool.package for tool in TOOLS if tool.in_check] == [
        "openapi-generator-cli",
        "@hey-api/openapi-ts",
        "schemathesis",
    ]
    makefile = (ROOT / "Makefile").read_text()
    assert re.search(r"^check:.* contract-tools-check ", makefile, re.MULTILINE)


def test_a_line_of_output_is_a_fault_unless_it_is_one_of_the_limits_of_the_tool() -> None:
    java = next(tool for tool in TOOLS if tool.name == "OpenAPI Generator, Java")
    beta = "[main] WARN  o.o.codegen.DefaultCodegen - OpenAPI 3.1 support is still in beta."
    broken = "[main] WARN  o.o.codegen.OpenAPINormalizer - paths.'/v1'.get is not of type `object`"
    assert java.complaints(f"[main] INFO  writing\n{beta}\n{broken}\n") == [broken]


def test_a_tool_that_is_not_installed_is_skipped_and_fails_where_it_is_required(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runner, "missing", lambda tool: "there is no Node.js here")
    for arguments, status in (["--only", "orval"], 0), (["--only", "orval", "--require"], 1):
        monkeypatch.setattr("sys.argv", ["contract_tools", *arguments])
        assert runner.main() == status
        assert "skipped: there is no Node.js here" in capsys.readouterr().out
