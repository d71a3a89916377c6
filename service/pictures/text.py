"""The text of a picture: its outline in lines, with cards as letters, as suit signs or in words."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from service.pictures.locales import Language
from service.pictures.outline import Outline, Row, by_suit, card_in_words, cards_in_words
from service.piquet.cards.cards import RANKS, SUIT_SIZE, SUITS
from service.piquet.model.state import Trick

#: The signs of the suits, by letter.
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class CardText(NamedTuple):
    """How cards are written: suit by suit, and one card."""

    many: Callable[[Iterable[int]], str]
    one: Callable[[int], str]


def card_text(style: str) -> CardText:
    """Cards as `letters`, as in a record (`SAK H9`, and one card as `9H`), or as `signs` (`♠AK ♥9`, `9♥`)."""
    signs = SIGNS if style == "signs" else {letter: letter for letter in SUITS}
    return CardText(
        partial(_grouped, signs=signs), lambda card: RANKS[card % SUIT_SIZE] + signs[SUITS[card // SUIT_SIZE]]
    )


def card_words(language: Language) -> CardText:
    """Cards in words."""
    return CardText(partial(cards_in_words, language=language), partial(card_in_words, language=language))


def text_of(outline: Outline, language: Language, style: str) -> str:
    """A position as text."""
    return "\n".join((outline.title, *_lines(outline, language, card_text(style), "  "))) + "\n"


def description(outline: Outline, language: Language) -> str:
    """A position in words, for those who do not see the picture."""
    lines = _lines(outline, language, card_words(language), "")
    return "\n".join([f"{line}." for line in lines if line])


def _lines(outline: Outline, language: Language, cards: CardText, indent: str) -> list[str]:
    lines = [*outline.facts]
    for part in (outline.top, outline.table, outline.bottom):
        lines.append("")
        if part.heading:
            lines.append(part.heading)
        before = indent if part.heading else ""
        lines += [before + _row(row, language, cards) for row in part.rows]
    return lines


def _row(row: Row, language: Language, cards: CardText) -> str:
    place, found = row.place, list[str]()
    if place.cards:
        found += map(cards.one, place.cards) if row.ordered else [cards.many(place.cards)]
    if place.backs:
        found.append(language.other["one back" if place.backs == 1 else "backs"].format(number=place.backs))
    found += [_trick(trick, cards) for trick in row.tricks]
    if row.text:
        found.append(row.text)
    return language.other["label"].format(label=row.label, text=", ".join(found) or language.other["empty"])


def _trick(trick: Trick, cards: CardText) -> str:
    """The cards of a trick, the one led first."""
    return " – ".join(cards.one(card) for card in (trick.lead, trick.follow) if card >= 0)


def _grouped(cards: Iterable[int], signs: dict[str, str]) -> str:
    return " ".join(
        signs[SUITS[suit]] + "".join(RANKS[rank] for rank in reversed(range(SUIT_SIZE)) if ranks >> rank & 1)
        for suit, ranks in by_suit(cards)
    )
