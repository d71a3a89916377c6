"""The text of a picture: its outline in lines, with cards as letters, as suit signs or in words."""

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import NamedTuple

from service.pictures.outline import Outline, Row, by_suit, cards_in_words
from service.piquet.cards.cards import CARDS, RANKS, SUIT_SIZE, SUITS
from service.words import PictureWords, words_in

#: The signs of the suits, by letter.
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class CardText(NamedTuple):
    """How cards are written: suit by suit, and one card."""

    many: Callable[[Iterable[int]], str]
    one: Callable[[int], str]


@cache
def card_text(style: str) -> CardText:
    """Cards as `letters`, as in a record (`SAK H9`, and one card as `9H`), or as `signs` (`♠AK ♥9`, `9♥`)."""
    signs = SIGNS if style == "signs" else {letter: letter for letter in SUITS}
    cards = tuple(card[0] + signs[card[1]] for card in CARDS)
    return CardText(partial(_grouped, signs=signs), cards.__getitem__)


@cache
def card_words(code: str) -> CardText:
    """Cards in words of the language with this code."""
    language = words_in(code).pictures
    cards = tuple(cards_in_words((card,), language) for card in range(len(CARDS)))
    return CardText(partial(cards_in_words, language=language), cards.__getitem__)


def text_of(outline: Outline, language: PictureWords, style: str) -> str:
    """Return a position as text."""
    return "\n".join((outline.title, *_lines(outline, language, card_text(style), "  "))) + "\n"


def description(outline: Outline, language: PictureWords) -> str:
    """Return a position in words, for those who do not see the picture."""
    lines = _lines(outline, language, card_words(language.code), "")
    return "\n".join([f"{line}." for line in lines if line])


def _lines(outline: Outline, language: PictureWords, cards: CardText, indent: str) -> list[str]:
    lines = [*outline.facts]
    for part in filter(lambda each: each.rows, (*outline.top, outline.table, outline.bottom)):
        lines.append("")
        if part.heading:
            lines.append(part.heading)
        before = indent if part.heading else ""
        lines += [before + _row(row, language, cards) for row in part.rows]
    return lines


def _row(row: Row, language: PictureWords, cards: CardText) -> str:
    place = row.place
    found: list[str] = []
    if place.cards:
        found += map(cards.one, place.cards) if row.ordered else [cards.many(place.cards)]
    if place.backs:
        found.append(language.other["one back" if place.backs == 1 else "backs"].format(number=place.backs))
    found += [" – ".join(map(cards.one, trick)) for trick in row.tricks]
    if row.text:
        found.append(row.text)
    return language.other["label"].format(label=row.label, text=", ".join(found) or language.other["empty"])


def _grouped(cards: Iterable[int], signs: dict[str, str]) -> str:
    return " ".join(
        signs[SUITS[suit]] + "".join(RANKS[rank] for rank in reversed(range(SUIT_SIZE)) if ranks >> rank & 1)
        for suit, ranks in by_suit(cards)
    )
