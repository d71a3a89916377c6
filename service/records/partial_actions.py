"""Actions of a record, as members in which cards may be unknown."""

from collections.abc import Callable
from typing import Any

from service.piquet.cards.cards import CARD
from service.piquet.model.actions import Action
from service.piquet.notation.action_dicts import action_of, members_of
from service.piquet.notation.member_values import Members, MembersError
from service.records.model import UNKNOWN

_PutBack = Callable[[Members], None]


def normal(members: Any) -> Members:
    """The canonical members of an action: in a fixed order, with sorted cards and unknown cards last.

    A ruling may leave out the number of its entry. Raises `MembersError`.
    """
    if not isinstance(members, dict):
        raise MembersError("is not an action")
    known, put_back = _known(members)
    found = members_of(action_of(known))
    put_back(found)
    return found


def _known(members: Members) -> tuple[Members, _PutBack]:
    """The members of an action without what is unknown in them, and a function that puts it back."""
    match members:
        case {"type": "incident"}:  # somebody has seen the cards
            return members, lambda found: None
        case {"type": "amend", "action": dict(action)}:
            known, put_back = _known(action)
            return {**members, "action": known}, lambda found: put_back(found["action"])
        case {"type": "play", "card": "?"}:
            return {**members, "card": "7S"}, lambda found: found.update(card=UNKNOWN)
        case {"type": "ruling"} if "number" not in members:
            known, put_back = _known_cards({**members, "number": 0})
            return known, lambda found: put_back(_unnumbered(found))
    return _known_cards(members)


def _unnumbered(found: Members) -> Members:
    del found["number"]
    return found


def _known_cards(members: Members) -> tuple[Members, _PutBack]:
    unknown: dict[str, int] = {}
    known = {
        name: _without_unknown(value, name, unknown) if name == "cards" else value for name, value in members.items()
    }
    holdings = members.get("holdings")
    hidden: list[int] = []
    if isinstance(holdings, list):
        known["holdings"] = [_known_holding(each, at, hidden) for at, each in enumerate(holdings)]

    def put_back(found: Members) -> None:
        if unknown.get("cards"):
            found["cards"] = [*found.get("cards", ()), *[UNKNOWN] * unknown["cards"]]
        for each, count in zip(found.get("holdings", ()), hidden, strict=False):
            each["cards"] += [UNKNOWN] * count

    return known, put_back


def _without_unknown(cards: Any, name: str, unknown: dict[str, int]) -> Any:
    if not isinstance(cards, list):
        return cards
    unknown[name] = cards.count(UNKNOWN)
    if len(cards) > len(CARD):
        raise MembersError("has more cards than there are", name)
    return [card for card in cards if card != UNKNOWN]


def _known_holding(holding: Any, at: int, hidden: list[int]) -> Any:
    if not isinstance(holding, dict):
        return holding
    unknown: dict[str, int] = {}
    known = {
        name: _without_unknown(value, name, unknown) if name == "cards" else value for name, value in holding.items()
    }
    hidden.append(unknown.get("cards", 0))
    return known


def has_unknown(action: Members) -> bool:
    """Whether a card of the action is unknown."""
    if action.get("type") == "amend":
        return has_unknown(action["action"])
    holdings = (holding["cards"] for holding in action.get("holdings", ()))
    return action.get("card") == UNKNOWN or any(UNKNOWN in cards for cards in (action.get("cards", ()), *holdings))


def is_of_the_law(action: Members) -> bool:
    """Whether an action belongs to the law of irregularities."""
    return "irregular" in action or action["type"] in ("incident", "amend", "ruling")


def action_in(members: Members, number: int = 0) -> Action:
    """The action of a step; a ruling that does not name its entry gets this number."""
    is_open = members["type"] == "ruling" and "number" not in members
    return action_of({**members, "number": number} if is_open else members)
