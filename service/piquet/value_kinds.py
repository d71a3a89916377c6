"""The kinds of values that the members of an action have: how each is read from plain data, and written as such."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, Protocol, TypeVar

from service.piquet.cards.cards import BIT, CARD, CARDS, RANKS, SUITS, names
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, read_tie, write_tie
from service.piquet.law import kinds
from service.piquet.law.data import elections
from service.piquet.law.kinds.tables import FACTS, as_word
from service.piquet.model.actions import Action
from service.piquet.model.violations import JsonValue, violation
from service.piquet.suggestions import did_you_mean, no_card

#: Members of an object of plain data.
Members = dict[str, JsonValue]
#: What the engine has for the value of a member.
EngineValue = int | str | tuple[int, ...] | tuple[Holding, ...] | Action | None
#: The members of an action with the values of the engine.
EngineValues = dict[str, EngineValue]

#: The kinds that a ruling may be about: all that can stand in a history, as an entry or as its consequence.
KINDS: Final = tuple(dict.fromkeys(kind.name for kind in kinds.KINDS if kind.enters != "facts"))
REPLIES: Final = ("good", "not_good", "equal")
#: Where a card was faced (K4), and what a question about declared cards was about (K23).
PLACES: Final = ("pack", "stock")
QUESTIONS: Final[tuple[str, ...]] = tuple(map(as_word, FACTS["about"].values))
#: The highest position in the talon: the talon of an irregular deal has up to fifteen cards.
LAST_POSITION: Final = 15
#: The highest number of an entry that a ruling may name.
LAST_ENTRY: Final = 255

_TOPS = (*RANKS, "nought")
_MOST = 12  # the most cards in a call or a discard, the most holdings, and the most words that a message lists
_HIGHEST = 120  # the highest value of a point


class MembersError(ValueError):
    """Members that are not an action.

    `path` is the place of the first fault, and its message continues a sentence that begins "this member". `faults` has
    every path with its message.
    """

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path
        self.faults: list[tuple[tuple[str | int, ...], str]] = [(path, message)]

    def under(self, *path: str | int) -> "MembersError":
        """Return the same faults in an action that is the member at `path`."""
        moved = MembersError(str(self), *path, *self.path)
        moved.faults = [((*path, *place), message) for place, message in self.faults]
        return moved


def refused(found: Sequence[MembersError]) -> MembersError:
    """Return one error with the faults of all."""
    error = MembersError(str(found[0]), *found[0].path)
    error.faults = [fault for each in found for fault in each.faults]
    return error


_Value_co = TypeVar("_Value_co", bound=EngineValue, covariant=True)


class Reader(Protocol[_Value_co]):
    """Reads a value of plain data at a path."""

    def __call__(self, value: JsonValue, *path: str | int) -> _Value_co:
        """Return the value of the engine. Raises `MembersError`."""


@dataclass(frozen=True)
class ValueKind(Generic[_Value_co]):
    """A kind of value: its name, its reader, and its writer, which gets only what the reader can return."""

    name: str
    read: Reader[_Value_co]
    write: Callable[[_Value_co], JsonValue]


def _same(value: int | None) -> int | None:
    return value


# ---------------------------------------------------------------- readers


def one_of(allowed: Sequence[str], value: JsonValue, *path: str | int) -> str:
    """Return one of these words. Raises `MembersError`, which lists a few words, or names those that are close."""
    # tuple(): "AB" must not match the letters of a string
    if isinstance(value, str) and value in tuple(allowed):
        return value
    listed = allowed if len(allowed) <= _MOST else (*allowed[:_MOST], "…")
    near = did_you_mean(value, allowed) if isinstance(value, str) else ""
    raise MembersError(f"is not one of {', '.join(listed)}{near}", *path)


def cards_in(value: JsonValue, *path: str | int) -> int:
    """Return a list of different cards, as a hand. Raises `MembersError`."""
    if not isinstance(value, list):
        raise MembersError("is not a list of cards", *path)
    if len(value) > len(CARD):
        raise MembersError("has more cards than there are", *path)
    hand, again = 0, -1
    for at, card in enumerate(value):
        bit = BIT.get(card) if isinstance(card, str) else None
        if bit is None:
            raise MembersError(no_card(card), *path, at)
        if hand & bit and again < 0:
            again = at
        hand |= bit
    if again >= 0:
        raise MembersError(violation("cards.twice", cards=(value[again],)).message, *path, again)
    return hand


def card_list(hand: int) -> list[str]:
    """Return a hand as a list of cards."""
    return list(names(hand))


def _some_cards(value: JsonValue, *path: str | int) -> int:
    if value == []:
        raise MembersError("has no cards", *path)
    return cards_in(value, *path)


def card_in(value: JsonValue, *path: str | int) -> int:
    """Return a card. Raises `MembersError`."""
    if not isinstance(value, str) or value not in CARD:
        raise MembersError(no_card(value), *path)
    return CARD[value]


def _index_in(allowed: Sequence[str], value: JsonValue, *path: str | int) -> int:
    return allowed.index(one_of(allowed, value, *path))


def _number(least: int, most: int, value: JsonValue, *path: str | int) -> int:
    """Return a whole number within bounds, of which JSON may write `5.0` for 5."""
    if (type(value) is not int and type(value) is not float) or not least <= value <= most or value % 1:
        raise MembersError(f"is not a whole number from {least} to {most}", *path)
    return int(value)


def _pips(value: JsonValue, *path: str | int) -> int:
    if (type(value) is not int and type(value) is not float) or not 0 <= value <= _HIGHEST or value * 2 % 1:
        raise MembersError(f"is not a number of pips from 0 to {_HIGHEST}, whole or with a half", *path)
    return read_tie("value", value)


def _tie(member: str, allowed: Sequence[str], value: JsonValue, *path: str | int) -> int:
    return read_tie(member, one_of(allowed, value, *path))


def _truth(value: JsonValue, *path: str | int) -> bool:
    if not isinstance(value, bool):
        raise MembersError("is neither true nor false", *path)
    return value


def _yes(value: JsonValue, *path: str | int) -> bool:
    if value is not True:
        raise MembersError("is not true, and is left out otherwise", *path)
    return value


def _positions(least: int, value: JsonValue, *path: str | int) -> tuple[int, ...]:
    """Return a list of positions in the talon, from 1, in the order given."""
    if not isinstance(value, list) or not least <= len(value) <= LAST_POSITION:
        raise MembersError(f"is not a list of {least} to {LAST_POSITION} positions", *path)
    return tuple(_number(1, LAST_POSITION, each, *path, at) for at, each in enumerate(value))


def _leaves(value: JsonValue, *path: str | int) -> int | None:
    return None if value is None else COUNT.read(value, *path)


def _holdings(value: JsonValue, *path: str | int) -> tuple[Holding, ...]:
    if not isinstance(value, list) or len(value) > _MOST:
        raise MembersError(f"is not a list of at most {_MOST} holdings", *path)
    found = []
    for at, holding in enumerate(value):
        if not isinstance(holding, Mapping) or holding.keys() != {"category", "cards"}:
            raise MembersError("is not a category with cards", *path, at)
        category = CATEGORY.read(holding["category"], *path, at, "category")
        found.append(Holding(category, cards_in(holding["cards"], *path, at, "cards")))
    return tuple(found)


def _write_holdings(holdings: Sequence[Holding]) -> list[Members]:
    return [{"category": CATEGORIES[which], "cards": card_list(held)} for which, held in holdings]


def _proof(value: JsonValue, *path: str | int) -> tuple[int, int]:
    """Return the cards missing, and those that are there twice."""
    if not isinstance(value, Mapping) or not value or value.keys() - {"missing", "double"}:
        raise MembersError("does not name cards that are missing or double", *path)
    missing, double = (_some_cards(value[name], *path, name) if name in value else 0 for name in ("missing", "double"))
    return missing, double


def _write_proof(proof: tuple[int, int]) -> Members:
    return {name: card_list(cards) for name, cards in zip(("missing", "double"), proof, strict=True) if cards}


def _answer(value: JsonValue, *path: str | int) -> tuple[int, bool]:
    """Return an answer, and whether it names cards: a number of cards, or the cards named, as a hand."""
    if isinstance(value, list):
        return _some_cards(value, *path), True
    return _number(0, len(CARDS), value, *path), False


def _write_answer(answer: tuple[int, bool]) -> int | list[str]:
    given, names_cards = answer
    return card_list(given) if names_cards else given


# ---------------------------------------------------------------- the kinds


def _word(name: str, allowed: Sequence[str]) -> ValueKind[str]:
    return ValueKind(name, partial(one_of, tuple(allowed)), str)


def _index(name: str, allowed: Sequence[str]) -> ValueKind[int]:
    return ValueKind(name, partial(_index_in, allowed), allowed.__getitem__)


def _numbers(name: str, least: int, most: int) -> ValueKind[int]:
    return ValueKind(name, partial(_number, least, most), _same)


ONE_CARD: Final = ValueKind("card", card_in, CARDS.__getitem__)
ALL_CARDS: Final = ValueKind("cards", cards_in, card_list)
SOME_CARDS: Final = ValueKind("some_cards", _some_cards, card_list)
SUIT: Final = _index("suit", SUITS)
CATEGORY: Final = _index("category", CATEGORIES)
REPLY: Final = _word("reply", REPLIES)
#: A number of cards that are called, and one of cards that are exchanged.
LENGTH: Final = _numbers("length", 1, _MOST)
COUNT: Final = _numbers("count", 0, _MOST)
#: Tie-breaks (see `cards.ranking`).
VALUE: Final = ValueKind("value", _pips, partial(write_tie, "value"))
TOP: Final = ValueKind("top", partial(_tie, "top", _TOPS), partial(write_tie, "top"))
RANK: Final = ValueKind("rank", partial(_tie, "rank", RANKS), partial(write_tie, "rank"))
HOLDINGS: Final = ValueKind("holdings", _holdings, _write_holdings)
TRUTH: Final = ValueKind("truth", _truth, bool)
TAKEN_UP: Final = ValueKind("taken_up", _truth, bool)
#: True; such a member is left out where it does not apply.
YES: Final = ValueKind("yes", _yes, bool)
#: Positions of the talon; at least one; and how many cards elder leaves, None if nothing was said.
POSITIONS: Final = ValueKind("positions", partial(_positions, 0), list)
SOME_POSITIONS: Final = ValueKind("some_positions", partial(_positions, 1), list)
LEAVES: Final = ValueKind("leaves", _leaves, _same)
REPORTED_KIND: Final = _word("reported_kind", tuple(kinds.REPORTED))
PLACE: Final = _word("place", PLACES)
QUESTION: Final = _word("question", QUESTIONS)
PROOF: Final = ValueKind("proof", _proof, _write_proof)
ANSWER: Final = ValueKind("answer", _answer, _write_answer)
ENTRY: Final = _numbers("entry", 0, LAST_ENTRY)
RULED_KIND: Final = _word("ruled_kind", KINDS)
ELECTION: Final = _word("election", tuple(elections.ELECTIONS))
#: The kinds of the games for three and four: a value without a half, and a top that is no nought.
WHOLE_VALUE: Final = ValueKind("whole_value", lambda value, *path: 2 * _number(0, _HIGHEST, value, *path), VALUE.write)
PLAIN_TOP: Final = ValueKind("plain_top", partial(_tie, "top", RANKS), TOP.write)
