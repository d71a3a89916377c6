"""Actions in words, as records have them: `A play AS`, `B exchange S7 H97`, `A call point 5`."""

import re

from service.piquet.actions import Proposal, members_of
from service.piquet.model import actions
from service.piquet.notation import action_lines
from service.piquet.table_actions import Action as PlainAction, read_members
from service.piquet.value_kinds import Members
from service.records.text.action_syntax import read_step, write_words

_LINE = re.compile(action_lines.ACTION)
_SEAT = re.compile("[AB] ")


class Action(PlainAction):
    """An action whose text has words: `A play AS`."""

    __slots__ = ()

    def __str__(self) -> str:
        if self.type == "play" and not self.engine.irregular:
            return f"{self.seat} play {self['card']}"
        return write_words(dict(self))


def read_action(text: str, to_act: str | None = None) -> Proposal:
    """Return the action of a text, in words or in the notation. The seat `to_act` may be left out of words.

    Raises `ValueError`: `WordsError`, or `MembersError` if a card is unknown.
    """
    entry = _entry(text, to_act)
    return Proposal(entry) if isinstance(entry, actions.Action) else read_members(entry)


def members_in(text: str, to_act: str | None = None) -> Members:
    """Return the members of the action of a text, as `read_action` reads it. Raises `ValueError`."""
    entry = _entry(text, to_act)
    return members_of(entry) if isinstance(entry, actions.Action) else entry


def _entry(text: str, to_act: str | None) -> actions.Action | Members:
    text = " ".join(text.split())
    if _LINE.fullmatch(text):
        return action_lines.read_action(text)
    return read_step(text if to_act is None or _SEAT.match(text) else f"{to_act} {text}").entry
