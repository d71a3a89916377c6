"""What each code of law says in the rows in which the codes differ (docs/law.md, the codes).

A row has a term for each code: a word that programs branch on, and a sentence that describes it. Where a code is silent
it has the term of the code that it descends from.

    value(rules, "stand_13")        "twelve_each"
    term(rules, "stand_13").source  "portland"
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from service.piquet.rulesets.parameters import LAW_CODES, LAW_PREFIX, LAW_ROWS, NO_LAW, Ruleset


class Term(NamedTuple):
    """What a code says in a row. `source` is the code that says so: another one where the code itself is silent."""

    word: str
    meaning: str
    source: str


#: The code that a code descends from. It falls back to that where it is silent.
PARENT: Final[Mapping[str, str]] = {"au-cent": "portland", "hoyle": "au-cent", "french": "portland", "old": "au-cent"}

#: By the word of the row `must_show`, the categories that a player must show, or else loses (LA1).
MUST_SHOW: Final[Mapping[str, tuple[str, ...]]] = {
    "never": (),
    "point_and_sequence": ("point", "sequence"),
    "point": ("point",),
    "winning_point": ("point",),
    "before_own_first_card": ("point", "sequence"),
}


def must_be_shown(rules: Ruleset, category: str) -> bool:
    """Whether elder must show what was called in a category before the lead, or else loses it (LA1)."""
    return category in MUST_SHOW.get(value(rules, "must_show"), ())


#: How a hand that is too short is played, by the word of the row `short_hand`.
SHORT_HAND: Final[Mapping[str, str]] = {
    "unanswered_tricks": "the cards that the hand cannot answer are tricks of the opponent",
    "no_penalty": "there is no penalty; the cards that the hand cannot answer are tricks of the opponent",
    "capot_possible": "the cards that the hand cannot answer are tricks of the opponent, who may make a capot with "
    "them",
    "last_card_answers": "the last card of the hand is played to whatever is led, and the rest are tricks of the "
    "opponent",
}


def _term(row: str, code: str) -> Term:
    said = LAW_ROWS[row].said.get(code) or PARENT[code]
    return _term(row, said) if isinstance(said, str) else Term(*said, code)


#: By row and code, what the code says or inherits.
TERMS: Final[Mapping[str, Mapping[str, Term]]] = {
    row: {code: _term(row, code) for code in LAW_CODES} for row in LAW_ROWS
}


def code_for(rules: Ruleset, row: str) -> str:
    """Return the name of the code that a ruleset takes a row from: the row's own parameter, or else `law`.

    Or `none`.
    """
    own: str | None = getattr(rules, LAW_PREFIX + row)
    return rules.law if own is None else own


def term(rules: Ruleset, row: str) -> Term | None:
    """Return what the law of a ruleset says in a row; None if the ruleset has no law.

    Raises `KeyError` for an unknown row.
    """
    code = code_for(rules, row)
    return None if code == NO_LAW else TERMS[row][code]


def value(rules: Ruleset, row: str) -> str:
    """Return the word for what the law of a ruleset says in a row; `none`, which no row has, if the ruleset has no law.

    Raises `KeyError` for an unknown row.
    """
    said = term(rules, row)
    return said.word if said else NO_LAW


# ---------------------------------------------------------------- until when a correction is in time (A1 to A5)

#: The moments of a deal that matter to corrections, each before the next.
BEFORE_REPLY: Final = "before_reply"
BEFORE_NEXT_CALL: Final = "before_next_call"
BEFORE_LEAD: Final = "before_lead"
BEFORE_FIRST_CARD: Final = "before_first_card"
LATER: Final = "later"

_ALL: Final = (BEFORE_REPLY, BEFORE_NEXT_CALL, BEFORE_LEAD, BEFORE_FIRST_CARD)
_OWN_CARD: Final = {"elder": _ALL[:3], "younger": _ALL}

# The moments at which a correction is in time, by the word of a row and the role.
_IN_TIME: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "reply": dict.fromkeys(_OWN_CARD, (BEFORE_REPLY,)),
    "next_call": dict.fromkeys(_OWN_CARD, (BEFORE_REPLY, BEFORE_NEXT_CALL)),
    "first_card": dict.fromkeys(_OWN_CARD, _ALL),
    "own_first_card": _OWN_CARD,
    "own_next_card": _OWN_CARD,
    "never": dict.fromkeys(_OWN_CARD, ()),
}

# The same by the names that the contract has for times. A player's own card is, after what elder said, elder's lead,
# which has its name together with elder's next call; and after what younger said, younger's first card.
_UNTIL: Final = {"reply": "next_entry", "next_call": "next_call", "first_card": "first_card", "never": "none"}
_OWN: Final = {"elder": "next_call", "younger": "first_card"}


def for_misnomer(word: str, *, misnomer: bool) -> str:
    """Return what a row says of a call: one code lets elder correct only a wrong name, until the lead (L50, L53)."""
    if word != "misnomer_until_lead":
        return word
    return "own_first_card" if misnomer else "never"


def in_time(word: str, role: str, moment: str, *, own_card_since: bool | None = None) -> bool:
    """Whether a correction is in time at a moment.

    `own_card_since` is whether the player has played a card since the word; if it is not known, the moment decides.
    """
    if word == "own_next_card" and own_card_since is not None:
        return not own_card_since
    return moment in _IN_TIME[word][role]


def deadline(word: str, role: str) -> str:
    """Return the time until which a correction is possible (`elections.UNTIL`)."""
    return _UNTIL.get(word) or _OWN[role]
