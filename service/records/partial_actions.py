"""Actions of a record, as members in which cards may be unknown."""

from collections.abc import Callable
from typing import Any, TypeGuard

from service.piquet.cards.cards import CARD
from service.piquet.law.engine.deal import is_law_act
from service.piquet.model.actions import Action
from service.piquet.notation.action_dicts import action_of, members_of
from service.piquet.notation.member_values import Members, MembersError
from service.records.model import UNKNOWN, Entry, Step

#: Puts what is unknown back into the canonical members of an action; None if nothing is.
_PutBack = Callable[[Members], None] | None


def step_of(members: Any) -> Step:
    """Return the step of an action that is given as members.

    Members stay as they are only for what the engine has no action for: an action with unknown cards, or a ruling
    without the number of its entry. They are canonical then: in a fixed order, with sorted cards and unknown cards
    last. Raises `MembersError`.
    """
    if not isinstance(members, dict):
        raise MembersError("is not an action")
    try:
        return Step(action_of(members))
    except MembersError:
        known, put_back = _known(members)
        if put_back is None:
            raise
    found = members_of(action_of(known))
    put_back(found)
    return Step(found)


def _known(members: Members) -> tuple[Members, _PutBack]:
    """Return the members of an action without what is unknown in them, and the function that puts it back."""
    kind = members.get("type")
    if kind == "incident":  # somebody has seen the cards
        return members, None
    amended = members.get("action") if kind == "amend" else None
    if isinstance(amended, dict) and amended.get("type") != "amend":
        inner, put_back = _known(amended)
        known = {**members, "action": inner}
        return known, None if put_back is None else lambda found: put_back(found["action"])
    if kind == "play" and members.get("card") == UNKNOWN:
        return {**members, "card": "7S"}, lambda found: found.update(card=UNKNOWN)
    if kind == "ruling" and "number" not in members:
        known, put_back_cards = _known_cards({**members, "number": 0})
        return known, lambda found: _unnumber(found, put_back_cards)
    return _known_cards(members) if "cards" in members or "holdings" in members else (members, None)


def _unnumber(found: Members, put_back: _PutBack) -> None:
    del found["number"]
    if put_back is not None:
        put_back(found)


def _known_cards(members: Members) -> tuple[Members, _PutBack]:
    known, unknown = _without_unknown(members)
    hidden: list[int] = []
    if isinstance(members.get("holdings"), list):
        split = [_without_unknown(each) for each in members["holdings"]]
        hidden = [count for _, count in split]
        known = {**known, "holdings": [each for each, _ in split]}
    if not unknown and not any(hidden):
        return known, None

    def put_back(found: Members) -> None:
        if unknown:
            found["cards"] = [*found.get("cards", ()), *[UNKNOWN] * unknown]
        for each, count in zip(found.get("holdings", ()), hidden, strict=False):
            each["cards"] += [UNKNOWN] * count

    return known, put_back


def _without_unknown(members: Any) -> tuple[Any, int]:
    """Return the members of an action or a holding without the unknown ones among its cards, and their number."""
    cards = members.get("cards") if isinstance(members, dict) else None
    if not isinstance(cards, list):
        return members, 0
    if len(cards) > len(CARD):
        raise MembersError("has more cards than there are", "cards")
    unknown = cards.count(UNKNOWN)
    return ({**members, "cards": [card for card in cards if card != UNKNOWN]} if unknown else members), unknown


def has_unknown(action: Entry) -> bool:
    """Whether a card of the action is unknown."""
    if isinstance(action, Action):
        return False
    if action.get("type") == "amend":
        return has_unknown(action["action"])
    holdings = (holding["cards"] for holding in action.get("holdings", ()))
    return action.get("card") == UNKNOWN or any(UNKNOWN in cards for cards in (action.get("cards", ()), *holdings))


def is_of_the_law(action: Entry) -> bool:
    """Whether an action belongs to the law of irregularities."""
    if isinstance(action, Action):
        return is_law_act(action)
    return "irregular" in action or action["type"] in ("incident", "amend", "ruling")


def is_unnumbered(action: Entry) -> TypeGuard[Members]:
    """Whether an action is a ruling that does not name its entry."""
    return not isinstance(action, Action) and action["type"] == "ruling" and "number" not in action


def action_in(entry: Entry, number: int = 0) -> Action:
    """Return the action of a step; a ruling that does not name its entry gets this number."""
    if isinstance(entry, Action):
        return entry
    return action_of({**entry, "number": number} if is_unnumbered(entry) else entry)
