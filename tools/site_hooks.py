"""MkDocs hooks: the same Markdown serves the repository and the site."""

import json
import re
from collections.abc import Iterator
from os.path import normpath, relpath
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tools.json_text import written

ROOT = Path(__file__).parents[1]

#: Pages of the site that are outside docs/, by their name in the site.
OUTSIDE_DOCS = {
    "benchmarks.md": "benchmarks/README.md",
    "changelog.md": "CHANGELOG.md",
    "client-python.md": "clients/python/README.md",
    "client-typescript.md": "clients/typescript/README.md",
    "contributing.md": "CONTRIBUTING.md",
    "reporting.md": "SECURITY.md",
    "examples.md": "examples/README.md",
}
#: How the names of pages begin that the search leaves out: they are mostly cards.
NOT_SEARCHED = ("examples/",)
#: The weights in the search of the pages that define what others only mention, such as R4.1.
SEARCHED_FIRST = {"rules.md": 8, "law.md": 3}
_IN_THE_SITE = {source: name for name, source in OUTSIDE_DOCS.items()} | {"README.md": "index.md"}

_LINK = re.compile(r"\[([^\]]+)\]\((?![a-z]+:|[#/])([^)#\s]+)(#[^)\s]*)?\)")
_SERVICE_LINK = re.compile(r'<a href="(?:http://127\.0\.0\.1:8000)?/(table|docs)/">(?:http://127\.0\.0\.1:8000(?=/))?')
_FENCE = re.compile(r"^```(\w+) .*$", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.nav = list(_existing(config.nav or []))
    return config


def _existing(entries: list[Any]) -> Iterator[Any]:
    """Yield the entries of a navigation whose pages exist. A folder is replaced by its pages."""
    for entry in entries:
        ((title, target),) = entry.items()
        if isinstance(target, list):
            yield {title: list(_existing(target))}
        elif target.endswith("/"):
            if pages := sorted(
                path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / target).glob("*.md")
            ):
                yield {title: pages}
        elif target.startswith("/") or (ROOT / OUTSIDE_DOCS.get(target, f"docs/{target}")).is_file():
            yield entry


def _titles(entries: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield the names and titles of the pages of a navigation."""
    for entry in entries:
        for title, target in entry.items() if isinstance(entry, dict) else ():
            if isinstance(target, list):
                yield from _titles(target)
            else:
                yield target, title


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, source in OUTSIDE_DOCS.items():
        if (ROOT / source).is_file():
            files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    for path in (ROOT / "docs" / "examples").glob("*.json"):
        content = _examples(path.stem, json.loads(path.read_text(encoding="utf-8")))
        files.append(File.generated(config, f"examples/{path.stem}.md", content=content))
    return files


def _examples(name: str, examples: dict[str, Any]) -> str:
    """The page of a file in docs/examples."""
    parts = [f"# Examples: `{name}`\n"]
    for anchor, example in examples.items():
        request = dict(example["x-request"])
        body = {each: request.pop(each) for each in ("json", "text") if each in request}
        parts.append(f"## {example['summary']} {{#{anchor}}}\n\n`{request.pop('method')} {request.pop('path')}`\n")
        if settings := example.get("x-settings"):
            parts.append(f"The service has the settings {_in_words(settings)}.\n")
        if request:
            parts.append(f"{_in_words(request.pop('headers', {}) | request)}\n")
        parts += [_block(each) for each in body.values()]
        parts += ["Response:\n", _block(example["value"])]
    return "\n".join(parts)


def _in_words(values: dict[str, Any]) -> str:
    return ", ".join(f"`{name}: {value}`" for name, value in values.items())


def _block(value: Any) -> str:
    """JSON, or a text as it is."""
    return f"```text\n{value.rstrip()}\n```\n" if isinstance(value, str) else f"```text\n{written(value, 110)}\n```\n"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links to the pages of the site and give them their titles. Links to other files become plain text. Words
    for the tests are removed from code fences."""
    here = page.file.src_uri
    if here.startswith(NOT_SEARCHED):
        page.meta["search"] = {"exclude": True}
    if boost := SEARCHED_FIRST.get(here):
        page.meta["search"] = {"boost": boost}
    folder = (ROOT / OUTSIDE_DOCS.get(here, f"docs/{here}")).parent
    titles = dict(_titles(config.nav or []))

    def link(found: re.Match[str]) -> str:
        text, target, anchor = found[1], found[2], found[3] or ""
        source = relpath(normpath(folder / target), ROOT)
        if (ROOT / source).is_dir():  # a link to a folder leads to its first page
            source = min((path.relative_to(ROOT).as_posix() for path in (ROOT / source).glob("*.md")), default=source)
        name = source.removeprefix("docs/") if source.startswith("docs/") else _IN_THE_SITE.get(source)
        if name is None:
            return text
        if name.startswith("examples/"):
            name = name.removesuffix(".json") + ".md"
        if text == Path(target).name:
            text = titles.get(name, text)
        return f"[{text}]({relpath(name, Path(here).parent)}{anchor})"

    return _FENCE.sub(r"```\1", _LINK.sub(link, markdown))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links to the service at the one that serves the page, which may have another port, or a prefix."""
    up = "../" * (page.file.src_uri.count("/") + 1)
    return _SERVICE_LINK.sub(rf'<a href="{up}\1/">', html)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Give the dialog of the search a name, which the theme leaves out and screen readers need."""
    search = 'data-md-component="search" role="dialog"'
    return output.replace(search, f'{search} aria-label="Search"')
