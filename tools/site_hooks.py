"""What MkDocs does not do by itself, so that one text serves the repository and the site."""

import re
from collections.abc import Iterator
from os.path import normpath, relpath
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]

#: Pages of the site that lie elsewhere in the project, by their name in the site.
ELSEWHERE = {
    "benchmarks.md": "benchmarks/README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "examples.md": "examples/README.md",
}
_IN_THE_SITE = {source: name for name, source in ELSEWHERE.items()} | {"README.md": "play.md"}

_LINK = re.compile(r"\[([^\]]+)\]\((?![a-z]+:|[#/])([^)#\s]+)(#[^)\s]*)?\)")
_FENCE = re.compile(r"^```(\w+) .*$", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.nav = list(_there(config.nav or []))
    return config


def _there(entries: list[Any]) -> Iterator[Any]:
    """The entries of a navigation whose pages are there; a folder becomes its pages."""
    for entry in entries:
        ((title, target),) = entry.items()
        if isinstance(target, list):
            yield {title: list(_there(target))}
        elif target.endswith("/"):
            if pages := sorted(
                path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / target).glob("*.md")
            ):
                yield {title: pages}
        elif target.startswith("/") or (ROOT / ELSEWHERE.get(target, f"docs/{target}")).is_file():
            yield entry


def _titles(entries: list[Any]) -> Iterator[tuple[str, str]]:
    """Pages of a navigation by their names, with their titles there."""
    for entry in entries:
        for title, target in entry.items() if isinstance(entry, dict) else ():
            if isinstance(target, list):
                yield from _titles(target)
            else:
                yield target, title


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, source in ELSEWHERE.items():
        if (ROOT / source).is_file():
            files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links lead to where their page is in the site, by its title; what is not there is named only; what a fence says
    to tests is left out."""
    here = page.file.src_uri
    folder = (ROOT / ELSEWHERE.get(here, f"docs/{here}")).parent
    titles = dict(_titles(config.nav or []))

    def link(found: re.Match[str]) -> str:
        text, target, anchor = found[1], found[2], found[3] or ""
        source = relpath(normpath(folder / target), ROOT)
        if (ROOT / source).is_dir():  # its first page stands for a folder
            source = min((path.relative_to(ROOT).as_posix() for path in (ROOT / source).glob("*.md")), default=source)
        name = source.removeprefix("docs/") if source.startswith("docs/") else _IN_THE_SITE.get(source)
        if name is None:
            return text
        if text == Path(target).name:
            text = titles.get(name, text)
        return f"[{text}]({relpath(name, Path(here).parent)}{anchor})"

    return _FENCE.sub(r"```\1", _LINK.sub(link, markdown))
