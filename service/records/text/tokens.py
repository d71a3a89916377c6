"""Tokens of the text form: the words of a line, and cards in words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import BinaryIO, NamedTuple

from service.piquet.cards.cards import CARD, RANKS, SUITS, in_letters
from service.piquet.notation.action_lines import NotationError, write_hand
from service.records.model import UNKNOWN

_TOKEN = re.compile(r"[^ ,]+|,")
_GROUPS = re.compile(r"(?:[SHDC][6-9TJQKA]+)+")
_GROUP = re.compile(r"([SHDC])([6-9TJQKA]+)")
_NOT_THIS = "this is not "
_QUOTED = 40  # the most characters of a word that a message quotes
_SHORT = 10  # the most characters of a word that is remembered: a whole suit, as SAKQJT9876
NOTHING = "nothing"
ONE_BY_ONE = re.compile(r"(?:[6-9TJQKA][SHDC])+")
_PLACE = {card: at for at, card in enumerate([*(rank + suit for suit in SUITS for rank in reversed(RANKS)), UNKNOWN])}


class WordsError(NotationError):
    """Words that cannot be parsed, with the `code` of the problem in a record."""

    def __init__(self, message: str, column: int, code: str = "action.malformed") -> None:
        super().__init__(message, column)
        self.code = code


class Words:
    """The words of a part of a line, taken one by one. `column` is the column of the word taken last.

    `spoken` are other words for those of the text, each with its place there.
    """

    def __init__(self, text: str, column: int, spoken: Iterable[tuple[str, int]] | None = None) -> None:
        words = ((found.group(), found.start()) for found in _TOKEN.finditer(text)) if spoken is None else spoken
        self._left = [(word, column + at) for word, at in words]
        self._left.reverse()
        self._text, self._begin = text, column
        self.column = column
        self._end = column + len(text)
        self._taken = ""  # the word taken last, or before the end

    def __bool__(self) -> bool:
        return bool(self._left)

    @property
    def next(self) -> str:
        """The next word, without taking it; "" at the end."""
        return self._left[-1][0] if self._left else ""

    @property
    def rest(self) -> str:
        """The words that are left."""
        return " ".join(word for word, _ in reversed(self._left))

    def take(self) -> str:
        """Take the next word; "" at the end."""
        if not self._left:
            self.column = self._end
            return ""
        self._taken, self.column = self._left.pop()
        return self._taken

    def cut(self, words: Iterable[str]) -> "Words":
        """Cut off the words from the first of these on, and return them."""
        stops = set(words)
        at = next((at for at in reversed(range(len(self._left))) if self._left[at][0] in stops), -1)
        rest = Words(self._text, self._begin, ())
        rest.column = self._end
        rest._left, self._left = self._left[: at + 1], self._left[at + 1 :]
        return rest

    def end(self) -> None:
        """Raise `WordsError` if there are more words."""
        if self._left:
            self.take()
            raise self.error("this is more than is expected here")

    def error(self, message: str, code: str = "action.malformed") -> WordsError:
        """Return an error at the word taken last, which takes the place of `this` at the start of the message.

        At the end, the message says what is missing.
        """
        word = _TOKEN.match(self._text, self.column - self._begin)
        named = re.sub("^this", lambda _: repr(word[0][:_QUOTED]), message) if word else message
        if message.startswith(_NOT_THIS) and not word:
            after = f" after {self._taken[:_QUOTED]!r}" if self._taken else ""
            missing, _, _ = message.removeprefix(_NOT_THIS).partition(", and is not ")
            named = f"{missing} is missing{after}"
        return WordsError(named, self.column, code)


def in_order(cards: Sequence[str]) -> list[str]:
    """Cards in the order of a set: by suit, highest first, unknown cards last."""
    return sorted(cards, key=_PLACE.__getitem__)


def _cards_of(word: str) -> Sequence[str]:
    """Return the cards of a word, in the order written; empty for a word that is not cards."""
    if _GROUPS.fullmatch(word):
        return tuple([rank + suit for suit, ranks in _GROUP.findall(word) for rank in ranks])
    if ONE_BY_ONE.fullmatch(word):
        return tuple([word[at : at + 2] for at in range(0, len(word), 2)])
    plain = in_letters(word)
    if plain != word:
        return _cards_of(plain)
    return "" if word.strip(UNKNOWN) else word


_remembered_cards_of = lru_cache(maxsize=4096)(_cards_of)


def take_cards(words: Words) -> list[str]:
    """Take the cards that come next, in the order written: suits with their ranks, single cards, or unknown cards."""
    cards: list[str] = []
    while words.next not in ("", ","):
        word = words.take()
        found = _remembered_cards_of(word) if len(word) <= _SHORT else _cards_of(word)
        if not found:
            raise words.error(
                "this is not a card; cards are written suit by suit (SAKHJ), one by one (AS KS JH), or as ?",
                "card.unknown",
            )
        cards += found
        if len(cards) > 2 * len(CARD):
            raise words.error("there are more cards here than in a pack")
    return cards


def cards_text(cards: Sequence[str]) -> str:
    """Return a set of cards in words: suits with their ranks, then the unknown cards."""
    known = write_hand(card for card in cards if card != UNKNOWN)
    unknown = UNKNOWN * sum(card == UNKNOWN for card in cards)
    return " ".join(filter(None, [*("".join(group) for group in _GROUP.findall(known)), unknown]))


# ---------------------------------------------------------------- lines


LINE = 10_000  # the most bytes of a line of text


class Line(NamedTuple):
    """A line without its end, and its number. `whole` is False if the line was cut."""

    number: int
    content: bytes
    whole: bool


def lines(file: BinaryIO, limit: int, first: int = 1, end: int | None = None) -> Iterator[Line]:
    """Yield the lines of a file from its current position on, up to the position `end`.

    `first` is the number of the first line.
    """
    for number in count(first):
        if end is not None and file.tell() >= end:
            return
        read = file.readline(limit + 1)
        if not read:
            return
        content = read.removesuffix(b"\n")
        while len(read) > limit and not read.endswith(b"\n"):
            read = file.readline(limit + 1)
        yield Line(number, content[:limit], len(content) <= limit)
