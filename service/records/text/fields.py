"""Parsers for the fields of a record's lines. Each returns a value, or adds a problem with its line and column."""

import re
from typing import Any

from service.piquet.notation.action_lines import NotationError
from service.piquet.notation.position import read_ruleset
from service.piquet.scoring.adjustments import Claim
from service.records.model import NUMBER, PROBLEMS, TEXT, UNKNOWN, Problem, Reading, Record
from service.records.player_names import winner_in
from service.records.text.tokens import Words, WordsError, in_order, take_cards
from service.records.text.writer import OUT_OF_TURN

# Characters that a line must not contain: control characters, and those that some programs read as a line end.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NUMBER = re.compile(r"[0-9]{1,6}")
_BOTH = re.compile(r"([0-9]{1,5})-([0-9]{1,5})")
_PARTS = re.compile("([^-]*)-([^-]*)")
_SIGNED_PARTS = re.compile("( *-[^-]*|[^-]*)-( *-[^-]*|[^-]*)")


class Values:
    """A record that is being parsed. `number` is the number of the current line."""

    def __init__(self, number: int) -> None:
        self.record = Record()
        self.reading = Reading(self.record)
        self.number = number
        self.reading.places[""] = (number, 1)

    def problem(self, code: str, message: str, column: int = 1, pointer: str = "") -> None:
        """Add a problem on the current line, up to the limit of problems."""
        found = self.reading.problems
        if len(found) < PROBLEMS - 1:
            found.append(Problem(code, message, pointer, self.number, column))
        elif len(found) == PROBLEMS - 1:
            found.append(Problem("record.limit", "there are more problems, which are not listed", "", self.number, 1))

    def place(self, pointer: str, column: int) -> None:
        """Store the line and column of a pointer."""
        self.reading.places[pointer] = (self.number, column)

    def claim(self, text: str, column: int, pointer: str, least: int = 0) -> Claim | None:
        """Return a claim: two numbers from `least` on, or `?` for one that is unknown."""
        if both := _BOTH.fullmatch(text):  # as most claims are
            self.place(pointer, column)
            return int(both[1]), int(both[2])
        numbers = (_SIGNED_PARTS if least < 0 else _PARTS).fullmatch(text)
        if not numbers:
            self.problem("claim.form", "a claim has two numbers, A's and B's, such as 28-23", column, pointer)
            return None
        self.place(pointer, column)
        own, other = numbers.groups()
        return self._points(own, column, pointer, least), self._points(other, column + len(own) + 1, pointer, least)

    def sums(self, text: str, column: int, pointer: str) -> Claim | None:
        """Return a claim of numbers that an adjustment may have taken below zero."""
        return self.claim(text, column, pointer, -NUMBER)

    def _points(self, text: str, column: int, pointer: str, least: int) -> int | None:
        """Return a number of points, which may be unknown."""
        value = text.strip(" ")
        return None if value == UNKNOWN else self._number(value, column + text.find(value), pointer, least)

    def _number(self, value: str, column: int, pointer: str, least: int) -> int | None:
        if _NUMBER.fullmatch(value.removeprefix("-")) and least <= (number := int(value)) <= NUMBER:
            return number
        self.problem("claim.not_a_number", "this is not a number of points", column, pointer)
        return None

    def text(self, value: str, column: int, pointer: str, most: int = TEXT) -> str | None:
        """Free text of limited length."""
        if not value:
            self.problem("tag.empty", "this value is empty", column, pointer)
            return None
        if len(value) > most:
            self.problem("tag.too_long", f"a text has at most {most} characters", column, pointer)
        return value[:most].strip(" ")

    def one_of(self, value: str, allowed: tuple[str, ...], column: int, pointer: str) -> str | None:
        """One of the allowed words."""
        if value in allowed:
            return value
        self.problem("tag.value", f"this is not one of {', '.join(allowed)}", column, pointer)
        return None

    def seat(self, value: str, column: int, pointer: str) -> str | None:
        """Return a seat."""
        return self.one_of(value, ("A", "B"), column, pointer)

    def dealer(self, value: str, column: int, pointer: str) -> tuple[str, bool] | None:
        """Return a seat, and whether it dealt out of turn."""
        seat = value.removesuffix(OUT_OF_TURN).rstrip(" ") if value.endswith(f" {OUT_OF_TURN}") else value
        found = self.seat(seat, column, pointer)
        return None if found is None else (found, seat != value)

    def irregular(self, value: str, column: int, pointer: str) -> bool | None:
        """Return the word `deal`: the numbers of cards are not those of the ruleset."""
        return True if self.one_of(value, ("deal",), column, pointer) else None

    def winner(self, value: str, column: int, pointer: str) -> str | None:
        """Return a seat, by its letter or by the name of its player, or `none` for a drawn partie."""
        found, why = winner_in(value, self.record.players)
        if why:
            self.problem("tag.value", why, column, pointer)
        return found

    def rubicon(self, value: str, column: int, pointer: str) -> bool | None:
        """`yes` or `no`."""
        word = self.one_of(value, ("yes", "no"), column, pointer)
        return None if word is None else word == "yes"

    def settlement(self, value: str, column: int, pointer: str) -> int | None:
        """Return what the winner wins, which an adjustment may have taken below zero."""
        return self._number(value, column, pointer, -NUMBER)

    def ruleset(self, value: str, column: int, pointer: str) -> tuple[str, Any] | None:
        """Return the name of a ruleset, with overrides."""
        try:
            return read_ruleset(value, column)
        except NotationError as error:
            self.problem("tag.value", error.reason, error.column, pointer)
            return None

    def cards(self, value: str, column: int, pointer: str) -> list[str] | None:
        """Cards, in the order written."""
        words = Words(value, column)
        try:
            cards = take_cards(words)
            words.end()
        except WordsError as error:
            self.problem(error.code, str(error), error.column, pointer)
            return None
        return cards

    def hand(self, value: str, column: int, pointer: str) -> list[str] | None:
        """Cards, in the order of a set."""
        cards = self.cards(value, column, pointer)
        return None if cards is None else in_order(cards)
