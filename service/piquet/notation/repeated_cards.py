"""Cards that a list of an action names twice. A hand, which is a set, would count them once."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from service.piquet.cards.cards import CARD
from service.piquet.model.actions import Action
from service.piquet.model.violations import Path, Violation, violation
from service.piquet.notation.action_dicts import action_of
from service.piquet.notation.member_values import MembersError

#: The most steps from an action to one of its lists of cards, as in `action/holdings/0/cards`. Nothing below is read:
#: plain data may be nested deeper than a function can call itself.
_DEEPEST = 4


class Proposal(NamedTuple):
    """An action that is proposed: with each card once, and a violation for each list that names a card twice."""

    action: Action
    repeats: tuple[Violation, ...] = ()


def proposal_of(members: Mapping[str, Any]) -> Proposal:
    """Return the action with these members, which may name a card twice. Raises `MembersError`."""
    try:
        return Proposal(action_of(members))
    except MembersError as error:
        once = _copied(dict(members))
        repeats = tuple(violation("cards.twice", *path, cards=cards) for path, cards in take_repeated(once))
        if not repeats:
            raise
        try:
            return Proposal(action_of(once), repeats)
        except MembersError:
            raise error from None  # it has the places in the lists as they were given


def _copied(value: Any, depth: int = 0) -> Any:
    """Return a copy of plain data, as far down as there can be cards."""
    if depth > _DEEPEST:
        return value
    if isinstance(value, dict):
        return {name: _copied(member, depth + 1) for name, member in value.items()}
    return [_copied(item, depth + 1) for item in value] if isinstance(value, list) else value


def take_repeated(value: Any, *path: str | int) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Leave each card once in every list of cards of plain data, and yield the path of a list with what it repeated.

    Lists of at most 36 strings are lists of cards; `path` is the place of the value.
    """
    if isinstance(value, dict) and len(path) <= _DEEPEST:
        for name, member in value.items():
            yield from take_repeated(member, *path, name)
    elif not isinstance(value, list) or len(value) > len(CARD) or len(path) > _DEEPEST:
        return
    elif all(isinstance(each, str) for each in value):
        if again := tuple(sorted({card for card in value if value.count(card) > 1})):
            yield path, again
            value[:] = dict.fromkeys(value)
    else:
        for at, item in enumerate(value):
            yield from take_repeated(item, *path, at)
