"""English and French have a word for each thing (docs/architecture.md)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass

import pytest

from service.words import LANGUAGES, Language, words_in


def phrases(words: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every phrase of a language by its place; `texts` are of English phrases, which have no English texts."""
    if isinstance(words, str):
        yield name, words
    elif is_dataclass(words):
        for each in fields(words):
            if each.name not in ("texts", "code", "number"):
                yield from phrases(getattr(words, each.name), f"{name}.{each.name}")
    elif isinstance(words, Mapping):
        for key, value in words.items():
            yield from phrases(value, f"{name}[{key}]")
    elif isinstance(words, Sequence):
        for number, value in enumerate(words):
            yield from phrases(value, f"{name}[{number}]")
    else:
        raise TypeError(f"{name} is no phrase: {words!r}")


def fields_of(phrase: str) -> set[str]:
    """What is put into a phrase; `{Follows}` is `{follows}` at the beginning of a sentence."""
    return {name.lower() for name in re.findall(r"\{(.*?)\}", phrase)}


def test_all_languages_have_the_same_phrases() -> None:
    english = dict(phrases(words_in("en")))
    assert len(english) > 490
    for lang in LANGUAGES:
        assert dict(phrases(words_in(lang))).keys() == english.keys()


def test_the_phrases_of_all_languages_take_the_same_fields() -> None:
    """French says four reasons in its own words, and does not name the opponent where it is clear."""
    english, french = (dict(phrases(words_in(lang))) for lang in LANGUAGES)
    differ = {name: fields_of(phrase) ^ fields_of(french[name]) for name, phrase in english.items()}
    codes = ("no_cards", "not_checked", "irregular", "unreadable")
    assert {name: each for name, each in differ.items() if each} == {
        ".rulings.elections[demand]": {"other"},
        ".rulings.elections[inspect buried]": {"other"},
        **{f".commentary.other[stopped {code}]": {"message"} for code in codes},
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_language_has_one_code_and_the_same_names_everywhere(lang: Language) -> None:
    words = words_in(lang)
    assert words.pictures.code == words.commentary.code == lang
    for name in ("ranks", "suits", "sequences", "kinds"):
        assert getattr(words.pictures, name) == getattr(words.commentary, name)
