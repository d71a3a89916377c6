"""Actions of a record, as members in which cards may be unknown."""

from typing import Any

from service.piquet.cards.cards import CARD
from service.piquet.notation.action_dicts import Members, MembersError, action_of, members_of
from service.records.model import UNKNOWN


def normal(members: Any) -> Members:
    """The canonical members of an action: in a fixed order, with sorted cards and unknown cards last.

    Raises `MembersError`.
    """
    if not isinstance(members, dict):
        raise MembersError("is not an action")
    if members.get("type") == "play" and members.get("card") == UNKNOWN:
        checked = members_of(action_of({**members, "card": "7S"}))
        return {**checked, "card": UNKNOWN}
    unknown: dict[str, int] = {}
    known = {
        name: _without_unknown(value, name, unknown) if name == "cards" else value for name, value in members.items()
    }
    holdings = members.get("holdings")
    hidden: list[int] = []
    if isinstance(holdings, list):
        known["holdings"] = [_known_holding(each, at, hidden) for at, each in enumerate(holdings)]
    found = members_of(action_of(known))
    if unknown.get("cards"):
        found["cards"] = [*found.get("cards", ()), *[UNKNOWN] * unknown["cards"]]
    for each, count in zip(found.get("holdings", ()), hidden, strict=False):
        each["cards"] += [UNKNOWN] * count
    return found


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
    holdings = (holding["cards"] for holding in action.get("holdings", ()))
    return action.get("card") == UNKNOWN or any(UNKNOWN in cards for cards in (action.get("cards", ()), *holdings))
