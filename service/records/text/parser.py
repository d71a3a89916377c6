"""The parser of records in text. Parsing is lenient: each problem has its line and column, and everything else is read.

Each line is parsed once and on its own, so the time is linear in the length of the text, and no line stops the parsing.
"""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO

from service.piquet.model.state import SEATS
from service.piquet.notation.action_lines import NotationError
from service.piquet.notation.position import read_ruleset
from service.piquet.scoring.adjustments import ADJUSTED, ADJUSTMENTS, MOST, REASON, Adjustment, Claim
from service.piquet.suggestions import did_you_mean, listed
from service.records import json_values, model, player_names, recognition
from service.records.text.action_syntax import read_step
from service.records.text.tokens import LINE, Line, Words, WordsError, in_order, lines, take_cards
from service.records.text.writer import ADJUSTMENT, ANNULLED, HEADER, OUT_OF_TURN

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff", b"\x00")
_NOTHING = f"there is no record; {recognition.FORMAT_PAGE} describes the format"
_NUMBER = re.compile(r"[0-9]{1,6}")
_BOTH = re.compile(r"([0-9]{1,5})-([0-9]{1,5})")
_PARTS = re.compile("([^-]*)-([^-]*)")
_SIGNED_PARTS = re.compile("( *-[^-]*|[^-]*)-( *-[^-]*|[^-]*)")
_NAMED = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9_ -]{0,39}?) *:")


def read(text: str | bytes) -> model.Reading:
    """Return the only record of a text."""
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    readings = list(islice(read_many(BytesIO(content)), 2))
    reading = readings[0] if readings else _Reader(1).nothing()
    if len(readings) > 1:
        line = readings[1].places[""][0]
        message = "this is a second record, and only one is allowed here"
        reading.problems.append(model.Problem("record.second", message, "", line, 1))
    return reading


def read_many(file: BinaryIO, first: int = 1, end: int | None = None) -> Iterator[model.Reading]:
    """Yield the records of a text, each as soon as it is complete. The arguments are those of `lines`."""
    reader: _Reader | None = None
    skipped = False  # the lines of something that is no record, up to the next header
    for line in lines(file, LINE, first, end):
        if line.number == 1:
            if line.content.startswith(_OTHER_ENCODINGS):
                yield _Reader(1).nothing("text.encoding", f"this is {recognition.not_utf8(line.content)}")
                return
            line = line._replace(content=line.content.removeprefix(BYTE_ORDER_MARK))
        if line.content.startswith(HEADER.encode()):
            if reader is not None:
                yield reader.reading
            reader, skipped = _Reader(line.number), False
        elif skipped:
            continue
        elif reader is None:
            if not line.content.strip() or line.content.startswith(b"#"):
                continue
            reader = _Reader(line.number)
            begins = (
                f"a record must begin with {HEADER} {model.VERSION}; {recognition.FORMAT_PAGE} describes the format"
            )
            if what := recognition.looks_like(line.content):
                reader.nothing("record.header", f"this looks like {what}; {begins}")
                skipped = True
                continue
            reader.problem("record.header", begins)
        reader.line(line)
    if reader is not None:
        yield reader.reading


class _Values:
    """A record that is being parsed. `number` is the number of the current line."""

    def __init__(self, number: int) -> None:
        self.record = model.Record()
        self.reading = model.Reading(self.record)
        self.number = number
        self.reading.places[""] = (number, 1)

    def problem(self, code: str, message: str, column: int = 1, pointer: str = "") -> None:
        """Add a problem on the current line, up to the limit of problems."""
        found = self.reading.problems
        if len(found) < model.PROBLEMS - 1:
            found.append(model.Problem(code, message, pointer, self.number, column))
        elif len(found) == model.PROBLEMS - 1:
            message = "there are more problems, which are not listed"
            found.append(model.Problem("record.limit", message, "", self.number, 1))

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
        return self.claim(text, column, pointer, -model.NUMBER)

    def _points(self, text: str, column: int, pointer: str, least: int) -> int | None:
        """Return a number of points, which may be unknown."""
        value = text.strip(" ")
        return None if value == model.UNKNOWN else self._number(value, column + text.find(value), pointer, least)

    def _number(self, value: str, column: int, pointer: str, least: int) -> int | None:
        if _NUMBER.fullmatch(value.removeprefix("-")) and least <= (number := int(value)) <= model.NUMBER:
            return number
        self.problem("claim.not_a_number", "this is not a number of points", column, pointer)
        return None

    def text(self, value: str, column: int, pointer: str, most: int = model.TEXT) -> str | None:
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
        found, why = player_names.winner_in(value, self.record.players)
        if why:
            self.problem("tag.value", why, column, pointer)
        return found

    def rubicon(self, value: str, column: int, pointer: str) -> bool | None:
        """`yes` or `no`."""
        word = self.one_of(value, ("yes", "no"), column, pointer)
        return None if word is None else word == "yes"

    def settlement(self, value: str, column: int, pointer: str) -> int | None:
        """Return what the winner wins, which an adjustment may have taken below zero."""
        return self._number(value, column, pointer, -model.NUMBER)

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
            self.problem(error.code, error.reason, error.column, pointer)
            return None
        return cards

    def hand(self, value: str, column: int, pointer: str) -> list[str] | None:
        """Cards, in the order of a set."""
        cards = self.cards(value, column, pointer)
        return None if cards is None else in_order(cards)


class _Reader(_Values):
    """The parser of one record, line by line."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.deal: model.Deal | None = None
        self.at = ""  # the JSON Pointer of the current deal

    def nothing(self, code: str = "record.empty", message: str = _NOTHING) -> model.Reading:
        self.problem(code, message)
        return self.reading

    # ------------------------------------------------------------ lines

    def line(self, line: Line) -> None:
        self.number = line.number
        text = self._decoded(line)
        stripped = text.strip(" ")
        if not stripped or stripped.startswith("#"):
            return
        column = text.find(stripped) + 1
        first = stripped.partition(" ")[0]
        if first in ("A", "B"):
            self._actions(stripped, column)
        elif first == HEADER:
            if stripped != f"{HEADER} {model.VERSION}":
                self.problem("record.version", f"this release reads version {model.VERSION} of the notation", column)
        elif first.partition(":")[0] == ADJUSTMENT:
            self._adjustment(stripped, column)
        elif first == "deal" and ":" not in stripped:
            self._begin_deal(stripped, column)
        elif stripped == "result":
            self._begin_result(column)
        elif named := _NAMED.match(stripped):
            value = stripped[named.end() :]
            lead = named.end() + len(value) - len(value.lstrip(" "))
            self._named(named["name"], value.strip(" "), column, column + lead)
        else:
            self.problem("line.unknown", "this is not a line of a record", column)

    def _decoded(self, line: Line) -> str:
        content = line.content.removesuffix(b"\r")
        if not line.whole:
            self.problem(
                "line.too_long", f"a line has at most {LINE} bytes; the rest of this one is left out", LINE + 1
            )
        try:
            text = content.decode()
        except UnicodeDecodeError as error:
            if line.whole or error.start < len(content) - 3:  # what the cut leaves of a letter
                column = len(content[: error.start].decode()) + 1
                self.problem("text.encoding", "this is not UTF-8", column)
            text = content.decode(errors="replace")
        if text.isprintable():  # has no control characters
            return text
        text = text.replace("\t", " ")
        if found := json_values.CONTROL.search(text):
            self.problem("text.control", "a line must not contain control characters", found.start() + 1)
            text = json_values.CONTROL.sub(" ", text)
        return text

    def _begin_deal(self, text: str, column: int) -> None:
        number, count = self.record.next_number(), len(self.record.deals)
        heading, _, rest = text.rpartition(" ")
        annulled = rest == ANNULLED
        self.deal, self.at = model.Deal(annulled=annulled), f"/deals/{count}"
        if count >= model.DEALS:  # its lines are parsed and left out
            self.problem("record.limit", f"a record has at most {model.DEALS} deals", column)
            return
        if (heading.rstrip(" ") if annulled else text) != f"deal {number}":
            self.problem("deal.number", f"this deal must have the number {number}", column, self.at)
        if self.record.result is not None:
            self.problem("deal.after_result", "a deal must come before the result", column)
        self.record.deals.append(self.deal)
        self.place(self.at, column)

    def _begin_result(self, column: int) -> None:
        if self.record.result is not None:
            self.problem("tag.twice", "the record already has a result", column, "/result")
            return
        self.record.result = model.Result()
        self.deal, self.at = None, ""
        self.place("/result", column)

    # ------------------------------------------------------------ actions

    def _actions(self, text: str, column: int) -> None:
        deal = self.deal
        if deal is None:
            self.problem("line.place", "actions must be in a deal", column)
            return
        for part in text.split(";"):
            step = part.strip(" ")
            if step:
                self._step(deal, step, column + part.find(step))
            column += len(part) + 1

    def _step(self, deal: model.Deal, text: str, column: int) -> None:
        pointer = f"{self.at}/steps/{len(deal.steps)}"
        words, claimed, claim = text.partition("=")
        if len(deal.steps) >= model.STEPS:
            self._unread(deal)
            self.problem("record.limit", f"a deal has at most {model.STEPS} actions", column, pointer)
            return
        try:
            step = read_step(words.rstrip(" "), column)
        except WordsError as error:
            self._unread(deal)
            self.problem(error.code, error.reason, error.column, pointer)
            return
        self.place(pointer, column)
        if claimed:
            score = claim.strip(" ")
            step.score = self.claim(score, column + len(words) + 1 + claim.find(score), f"{pointer}/score")
        deal.steps.append(step)

    def _unread(self, deal: model.Deal) -> None:
        if deal.unread is None:
            deal.unread = len(deal.steps)

    # ------------------------------------------------------------ named lines

    def _named(self, name: str, value: str, column: int, at: int) -> None:
        if name in model.KINDS_OF_NOTE:
            self._note(name, value, column)
            return
        if name not in _LINES:
            self.problem("tag.unknown", f"{name} is not the name of a line; it is kept as a remark", column)
            self._note("remark", f"{name}: {value}".strip(" "), column)
            return
        where, handler, member, seat = _LINES[name]
        owner: Any = self.record
        pointer = ""
        if name == "totals" and self.record.result is not None and self.deal is None:
            where = "result"
        if where == "deal":
            owner, pointer = self.deal, self.at
        elif where == "result":
            owner, pointer = self.record.result, "/result"
        if owner is None:
            self.problem("line.place", f"{name} must be in a {where}, and none has begun", column)
            return
        pointer += f"/{_MEMBER.get(member, member)}" + (f"/{'AB'[seat]}" if seat is not None else "")
        current: Any = self.record.tags.get(member) if name in model.TAGS else getattr(owner, member)
        given = current if seat is None else current[seat]
        if given is not None and (given or member != "irregular"):
            self.problem("tag.twice", f"{name} is given twice", column, pointer)
            return
        self.place(pointer, at)
        found = handler(self, value, at, pointer)
        if found is None:
            return
        if name in model.TAGS:
            self.record.tags[name] = found
        elif member == "dealer":
            owner.dealer, owner.out_of_turn = found
        elif member == "ruleset":
            self.record.ruleset, self.record.overrides = found
        elif seat is None:
            setattr(owner, member, found)
        else:
            current[seat] = found

    def _adjustment(self, text: str, column: int) -> None:
        found = self.record.adjustments
        pointer = f"/adjustments/{len(found)}"
        if len(found) >= ADJUSTMENTS:
            self.problem("record.limit", f"a record has at most {ADJUSTMENTS} adjustments", column)
            return
        try:
            found.append(read_adjustment(text, column, pointer))
        except WordsError as error:
            self.problem(error.code, error.reason, error.column, pointer)
        else:
            self.place(pointer, column)

    def _note(self, kind: str, value: str, column: int) -> None:
        notes = self.record.notes if self.deal is None else self.deal.notes
        if len(notes) >= model.NOTES:
            self.problem("record.limit", f"there are at most {model.NOTES} notes", column)
            return
        text = self.text(value, column, "")
        if text is not None:
            notes.append(model.Note(kind, text, len(self.deal.steps) if self.deal else 0))


_Handler = Callable[[_Values, str, int, str], Any]
# By name: the part of the record, the parser of the value, and the member and the seat that it fills.
_LINES: dict[str, tuple[str, _Handler, str, int | None]] = {
    **{tag: ("record", _Values.text, tag, None) for tag in model.TAGS},
    "ruleset": ("record", _Values.ruleset, "ruleset", None),
    "first dealer": ("record", _Values.seat, "first_dealer", None),
    "dealer": ("deal", _Values.dealer, "dealer", None),
    "irregular": ("deal", _Values.irregular, "irregular", None),
    "talon": ("deal", _Values.cards, "talon", None),
    "score": ("deal", _Values.sums, "score", None),
    "totals": ("deal", _Values.sums, "totals", None),
    "winner": ("result", _Values.winner, "winner", None),
    "rubicon": ("result", _Values.rubicon, "rubicon", None),
    "settlement": ("result", _Values.settlement, "settlement", None),
    **{f"player {seat}": ("record", _Values.text, "players", at) for at, seat in enumerate("AB")},
    **{f"hand {seat}": ("deal", _Values.hand, "hands", at) for at, seat in enumerate("AB")},
    **{f"written {seat}": ("deal", _Values.claim, "written", at) for at, seat in enumerate("AB")},
}
_MEMBER = {"hands": "dealt/hands", "talon": "dealt/talon"}


# ---------------------------------------------------------------- adjustments


_POINTS = re.compile(r"[+-]?[0-9]{1,6}")
_DEAL = re.compile(r"[0-9]{1,3}")
_MALFORMED = "adjustment.malformed"


def read_adjustment(text: str, column: int, pointer: str) -> Adjustment:
    """Return the adjustment of a line, which begins at this column. Raises `WordsError`."""
    head, colon, reason = text.partition(":")
    words = Words(head.rstrip(" "), column)
    words.take()
    seat = words.take()
    if seat not in SEATS:
        raise _error(words, f"the seat is {listed(SEATS, 'or')}")
    points = words.take()
    if not _POINTS.fullmatch(points) or abs(int(points)) > MOST:
        raise _error(words, f"the points are a whole number with its sign, up to {MOST}")
    of = words.take()
    if of not in ADJUSTED:
        raise _error(words, f"an adjustment is one of a {listed(ADJUSTED, 'or')}{did_you_mean(of, ADJUSTED)}")
    deal = words.take() if of == "deal" else ""
    if of == "deal" and not (_DEAL.fullmatch(deal) and 1 <= int(deal) <= model.DEALS):
        raise _error(words, f"the deal has a number, from 1 to {model.DEALS}")
    if words or not colon:
        words.take()
        raise _error(words, "a colon and the reason follow here")
    given = reason.strip(" ")
    at = column + len(head) + 1
    if not given:
        raise WordsError("an adjustment has a reason", at, _MALFORMED)
    if len(given) > REASON:
        raise WordsError(f"a reason has at most {REASON} characters", at + reason.find(given), _MALFORMED)
    return Adjustment(seat, int(points), of, int(deal) if deal else None, given, pointer)


def _error(words: Words, message: str) -> WordsError:
    return words.error(f"{message}, as in adjustment A -20 deal 3: slow play", _MALFORMED)
