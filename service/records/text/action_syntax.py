"""The syntax of actions and of the acts of the law in the text form.

A call point 5 49
A irregular exchange D98 C87 taking 1 2 3 4 5 mixing nothing leaving unsaid
A incident peeked 6 together
A ruling 12 enforce point SAKQJT

The words are those of the members: a type or what it says, then its values, separated by spaces. Which members a type
has, and of which kinds they are, is said by the table of actions.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from service.piquet.actions import ELECTIONS, INCIDENTS, SAID, TABLE
from service.piquet.cards.cards import RANKS, in_letters
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.law.kinds import BY_NAME
from service.piquet.law.sentences import kind_meant
from service.piquet.model.actions import Action
from service.piquet.suggestions import did_you_mean, listed
from service.piquet.value_kinds import KINDS, MembersError
from service.records.model import UNKNOWN, Members, Step
from service.records.partial_actions import step_of
from service.records.text.tokens import NOTHING, ONE_BY_ONE, Words, WordsError, cards_text, take_cards

IRREGULAR = "irregular"
_SHORT = 20  # the most characters of an action that is remembered: `A call sequence 4 A`


_T = TypeVar("_T")
_Value_co = TypeVar("_Value_co", covariant=True)


@dataclass(frozen=True)
class _Kind(Generic[_Value_co]):
    """A kind of value in words: its reader, which raises `WordsError`, and its writer of what the reader returns."""

    read: Callable[[Words], _Value_co]
    write: Callable[[_Value_co], str] = str


class _Field(NamedTuple):
    """A member of an action: the kind of its value, the word before it, and when an optional one is there.

    A member with a word before it is there if the word is next.
    """

    member: str
    kind: _Kind[object]
    word: str = ""
    is_next: Callable[[Words], bool] | None = None


class _Form(NamedTuple):
    """A way to write a type of action: its first words, the members that these say, and its fields."""

    words: tuple[str, ...]
    says: Members
    fields: tuple[_Field, ...] = ()

    def read(self, words: Words) -> Members:
        """Return the members of an action whose first word has been taken. Raises `WordsError`."""
        for before, expected in pairwise(self.words):
            if words.take() != expected:
                raise words.error(f"{before} must be followed by {expected}")
        members = {**self.says, **_read_fields(self.fields, words)}
        return members | _read_fields(_dependent(members), words)

    def fits(self, members: Members) -> bool:
        """Whether an action of the type is written in this way."""
        required = (each.member for each in self.fields if not each.word and each.is_next is None)
        return self.says.items() <= members.items() and all(name in members for name in required)

    def write(self, members: Members) -> Iterator[str]:
        """Yield the words of an action without its seat."""
        yield from self.words
        yield from _written(self.fields, members)
        yield from _written(_dependent(members), members)


def _dependent(members: Members) -> tuple[_Field, ...]:
    """Return the fields that depend on what a call, an incident or a ruling says."""
    member, own = _DEPENDENT.get(members["type"], ("", {}))
    return own[members[member]] if own else ()


def _read_fields(fields: Iterable[_Field], words: Words) -> Members:
    members: Members = {}
    for member, kind, word, is_next in fields:
        if word:
            if words.next != word:
                continue
            words.take()
        elif is_next is not None and not is_next(words):
            continue
        members[member] = kind.read(words)
    return members


def _written(fields: Iterable[_Field], members: Members) -> Iterator[str]:
    for member, kind, word, _ in fields:
        if member in members:
            yield from filter(None, (word, kind.write(members[member])))


# ---------------------------------------------------------------- reading and writing


def read_step(text: str, column: int = 1) -> Step:
    """Return the step of an action in words. Raises `WordsError`."""
    action = _remembered_action(text) if len(text) <= _SHORT else None
    return step_of_words(Words(text, column)) if action is None else Step(action)


@lru_cache(maxsize=4096)
def _remembered_action(text: str) -> Action | None:
    """Return the action in a short text; None if the text is wrong or the engine has no action for it.

    Most actions of a record are plays, calls and replies, so a few hundred texts recur in all records.
    """
    try:
        entry = step_of_words(Words(text, 1)).entry
    except WordsError:
        return None
    return entry if isinstance(entry, Action) else None


def step_of_words(words: Words) -> Step:
    """Return the step of the words of an action. Raises `WordsError`."""
    column, seat = words.column, words.take()
    if seat not in ("A", "B"):
        raise words.error("an action begins with its seat, A or B")
    members = _marked(words) if words.next == IRREGULAR else _action(words)
    words.end()
    try:
        return step_of({"seat": seat, **members})
    except MembersError as error:
        where = " ".join(map(str, error.path))
        raise WordsError(f"{where} {error}".strip(), column) from None


def _marked(words: Words) -> Members:
    words.take()
    marks = words.cut(_MARKS.values())
    members = _action(words)
    words.end()
    members |= {"irregular": True, **_read_fields(_OF_MARKED[members["type"]], marks)}
    marks.end()
    return members


def _action(words: Words) -> Members:
    """Return the members of an action without its seat."""
    verb = words.take()
    form = _BY_VERB.get(verb)
    if form is not None:
        return form.read(words)
    near = did_you_mean(verb, VERBS)
    return {"type": "play", "card": _card_of(verb, words, f"an action{near}, and is not ")}


def _card_of(word: str, words: Words, or_this: str = "") -> str:
    """Return the card of the word that was taken last. Raises `WordsError`."""
    card = in_letters(word)
    if not ONE_BY_ONE.fullmatch(card) and card != UNKNOWN:
        raise words.error(f"this is not {or_this}a card; a card is its rank, then its suit")
    return card


def write_words(members: Members) -> str:
    """Return an action in words."""
    mark = [IRREGULAR] if "irregular" in members else []
    marks = _written(_OF_MARKED[members["type"]], members) if mark else ()
    return " ".join([members["seat"], *mark, _action_text(members), *marks])


def _action_text(members: Members) -> str:
    """Return an action in words without its seat."""
    if members["type"] == "play":
        return str(members["card"])
    forms = _BY_TYPE[members["type"]]
    return " ".join(next(form for form in forms if form.fits(members)).write(members))


# ---------------------------------------------------------------- the values of members


_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9])?")
_WHOLE = re.compile("[0-9]{1,4}")


def _is_number(words: Words) -> bool:
    """Whether a number is next, which may have one decimal."""
    return bool(_NUMBER.fullmatch(words.next))


def _is_whole(words: Words) -> bool:
    """Whether a whole number is next."""
    return bool(_WHOLE.fullmatch(words.next))


def _number(words: Words) -> float:
    word = words.take()
    if not _NUMBER.fullmatch(word):
        raise words.error("this is not a number")
    return float(word) if "." in word else int(word)


def _whole(words: Words) -> int:
    word = words.take()
    if not _WHOLE.fullmatch(word):
        raise words.error("this is not a whole number")
    return int(word)


def _phrase(
    meanings: Mapping[str, _T],
    name: str = "",
    others: Iterable[str] = (),
    meant: Callable[[str], str] = lambda sentence: "",
) -> _Kind[_T]:
    """Return the kind of value that is written as one of these phrases, with a name if there are many.

    `others` may follow in its place. `meant` says what was meant by another phrase, with the words after it.
    """

    def read(words: Words) -> _T:
        phrase = words.take()
        column = words.column
        while phrase not in meanings and words and any(each.startswith(f"{phrase} ") for each in meanings):
            phrase += f" {words.take()}"
        if phrase in meanings:
            return meanings[phrase]
        words.column = column
        near = did_you_mean(phrase, [*meanings, *others]) or meant(f"{phrase} {words.rest}".strip())
        raise words.error(f"this is not {name or listed(list(meanings), 'or')}{near}")

    return _Kind(read, {meaning: text for text, meaning in meanings.items()}.__getitem__)


def _incident_meant(said: str) -> str:
    """Return the kinds that a sentence may mean, or how the kind is entered that it begins with."""
    first = said.partition(" ")[0]
    return kind_meant(first if first in BY_NAME else said, INCIDENTS, "irregular")


_CATEGORY = _phrase({category: category for category in CATEGORIES})
_YES_OR_NO = _phrase({"yes": True, "no": False})


def _or_nothing(kind: _Kind[list[_T]]) -> _Kind[list[_T]]:
    """Return the kind of list that is one of this kind, or `nothing` for an empty one."""

    def read(words: Words) -> list[_T]:
        if words.next != NOTHING:
            return kind.read(words)
        words.take()
        return []

    return _Kind(read, lambda values: kind.write(values) or NOTHING)


def _some_cards(words: Words) -> list[str]:
    cards = take_cards(words)
    if not cards:
        words.take()
        raise words.error("cards are expected here", "card.unknown")
    return cards


def _discard(words: Words) -> list[str]:
    if not words:
        words.take()
        raise words.error("cards, or the word nothing, are expected here")
    return take_cards(words)


def _positions(words: Words) -> list[int]:
    found = [_whole(words)]
    while _is_whole(words):
        found.append(_whole(words))
    return found


def _leaves(words: Words) -> int | None:
    if words.next == "unsaid":
        words.take()
        return None
    return _whole(words)


def _holdings(words: Words) -> list[Members]:
    found = [{"category": _CATEGORY.read(words), "cards": take_cards(words)}]
    while words.next == ",":
        words.take()
        found.append({"category": _CATEGORY.read(words), "cards": take_cards(words)})
    return found


def _holdings_text(holdings: Iterable[Members]) -> str:
    return ", ".join(f"{each['category']} {cards_text(each['cards'])}".rstrip() for each in holdings)


def _proof(words: Words) -> dict[str, list[str]]:
    double = words.cut(("double",))
    found = {}
    for name, part in (("missing", words), ("double", double)):
        if part.next == name:
            part.take()
            found[name] = _some_cards(part)
            part.end()
    if not found:
        words.take()
        raise words.error("missing or double is expected here, with cards")
    return found


def _proof_text(proof: Mapping[str, list[str]]) -> str:
    return " ".join(f"{name} {cards_text(proof[name])}" for name in ("missing", "double") if name in proof)


def _answer(words: Words) -> int | list[str]:
    return _whole(words) if _is_whole(words) else _some_cards(words)


# ---------------------------------------------------------------- the acts of the law


def _in_words(names: Iterable[str]) -> dict[str, str]:
    """Return names by their words: `dealer_saw` by `dealer saw`."""
    return {name.replace("_", " "): name for name in names}


def _amended(words: Words) -> Members:
    if words.next == "amend":
        words.take()
        raise words.error("this is not an action that can be amended")
    return _action(words)


# ---------------------------------------------------------------- the table


def _has_rank(words: Words) -> bool:
    return in_letters(words.next) in (*RANKS, "nought")


_NUMBERS, _WORD = _Kind(_number), _Kind(lambda words: in_letters(words.take()))
_CARDS = _Kind(take_cards, cards_text)
_POSITIONS = _or_nothing(_Kind(_positions, lambda positions: " ".join(map(str, positions))))

# By the kinds of values in the table of actions, how each is read from words and written.
_IN_WORDS = {
    **dict.fromkeys(("length", "count", "value"), _NUMBERS),
    **dict.fromkeys(("suit", "top", "rank", "place", "question"), _WORD),
    "card": _Kind(lambda words: _card_of(words.take(), words)),
    **dict.fromkeys(("positions", "some_positions"), _POSITIONS),
    "category": _CATEGORY,
    "cards": _or_nothing(_Kind(_discard, cards_text)),
    "some_cards": _Kind[list[str]](_some_cards, cards_text),
    "leaves": _Kind(_leaves, lambda leaves: "unsaid" if leaves is None else str(leaves)),
    "holdings": _or_nothing(_Kind(_holdings, _holdings_text)),
    "taken_up": _phrase({"taken up": True, "not taken up": False}),
    "proof": _Kind[Mapping[str, list[str]]](_proof, _proof_text),
    "answer": _Kind[int | list[str]](
        _answer, lambda answer: str(answer) if isinstance(answer, int) else cards_text(answer)
    ),
    "entry": _Kind(_whole),
    "reported_kind": _phrase(_in_words(INCIDENTS), "a kind of incident", meant=_incident_meant),
    "ruled_kind": _phrase(_in_words(KINDS), "a kind of irregularity or an election", ELECTIONS),
    "election": _phrase({name: name for name in ELECTIONS}, "an election"),
    "correction": _Kind[Members](_amended, _action_text),
}
# When an optional member of a kind is there; of another kind, it is there if there are more words.
_IS_NEXT: dict[str, Callable[[Words], bool]] = {
    **dict.fromkeys(("length", "value"), _is_number),
    **dict.fromkeys(("top", "rank"), _has_rank),
    "entry": _is_whole,
    "ruled_kind": lambda words: words.next not in ELECTIONS,
}


def _field(type_: str, member: str, *, optional: bool = False) -> _Field:
    """Return the field of a member. One that is true, and left out otherwise, is written as its name."""
    kind = TABLE.types[type_].members[member].name
    in_words = _CARDS if kind == "cards" and optional else _IN_WORDS.get(kind) or _YES_OR_NO
    is_next = _IS_NEXT.get(kind, bool)
    if kind == "yes":
        in_words, is_next = _phrase({member: True}), lambda words: words.next == member
    return _Field(member, in_words, is_next=is_next if optional else None)


def _fields(type_: str, required: Iterable[str], optional: Iterable[str] = ()) -> tuple[_Field, ...]:
    found = [_field(type_, member) for member in required]
    return (*found, *(_field(type_, member, optional=True) for member in optional))


def _form(words: str, name: str = "") -> _Form:
    """Return the form of a type of action that has its own words; its members follow, as the table has them."""
    of_type = TABLE.types[name or words]
    dependent = of_type.depends.members if of_type.depends else ()
    optional = (member for member in of_type.optional if member not in dependent)
    return _Form(tuple(words.split()), {"type": of_type.name}, _fields(of_type.name, of_type.required, optional))


_BETTER = (
    *_fields("reply", (), ("length",)),
    _Field("value", _NUMBERS, "value"),
    _Field("top", _WORD, "top"),
)
_FORMS = (
    _form("carte blanche", "claim_carte_blanche"),
    _form("commit", "commit_discard"),
    _form("exchange"),
    _form("look", "look_at_left"),
    _form("suit", "name_suit"),
    _form("call"),
    _form("pass"),
    _Form(("good",), {"type": "reply", "reply": "good"}),
    _Form(("equal",), {"type": "reply", "reply": "equal"}),
    _Form(("not", "good"), {"type": "reply", "reply": "not_good"}, _BETTER),
    _Form(("value",), {"type": "state_tie_break"}, _fields("state_tie_break", ("value",), ("cards",))),
    _Form(("top",), {"type": "state_tie_break"}, _fields("state_tie_break", ("top",), ("cards",))),
    _form("decline"),
    _form("reckon"),
    _form("play"),
    _form("concede"),
    _form("incident"),
    _form("amend"),
    # The number of the entry may be left out.
    _Form(("ruling",), {"type": "ruling"}, (*_fields("ruling", (), ("number", "kind")), _field("ruling", "election"))),
)
_BY_VERB = {form.words[0]: form for form in _FORMS}
#: The words with which an action may begin after its seat.
VERBS = (*_BY_VERB, IRREGULAR)
_BY_TYPE = {type_: [form for form in _FORMS if form.says["type"] == type_] for type_ in TABLE.types}

# By type, the member that decides about further ones, and these by its value. A tie-break may be left out of a call.
_DEPENDENT = {
    "call": ("category", {name: _fields("call", (size,), (tie, "cards")) for name, (size, tie) in SAID.items()}),
    "incident": ("kind", {kind: _fields("incident", *own) for kind, own in INCIDENTS.items()}),
    "ruling": ("election", {election: _fields("ruling", *own) for election, own in ELECTIONS.items()}),
}

_MARKS = {"taken": "taking", "mixed": "mixing", "leaves": "leaving", "shown": "showing"}
_OF_MARKED = {
    name: tuple(
        _Field(mark, _IN_WORDS.get(kind.name) or _YES_OR_NO, _MARKS[mark])
        for mark, kind in (of_type.marks or {}).items()
    )
    for name, of_type in TABLE.types.items()
}
