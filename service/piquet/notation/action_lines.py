"""Actions in one line each (docs/notation.md): `Ap5-49` is A's call of a point of five cards, making 49.

The notation is a table: a template for each type of action, and the kinds of values in these templates. The grammar,
`write_action` and `read_action` are made from it.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypedDict, TypeVar

from service.piquet.actions import CORRECTIONS, TABLE, MemberKind, OwnMembers
from service.piquet.cards.cards import CARD, RANKS, SUITS
from service.piquet.model.violations import JsonValue
from service.piquet.toml_tables import load
from service.piquet.value_kinds import KINDS, PLACES, YES, Members

# ---------------------------------------------------------------- errors: the expected form, and the column


class NotationError(ValueError):
    """Text that is not a position or an action. `column` counts from 1; `reason` is the message without it."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"{message}, in column {column}")
        self.reason = message
        self.column = column


CARDS_OF_A_SET = "cards are written suit by suit, spades first, with T for ten: SAKTHAQ"
TALON = "the talon is written card by card, rank then suit: 9S8SKH"
NO_CARDS = (CARDS_OF_A_SET, TALON)

# By each letter of an action: the form of what follows it.
_FORMS: dict[str, str] = load(__file__, "line_forms", dict)["forms"]
_FORM_OF = {letter: form.format(cards=CARDS_OF_A_SET) for letters, form in _FORMS.items() for letter in letters}


def no_action(text: str) -> NotationError:
    """Return the error for text that is not an action: the form expected first, and its column."""
    if text[:1] not in ("A", "B"):
        return NotationError("an action begins with its seat, A or B", 1)
    if text[1:2] not in _FORM_OF:
        return NotationError(f"after the seat comes one of {' '.join(_FORM_OF)}", 2)
    return NotationError(_FORM_OF[text[1]], 3)


# ---------------------------------------------------------------- sets of cards, suit by suit: `SAKJHQ8`

#: The grammar: a set of cards, which may be empty; one that is not; and a card.
_HELD = [f"{suit}[6-9TJQKA]{{1,9}}" for suit in SUITS]
HAND = "".join(f"(?:{cards})?" for cards in _HELD)
_FROM = [cards + "".join(f"(?:{others})?" for others in _HELD[at + 1 :]) for at, cards in enumerate(_HELD)]
SOME_CARDS = f"(?:{'|'.join(_FROM)})"
ONE_CARD = "[6-9TJQKA][SHDC]"

_SUIT_AND_RANKS = re.compile("([SHDC])([6-9TJQKA]+)")

# One string object for each card, shared by all positions.
NAMED_CARD = {card: card for card in CARD}
_PLACE = {card: SUITS.index(card[1]) * 9 - RANKS.index(card[0]) for card in CARD}


def write_hand(cards: Iterable[str]) -> str:
    """Cards as a set, suit by suit, highest first: `SAKJHQ8`."""
    text, suit = "", ""
    for card in sorted(cards, key=_PLACE.__getitem__):
        text += card[0] if card[1] == suit else card[1] + card[0]
        suit = card[1]
    return text


def read_hand(text: str) -> list[str]:
    """Return the cards of a set written suit by suit. The text must match its grammar."""
    return [NAMED_CARD[rank + suit] for suit, ranks in _SUIT_AND_RANKS.findall(text) for rank in ranks]


# ---------------------------------------------------------------- values, and the lines of actions

_CATEGORY_OF = {"p": "point", "s": "sequence", "t": "set"}
_LETTER = {category: letter for letter, category in _CATEGORY_OF.items()}


_Value_co = TypeVar("_Value_co", covariant=True)


@dataclass(frozen=True)
class Value(Generic[_Value_co]):
    """A kind of value: its grammar, and how it is written and read. What is written is of this kind."""

    grammar: str
    write: Callable[[_Value_co], str]
    read: Callable[[str], JsonValue]


def _text(grammar: str) -> Value[str]:
    return Value(grammar, str, str)


def _in_line(word: str) -> str:
    """Return a word with hyphens: a line has `_` between its actions."""
    return word.replace("_", "-")


def _either(grammars: Iterable[str]) -> str:
    """Return the grammar of a text that is of one of several grammars."""
    one, *more = grammars
    return f"(?:{'|'.join((one, *more))})" if more else one


def _words(words: Iterable[str]) -> Value[str]:
    return Value(_either(map(_in_line, words)), _in_line, lambda text: text.replace("-", "_"))


def _truth(yes: str, no: str = "") -> Value[bool]:
    """Return a truth: a word for true, and one for false if that is ever said."""
    return Value(_either(filter(None, (yes, no))), lambda truth: yes if truth else no, yes.__eq__)


class _Holding(TypedDict):
    category: str
    cards: list[str]


def _write_holdings(holdings: Sequence[_Holding]) -> str:
    return "-".join(_LETTER[each["category"]] + write_hand(each["cards"]) for each in holdings) or "0"


def _read_holdings(text: str) -> list[Members]:
    parts = [] if text == "0" else text.split("-")
    return [{"category": _CATEGORY_OF[part[0]], "cards": read_hand(part[1:])} for part in parts]


def _write_positions(positions: Iterable[int]) -> str:
    return "".join(f"{position:x}" for position in positions) or "0"


def _read_positions(text: str) -> list[int]:
    return [] if text == "0" else [int(digit, 16) for digit in text]


def _write_proof(proof: Mapping[str, Sequence[str]]) -> str:
    return "-".join(f"{name}-{write_hand(proof[name])}" for name in ("missing", "double") if name in proof)


def _read_proof(text: str) -> Members:
    parts = text.split("-")
    return {name: read_hand(cards) for name, cards in zip(parts[::2], parts[1::2], strict=True)}


_COUNT = "(?:[0-9]|1[0-2])"
_HOLDING = f"[pst]{HAND}"

#: How a value of each kind is written in a line, by the name of the kind, and some groups of members by a name of their
#: own. No alternative of a grammar is ambiguous, so matching takes linear time. A position is a hexadecimal digit; 0
#: stands for none at all.
_VALUES = {
    "cards": Value(HAND, write_hand, read_hand),
    "some_cards": Value(SOME_CARDS, write_hand, read_hand),
    "card": _text(ONE_CARD),
    "suit": _text("[SHDC]"),
    "rank": _text("[6-9TJQKA]"),
    "top": _text("(?:[6-9TJQKA]|nought)"),
    "value": Value(
        r"(?:(?:1[01][0-9]|[1-9]?[0-9])(?:\.5)?|120)",
        "{:g}".format,
        lambda text: float(text) if "." in text else int(text),
    ),
    "length": Value("(?:[1-9]|1[0-2])", str, int),
    "count": Value(_COUNT, str, int),
    "truth": _truth("y", "n"),
    "holdings": Value(f"(?:0|{_HOLDING}(?:-{_HOLDING}){{0,11}})", _write_holdings, _read_holdings),
    "some_positions": Value("[1-9a-f]{1,15}", _write_positions, _read_positions),
    "positions": Value("(?:0|[1-9a-f]{1,15})", _write_positions, _read_positions),
    "leaves": Value[int | None](
        f"l{_COUNT}?",
        lambda count: "l" if count is None else f"l{count}",
        lambda text: int(text[1:]) if text[1:] else None,
    ),
    "place": _words(PLACES),
    "taken_up": _truth("taken-up", "not-taken-up"),
    "proof": Value(f"(?:missing-{SOME_CARDS}(?:-double-{SOME_CARDS}|)|double-{SOME_CARDS})", _write_proof, _read_proof),
    "question": _text("(?:point|sequence|set|all|[SHDC]|[6-9TJQKA])"),
    "answer": Value[int | list[str]](
        f"(?:3[0-6]|[12]?[0-9]|{SOME_CARDS})",
        lambda answer: str(answer) if isinstance(answer, int) else write_hand(answer),
        lambda text: int(text) if text.isdecimal() else read_hand(text),
    ),
    "entry": Value("(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])", str, int),
    "ruled_kind": _words(KINDS),
}


def _value_of(name: str, kind: MemberKind) -> Value[object]:
    """Return how a member is written: one that says nothing but that it is there as its name."""
    return _truth(name) if kind is YES else _VALUES[kind.name]


# A member in a template, and a part without other parts that may be left out.
_FIELD = re.compile(r"\{(\w*)\}")
_OPTIONAL = re.compile(r"\(([^()]*)\)\?")
_START = re.compile(r"(?:[a-z0-9@-]|\\.)*")  # of a grammar: letters that stand for themselves
_THERE = "\0"  # stands before each member that is written


_NOTHING = _text("")


class Line:
    """A template, as `x{cards}(-k{taken})?`, of a type of action, and the members that it says besides those in it.

    In braces stands a member. What is in parentheses is left out if it has no member. Empty braces stand for members
    that are written as `rest`.
    """

    def __init__(
        self,
        template: str,
        of_type: str,
        said: Mapping[str, JsonValue] | None = None,
        rest: Value[object] = _NOTHING,
    ) -> None:
        self.template, self.of_type = template, of_type
        self.said: Members = {"type": of_type, **(said or {})}
        kinds = TABLE.types[of_type].all_members
        self._values = {name: _value_of(name, kinds[name]) if name else rest for name in _FIELD.findall(template)}
        self._needed = set(_FIELD.findall(_without_optional(template, lambda part: "")))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """The grammar, compiled when it is first needed: those of all lines would delay the start of a command."""
        return re.compile(self.grammar("(?P<{}_>{})"))

    def grammar(self, member: str = "{1}") -> str:
        """Return the grammar of the line, with a format for its members: of their names and their grammars."""
        text = self.template.replace(".", r"\.").replace("(", "(?:")
        return _FIELD.sub(lambda field: member.format(field[1], self._values[field[1]].grammar), text)

    def fits(self, members: Mapping[str, JsonValue]) -> bool:
        """Whether the line says these members."""
        return self.said.items() <= members.items() and self._needed - {""} <= members.keys()

    def write(self, members: Mapping[str, JsonValue]) -> str:
        """Return the text of members that the line says."""
        given = {"": members, **members}
        texts = {name: value.write(given[name]) for name, value in self._values.items() if name in given}
        text = _FIELD.sub(lambda field: _THERE + texts[field[1]] if texts.get(field[1]) else "", self.template)
        return _without_optional(text, lambda part: part[1] if _THERE in part[1] else "").replace(_THERE, "")

    def read(self, text: str) -> Members | None:
        """Return the members of a text; None if it is not of this line."""
        found = self._pattern.fullmatch(text)
        if found is None:
            return None
        there = {name for name in self._values if name in self._needed or found[f"{name}_"]}
        members = {name: self._values[name].read(found[f"{name}_"]) for name in self._values if name in there}
        rest = members.pop("", None)
        return {**self.said, **(rest if isinstance(rest, dict) else {}), **members}


def _without_optional(template: str, instead: Callable[[re.Match[str]], str]) -> str:
    """Return a template with something instead of each part that may be left out, the inner ones first."""
    while "(" in template:
        template = _OPTIONAL.sub(instead, template)
    return template


def _one_of(lines: Sequence[Line], key: str = "type") -> Value[Mapping[str, JsonValue]]:
    """Return the kind of value that is members, in the first of these lines that they fit. Each line says `key`."""
    of_word, of_letter = defaultdict[object, list[Line]](list), defaultdict[str, list[Line]](list)
    starts = defaultdict[str, list[str]](list)  # by what follows them, which makes the grammar shorter
    for line in lines:
        of_word[line.said[key]].append(line)
        of_letter[line.template[0]].append(line)
        grammar = line.grammar()
        end = _START.match(grammar).end()  # type: ignore[union-attr]
        starts[grammar[end:]].append(grammar[:end])
    return Value(
        _either(_either(same) + rest for rest, same in starts.items()),
        lambda members: next(line.write(members) for line in of_word[members[key]] if line.fits(members)),
        lambda text: next((found for line in of_letter.get(text[:1], ()) if (found := line.read(text))), None),
    )


def _according_to(of_type: str) -> Value[Mapping[str, JsonValue]]:
    """Return the kind of value that is the members of an incident or a ruling which depend on another one."""
    depends = TABLE.types[of_type].depends
    assert depends is not None

    def line(word: str, own: OwnMembers) -> Line:
        needed = "".join(f"-{{{name}}}" for name in own.required)
        optional = "".join(f"(-{{{name}}})?" for name in own.optional)
        return Line(f"{_in_line(word)}{needed}{optional}", of_type, {depends.member: word})

    return _one_of([line(*row) for row in depends.own.items()], depends.member)


_LINES = (
    Line("b({exchange})?", "claim_carte_blanche"),
    Line("m{cards}", "commit_discard"),
    Line("x{cards}", "exchange"),
    Line("l{look}({suit})?", "look_at_left"),
    Line("u{suit}", "name_suit"),
    *(Line(f"{letter}0", "pass", {"category": category}) for letter, category in _CATEGORY_OF.items()),
    Line("p{length}(-({value})?(-{cards})?)?", "call", {"category": "point"}),
    Line("s{length}(-({top})?(-{cards})?)?", "call", {"category": "sequence"}),
    Line("t{count}-{rank}", "call", {"category": "set"}),
    Line("g", "reply", {"reply": "good"}),
    Line("n({length})?(v{value})?(h{top})?", "reply", {"reply": "not_good"}),
    Line("e", "reply", {"reply": "equal"}),
    Line("v{value}(-{cards})?", "state_tie_break"),
    Line("h{top}(-{cards})?", "state_tie_break"),
    Line("d", "decline"),
    Line("r({holdings})?", "reckon"),
    Line(".{card}", "play"),
    Line("c", "concede"),
)
# What may follow an irregular action: the members of its mark.
_MARKS = {"taken": "(-k{taken})?", "mixed": "(-m{mixed})?", "leaves": "(-{leaves})?", "shown": "(-w{shown})?"}


def _marked() -> Iterator[Line]:
    """Yield the lines of irregular actions."""
    for line in _LINES:
        of_type = TABLE.types[line.of_type]
        if "irregular" in of_type.all_members:
            marks = "".join(_MARKS[name] for name in of_type.marks or ())
            yield Line(f"@{line.template}{marks}", of_type.name, {**line.said, "irregular": True})


_VALUES["correction"] = _one_of([line for line in _LINES if line.of_type in CORRECTIONS.types])
_ACTION = _one_of(
    [
        *_marked(),
        *_LINES,
        Line("a{action}", "amend"),
        Line("i-{}", "incident", rest=_according_to("incident")),
        Line("u{number}(-{kind})?-{}", "ruling", rest=_according_to("ruling")),
    ]
)
ACTION = f"[AB]{_ACTION.grammar}"


def write_action(members: Mapping[str, JsonValue]) -> str:
    """Return a valid action, given as members, in one line."""
    return f"{members['seat']}{_ACTION.write(members)}"


def read_action(text: str) -> Members:
    """Return the members of an action in one line. A card named twice is kept twice. Raises `NotationError`."""
    members = _ACTION.read(text[1:]) if text[:1] in ("A", "B") else None
    if not isinstance(members, dict):
        raise no_action(text)
    return {"seat": text[0], **members}
