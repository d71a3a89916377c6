"""English and French have a word for each thing (docs/architecture.md)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from service.words import LANGUAGES


def phrases(words: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every phrase of a language by its place; `texts` are of English phrases, which have no English texts."""
    if isinstance(words, str):
        yield name, words
    elif is_dataclass(words):
        for each in fields(words):
            if each.name not in ("texts", "code"):
                yield from phrases(getattr(words, each.name), f"{name}.{each.name}")
    elif isinstance(words, Mapping):
        for key, value in words.items():
            yield from phrases(value, f"{name}[{key}]")
    elif isinstance(words, Sequence):
        for number, value in enumerate(words):
            yield from phrases(value, f"{name}[{number}]")


def test_all_languages_have_the_same_phrases() -> None:
    english = dict(phrases(LANGUAGES["en"]))
    assert len(english) > 500
    for language in LANGUAGES.values():
        assert dict(phrases(language)).keys() == english.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_language_has_one_code_and_the_same_names_everywhere(lang: str) -> None:
    words = LANGUAGES[lang]
    assert words.pictures.code == words.commentary.code == lang
    for name in ("ranks", "suits", "sequences", "kinds"):
        assert getattr(words.pictures, name) == getattr(words.commentary, name)
    assert words.pictures.kinds == words.rulings.kinds
