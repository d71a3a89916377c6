"""The syntax of actions and of the acts of the law in the text form, as one table of words and members.

A call point 5 49
A irregular exchange D98 C87 taking 1 2 3 4 5 mixing nothing leaving unsaid
A incident peeked 6 together
A ruling 12 enforce point SAKQJT

The words are those of the members: a type or what it says, then its values, separated by spaces.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from service.piquet.actions import ELECTIONS, INCIDENTS, SAID, TABLE, OwnMembers
from service.piquet.cards.cards import RANKS
from service.piquet.model.actions import Action
from service.piquet.suggestions import did_you_mean, no_card
from service.piquet.value_kinds import KINDS, Members, MembersError
from service.records.model import UNKNOWN, Step
from service.records.partial_actions import step_of
from service.records.text import word_values as values
from service.records.text.tokens import ONE_BY_ONE, Words, WordsError

IRREGULAR = "irregular"
_SHORT = 20  # the most characters of an action that is remembered: `A call sequence 4 A`


class _Field(NamedTuple):
    """A member of an action: the kind of its value, the word before it, and when an optional one is there.

    A member with a word before it is there if the word is next.
    """

    member: str
    kind: values.Kind
    word: str = ""
    is_next: Callable[[Words], bool] | None = None


class _Form(NamedTuple):
    """A way to write a type of action: its first words, the members that these say, and its fields.

    `then` gives the fields after those, where they depend on what was read.
    """

    words: tuple[str, ...]
    says: Members
    fields: tuple[_Field, ...] = ()
    then: Callable[[Members], tuple[_Field, ...]] = lambda members: ()

    def read(self, words: Words) -> Members:
        """Return the members of an action whose first word has been taken. Raises `WordsError`."""
        for before, expected in pairwise(self.words):
            if words.take() != expected:
                raise words.error(f"{before} must be followed by {expected}")
        members = {**self.says, **_read_fields(self.fields, words)}
        return members | _read_fields(self.then(members), words)

    def fits(self, members: Members) -> bool:
        """Whether an action of the type is written in this way."""
        required = (each.member for each in self.fields if not each.word and each.is_next is None)
        return self.says.items() <= members.items() and all(name in members for name in required)

    def write(self, members: Members) -> Iterator[str]:
        """Yield the words of an action without its seat."""
        yield from self.words
        yield from _written(self.fields, members)
        yield from _written(self.then(members), members)


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
    return _read_step(text, column) if action is None else Step(action)


@lru_cache(maxsize=4096)
def _remembered_action(text: str) -> Action | None:
    """Return the action in a short text; None if the text is wrong or the engine has no action for it.

    Most actions of a record are plays, calls and replies, so a few hundred texts recur in all records.
    """
    try:
        entry = _read_step(text, 1).entry
    except WordsError:
        return None
    return entry if isinstance(entry, Action) else None


def _read_step(text: str, column: int) -> Step:
    words = Words(text, column)
    seat = words.take()
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
    marks = words.cut(mark.word for mark in _MARKS.values())
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
    if not ONE_BY_ONE.fullmatch(verb) and verb != UNKNOWN:
        raise words.error(f"this is not an action{did_you_mean(verb, [*_BY_VERB, IRREGULAR])}, and {no_card(verb)}")
    return {"type": "play", "card": verb}


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


# ---------------------------------------------------------------- the acts of the law


def _kind_of(known: Iterable[str], or_of: Iterable[str] = ()) -> values.Kind:
    """Return the value that names a kind of irregularity in words: `dealer saw`."""
    by_words = {kind.replace("_", " "): kind for kind in known}

    def read(words: Words) -> str:
        phrase = words.take()
        column = words.column
        while phrase not in by_words and words and any(kind.startswith(f"{phrase} ") for kind in by_words):
            phrase += f" {words.take()}"
        if phrase in by_words:
            return by_words[phrase]
        near = did_you_mean(phrase, [*by_words, *or_of])
        raise WordsError(f"this is not a kind of irregularity{' or an election' if or_of else ''}{near}", column)

    return values.Kind(read, lambda kind: kind.replace("_", " "))


def _election(words: Words) -> str:
    election = words.take()
    if election not in ELECTIONS:
        raise words.error(f"this is not an election{did_you_mean(election, ELECTIONS)}")
    return election


def _amended(words: Words) -> Members:
    if words.next == "amend":
        words.take()
        raise words.error("this is not an action that can be amended")
    return _action(words)


#: The members of incidents and rulings; the others are flags.
_FACTS = {
    "cards": values.SOME_CARDS,
    "where": values.WORD,
    "taken_up": values.phrase({"taken up": True, "not taken up": False}),
    "proof": values.PROOF,
    "positions": values.POSITIONS,
    "about": values.WORD,
    "answer": values.ANSWER,
    "redeal": values.phrase({"redeal": True}),
    "holdings": values.HOLDINGS,
    "card": values.WORD,
    "suit": values.WORD,
}


def _fields_of(own: OwnMembers) -> tuple[_Field, ...]:
    must, may = own
    flags = {name: _Field(name, values.FLAG, word=name) for name in may if name not in _FACTS}
    return (
        *(_Field(name, _FACTS[name]) for name in must),
        *(flags[name] if name in flags else _Field(name, _FACTS[name], is_next=bool) for name in may),
    )


_OF_INCIDENT = {kind: _fields_of(own) for kind, own in INCIDENTS.items()}
_OF_ELECTION = {election: _fields_of(own) for election, own in ELECTIONS.items()}

_MARKS = {
    "taken": _Field("taken", values.POSITIONS, "taking"),
    "mixed": _Field("mixed", values.POSITIONS, "mixing"),
    "leaves": _Field("leaves", values.LEAVES, "leaving"),
    "shown": _Field("shown", values.SOME_CARDS, "showing"),
}
_OF_MARKED = {name: tuple(_MARKS[mark] for mark in each.marks or ()) for name, each in TABLE.types.items()} | {
    "claim_carte_blanche": (_Field("mixed", values.yes_or_no("mixing"), "mixing"),)
}


# ---------------------------------------------------------------- the table


def _has_rank(words: Words) -> bool:
    return words.next in (*RANKS, "nought")


_CARDS_MEANT = _Field("cards", values.CARDS, is_next=bool)
_TIE = {
    "value": _Field("value", values.NUMBER, is_next=values.is_number),
    "top": _Field("top", values.WORD, is_next=_has_rank),
    "rank": _Field("rank", values.WORD, is_next=_has_rank),
}
_SAID = {name: (_Field(size, values.NUMBER), _TIE[tie], _CARDS_MEANT) for name, (size, tie) in SAID.items()}
_BETTER = (
    _Field("length", values.NUMBER, is_next=values.is_number),
    _Field("value", values.NUMBER, "value"),
    _Field("top", values.WORD, "top"),
)
_RULING = (
    _Field("number", values.WHOLE, is_next=values.is_whole),
    _Field("kind", _kind_of(KINDS, ELECTIONS), is_next=lambda words: words.next not in ELECTIONS),
    _Field("election", values.Kind(_election)),
)
_CATEGORY = _Field("category", values.CATEGORY)
_DISCARD = _Field("cards", values.DISCARD)
_SUIT = _Field("suit", values.WORD)
_LOOK = _Field("look", values.yes_or_no("look"))

_FORMS = (
    _Form(("carte", "blanche"), {"type": "claim_carte_blanche"}, (_Field("exchange", values.NUMBER, is_next=bool),)),
    _Form(("commit",), {"type": "commit_discard"}, (_DISCARD,)),
    _Form(("exchange",), {"type": "exchange"}, (_DISCARD,)),
    _Form(("look",), {"type": "look_at_left"}, (_LOOK, _SUIT._replace(is_next=bool))),
    _Form(("suit",), {"type": "name_suit"}, (_SUIT,)),
    _Form(("call",), {"type": "call"}, (_CATEGORY,), lambda members: _SAID[members["category"]]),
    _Form(("pass",), {"type": "pass"}, (_CATEGORY,)),
    _Form(("good",), {"type": "reply", "reply": "good"}),
    _Form(("equal",), {"type": "reply", "reply": "equal"}),
    _Form(("not", "good"), {"type": "reply", "reply": "not_good"}, _BETTER),
    _Form(("value",), {"type": "state_tie_break"}, (_Field("value", values.NUMBER), _CARDS_MEANT)),
    _Form(("top",), {"type": "state_tie_break"}, (_Field("top", values.WORD), _CARDS_MEANT)),
    _Form(("decline",), {"type": "decline"}),
    _Form(("reckon",), {"type": "reckon"}, (_Field("holdings", values.HOLDINGS, is_next=bool),)),
    _Form(("play",), {"type": "play"}, (_Field("card", values.WORD),)),
    _Form(("concede",), {"type": "concede"}),
    _Form(
        ("incident",),
        {"type": "incident"},
        (_Field("kind", _kind_of(INCIDENTS)),),
        lambda members: _OF_INCIDENT[members["kind"]],
    ),
    _Form(("amend",), {"type": "amend"}, (_Field("action", values.Kind(_amended, _action_text)),)),
    _Form(("ruling",), {"type": "ruling"}, _RULING, lambda members: _OF_ELECTION[members["election"]]),
)
_BY_VERB = {form.words[0]: form for form in _FORMS}
_BY_TYPE = {type_: [form for form in _FORMS if form.says["type"] == type_] for type_ in TABLE.types}
