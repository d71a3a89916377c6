"""What a picture shows, in words: headings, and rows with a label, cards and text; and the text of a picture.

The SVG is made from them, too. A text has cards as letters, as suit signs or in words.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from service.piquet.cards.cards import CARDS, RANKS, SUIT_MASK, SUIT_SIZE, SUITS, mask_of
from service.piquet.cards.ranking import POINT, SEQUENCE, write_tie
from service.words import PictureWords, words_in

Cards = tuple[int, ...]


class Place(NamedTuple):
    """The cards at one place: those face up, in order, and the number of those face down."""

    cards: tuple[int, ...] = ()
    backs: int = 0

    @property
    def each(self) -> tuple[int | None, ...]:
        """Each card, and None for each that is face down."""
        return (*self.cards, *(None,) * self.backs)


EMPTY = Place()


class Row(NamedTuple):
    """A row of a part: a label, and cards, tricks or text. In a text, cards are one by one if they are `ordered`.

    A trick is its cards.
    """

    label: str
    place: Place = EMPTY
    tricks: tuple[Cards, ...] = ()
    text: str = ""
    ordered: bool = False


class Part(NamedTuple):
    """A seat, or the middle of the table.

    In the SVG, `score` stands beside the heading, and so does a mark if the seat is `to_act`.
    """

    heading: str
    rows: tuple[Row, ...]
    score: str = ""
    to_act: bool = False


class Outline(NamedTuple):
    """A position in words.

    `facts` are lines about the deal and the scores. `bottom` is the seat there, `top` are all others; the first row of
    each is its hand. The first row of `table` is the trick in hand or the last trick, if there is one, which `trick`
    has.
    """

    title: str
    deal: str
    phase: str
    facts: tuple[str, ...]
    top: tuple[Part, ...]
    table: Part
    bottom: Part
    trick: Cards | None


class Writer:
    """What the outlines of all games have in common: phrases of a language, and the names of the seats."""

    def __init__(self, language: PictureWords, names: Sequence[str]) -> None:
        self.language, self.names = language, names

    def say(self, key: str, **fields: object) -> str:
        """Return a phrase of the language."""
        phrase = self.language.other[key]
        return phrase.format(**fields) if fields else phrase

    def title(self, deal: str, phase: str, to_act: int | None, viewer: int | None) -> str:
        """Return the title of a picture: the deal, its phase, who is to act and who looks."""
        key, name = ("title", "") if to_act is None else ("title to act", self.names[to_act])
        title = self.say(key, deal=deal, phase=phase, name=name)
        return title if viewer is None else self.say("title of seat", title=title, name=self.names[viewer])

    def seat_part(self, heading: str, rows: Iterable[Row], score: int, total: int, *, to_act: bool) -> Part:
        """Return a seat with its scores: those of the deal and of the finished deals."""
        if to_act:
            heading = self.say("heading to act", heading=heading)
        return Part(heading, tuple(rows), self.say("own score", score=score, total=total), to_act)


def holding_in_words(category: int, number: int, tie: int | None, language: PictureWords) -> str:
    """Return a holding as it is called: its number of cards, and its tie-break unless that is None."""
    if category == POINT:
        value = None if tie is None else write_tie("value", tie)
        return language.other["point" if tie is None else "point value"].format(number=number, value=value)
    if category == SEQUENCE:
        name = language.sequences.get(number, str(number))
        return name if tie is None else language.sequence(name, str(write_tie("top", tie)))
    rank = "" if tie is None else language.ranks[str(write_tie("rank", tie))][1]
    return language.other["set"].format(number=number, ranks=rank)


def cards_in_words(cards: Iterable[int], language: PictureWords) -> str:
    """Cards in words, suit by suit: `ace king of spades, nine of clubs`."""
    return ", ".join(_suit_in_words(language.code, suit, ranks) for suit, ranks in by_suit(cards))


def by_suit(cards: Iterable[int]) -> list[tuple[int, int]]:
    """Return the suits of which there are cards, each with its ranks as a mask."""
    hand = mask_of(cards)
    suits = (hand & SUIT_MASK, hand >> 9 & SUIT_MASK, hand >> 18 & SUIT_MASK, hand >> 27)
    return [(suit, ranks) for suit, ranks in enumerate(suits) if ranks]


@lru_cache(maxsize=4096)
def _suit_in_words(lang: str, suit: int, ranks: int) -> str:
    language = words_in(lang).pictures
    named = [language.ranks[letter][0] for rank, letter in reversed([*enumerate(RANKS)]) if ranks >> rank & 1]
    return language.other["of"].format(rank=" ".join(named), suit=language.suits[SUITS[suit]])


# ---------------------------------------------------------------- text


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
